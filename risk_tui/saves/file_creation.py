"""Making a game file: whole or not at all, whenever the process may be killed.

It is written under a name that no list shows, flushed, and only then given its own name, which is
never taken from another file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, TypeVar

from risk_tui.data.files import sweep, write_new
from risk_tui.saves.database import cannot_save
from risk_tui.saves.errors import NameTaken
from risk_tui.saves.journals import file_stat, image, journal_mode, wal_files
from risk_tui.saves.schema import (
    APPLICATION_ID,
    ENTRIES,
    FORMAT,
    HEAD,
    write_entries,
    write_game,
    write_head,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

T = TypeVar("T")


def make_file(path: Path, game: str, entries: Iterable[str], summary: str) -> None:
    """A new file at ``path`` with a header and entries. Raises ``SaveError``."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute(HEAD)
        connection.execute(ENTRIES)
        write_entries(connection, write_game(connection, game), entries)
        write_head(connection, "summary", summary)
        connection.execute("COMMIT")

    create_database(path, fill)


def create_at(free: Callable[[], Path], create: Callable[[Path], T]) -> T:
    """What ``create`` makes at a ``free`` path; at another one if a program was quicker.

    Raises whatever ``free`` and ``create`` raise but ``NameTaken``.
    """
    while True:
        with suppress(NameTaken):
            return create(free())


def create_database(path: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """A new file at ``path`` with what ``fill`` puts into a database. Raises ``SaveError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_save(path, error) from None
    try:
        sweep(path.parent)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            fill(connection)
            data = image(connection, journal_mode(path.absolute()))
        remove_leftovers(path)
        # A game holds hidden cards: it is for whoever began it, until they say otherwise.
        write_new(path, data)
    except FileExistsError:
        raise NameTaken(f"{path.name} exists already") from None
    except (sqlite3.Error, OSError) as error:
        raise cannot_save(path, error) from None


def remove_leftovers(path: Path) -> None:
    """Remove the logs that a game left at a name that is free: a new one would be given them.

    Raises ``OSError``.
    """
    leftovers = {file: file_stat(file) for file in wal_files(path)}
    if not path.exists():
        for file, state in leftovers.items():
            # Who makes a game of the same name at this moment has a log of their own.
            if state is not None and file_stat(file) == state:
                file.unlink(missing_ok=True)
