"""How each older format of game files becomes the next one, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

FORMAT = 1
"""The format that this program writes (SQLite's ``user_version``)."""

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""From each older format to the one after it."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file of format ``version`` to ``FORMAT``, all or nothing."""
    if version == FORMAT:
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for step in range(version, FORMAT):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
