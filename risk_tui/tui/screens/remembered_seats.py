"""Seats as texts, so that a form proposes those of the last game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import DEFAULT_BOT
from risk_tui.data.clean_text import printable
from risk_tui.table.seats import COLOURS, PERSON, Seat, is_external

if TYPE_CHECKING:
    from collections.abc import Sequence


def as_player(seat: Seat) -> str:
    """A seat as it is written on the command line; a form starts no program."""
    player = "" if seat.player == PERSON else f":{seat.player}"
    if is_external(seat.player):
        player = f":{DEFAULT_BOT}"
    return f"{seat.name}{player}={seat.colour}"


def remembered_seats(players: Sequence[str], bots: Sequence[str]) -> tuple[list[Seat], list[str]]:
    """The seats of the last game, and a colour for each of the six seats.

    Without a last game: a person and two bots.
    """
    first = [f"Ada:{bots[0]}", f"Blaise:{bots[0]}"] if bots else []
    seats: list[Seat] = []
    for text in [printable(player, 60) for player in players] or ["", *first]:
        name, equals, colour = text.rpartition("=")
        if not equals or colour not in COLOURS:
            name, colour = text, ""
        label, colon, player = name.rpartition(":")
        is_bot = bool(colon) and player in bots
        if len(seats) < len(COLOURS):
            seats.append(Seat(label if is_bot else name, colour, player if is_bot else PERSON))
    used: list[str] = []
    colours = [seat.colour for seat in seats]
    for seat in seats:
        if not seat.colour or seat.colour in used:
            seat.colour = next(free for free in COLOURS if free not in used + colours)
        used.append(seat.colour)
    return seats, used + [colour for colour in COLOURS if colour not in used]
