"""Locks beside a game's file, for its seats; they end with the process that holds them.

The system itself releases a lock when its process dies, however it dies, so that no seat is
ever left behind. They keep people out of one another's seats; what keeps the game whole is the
number that every entry is appended with.

The locks are those of ``flock``: they belong to what is open, so that two tables in one process
keep one another out, and looking whether one is taken gives up none. A lock's file is made by
whoever takes it, and removed by whoever releases it: one that is found with nobody's lock on it
was left by a process that was killed, and is made again.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.files import reason
from risk_tui.saves.errors import SaveError
from risk_tui.saves.holders import holder_of
from risk_tui.saves.journals import journal_mode
from risk_tui.saves.lockfolder import folder_of, has_lock_file, lock_folder, remove_folder, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from risk_tui.saves.lockfolder import LockFolder

TABLE = "table"
"""Everybody who has the game open shares this one."""
LEAD = "lead"
"""Whoever moves the computer players."""

_ATTEMPTS, _PAUSE = 10, 0.002
"""Attempts to take a lock, and seconds between them: a look at a lock takes it for a moment."""


_BOOT = Path("/proc/sys/kernel/random/boot_id")


class NoLocks(SaveError):
    """A file system does not lock files, or not all kinds of locks that a game needs."""


class NotWritable(SaveError):
    """The files of locks cannot be made beside a game."""


class FileLock:
    """One lock of a game: a seat's (by its number), ``TABLE`` or ``LEAD``."""

    def __init__(self, game: Path, name: str) -> None:
        self._game = game.resolve()
        self._name = name
        self._request = f"{name}.wanted"
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether this very lock is taken."""
        return self._file is not None

    def take(self, *, shared: bool = False) -> bool:
        """Take the lock unless another terminal has it; whether it is held now.

        Any number of terminals of one machine may take it ``shared``. Raises ``NoLocks`` where
        there are none, and ``SaveError`` if it cannot be written, or belongs to another machine.
        """
        if self._file is not None:
            return True
        try:
            for remaining in reversed(range(_ATTEMPTS)):
                with lock_folder(self._game, make=True) as folder:
                    with contextlib.suppress(FileNotFoundError):  # it was removed meanwhile
                        self._file = self._take_once(folder, shared, last=not remaining)
                    if self._file is not None:
                        folder.remove(self._request)
                        return True
                time.sleep(_PAUSE if remaining else 0)
        except OSError as error:
            folder_path = folder_of(self._game).parent
            raise NotWritable(
                f"nobody can sit down at the game in {folder_path}: {reason(error)}"
            ) from None
        return False

    def request_release(self) -> None:
        """Ask whoever holds the lock to release it."""
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            if (file := folder.create(self._request)) is not None:
                os.close(file)

    @property
    def release_requested(self) -> bool:
        """Whether another terminal asks for this lock, which is held."""
        return self.held and has_lock_file(self._game, self._request)

    def release(self) -> None:
        """Release the lock, if it is held."""
        file, self._file = self._file, None
        if file is None:
            return
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            # Others may share it; the last one tidies up.
            if _lock(file, shared=False) and folder.same(file, self._name):
                folder.remove(self._name)
        os.close(file)
        remove_folder(self._game)

    def is_taken(self) -> bool:
        """Whether anybody else holds the lock."""
        if self._file is not None:
            return False
        with contextlib.suppress(OSError, SaveError), self._opened() as file:
            return not _lock(file, shared=True)
        return False

    def exists(self) -> bool:
        """Whether there is a file of this lock, whoever made it."""
        return has_lock_file(self._game, self._name)

    def clear(self) -> None:
        """Remove the file of this lock; only where files cannot be locked."""
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            folder.remove(self._name)

    def holder(self) -> int | None:
        """A handle of the process that holds the lock, as ``holder_of`` gives it."""
        with contextlib.suppress(OSError, SaveError), self._opened() as file:
            return holder_of(os.fstat(file))
        return None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        with lock_folder(self._game) as folder, folder.opened(self._name) as file:
            yield file.fileno()

    def _take_once(self, folder: LockFolder, shared: bool, last: bool) -> int | None:
        """Try to take the lock: its file, open, or ``None``. Raises ``SaveError``, ``OSError``."""
        file, new = folder.create(self._name, _machine() if shared else ""), True
        if file is None:
            file, new = folder.open(self._name, os.O_RDWR), False
        taken = False
        try:
            if shared:
                _expect_locks(file)
            if not new and _lock(file, shared=False) and folder.same(file, self._name):
                # Whoever made it is gone, and with them their rights and their machine's name.
                if folder.remove(self._name):
                    return None
                taken = _lock(file, shared)
            elif _lock(file, shared) and folder.same(file, self._name):
                # Without a log, machines that share locks may share the game.
                shareable = journal_mode(self._game) != "wal"
                taken = not shared or new or shareable or self._is_local(file, last)
        except NoLocks:
            if new:
                folder.remove(self._name)
            raise
        finally:
            if not taken:
                os.close(file)
        return file if taken else None

    def _is_local(self, file: int, last: bool) -> bool:
        """Whether those who share a lock are on this machine. Raises ``SaveError`` if not.

        SQLite's log cannot be shared by two machines, even where locks can.
        """
        machine, _, name = text_of(file).partition(" ")
        if machine in ("", _machine().partition(" ")[0]) or not name or machine.isdecimal():
            return True
        if last:
            raise SaveError(
                f"the game is being played on another machine, {name.strip()}: "
                "everybody has to play there, or come later"
            )
        return False


_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""What file systems answer that have no locks, or whose server has none."""
_IS_LOCKED = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}


def _lock(file: int, shared: bool) -> bool:
    """Take the lock of a file at once, or not. Raises ``NoLocks`` and ``OSError``."""
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    return _try_lock(fcntl.flock, file, kind | fcntl.LOCK_NB)


def _expect_locks(file: int) -> None:
    """Raise ``NoLocks`` unless there are locks of the other kind too, which SQLite needs."""
    if _try_lock(fcntl.lockf, file, fcntl.LOCK_SH | fcntl.LOCK_NB):
        fcntl.lockf(file, fcntl.LOCK_UN)


def _try_lock(lock: Callable[[int, int], None], file: int, flags: int) -> bool:
    """Call a system's lock function; false when the file is locked. Raises as ``_lock`` does."""
    try:
        lock(file, flags)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            raise NoLocks("its file system has no locks") from None
        if error.errno in _IS_LOCKED:
            return False
        raise
    return True


def _machine() -> str:
    """An id of the running system, the same in its containers, and the machine's name."""
    name = socket.gethostname()
    try:
        boot_id = _BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        boot_id = name
    return f"{boot_id} {name}"
