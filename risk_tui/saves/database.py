"""The SQLite connection to a game file; it only reads until it has to write.

No code in a file is executed, and no query runs for long. Reading leaves no trace, because a
rejected file must be unchanged. A file that no program has open is read without locks, and read
again if it changes. While a game is played, readers use SQLite's log, too. Faults, such as a full
disk, become errors of one line.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar
from weakref import finalize

from risk_tui.data.files import (
    NO_ROOM,
    is_full,
    overwrite,
    read_file,
    reason,
    sweep,
    unfinished,
)
from risk_tui.data.language import _
from risk_tui.saves import journals
from risk_tui.saves.errors import NotAGameFile, OverwrittenGame, SaveError, display_name
from risk_tui.saves.schema import (
    FAULTS,
    FORMAT,
    MAX_FILE,
    MAX_HEADER,
    CorruptSave,
    migrate,
    validate,
)

BUSY_SECONDS = 5
"""Seconds to wait for a file that another process is writing."""
READ_CUT_OFF = "PRAGMA writable_schema = ON"
"""The pragma that makes SQLite read a truncated file, which it would reject otherwise."""
_TIME_LIMIT = 0.5
"""Seconds of processor time that the queries of one block may take together."""
_MAX_VALUE = 4 * MAX_HEADER
"""The most bytes of one value, such as the header."""


def connect(file: Path, uri_query: str, timeout: float | None = None) -> sqlite3.Connection:
    """Open a connection that executes no code stored in the file.

    Args:
        file: The file.
        uri_query: The query of SQLite's URI, such as ``mode=ro``.
        timeout: Seconds to wait for other processes; by default ``BUSY_SECONDS``.
    """
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?{uri_query}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_SECONDS if timeout is None else timeout,
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10_000)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def snapshot(path: Path, file: Path) -> sqlite3.Connection:
    """Read a file, with the log or journal beside it, into memory.

    Args:
        path: The path that messages name.
        file: The file that it leads to.

    Raises:
        SaveError: If the journal is foreign, or a file is too large or can't be copied.
        sqlite3.Error: If the copy can't be read.
    """
    log, _rest, journal = journals.journal_files(file)
    beside = [each for each in (log, journal) if each.exists()]
    for each in beside:
        if each.stat().st_size > 2 * MAX_FILE:
            raise SaveError(_("{path} is too large", path=each.name))
    parts = {each.name: read_file(each, 2 * MAX_FILE) for each in beside}
    parts[file.name] = journals.read_database(file, 2 * MAX_FILE)
    try:
        with tempfile.TemporaryDirectory(prefix="risk-tui-") as folder:
            for name, data in parts.items():
                Path(folder, name).write_bytes(data)
            copy = Path(folder, file.name)
            _expect_own_journal(path, copy)
            # The copy is private, so it needs neither locks, which the folder may not support, nor
            # an index of the log on the disk.
            with closing(connect(copy, "mode=rw&vfs=unix-none")) as connection:
                connection.execute(READ_CUT_OFF)
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                return in_memory(connection)
    except OSError as error:
        place = tempfile.tempdir or _("any folder")
        raise SaveError(
            _(
                "can't write the temporary files for {file} in {folder}: {reason}",
                file=file.name,
                folder=place,
                reason=reason(error),
            )
        ) from None


def in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a copy of a database in memory."""
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
        sqlite3.Error: If it can't be read, or another process locks it for longer than ``source``
            waits.
    """

    # Without this, the backup would retry a locked database forever and ignore signals.
    def expect_progress(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("database is locked")

    source.backup(target, progress=expect_progress)


@contextmanager
def time_limit(connection: sqlite3.Connection) -> Iterator[None]:
    """Interrupt the queries of a block on a connection if they take too long together."""
    end = time.thread_time() + _TIME_LIMIT
    connection.set_progress_handler(lambda: time.thread_time() > end, 20_000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


@contextmanager
def read_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run all queries of a block on the same state of the database. Writes are undone."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def data_version(connection: sqlite3.Connection) -> int:
    """Return a number that changes when another connection writes."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


