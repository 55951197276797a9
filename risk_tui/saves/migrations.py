"""The migrations of game files, from each older format to the next one.

A migration takes the header and the entries of a game, each a text of JSON, and returns those of
the next format, as many as before. What stays as it was is not mentioned.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.rules.ruleset_file import with_later_keys
from risk_tui.saves.entry_reader import sound_entries
from risk_tui.saves.schema import FORMAT, CorruptFile, read_game, write_entries, write_game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

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
