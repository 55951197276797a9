"""The connection to one game file: it looks first, and writes once it has to.

A file is looked at without a trace, for what is refused must stay as it was. A picture taken of a
file at rest sees nothing of what is written later, so it is taken anew when the file has changed;
while others play, SQLite's own log tells what is new.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from risk_tui.saves.errors import NoGame, SaveError, called
from risk_tui.saves.migrations import migrate
from risk_tui.saves.schema import FAULTS, FORMAT, MAX_FILE, MAX_HEADER, Unsound, prove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Mode: TypeAlias = Literal["rw", "ro"]

T = TypeVar("T")

_SECONDS = 0.5
"""Processor time that looking at a file may take."""
_MAX_VALUE = 4 * MAX_HEADER
"""Bytes of one value, the head included."""
_KEPT_OUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite answers where the index of a log can neither be made nor written."""
_TRIES = 5
"""How often a file is looked at again when it changes under the eyes."""

Mark: TypeAlias = "tuple[tuple[int, int, int] | None, ...]"


class Link:
    """A connection to the game file at ``path``."""

    def __init__(self, path: Path, mode: Mode = "rw", *, as_it_is: bool = False) -> None:
        """Look at the file. Raises ``SaveError`` for whatever is no game of this program.

        A file of an older format is seen as one of this, unless ``as_it_is`` is asked for.
        """
        self.path = path
        self._mode = mode
        self._as_it_is = as_it_is
        self._file = _proved_file(path)
        self._number = self._file.stat().st_ino
        """Of the file on its disk: another one, another file."""
        self._writes = False
        self._live = False
        self._seen: int | None = None
        self._mark: Mark = ()
        self._connection: sqlite3.Connection | None = None
        if mode == "rw" and not _writable(self._file):
            look = f"risk-tui join {called(path)}"
            raise SaveError(f"{path.name} cannot be written, only looked at: {look}")
        self.read(lambda _: None)

    def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """What ``question`` finds, all of it at one moment. Raises ``SaveError``."""
        for _ in range(_TRIES - 1):
            try:
                found = self._ask(question)
            except SaveError:
                if not self._overtaken():
                    raise
            else:
                if not self._overtaken():
                    return found
            self._drop()
        return self._ask(question)

    def write(self) -> sqlite3.Connection:
        """A connection that may write. Raises ``SaveError`` or ``sqlite3.Error``."""
        if self._writes and self._connection is not None:
            return self._connection
        if self._mode == "ro":
            raise SaveError(f"{self.path.name} is only looked at here")
        connection = connect(self._file, "mode=rw")
        try:
            if prove(connection, self.path.name) < FORMAT:
                migrate(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA wal_autocheckpoint = 1")
            connection.execute("PRAGMA wal_checkpoint")
        except (SaveError, Unsound, *FAULTS) as error:
            connection.close()
            if isinstance(error, sqlite3.Error):
                raise
            raise fault(self.path, error) from None
        self._drop()
        self._connection, self._writes, self._live = connection, True, True
        return connection

    def news(self) -> bool:
        """Whether another process may have written since the last call, or since the look."""
        try:
            connection = self.write() if self._mode == "rw" else self._connection
            if self._live and connection is not None:
                self._expect_in_place()
                before, self._seen = self._seen, _data_version(connection)
                return self._seen != before
            if self._connection is not None and not self._overtaken():
                return False
        except (sqlite3.Error, OSError) as error:
            raise fault(self.path, error) from None
        self._drop()
        self.read(lambda _: None)
        return True

    def _expect_in_place(self) -> None:
        """Raise ``SaveError`` when what is written here would not be found again."""
        now = state(self._file)
        if now is None or now[0] != self._number:
            raise SaveError(f"{self.path} was removed or replaced while it was played")

    def close(self) -> None:
        """Close the connection."""
        self._drop()

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            connection = self._connection or self._look()
            with _hurry(connection):
                return question(connection)
        except (SaveError, Unsound, OSError, *FAULTS) as error:
            raise fault(self.path, error) from None

    def _look(self) -> sqlite3.Connection:
        """A connection that only reads."""
        self._mark = _mark(self._file)
        itself, log, index = self._mark
        if itself is None:
            raise SaveError(f"there is no game file {self.path}")
        # Whoever plays has both; a log alone was left by a crash, or came from elsewhere.
        self._live = log is not None and index is not None
        if self._live:
            connection = self._join()
        elif log is not None and log[1]:
            connection = _photograph(self._file)
        else:
            connection = connect(self._file, "mode=ro&immutable=1")
        try:
            with _hurry(connection):
                version = prove(connection, self.path.name)
            if version < FORMAT and not self._as_it_is:
                connection = self._modern(connection)
            elif self._live:
                self._seen = _data_version(connection)
        except (SaveError, Unsound, *FAULTS):
            connection.close()
            raise
        self._connection = connection
        return connection

    def _join(self) -> sqlite3.Connection:
        """A reader beside those who play; a picture where there is no joining them."""
        connection = connect(self._file, "mode=ro")
        try:
            _data_version(connection)
        except sqlite3.Error as error:
            connection.close()
            if error.sqlite_errorcode & 0xFF not in _KEPT_OUT:
                raise
            self._live = False
            return _photograph(self._file)
        return connection

    def _modern(self, old: sqlite3.Connection) -> sqlite3.Connection:
        """A file of an older format as it will be once it is written."""
        with closing(old):
            connection = _in_memory(old)
        self._live = False
        with _hurry(connection):
            migrate(connection)
        return connection

    def _overtaken(self) -> bool:
        return not self._live and _mark(self._file) != self._mark

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        self._writes, self._seen = False, None
        if connection is not None:
            connection.close()


def connect(file: Path, query: str) -> sqlite3.Connection:
    """A connection that obeys nothing in the file; ``query`` is the end of SQLite's URI."""
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?{query}", uri=True, isolation_level=None, timeout=5
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10_000)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def siblings(file: Path) -> tuple[Path, Path]:
    """SQLite's log beside a file, and the index of that log."""
    return file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")


