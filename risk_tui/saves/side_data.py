"""The clock and the talk, which a game file stores beside the game.

A copy of a damaged game includes them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.saves.clock import Clock, read_clock, write_clock
from risk_tui.saves.schema import FAULTS, TALK, CorruptSave, has_talk
from risk_tui.saves.talk import TalkLine, insert_line, is_silent, read_talk, set_silent

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class SideData:
    """The clock, the lines of talk, and whether talk is off."""

    clock: Clock | None = None
    talk: tuple[TalkLine, ...] = ()
    is_silent: bool = False

    def up_to(self, entries: int) -> SideData:
        """Return the part that belongs to the first entries of a game, with a restarted clock."""
        clock = self.clock and replace(
            self.clock, seat=None, steps=0, deadline="", left=0.0, late=None
        )
        talk = tuple(line for line in self.talk if line.after <= entries)
        return SideData(clock, talk, self.is_silent)


def read_side_data(connection: sqlite3.Connection) -> SideData:
    """Return the clock and the talk of a file; neither if one of them can't be read."""
    try:
        talk = tuple(line for _number, line in read_talk(connection))
        return SideData(read_clock(connection), talk, is_silent(connection))
    except (*FAULTS, CorruptSave):
        return SideData()


def write_side_data(connection: sqlite3.Connection, side_data: SideData) -> None:
    """Write the clock and the talk into a new file, within a transaction."""
    if side_data.clock is not None:
        write_clock(connection, side_data.clock)
    if side_data.is_silent:
        set_silent(connection, silent=True)
    if side_data.talk and not has_talk(connection):
        connection.execute(TALK)
    for line in side_data.talk:
        insert_line(connection, line)
