"""Create game files: complete or not at all, even if the process is killed.

A file is written under a hidden name, flushed, and then renamed; it never replaces another file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, TypeVar

from risk_tui.data.files import sweep, write_new
from risk_tui.data.language import _
from risk_tui.saves.database import saving_error
from risk_tui.saves.errors import NameTaken
from risk_tui.saves.journals import database_bytes, file_stat, journal_files, journal_mode
from risk_tui.saves.schema import (
    APPLICATION_ID,
    ENTRIES,
    FORMAT,
    HEAD,
    write_entries,
    write_game,
    write_head,
)
from risk_tui.saves.side_data import write_side_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from risk_tui.saves.side_data import SideData

T = TypeVar("T")


def make_file(
    path: Path, game: str, entries: Iterable[str], summary: str, side_data: SideData | None = None
) -> None:
    """Create a game file.

    Args:
        path: The new file.
        game: The text of the header.
        entries: The texts of the entries.
        summary: The text of the summary.
        side_data: The clock and the talk, if there are any.

    Raises:
        SaveError: If it can't be written.
    """

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute(HEAD)
        connection.execute(ENTRIES)
        write_entries(connection, write_game(connection, game), entries)
        write_head(connection, "summary", summary)
        if side_data is not None:
            write_side_data(connection, side_data)
        connection.execute("COMMIT")

    create_database(path, fill)


def create_at(free: Callable[[], Path], create: Callable[[Path], T]) -> T:
    """Call ``create`` with a ``free`` path, and again if another program took it meanwhile.

    Returns:
        The result of ``create``.
    """
    while True:
        with suppress(NameTaken):
            return create(free())


def create_database(path: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """Create a file with the database that ``fill`` fills.

    Raises:
        NameTaken: If the file exists.
        SaveError: If it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise saving_error(path, error) from None
    try:
        sweep(path.parent)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            fill(connection)
            # The folder may be a link to a disk of another machine.
            data = database_bytes(connection, journal_mode(path.parent.resolve() / path.name))
        remove_leftovers(path)
        # A game has hidden cards: only its owner may read the file until they share it.
        write_new(path, data)
    except FileExistsError:
        raise NameTaken(_("{path} already exists", path=path.name)) from None
    except (sqlite3.Error, OSError) as error:
        raise saving_error(path, error) from None


def remove_leftovers(path: Path) -> None:
    """Remove the logs that a deleted game left: SQLite would apply them to a new game.

    Raises:
        OSError: If one can't be removed.
    """
    leftovers = {file: file_stat(file) for file in journal_files(path)}
    if not path.exists():
        for file, state in leftovers.items():
            # Another program may be creating a game of the same name, with its own log.
            if state is not None and file_stat(file) == state:
                file.unlink(missing_ok=True)