def fault(path: Path, error: Exception) -> SaveError:
    """What is wrong with a file, in one line."""
    if isinstance(error, SaveError):
        return error
    if isinstance(error, Unsound):
        return NoGame(f"{path.name}: {error} cannot be read; it is damaged")
    if isinstance(error, OSError):
        return SaveError(f"{path.name} cannot be read: {error.strerror or error}")
    if "not a database" in str(error):
        return NoGame(f"{path.name} is not a game of risk-tui")
    if "interrupted" in str(error):
        return NoGame(f"{path.name} takes too long to read; it is damaged")
    if isinstance(error, UnicodeDecodeError) or any(each in str(error) for each in _DAMAGE):
        return NoGame(f"{path.name} cannot be read: it is cut off or damaged")
    return SaveError(f"{path.name} cannot be read: {error}")


_DAMAGE = ("malformed", "decode", "too big")
"""In SQLite's words, and in those of Python's module about it."""


def _proved_file(path: Path) -> Path:
    """The file itself, behind all links. Raises ``SaveError`` for what SQLite must not see."""
    try:
        file = path.resolve(strict=True)
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise SaveError(f"there is no game file {path}") from None
    except (OSError, RuntimeError) as error:
        reason: object = "its links lead in a circle"
        if isinstance(error, OSError) and error.errno != errno.ELOOP:
            reason = error.strerror
        raise SaveError(f"{path.name} cannot be read: {reason}") from None
    if not stat.S_ISREG(found.st_mode):
        raise NoGame(f"{path.name} is not a game of risk-tui: it is no plain file")
    if found.st_size > MAX_FILE:
        raise NoGame(f"{path.name} is not a game of risk-tui: it is too large")
    if not os.access(file, os.R_OK):
        raise SaveError(f"{path.name} may not be read: it is somebody else's")
    journal = file.with_name(f"{file.name}-journal")
    if journal.exists():
        # SQLite would write what it says into the game.
        raise SaveError(f"{path.name} cannot be trusted beside {journal.name}: remove one of them")
    return file


def _writable(file: Path) -> bool:
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)


def _mark(file: Path) -> Mark:
    """What changes when a file is written: its own state, and its log's and its index's."""
    log, index = siblings(file)
    return state(file), state(log), (0, 0, 0) if index.exists() else None


def state(file: Path) -> tuple[int, int, int] | None:
    """What changes when a file is written or replaced; ``None`` if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _photograph(file: Path) -> sqlite3.Connection:
    """A file and the log that was left beside it, in memory."""
    log, _ = siblings(file)
    if log.stat().st_size > 2 * MAX_FILE:
        raise SaveError(f"{log.name} is too large")
    with tempfile.TemporaryDirectory(prefix="risk-tui-") as folder:
        for each in (file, log):
            shutil.copyfile(each, Path(folder, each.name))
        with closing(connect(Path(folder, file.name), "mode=rw")) as connection:
            return _in_memory(connection)


def _in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.backup(memory)
    except sqlite3.Error:
        memory.close()
        raise
    memory.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    return memory


@contextmanager
def _hurry(connection: sqlite3.Connection) -> Iterator[None]:
    """Let nothing that a file says take long."""
    end = time.thread_time() + _SECONDS
    connection.set_progress_handler(lambda: time.thread_time() > end, 20_000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def _data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
