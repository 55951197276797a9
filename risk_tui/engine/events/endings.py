"""What decides a game: capitals, missions, who is out and who has won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events.base import EVENTS, Event, VictoryKind
from risk_tui.engine.slots import (
    CardCount,
    Cards,
    MissionCount,
    Missions,
    Number,
    Seat,
    Seats,
    Slot,
    Territories,
    Territory,
    TerritoryCount,
)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CapitalTaken(Event):
    """The capital of ``victim`` was conquered, or won back where ``victim`` is ``seat``."""

    long = {
        "": "{seat} takes {territory}, the capital of {victim}",
        "back": "{seat}'s capital, {territory}, is won back",
    }
    short = {
        "": "{seat} takes a capital: {territory}",
        "back": "{seat} wins back a capital: {territory}",
    }
    recap = {
        "": "{seat} took the capital of {victim}",
        "back": "{seat} has won back the capital",
        "victim": "{seat} took your capital",
    }
    recap_rank = 3
    seat: Seat
    victim: Seat
    territory: Territory

    def conditions(self, reader: int | None) -> Collection[str]:
        own = ("back",) if self.seat == self.victim else ()
        return (*own, *Event.conditions(self, reader))


@EVENTS.register
@dataclass(frozen=True, slots=True)
class TerritoriesTransferred(Event):
    """A seat lost its capital and with it all its territories, armies included."""

    long = "All that {victim} held is {seat}'s[: {territories}]"
    short = "{seat} gets {count}"
    seat: Seat
    victim: Seat
    territories: Territories

    @property
    def count(self) -> TerritoryCount:
        """How many territories."""
        return len(self.territories)

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return tuple((territory, self.victim) for territory in self.territories)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SeatEliminated(Event):
    """A seat is out of the game: it lost its last territory, or its capital."""

    long = {"alone": "{seat} is out of the game", "": "{seat} is out of the game, beaten by {by}"}
    short = {"alone": "{seat} is out", "": "{by} beats {seat}"}
    recap = {
        "alone": "{seat} is out",
        "": "{seat} is out, beaten by {by}",
        "seat": "You are out, beaten by {by}",
        "by": "{seat} is out, beaten by you",
    }
    recap_rank = 2
    seat: Seat
    by: Seat

    def conditions(self, reader: int | None) -> Collection[str]:
        alone = ("alone",) if self.by == self.seat else ()
        return (*alone, *Event.conditions(self, reader))


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CardsTaken(Event):
    """The cards of an eliminated seat passed to its conqueror; only those two know which."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} takes {count} from {victim}[: {cards}]"
    short = "{seat} takes {count}"
    seat: Seat
    victim: Seat
    count: CardCount
    cards: Cards

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat in (self.seat, self.victim) else replace(self, cards=())


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """A seat left the game; its armies are neutral from now on."""

    long = "{seat} resigns; the armies stay as neutral ones"
    short = "{seat} resigns"
    recap = {
        "": "{seat} has resigned",
        "seat": "You have resigned",
    }
    recap_rank = 2
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MissionsShown(Event):
    """A seat's missions were shown to everybody."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{seat} shows a mission[: {missions}]",
        "many": "{seat} shows {count}[: {missions}]",
    }
    short = "{seat} shows {count}"
    seat: Seat
    missions: Missions

    @property
    def count(self) -> MissionCount:
        """How many missions."""
        return len(self.missions)

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.count == 1 else ("many",)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class GoalReached(Event):
    """A seat reached a goal of several, the ``total``-th of the ``needed`` ones."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} has reached {total} of {needed} goals"
    short = "{seat} reached goal {total} of {needed}"
    recap = "{seat} has reached goal {total} of {needed}"
    recap_rank = 4
    seat: Seat
    total: Number
    needed: Number


@EVENTS.register
@dataclass(frozen=True, slots=True)
class VictoryAnnounced(Event):
    """A seat will have won if it holds on until its next turn."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} {how}, and wins if that still holds when {seat}'s next turn starts"
    short = "{seat} announces victory"
    recap = "{seat} will win by holding on until the next turn"
    recap_rank = 1
    seat: Seat
    how: Annotated[VictoryKind, Slot("victory")]


@EVENTS.register
@dataclass(frozen=True, slots=True)
class VictoryDenied(Event):
    """A seat could not hold what it had announced."""

    long = "{seat} could not hold the victory announced"
    short = "{seat} could not hold it"
    recap = "{seat} could not hold the victory announced"
    recap_rank = 1
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The game is over. Several winners share a game that the turn limit ended in a tie."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{winners} {how} and wins the game",
        "time": "Time is up: {winners} holds most and wins the game",
        "shared": "Time is up: {winners} share the victory",
    }
    short = {"": "★ {winners} wins", "shared": ("★ {winners} share it", "★ {count} share it")}
    winners: Seats
    how: Annotated[VictoryKind, Slot("victory")]

    @property
    def count(self) -> Number:
        """How many winners."""
        return len(self.winners)

    def conditions(self, reader: int | None) -> Collection[str]:
        if len(self.winners) > 1:
            return ("shared",)
        return ("time",) if self.how == VictoryKind.TURN_LIMIT else ()
