"""What a typed line means: an action, an order, or a wish to the front end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from risk_tui.engine.actions import Action
from risk_tui.table.orders import Blitz, PlaceTheRest


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step."""


@dataclass(frozen=True, slots=True)
class AskToResign:
    """Resign, once the front end has asked whether that is meant."""


@dataclass(frozen=True, slots=True)
class SetDefence:
    """A standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""

    answer: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """Let ``player`` (a bot's name, or ``person``) play for a seat.

    ``whom`` is a player's name as it was typed; empty for the seat that speaks.
    """

    player: str
    whom: str = ""


@dataclass(frozen=True, slots=True)
class Sit:
    """Play the free seat of the player ``whom`` at this terminal too."""

    whom: str


@dataclass(frozen=True, slots=True)
class Free:
    """Leave the seat of the player ``whom`` to another terminal."""

    whom: str


@dataclass(frozen=True, slots=True)
class ShowCards:
    """Show one's own hand."""


@dataclass(frozen=True, slots=True)
class ShowMission:
    """Show one's own secret missions."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show who holds what: one territory and its neighbours, or everything."""

    territory: int | None = None


@dataclass(frozen=True, slots=True)
class ShowLog:
    """Show the last ``lines`` sentences of the game, ``None``: all of them."""

    lines: int | None = None


@dataclass(frozen=True, slots=True)
class ShowRecap:
    """Show what happened since one's own last turn."""


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Show everybody's luck, and how even the dice are."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show the rules that are played by."""


@dataclass(frozen=True, slots=True)
class ShowOdds:
    """Tell the odds: of a chain of territories, of taking all of ``whom``, or of two numbers.

    ``whom`` is a continent or a player as typed, or ``mission``.
    """

    places: tuple[int, ...] = ()
    whom: str = ""
    armies: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ShowThreats:
    """Show how likely one's own territories fall."""


@dataclass(frozen=True, slots=True)
class Help:
    """Show the commands, or one of them by its name."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class Save:
    """Say that and where the game is saved."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the table."""


Order: TypeAlias = Blitz | PlaceTheRest
Wish: TypeAlias = (
    Undo
    | AskToResign
    | SetDefence
    | HandOver
    | Free
    | Sit
    | ShowCards
    | ShowMission
    | ShowBoard
    | ShowLog
    | ShowRecap
    | ShowDice
    | ShowOdds
    | ShowThreats
    | ShowRules
    | Help
    | Save
    | Quit
)
Parsed: TypeAlias = Action | Order | Wish

__all__ = [
    "AskToResign",
    "Blitz",
    "Free",
    "HandOver",
    "Help",
    "Order",
    "Parsed",
    "PlaceTheRest",
    "Quit",
    "Save",
    "SetDefence",
    "ShowBoard",
    "ShowCards",
    "ShowDice",
    "ShowLog",
    "ShowMission",
    "ShowOdds",
    "ShowRecap",
    "ShowRules",
    "ShowThreats",
    "Sit",
    "Undo",
    "Wish",
]
