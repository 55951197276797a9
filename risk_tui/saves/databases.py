"""SQLite connections as this program uses them: they run nothing of a file, and not for long."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.files import read_file, reason
from risk_tui.saves.errors import SaveError
from risk_tui.saves.journals import read_database, wal_files
from risk_tui.saves.schema import MAX_FILE, MAX_HEADER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BUSY = 5
"""Seconds to wait for a file that another process writes."""
READ_CUT_OFF = "PRAGMA writable_schema = ON"
"""Has SQLite read what is left of a file that lost its end; it refuses it otherwise."""
_TIME_LIMIT = 0.5
"""Seconds of processor time that reading a file may take."""
_MAX_VALUE = 4 * MAX_HEADER
"""Bytes of one value, the header included."""


def connect(file: Path, query: str, timeout: float | None = None) -> sqlite3.Connection:
    """A connection that runs nothing that is in the file; ``query`` is the end of SQLite's URI.

    ``timeout``: the seconds that it waits for others, ``BUSY`` by default.
    """
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?{query}",
        uri=True,
        isolation_level=None,
        timeout=BUSY if timeout is None else timeout,
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10_000)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def snapshot(file: Path, expect_own_journal: Callable[[Path], None]) -> sqlite3.Connection:
    """A file with the log or journal that was left beside it, in memory.

    ``expect_own_journal`` raises for one that came from elsewhere; it is asked about the copy.
    """
    log, _, journal = wal_files(file)
    beside = [path for path in (log, journal) if path.exists()]
    for path in beside:
        if path.stat().st_size > 2 * MAX_FILE:
            raise SaveError(f"{path.name} is too large")
    parts = {path.name: read_file(path, 2 * MAX_FILE) for path in beside}
    parts[file.name] = read_database(file, 2 * MAX_FILE)
    try:
        with tempfile.TemporaryDirectory(prefix="risk-tui-") as folder:
            for name, data in parts.items():
                Path(folder, name).write_bytes(data)
            expect_own_journal(Path(folder, file.name))
            # Nobody shares it: it needs no locks, which that folder may not have, and the log's
            # index need not take room on the disk.
            with closing(connect(Path(folder, file.name), "mode=rw&vfs=unix-none")) as connection:
                connection.execute(READ_CUT_OFF)
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                return in_memory(connection)
    except OSError as error:
        temporary = tempfile.tempdir or "any folder for them"
        raise SaveError(
            f"{file.name} needs temporary files, and {temporary} takes none: {reason(error)}"
        ) from None


def in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy of a database in memory, without any file."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        copy_content(connection, memory)
    except sqlite3.Error:
        memory.close()
        raise
    memory.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    return memory


def copy_content(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy a database into another.

    Raises:
        sqlite3.Error: If it cannot be read, or another process keeps it locked for longer than
            ``source`` waits. SQLite's own backup would try for ever, deaf to signals.
    """

    def expect_progress(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=expect_progress)


@contextmanager
def time_limit(connection: sqlite3.Connection) -> Iterator[None]:
    """Interrupt any query on a connection that takes too long."""
    end = time.thread_time() + _TIME_LIMIT
    connection.set_progress_handler(lambda: time.thread_time() > end, 20_000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A context whose queries all see the database as it is at one moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has written."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
