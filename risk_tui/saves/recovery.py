"""Recover a damaged game up to its first damaged entry, with its clock and its talk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.rules.ruleset import ruleset_to_data
from risk_tui.saves import schema
from risk_tui.saves.clock import Clock, read_clock, write_clock
from risk_tui.saves.database import Connection
from risk_tui.saves.errors import NotAGameFile, SaveError
from risk_tui.saves.header import compress_files
from risk_tui.saves.talk import TalkLine, insert_line, is_silent, read_talk, set_silent


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
    except (*schema.FAULTS, schema.CorruptSave):
        return SideData()


def write_side_data(connection: sqlite3.Connection, side_data: SideData) -> None:
    """Write the clock and the talk into a new file, within a transaction."""
    if side_data.clock is not None:
        write_clock(connection, side_data.clock)
    if side_data.is_silent:
        set_silent(connection, silent=True)
    if side_data.talk and not schema.has_talk(connection):
        connection.execute(schema.TALK)
    for line in side_data.talk:
        insert_line(connection, line)


class Recovered(NamedTuple):
    """The valid part of a game file.

    Args:
        game: The text of the header.
        entries: The entries up to the first damaged one.
        problem: The problem of the next entry; empty if there is none.
        side_data: The clock and the talk.
    """

    game: str
    entries: list[str]
    problem: str
    side_data: SideData


def recover(path: Path) -> Recovered:
    """Return the valid part of a game file.

    Raises:
        SaveError: If the header can't be repaired.
    """
    try:
        with closing(Connection(path, "ro", cut_off=True)) as file:
            return file.read(_salvage)
    except NotAGameFile as error:
        raise SaveError(_("{error}; nothing can be rescued", error=error)) from None


def _salvage(connection: sqlite3.Connection) -> Recovered:
    """Return the valid part of an open file, or raise ``CorruptSave``."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (header,) = connection.execute(_HEADER_QUERY).fetchone()
    crc = schema.read_head(connection, "checksum")
    entries, problem = schema.valid_entries(connection)
    game = header.decode("utf-8", "replace")[: schema.MAX_HEADER]
    if str(schema.checksum(game)) != crc:
        game, problem = _repaired_header(game, crc), problem or _("its header is damaged")
    return Recovered(
        *schema.migrate_game(version, game, entries), problem, read_side_data(connection)
    )


_HEADER_QUERY = "SELECT coalesce(max(CAST(value AS BLOB)), x'') FROM head WHERE key = 'game'"
_RULES, _BOARD = ', "ruleset": ', ', "board": '
"""The keys of the last two parts of a header, which are most of it."""


def _repaired_header(game: str, crc: str) -> str:
    """Repair a header with an installed map and ruleset that give it the right checksum.

    Raises:
        CorruptSave: If none do.
    """
    boards = _texts("maps", lambda name: compress_files(load_board(name).files))
    boards += _texts("maps", lambda name: dict(load_board(name).files))  # as in older games
    rulesets = _texts("rulesets", lambda name: ruleset_to_data(load_ruleset(name)))
    start = game.partition(_RULES)[0]
    starts = [game.partition(_BOARD)[0], *(f"{start}{_RULES}{text}" for text in rulesets)]
    for repaired in (f"{start}{_BOARD}{board}}}" for start in starts for board in boards):
        if str(schema.checksum(repaired)) == crc:
            return repaired
    raise schema.CorruptSave(_("its header"))


def _texts(kind: str, data: Callable[[str], object]) -> list[str]:
    """Return the installed maps or rulesets in the form that they have in a header."""
    texts = []
    for name in names(kind):
        with suppress(RiskError):
            texts.append(json.dumps(data(name), ensure_ascii=False))
    return texts
