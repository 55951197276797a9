"""The clock and the talk, which a game file has beside the game.

A copy that is made of a damaged game takes them along.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.saves.clock import Clock, read_clock, write_clock
from risk_tui.saves.schema import FAULTS, TALK, CorruptSave, has_talk
from risk_tui.saves.talk import TalkLine, is_silent, read_talk, set_silent

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class Beside:
    """The clock, the lines of talk, and whether talk is off."""

    clock: Clock | None = None
    talk: tuple[TalkLine, ...] = ()
    is_silent: bool = False

    def up_to(self, entries: int) -> Beside:
        """Return what goes with the first entries of a game; its clock starts again."""
        clock = self.clock and replace(
            self.clock, seat=None, steps=0, deadline="", left=0.0, late=None
        )
        talk = tuple(line for line in self.talk if line.after <= entries)
        return Beside(clock, talk, self.is_silent)


def read_beside(connection: sqlite3.Connection) -> Beside:
    """Return what a file has beside the game, as far as it can be read."""
    try:
        talk = tuple(line for _number, line in read_talk(connection))
        return Beside(read_clock(connection), talk, is_silent(connection))
    except (*FAULTS, CorruptSave):
        return Beside()


def write_beside(connection: sqlite3.Connection, beside: Beside) -> None:
    """Write it into a new file, within a transaction."""
    if beside.clock is not None:
        write_clock(connection, beside.clock)
    if beside.is_silent:
        set_silent(connection, silent=True)
    if beside.talk and not has_talk(connection):
        connection.execute(TALK)
    for line in beside.talk:
        text = json.dumps(asdict(line), ensure_ascii=False)
        connection.execute("INSERT INTO talk (line) VALUES (?)", (text,))
