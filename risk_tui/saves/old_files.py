"""Read older and damaged game files: migrations, and entries up to the first damaged one.

A migration takes the header and the entries of a game, each a text of JSON, and returns the same
number of texts in the next format.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.data.language import _
from risk_tui.rules.later_keys import with_later_keys
from risk_tui.saves.schema import (
    FAULTS,
    FORMAT,
    MAX_ENTRIES,
    MAX_ENTRY,
    CorruptSave,
    checksum,
    checksum_before,
    count_entries,
    read_game,
    read_head,
    write_entries,
    write_game,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator


def valid_entries(connection: sqlite3.Connection, start: int = 0) -> tuple[list[str], str]:
    """Return the entries from ``start`` to the first damaged one, and its problem or ""."""
    texts: list[str] = []
    try:
        problem = _read_from(connection, start, texts, _all_rows)
        if not problem and start == 0:
            problem = _other_damage(connection, len(texts))
    except FAULTS:
        problem = _read_one_by_one(connection, start, texts)
    except CorruptSave:
        problem = _("entry {start} may be missing", start=start + len(texts))
    return texts, problem


def _read_one_by_one(connection: sqlite3.Connection, start: int, texts: list[str]) -> str:
    """Read row by row after a fault: reading many rows drops the last valid one."""
    try:
        return _read_from(connection, start + len(texts), texts, _single_rows)
    except (CorruptSave, *FAULTS):
        return _("entry {start} can't be read", start=start + len(texts))


def _read_from(
    connection: sqlite3.Connection,
    start: int,
    texts: list[str],
    rows: Callable[[sqlite3.Connection, int], Iterable[tuple[int, object, object]]],
) -> str:
    """Add the entries from ``start`` to ``texts``; return the problem of the next one, or ""."""
    crc = checksum_before(connection, start)
    for expected, (number, text, stored_crc) in enumerate(rows(connection, start), start):
        if number != expected:
            return _("entry {expected} is missing", expected=expected)
        if number >= MAX_ENTRIES:
            return _("entry {number} is beyond the limit of a game", number=number)
        if not isinstance(text, str) or len(text) > MAX_ENTRY:
            return _("entry {number} is not an entry of a game", number=number)
        crc = checksum(text, crc)
        if crc != stored_crc:
            return _("entry {number} is damaged", number=number)
        texts.append(text)
        start = number + 1
    missing = start < count_entries(read_head(connection, "summary"))
    return _("entry {start} is missing", start=start) if missing else ""


_ROWS = "SELECT number, entry, checksum FROM entries WHERE number"


def _all_rows(connection: sqlite3.Connection, start: int) -> sqlite3.Cursor:
    return connection.execute(f"{_ROWS} >= ? ORDER BY number LIMIT ?", (start, MAX_ENTRIES + 1))


def _single_rows(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, Any, Any]]:
    while row := connection.execute(f"{_ROWS} = ?", (number,)).fetchone():
        yield row
        number += 1


def _other_damage(connection: sqlite3.Connection, count: int) -> str:
    """Return the damage that prevents writing to a readable file, or ""."""
    (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return (
        ""
        if result == "ok"
        else _("entry {count} could not be written: the file is damaged", count=count)
    )


Migration: TypeAlias = "Callable[[str, list[str]], tuple[str, list[str]]]"


def _add_keys_of_rulesets(game: str, entries: list[str]) -> tuple[str, list[str]]:
    head = json.loads(game)
    head["ruleset"] = with_later_keys(head["ruleset"])
    return json.dumps(head, ensure_ascii=False), entries


MIGRATIONS: dict[int, Migration] = {
    4: lambda game, entries: (game, entries),  # Format 5 added corrections of dice.
    5: _add_keys_of_rulesets,
}
"""Migrations by the format that they start from."""


def migrate_game(version: int, game: str, entries: list[str]) -> tuple[str, list[str]]:
    """Migrate a header and entries to the present format.

    Raises:
        CorruptSave: If they are invalid.
    """
    try:
        for step in range(version, FORMAT):
            game, entries = MIGRATIONS[step](game, entries)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CorruptSave(_("its header")) from None
    return game, entries


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the present format in one transaction.

    Entries from the first damaged one are unchanged, so that the damage is still noticed.

    Raises:
        CorruptSave: If the header is invalid.
        sqlite3.Error: If the file is damaged.
    """
    with connection:
        # Another process may have migrated it while this one waited.
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        old_entries, _ = valid_entries(connection)
        game, entries = migrate_game(version, read_game(connection)[0], old_entries)
        write_entries(connection, write_game(connection, game), entries)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
