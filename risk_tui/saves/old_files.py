"""Reading older and damaged game files: migrations, and entries up to the first bad one.

A migration takes the header and the entries of a game, each a text of JSON, and returns those of
the next format, as many as before.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.rules.later_keys import with_later_keys
from risk_tui.saves.schema import (
    FAULTS,
    FORMAT,
    MAX_ENTRIES,
    MAX_ENTRY,
    CorruptFile,
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


def sound_entries(connection: sqlite3.Connection, start: int = 0) -> tuple[list[str], str]:
    """The entries from ``start`` on up to the first damaged one, and what is wrong with that."""
    texts: list[str] = []
    try:
        problem = _read_from(connection, start, texts, _all_rows)
        if not problem and start == 0:
            problem = _other_damage(connection, len(texts))
    except FAULTS:
        problem = _read_one_by_one(connection, start, texts)
    except CorruptFile:
        problem = f"entry {start + len(texts)} may be missing"
    return texts, problem


def _read_one_by_one(connection: sqlite3.Connection, start: int, texts: list[str]) -> str:
    """Read row by row where reading many failed: ``sqlite3`` drops the last good row then."""
    try:
        return _read_from(connection, start + len(texts), texts, _single_rows)
    except (CorruptFile, *FAULTS):
        return f"entry {start + len(texts)} cannot be read"


def _read_from(
    connection: sqlite3.Connection,
    start: int,
    texts: list[str],
    rows: Callable[[sqlite3.Connection, int], Iterable[tuple[int, object, object]]],
) -> str:
    """Add the entries from ``start`` on to ``texts``; what is wrong with the next one, or ""."""
    crc = checksum_before(connection, start)
    for expected, (number, text, stored_crc) in enumerate(rows(connection, start), start):
        if number != expected:
            return f"entry {expected} is missing"
        if number >= MAX_ENTRIES:
            return f"entry {number} is more than a game has"
        if not isinstance(text, str) or len(text) > MAX_ENTRY:
            return f"entry {number} is not an entry of a game"
        crc = checksum(text, crc)
        if crc != stored_crc:
            return f"entry {number} is damaged"
        texts.append(text)
        start = number + 1
    missing = start < count_entries(read_head(connection, "summary"))
    return f"entry {start} is missing" if missing else ""


_ROWS = "SELECT number, entry, checksum FROM entries WHERE number"


def _all_rows(connection: sqlite3.Connection, start: int) -> sqlite3.Cursor:
    return connection.execute(f"{_ROWS} >= ? ORDER BY number LIMIT ?", (start, MAX_ENTRIES + 1))


def _single_rows(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, Any, Any]]:
    while row := connection.execute(f"{_ROWS} = ?", (number,)).fetchone():
        yield row
        number += 1


def _other_damage(connection: sqlite3.Connection, count: int) -> str:
    """Damage that would prevent writing to a file though it can be read, or ""."""
    (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return "" if result == "ok" else f"entry {count} could not be written: the file is damaged"


Migration: TypeAlias = "Callable[[str, list[str]], tuple[str, list[str]]]"


def _add_keys_of_rulesets(game: str, entries: list[str]) -> tuple[str, list[str]]:
    head = json.loads(game)
    head["ruleset"] = with_later_keys(head["ruleset"])
    return json.dumps(head, ensure_ascii=False), entries


MIGRATIONS: dict[int, Migration] = {
    4: lambda game, entries: (game, entries),  # it knew no corrected dice: nothing has to change
    5: _add_keys_of_rulesets,
}
"""From each older format to the one after it."""


def migrate_game(version: int, game: str, entries: list[str]) -> tuple[str, list[str]]:
    """A header and entries of an older format in the present one. Raises ``CorruptFile``."""
    try:
        for step in range(version, FORMAT):
            game, entries = MIGRATIONS[step](game, entries)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CorruptFile("its head") from None
    return game, entries


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file of an older format to the present one, all or nothing.

    From the first damaged entry on the entries stay, so that the damage is still noticed. Raises
    ``CorruptFile``, and whatever ``sqlite3`` raises for a damaged file.
    """
    with connection:
        # Another process may have done it while this one waited for its turn.
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        old_entries, _ = sound_entries(connection)
        game, entries = migrate_game(version, read_game(connection)[0], old_entries)
        write_entries(connection, write_game(connection, game), entries)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
