"""Read older and damaged game files: migrations, and entries up to the first damaged one.

A migration takes the header and the entries of a game, each a text of JSON, and returns the same
number of texts in the next format.
"""

from __future__ import annotations

import json
from contextlib import suppress
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
    from collections.abc import Callable, Iterator


def valid_entries(connection: sqlite3.Connection, start: int = 0) -> tuple[list[str], str]:
    """Return the entries from ``start`` to the first damaged one, and its problem or ""."""
    texts: list[str] = []
    number = start
    try:
        crc = checksum_before(connection, start)
        for stored_number, text, stored_crc in _rows(connection, start):
            if stored_number != number:
                return texts, _("entry {number} is missing", number=number)
            if number >= MAX_ENTRIES:
                return texts, _("entry {number} is beyond the limit of a game", number=number)
            if not isinstance(text, str) or len(text) > MAX_ENTRY:
                return texts, _("entry {number} is not an entry of a game", number=number)
            crc = checksum(text, crc)
            if crc != stored_crc:
                return texts, _("entry {number} is damaged", number=number)
            texts.append(text)
            number += 1
        if number < count_entries(read_head(connection, "summary")):
            return texts, _("entry {number} is missing", number=number)
    except CorruptSave:
        return texts, _("entry {number} may be missing", number=number)
    except FAULTS:
        return texts, _("entry {number} can't be read", number=number)
    return texts, _other_damage(connection, number) if start == 0 else ""


def _rows(connection: sqlite3.Connection, start: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield the number, the text and the checksum of each entry from ``start``.

    After a fault they are read one by one: reading many drops the last valid one.
    """
    query = "SELECT number, entry, checksum FROM entries WHERE number"
    try:
        many = f"{query} >= ? ORDER BY number LIMIT ?"
        for row in connection.execute(many, (start, MAX_ENTRIES + 1)):
            yield row
            start = row[0] + 1
    except FAULTS:
        while row := connection.execute(f"{query} = ?", (start,)).fetchone():
            yield row
            start += 1


def _other_damage(connection: sqlite3.Connection, count: int) -> str:
    """Return the damage that prevents writing to a readable file, or ""."""
    with suppress(*FAULTS):
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            return _("entry {count} could not be written: the file is damaged", count=count)
    return ""


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
