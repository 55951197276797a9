"""The game after a game: the same people, rules and board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.table.seats import NOBODY, Seat
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from pathlib import Path


def rematch(table: Table, path: Path | None = None) -> Table:
    """A new game like one that is over; whoever sat second sits first now.

    Raises ``RiskError`` while the game goes on, or at a guest's terminal, and ``SaveError``.
    """
    if table.decision is not None:
        raise RiskError("that comes once the game is over")
    if table.guest:
        raise RiskError("the next game is begun where this one was")
    return Table.create(table.setup, next_seats(table), options=table.options, path=path)


def next_seats(table: Table) -> list[Seat]:
    """The seats of the game after this one, for whoever plays them now."""
    seats = [
        Seat(seat.name, seat.colour, seat.player, seat.defence)
        for seat in table.seats
        if seat.player != NOBODY
    ]
    return seats[1:] + seats[:1]