_BYTES_NEEDED = 65_536
"""Bytes that a game needs to continue, for its log and the log's index."""

_READ_ERRORS = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
"""SQLite's errors for reading, which a full disk does not cause."""


def reading_error(path: Path, error: Exception) -> SaveError:
    """Return the error for a fault of a file, in one line."""
    if isinstance(error, SaveError):
        return error
    if isinstance(error, CorruptSave):
        return NotAGameFile(
            _("{path}: {error} can't be read; it is damaged", path=path.name, error=error)
        )
    if full := full_disk_message(path, error):
        return SaveError(_("{path} can't be continued: {full}", path=path.name, full=full))
    if isinstance(error, OSError):
        return SaveError(
            _("{path} can't be read: {text}", path=path.name, text=error.strerror or error)
        )
    if "not a database" in str(error):
        return NotAGameFile(_("{path} is not a game of risk-tui", path=path.name))
    if "interrupted" in str(error):
        return NotAGameFile(_("{path} takes too long to read; it is damaged", path=path.name))
    if isinstance(error, UnicodeDecodeError) or any(word in str(error) for word in _DAMAGE):
        return NotAGameFile(_("{path} can't be read: it is cut off or damaged", path=path.name))
    return SaveError(_("{path} can't be read: {error}", path=path.name, error=error))


_DAMAGE = ("malformed", "decode", "too big")
"""Words for damage in the messages of SQLite and of Python's module."""


def saving_error(path: Path, error: Exception) -> SaveError:
    """Return the error for a game that can't be saved."""
    message = reason(error) if isinstance(error, OSError) else error
    return SaveError(
        _(
            "the game can't be saved in {path}: {text}",
            path=path,
            text=full_disk_message(path, error) or message,
        )
    )


def full_disk_message(path: Path, error: Exception) -> str:
    """Return the message for a full disk, or "" if the error has another reason."""
    if isinstance(error, OSError):
        return _(NO_ROOM) if is_full(error) else ""
    code = getattr(error, "sqlite_errorcode", 0)
    # SQLite reports a log or an index that can't grow as a fault of the device.
    vague = (
        code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and code not in _READ_ERRORS
    )
    full = vague and not _has_room(path.resolve().parent)
    return _(NO_ROOM) if full or code & 0xFF == sqlite3.SQLITE_FULL else ""


def _has_room(folder: Path) -> bool:
    """Return True if a folder has room for a small file, or if this can't be tested."""
    try:
        with unfinished(folder / "trial", os.urandom(_BYTES_NEEDED)):
            return True
    except OSError as error:
        return not is_full(error)


Mode: TypeAlias = Literal["rw", "ro"]

T = TypeVar("T")

_CANNOT_JOIN = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY)
"""SQLite's errors if the index of a log can't be made or written, if there are no locks, or if a
killed process left a partial write.
"""
_NO_LOCK = (sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_RDLOCK)
"""SQLite's errors if the file system lacks the necessary locks."""
JOIN_SECONDS = 0.25
"""Seconds to wait for writers before a snapshot is read instead."""
_LOG_PAGES = 1_000
"""Pages of SQLite's log after which a checkpoint copies it into the file during play."""
_REREAD_SECONDS = 2.0
"""Seconds in which a file is read again if it changes meanwhile."""
_ATTEMPTS = 5
"""The fewest attempts, even if one takes longer than ``_REREAD_SECONDS`` on a busy machine."""

FileState: TypeAlias = "tuple[tuple[int, int, int] | None, ...]"


