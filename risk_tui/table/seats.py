"""Seats: who sits where, in which colour, under which name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.game import Setup

COLOURS = ("red", "blue", "green", "yellow", "purple", "cyan")
GREY = "grey"
"""The colour of an army that nobody plays."""
PERSON = "person"
NOBODY = "nobody"
"""The player of a neutral army's seat: its opponents decide for it."""
NAME_WIDTH = 12
"""Columns that a player's name may take."""

_ALLOWED = ("L", "M", "N", "P", "S", "Zs")


@dataclass(slots=True)
class Seat:
    """A place at the table.

    ``player`` is ``person``, the name of a bot, or ``nobody`` for a neutral army; ``defence`` is
    the standing answer to the question for defence dice: ``ask``, ``most`` or ``one``.
    """

    name: str
    colour: str
    player: str = PERSON
    defence: str = "ask"

    @property
    def is_person(self) -> bool:
        """Whether a person plays this seat."""
        return self.player == PERSON


def neutral_seat(setup: Setup) -> list[Seat]:
    """The seat of the third army that two players share the board with, if there is one."""
    if setup.neutral is None:
        return []
    return [Seat(setup.rules.third_army.name, GREY, NOBODY)]


def clean_name(text: str) -> str:
    """A player's name fit to be shown: normalised, trimmed, without control characters.

    Raises ``RiskError`` for an empty name, one with characters that cannot be shown literally
    (control, bidirectional, invisible), or one wider than ``NAME_WIDTH`` columns.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RiskError("a player needs a name")
    for mark in name:
        if not unicodedata.category(mark).startswith(_ALLOWED):
            raise RiskError(f"the name {text!a} has a character that cannot be shown: {mark!a}")
    if sum(_width(mark) for mark in name) > NAME_WIDTH:
        raise RiskError(f"the name {name!r} is too long; at most {NAME_WIDTH} columns")
    return name


def _width(mark: str) -> int:
    if unicodedata.category(mark).startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in "WF" else 1


def seat_players(names: Sequence[str], bots: Sequence[str]) -> list[Seat]:
    """Seats for players as they are named on a command line.

    ``NAME`` is a person, ``NAME=colour`` chooses a colour; ``bot`` (or a bot's own name, one of
    ``bots``) is a computer player, ``NAME:bot`` gives it a name. Raises ``RiskError`` for names
    or colours that are taken or unknown.
    """
    seats: list[Seat] = []
    for text in names:
        text, _, colour = text.partition("=")
        label, _, player = text.partition(":")
        wanted = player.strip() or label.strip()
        bot = wanted if wanted in bots else bots[0] if wanted == "bot" else None
        if player.strip() and bot is None:
            raise RiskError(
                f"there is no bot {player.strip()!r}; there are: bot, {', '.join(bots)}"
            )
        name = label if player or bot is None else _bot_name(seats)
        seats.append(Seat(clean_name(name), colour.strip().lower(), bot or PERSON))
    for seat in seats:
        if not seat.colour:
            taken = {each.colour for each in seats}
            seat.colour = next((each for each in COLOURS if each not in taken), "")
    check_seats(seats)
    return seats


def check_seats(seats: Sequence[Seat]) -> None:
    """Raise ``RiskError`` unless names and colours are known and differ."""
    if len(seats) > len(COLOURS):
        raise RiskError(f"too many players: {len(seats)}; there are {len(COLOURS)} colours")
    names: set[str] = set()
    colours: set[str] = set()
    for seat in seats:
        if seat.name.casefold() in names:
            raise RiskError(f"two players are called {seat.name!r}; give one another name")
        if seat.colour not in COLOURS:
            raise RiskError(f"there is no colour {seat.colour!r}; there are: {', '.join(COLOURS)}")
        if seat.colour in colours:
            raise RiskError(f"two players have the colour {seat.colour}; choose another")
        names.add(seat.name.casefold())
        colours.add(seat.colour)


_BOT_NAMES = ("Ada", "Blaise", "Carl", "Daisy", "Emmy", "Fermat")


def _bot_name(seats: Sequence[Seat]) -> str:
    taken = {seat.name.casefold() for seat in seats}
    return next(name for name in _BOT_NAMES if name.casefold() not in taken)
