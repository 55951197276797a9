"""Recover a damaged game up to its first damaged entry."""

from __future__ import annotations

import json
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.rules.ruleset_file import ruleset_to_data
from risk_tui.saves.database import Connection
from risk_tui.saves.errors import NotAGameFile, SaveError
from risk_tui.saves.header import compress_files
from risk_tui.saves.old_files import migrate_game, valid_entries
from risk_tui.saves.schema import MAX_HEADER, CorruptSave, checksum, read_head
from risk_tui.saves.side_data import SideData, read_side_data

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path


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
    crc = read_head(connection, "checksum")
    entries, problem = valid_entries(connection)
    game = header.decode("utf-8", "replace")[:MAX_HEADER]
    if str(checksum(game)) != crc:
        game, problem = _repaired_header(game, crc), problem or _("its header is damaged")
    return Recovered(*migrate_game(version, game, entries), problem, read_side_data(connection))


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
        if str(checksum(repaired)) == crc:
            return repaired
    raise CorruptSave(_("its header"))


def _texts(kind: str, data: Callable[[str], object]) -> list[str]:
    """Return the installed maps or rulesets in the form that they have in a header."""
    texts = []
    for name in names(kind):
        with suppress(RiskError):
            texts.append(json.dumps(data(name), ensure_ascii=False))
    return texts