class Connection:
    """A connection to the game file at ``path``."""

    _migrates_in_memory = False
    """True if readers see an older format as if it were the present one."""

    def __init__(self, path: Path, mode: Mode = "rw", *, cut_off: bool = False) -> None:
        """Open the file to read.

        Args:
            path: The file.
            mode: ``rw`` if it may be written later.
            cut_off: Accept a truncated file.

        Raises:
            SaveError: If it is not a game of this program.
        """
        self.path = path
        self._mode = mode
        self._cut_off = cut_off
        self._file = _checked_file(path)
        self._inode = self._file.stat().st_ino
        """The file's inode, which tells it from another file."""
        self._used_files = {self._file: (self._inode, 0)}
        """The inodes and sizes of the file and, during play, of SQLite's log and its index."""
        self._damage: OverwrittenGame | None = None
        """Damage by another program; nothing is written after it is noticed."""
        self._writes = False
        """True if the connection may write."""
        self._is_live = False
        """True if the connection sees changes of the file; False for a copy or an unused file."""
        self._has_rollback_journal = False
        """True if the file has a rollback journal instead of a log."""
        self._data_version: int | None = None
        """The ``data_version`` at the last check, if the connection is live."""
        self._file_state: FileState = ()
        """The state of the files when they were opened to read."""
        self._connection: sqlite3.Connection | None = None
        if mode == "rw":
            if not all(os.access(place, os.W_OK) for place in (self._file, self._file.parent)):
                command = _("risk-tui join {game}", game=display_name(path))
                raise SaveError(
                    _(
                        "{path} is read-only; to watch it: {command}",
                        path=path.name,
                        command=command,
                    )
                )
            _expect_one_name(self._file)
        self._release = finalize(self, journals.hold_database(self._file))
        """Unregisters the open file; also runs when this object is garbage-collected."""
        try:
            self.read(lambda _: None)
        except SaveError:
            self._release()
            raise

    def read(self, reader: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a query on one state of the file.

        Raises:
            SaveError: If the file can't be read.
        """
        deadline, attempts = time.monotonic() + _REREAD_SECONDS, 0
        while attempts < _ATTEMPTS or time.monotonic() < deadline:
            attempts += 1
            try:
                result = self._query(reader)
            except SaveError:
                if not self._is_outdated():
                    raise
            else:
                if not self._is_outdated():
                    return result
            self._disconnect()
        return self._query(reader)

    @property
    def may_write(self) -> bool:
        """True if the file was opened for writing."""
        return self._mode == "rw"

    def write(self) -> sqlite3.Connection:
        """Return a connection that may write.

        Raises:
            SaveError: If the file can't be written here.
            sqlite3.Error: If SQLite reports a fault.
        """
        self._check_undamaged()
        if self._writes and self._connection is not None:
            return self._connection
        if self._mode == "ro":
            raise SaveError(_("{path} is open read-only here", path=self.path.name))
        # The reader is closed first: closing it later would release the new locks too.
        self._disconnect()
        connection = connect(self._file, "mode=rw")
        try:
            if validate(connection, self.path.name) < FORMAT:
                migrate(connection)
            self._prepare_journal(connection)
        except (SaveError, CorruptSave, *FAULTS) as error:
            connection.close()
            if isinstance(error, sqlite3.Error):
                raise
            raise reading_error(self.path, error) from None
        self._connection, self._writes, self._is_live = connection, True, True
        self._remember_files(connection)
        return connection

    def _prepare_journal(self, connection: sqlite3.Connection) -> None:
        """Make every commit durable when it returns, with as few flushes as possible.

        A game with a rollback journal keeps it, even on a local disk, because a terminal of another
        machine may have the game open. SQLite itself refuses the opposite change during play.
        """
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
        if journal == "wal" and journals.journal_mode(self._file) == "wal":
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
            connection.execute("PRAGMA wal_checkpoint")
            return
        connection.execute("PRAGMA synchronous = EXTRA")
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise SaveError(
                _(
                    "{path} is being played on the machine that stores it; play there, or wait "
                    "until all players have left",
                    path=self.path.name,
                )
            ) from None

    def rewrite(self) -> None:
        """Replace the file by a new one that includes its log or journal.

        No other process may write it meanwhile.

        Raises:
            SaveError: If that fails.
        """
        try:
            journal = "delete" if self._has_rollback_journal else journals.journal_mode(self._file)
            data = self.read(lambda connection: journals.database_bytes(connection, journal))
            overwrite(self._file, data, like=self._file.stat())
            for path in journals.journal_files(self._file):
                path.unlink(missing_ok=True)
            self._inode = self._file.stat().st_ino
            self._disconnect()
            self._release()
            self._release = finalize(self, journals.hold_database(self._file))
        except OSError as error:
            raise reading_error(self.path, error) from None

    def has_changes(self) -> bool:
        """Check whether another process may have written since the last call or the opening.

        In ``rw`` the first call opens the file for writing and migrates it. Later checks are cheap
        enough for many calls per second.
        """
        try:
            connection = self.write() if self._mode == "rw" else self._connection
            if self._is_live and connection is not None:
                self._check_undamaged()
                before, self._data_version = self._data_version, data_version(connection)
                return self._data_version != before
            if self._connection is not None and not self._is_outdated():
                return False
        except (sqlite3.Error, OSError) as error:
            raise self._describe_error(error) from None
        self._disconnect()
        self.read(lambda _: None)
        return True

    def _remember_files(self, connection: sqlite3.Connection) -> None:
        """Remember the files that a connection uses."""
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
        self._has_rollback_journal = journal != "wal"
        if not self._has_rollback_journal:
            log, index, _rest = journals.journal_files(self._file)
            states = {path: journals.file_stat(path) for path in (log, index)}
            self._used_files |= {path: state[:2] for path, state in states.items() if state}

    def _check_undamaged(self) -> None:
        """Check that no other program removed, replaced or shortened a file in use.

        Raises:
            OverwrittenGame: If another program did so; also at later calls.
            SaveError: If this can't be checked.
        """
        if self._damage is not None:
            raise self._damage
        for path, (inode, size) in self._used_files.items():
            try:
                now = journals.file_stat(path)
            except OSError as error:
                raise reading_error(self.path, error) from None
            # Only a rollback journal may shorten a file.
            is_short = now is not None and now[1] < size and not self._has_rollback_journal
            if now is None or now[0] != inode or is_short:
                problem = _("{path} was removed, replaced or cut short during play", path=path.name)
                raise self._stop(problem)
            self._used_files[path] = now[:2]

    def _stop(self, problem: str) -> OverwrittenGame:
        """Write nothing more, because another program damaged the file, and return the error."""
        self._damage = OverwrittenGame(problem)
        return self._damage

    def close(self) -> None:
        """Close the connection; SQLite then copies the log into the file, unless it is damaged."""
        self._disconnect()
        self._used_files = {}
        self._release()

    def _query(self, reader: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._is_live and self._connection is not None:
                self._check_undamaged()
            connection = self._connection or self._open_readonly()
            with time_limit(connection), read_transaction(connection):
                return reader(connection)
        except (SaveError, CorruptSave, OSError, *FAULTS) as error:
            raise self._describe_error(error) from None

    def _describe_error(self, error: Exception) -> SaveError:
        """Return the error for a fault; damage during play was done by another program."""
        described = reading_error(self.path, error)
        if self._writes and isinstance(described, NotAGameFile):
            return self._stop(str(described))
        return described

    def _open_readonly(self) -> sqlite3.Connection:
        """Open a connection that only reads."""
        self._file_state = _file_state(self._file)
        database, log, index, journal = self._file_state
        if database is None:
            raise SaveError(_("there is no game file {path}", path=self.path))
        self._has_rollback_journal = journals.uses_rollback_journal(self._file)
        if self._has_rollback_journal:
            self._is_live = True
        else:
            # During play the log has an index; a log without one is left from a crash, or foreign.
            has_log = log is not None and index is not None
            self._is_live = has_log and journals.journal_mode(self._file) == "wal"
        if self._is_live:
            connection = self._open_live()
        elif (log is not None and log[1]) or (journal is not None and journal[1]):
            connection = snapshot(self.path, self._file)
        else:
            connection = connect(self._file, "mode=ro&immutable=1")
        try:
            if self._cut_off:
                connection.execute(READ_CUT_OFF)
            with time_limit(connection):
                version = validate(connection, self.path.name)
            if version < FORMAT and self._migrates_in_memory:
                connection = self._migrated_copy(connection)
            elif self._is_live:
                self._data_version = data_version(connection)
                self._remember_files(connection)
        except (SaveError, CorruptSave, *FAULTS):
            connection.close()
            raise
        self._connection = connection
        return connection

    def _open_live(self) -> sqlite3.Connection:
        """Open a reader during play, or a snapshot if that fails.

        A reader can't roll back the incomplete transaction of a killed process.
        """
        connection = connect(self._file, "mode=ro", JOIN_SECONDS)
        try:
            data_version(connection)
            connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        except sqlite3.Error as error:
            connection.close()
            code = error.sqlite_errorcode
            cannot_join = code & 0xFF in _CANNOT_JOIN or code in _NO_LOCK
            if not cannot_join and not full_disk_message(self._file, error):
                raise
            self._is_live = False
            return snapshot(self.path, self._file)
        return connection

    def _migrated_copy(self, old: sqlite3.Connection) -> sqlite3.Connection:
        """Return a migrated copy of a file of an older format."""
        with closing(old):
            connection = in_memory(old)
        self._is_live = False
        with time_limit(connection):
            migrate(connection)
        return connection

    def _is_outdated(self) -> bool:
        return not self._is_live and _file_state(self._file) != self._file_state

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        self._used_files = {self._file: (self._inode, 0)}
        self._writes, self._data_version = False, None
        if connection is None:
            return
        if self._damage is not None:
            # An interrupted connection does not copy the log into the file when it closes.
            connection.interrupt()
        connection.close()


def _checked_file(path: Path) -> Path:
    """Resolve all links to a file, or raise ``SaveError`` if SQLite must not open it."""
    try:
        file = path.resolve(strict=True)
        status = file.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise SaveError(_("there is no game file {path}", path=path)) from None
    except (OSError, RuntimeError) as error:
        problem: object = _("its links form a circle")
        if isinstance(error, OSError) and error.errno != errno.ELOOP:
            problem = error.strerror
        raise SaveError(
            _("{path} can't be read: {reason}", path=path.name, reason=problem)
        ) from None
    if not stat.S_ISREG(status.st_mode):
        raise NotAGameFile(
            _("{path} is not a game of risk-tui: it is not a regular file", path=path.name)
        )
    if status.st_size > MAX_FILE:
        raise NotAGameFile(_("{path} is not a game of risk-tui: it is too large", path=path.name))
    if not os.access(file, os.R_OK):
        raise SaveError(_("{path} can't be read: you don't have permission", path=path.name))
    _expect_own_journal(path, file)
    return file


def _expect_own_journal(path: Path, file: Path) -> None:
    """Raise ``SaveError`` for a journal beside ``file`` that is not from this program."""
    try:
        own = journals.has_safe_journal(file)
    except OSError as error:
        raise reading_error(path, error) from None
    if not own:
        journal = journals.journal_files(file).rollback.name
        raise SaveError(
            _(
                "{journal} is not from risk-tui: move it away to open {path}",
                path=path.name,
                journal=journal,
            )
        )


def _expect_one_name(file: Path) -> None:
    """Raise ``SaveError`` for a file with a hard link: opened by both names, it has two logs."""
    if file.stat().st_nlink > 1:
        sweep(file.parent, same=file)  # A process was killed while it created the file.
        if file.stat().st_nlink > 1:
            raise SaveError(
                _("{file} has a hard link: remove the other link, or play a copy", file=file.name)
            )


def _file_state(file: Path) -> FileState:
    """Return the states of a file, its log, the log's index and its journal.

    They change when the file is written. Of the index, only its existence counts.
    """
    log, index, journal = journals.journal_files(file)
    return (
        journals.file_stat(file),
        journals.file_stat(log),
        (0, 0, 0) if index.exists() else None,
        journals.file_stat(journal),
    )
