"""Locks beside a game's file, one per seat; they end with the process that holds them.

The system releases a lock when its process dies, so no seat remains locked. Locks keep players out
of each other's seats; the number of every appended entry protects the game itself. They are
``flock`` locks: two tables in one process exclude each other, and testing a lock releases none.
The package ``filelock`` is not suitable: its locks are never shared, and on a system without locks
it creates marker files instead, which a killed process leaves behind.

The folder of locks may be shared with other accounts. So opening a file in it never follows a link
and never waits, existing files are never written to, and their text is not trusted.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shlex
import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

from risk_tui.data.files import reason
from risk_tui.data.language import _
from risk_tui.saves.errors import SaveError, display_name, saves_folder
from risk_tui.saves.journals import journal_mode

_PROCESSES = Path("/proc")
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_FLOCK_LINE = re.compile(r"^lock:\s+\d+:\s+FLOCK\s+ADVISORY\s+WRITE\s+(\d+)\s", re.MULTILINE)
"""The line of a process's ``fdinfo`` about a lock that it took, with the number of the process."""

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""The flags with which the folder is opened."""

_LINK_ERRORS = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR)
"""The system's errors for a link that must not be followed."""
_NAME_TAKEN_ERRORS = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)
"""The system's errors for a folder whose name is taken."""
_NO_LOCKS_ERRORS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""The errors of file systems that have no locks, or whose server has none."""
_LOCKED_ERRORS = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}
"""The system's errors for a file that is locked already."""

_FOLDER_ATTEMPTS = 10
"""Attempts to open the folder, which the last terminal to leave may remove meanwhile."""
_ATTEMPTS, _PAUSE = 10, 0.002
"""Attempts to take a lock, and seconds between them, because testing a lock takes it briefly."""
_MAX_TEXT = 1_000
"""Bytes that are read from a file."""

TABLE_LOCK = "table"
"""The lock that all terminals with the game open share."""
BOT_LOCK = "lead"
"""The lock of the terminal that moves the bots."""


def holder_of(file: os.stat_result) -> int | None:
    """Find the other process of this machine that holds a file's lock.

    Returns:
        A pidfd of the process, so that no later process with its number is meant; the caller
        closes it. ``None`` if the system doesn't tell: the process is on another machine, of
        another account or in a container, a child inherited the lock, or the system has no pidfds.
    """
    if not hasattr(os, "pidfd_open") or not hasattr(signal, "pidfd_send_signal"):
        return None
    for process in _numeric_names(_PROCESSES):
        if process == os.getpid():
            continue
        with contextlib.suppress(OSError):
            # The pidfd comes first, so that the check can't be about another process.
            handle = os.pidfd_open(process)
            if _has_lock(process, file):
                return handle
            os.close(handle)
    return None


def _has_lock(process: int, file: os.stat_result) -> bool:
    """Check whether a process took the lock of a file that it has open."""
    folder = _PROCESSES / str(process)
    with contextlib.suppress(OSError):
        for number in _numeric_names(folder / "fd"):
            with contextlib.suppress(OSError):
                if os.path.samestat((folder / "fd" / str(number)).stat(), file):
                    info = (folder / "fdinfo" / str(number)).read_text("ascii", "replace")
                    if str(process) in _FLOCK_LINE.findall(info):
                        return True
    return False


def _numeric_names(folder: Path) -> Iterator[int]:
    """Yield the names in a folder that are numbers; none if it can't be read."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208
            if name.isdecimal():
                yield int(name)


class LockFolder:
    """The open folder of lock files beside a game."""

    def __init__(self, game: Path, path: Path, folder: int) -> None:
        self._game = game
        self._folder = folder
        self.path = path
        """The path of the folder, for messages."""

    def create(self, name: str, text: str = "") -> int | None:
        """Create a file with the permissions of the game, and open it.

        Returns:
            The file, or ``None`` if it exists.

        Raises:
            OSError: If it can't be created.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        mode = self._game.stat().st_mode & 0o666
        try:
            file = os.open(name, flags, 0o600, dir_fd=self._folder)
        except FileExistsError:
            return None
        try:
            os.fchmod(file, mode)
            with contextlib.suppress(OSError):  # The text is optional.
                os.write(file, text.encode("utf-8", "replace"))
        except OSError:
            os.close(file)
            raise
        return file

    def open(self, name: str, flags: int = os.O_RDONLY) -> int:
        """Open a file.

        Raises:
            SaveError: If it is not a plain file of this program.
            OSError: If there is none.
        """
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            # Check before opening too, because opening a pipe or a device can have effects.
            self._expect_plain(name, os.stat(name, dir_fd=self._folder, follow_symlinks=False))
            file = os.open(name, flags, dir_fd=self._folder)
        except OSError as error:
            if error.errno in _LINK_ERRORS:
                raise _foreign_error(self.path / name) from None
            raise
        try:
            self._expect_plain(name, os.fstat(file))
        except SaveError:
            os.close(file)
            raise
        return file

    def is_named(self, file: int, name: str) -> bool:
        """Return True if ``name`` still refers to the open ``file``."""
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return os.path.samestat(status, os.fstat(file))

    def remove(self, name: str) -> bool:
        """Remove a file; return True if no file has the name now."""
        try:
            os.unlink(name, dir_fd=self._folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def names(self) -> list[str]:
        """Return the names of all files."""
        return os.listdir(self._folder)  # noqa: PTH208

    def _expect_plain(self, name: str, status: os.stat_result) -> None:
        # A file has no link if it was removed meanwhile, and more than one if it is a hard link.
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise _foreign_error(self.path / name)


def _foreign_error(path: Path) -> SaveError:
    return SaveError(_("{path} was not made by risk-tui; see what it is, remove it", path=path))


def folder_of(game: Path) -> Path:
    """Return the folder of a game's locks, beside the file that links lead to."""
    real = game.resolve()
    return real.parent / f".{real.stem}.seats"


@contextlib.contextmanager
def lock_folder(game: Path, *, make: bool = False) -> Iterator[LockFolder]:
    """Open the folder of a game's locks.

    Args:
        game: The game.
        make: Create the folder if there is none.

    Raises:
        SaveError: If it is not a folder.
        OSError: If it can't be opened or created.
    """
    path = folder_of(game)
    parent = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        folder = _open(parent, path, make)
    finally:
        os.close(parent)
    try:
        yield LockFolder(game, path, folder)
    finally:
        os.close(folder)


def remove_folder(game: Path) -> None:
    """Remove the folder of a game if it is empty."""
    path = folder_of(game)
    with contextlib.suppress(OSError):
        if not path.is_symlink():
            path.rmdir()


def _open(parent: int, path: Path, make: bool) -> int:
    for _attempt in range(_FOLDER_ATTEMPTS):
        try:
            return os.open(path.name, _FOLDER_FLAGS, dir_fd=parent)
        except FileNotFoundError:
            if not make:
                raise
        except OSError as error:
            if error.errno in _LINK_ERRORS:
                raise _foreign_error(path) from None
            raise
        _make(parent, path)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _make(parent: int, path: Path) -> None:
    """Create the folder with the permissions of its parent, in one step."""
    fresh = f".{os.urandom(8).hex()}.seats"
    os.mkdir(fresh, 0o700, dir_fd=parent)
    try:
        folder = os.open(fresh, _FOLDER_FLAGS, dir_fd=parent)
        try:
            # Another account may have moved a different folder of ours to this name. An empty one
            # has nothing to protect.
            if os.fstat(folder).st_uid == os.geteuid() and not os.listdir(folder):  # noqa: PTH208
                os.fchmod(folder, os.fstat(parent).st_mode & 0o7777)
        finally:
            os.close(folder)
        # An empty folder of that name has no locks and may be replaced.
        os.rename(fresh, path.name, src_dir_fd=parent, dst_dir_fd=parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.rmdir(fresh, dir_fd=parent)
        if error.errno not in _NAME_TAKEN_ERRORS:  # Another terminal was faster.
            raise


class NotWritable(SaveError):
    """Lock files can't be created beside a game."""


class FileLock:
    """One lock of a game: a seat's (by its number), ``TABLE_LOCK`` or ``BOT_LOCK``."""

    def __init__(self, game: Path, name: str) -> None:
        self._game = game.resolve()
        self._name = name
        self._request = f"{name}.wanted"
        self._file: int | None = None

    def take(self, *, shared: bool = False) -> bool:
        """Take the lock unless another terminal has it; return True if it is held now.

        Any number of terminals may take it ``shared``, but those of several machines only if the
        game has a rollback journal.

        Raises:
            NotWritable: If the file of the lock can't be made.
            SaveError: If files can't be locked there, or another machine has the game.
        """
        if self._file is not None:
            return True
        try:
            for attempt in range(1, _ATTEMPTS + 1):
                is_last = attempt == _ATTEMPTS
                with lock_folder(self._game, make=True) as folder:
                    with contextlib.suppress(FileNotFoundError):  # Another terminal removed it.
                        self._file = self._take_once(folder, shared, last=is_last)
                    if self._file is not None:
                        folder.remove(self._request)
                        return True
                if not is_last:
                    time.sleep(_PAUSE)
        except OSError as error:
            if error.errno in _NO_LOCKS_ERRORS:
                raise SaveError(_no_locks_text(self._game)) from None
            folder_path = folder_of(self._game).parent
            raise NotWritable(
                _(
                    "you can't join the game in {folder_path}: {reason}",
                    folder_path=folder_path,
                    reason=reason(error),
                )
            ) from None
        return False

    def request_release(self) -> None:
        """Ask the terminal that holds the lock to release it."""
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            if (file := folder.create(self._request)) is not None:
                os.close(file)

    def is_release_requested(self) -> bool:
        """Return True if another terminal asks for the lock, which is held here."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                return stat.S_ISREG((folder_of(self._game) / self._request).lstat().st_mode)
        return False

    def release(self) -> None:
        """Release the lock, if it is held."""
        file, self._file = self._file, None
        if file is None:
            return
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            # Remove the file of the lock unless another terminal shares the lock.
            if _lock(file, shared=False) and folder.is_named(file, self._name):
                folder.remove(self._name)
        os.close(file)
        remove_folder(self._game)

    def is_taken(self) -> bool:
        """Return True if another terminal holds the lock and does not share it."""
        if self._file is not None:
            return False
        with contextlib.suppress(OSError, SaveError), self._opened() as file:
            return not _lock(file, shared=True)
        return False

    def holder(self) -> int | None:
        """Return a handle of the process that holds the lock; see ``holder_of``."""
        with contextlib.suppress(OSError, SaveError), self._opened() as file:
            return holder_of(os.fstat(file))
        return None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        with lock_folder(self._game) as folder, FileIO(folder.open(self._name)) as file:
            yield file.fileno()

    def _take_once(self, folder: LockFolder, shared: bool, last: bool) -> int | None:
        """Try to take the lock.

        Args:
            folder: The folder of the locks.
            shared: True if other terminals may share the lock.
            last: True to raise an error if another machine has the game.

        Returns:
            Its open file, or ``None`` to try again.

        Raises:
            SaveError: If the file is not from this program, or another machine has the game.
            OSError: If it can't be opened or locked.
        """
        file, new = folder.create(self._name, _machine() if shared else ""), True
        if file is None:
            file, new = folder.open(self._name, os.O_RDWR), False
        taken = False
        try:
            if shared:
                _require_posix_locks(file)
            if not new and _lock(file, shared=False) and folder.is_named(file, self._name):
                # The file is left from a terminal that is gone, so its permissions and the name of
                # its machine may be out of date.
                if folder.remove(self._name):
                    return None
                taken = _lock(file, shared)
            elif _lock(file, shared) and folder.is_named(file, self._name):
                # Machines that share locks may share a game with a rollback journal.
                shareable = journal_mode(self._game) != "wal"
                taken = not shared or new or shareable or self._is_local(file, last)
        except OSError:
            if new:
                folder.remove(self._name)
            raise
        finally:
            if not taken:
                os.close(file)
        return file if taken else None

    def _is_local(self, file: int, last: bool) -> bool:
        """Return True if the terminals that share a lock are on this machine.

        Two machines can't share SQLite's log, even if they share locks.

        Raises:
            SaveError: If they are not, at the last attempt.
        """
        text = os.pread(file, _MAX_TEXT, 0).decode("utf-8", "replace")
        machine, _rest, name = text.partition(" ")
        if machine in ("", _machine().partition(" ")[0]) or not name:
            return True
        if last:
            raise SaveError(
                _(
                    "the game is being played on another machine, {name}: play there, or try "
                    "again later",
                    name=name.strip(),
                )
            )
        return False


def _no_locks_text(game: Path) -> str:
    """Say that a game can't be played where it is, and where to put it."""
    place = _("files can't be locked in {parent}", parent=game.parent)
    if game.parent == saves_folder().resolve():
        return _(
            "{place}; move that folder to a disk of this machine, and link to it with ln -s",
            place=place,
        )
    copy = f"risk-tui copy {display_name(game)} {shlex.quote(game.stem)}"
    return _("{place}; play a copy on a disk of this machine: {copy}", place=place, copy=copy)


def _lock(file: int, shared: bool) -> bool:
    """Take the lock of a file; return False if another process has it. Raises ``OSError``."""
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    return _try_lock(fcntl.flock, file, kind | fcntl.LOCK_NB)


def _require_posix_locks(file: int) -> None:
    """Raise ``OSError`` unless the file system has POSIX locks too, which SQLite needs."""
    if _try_lock(fcntl.lockf, file, fcntl.LOCK_SH | fcntl.LOCK_NB):
        fcntl.lockf(file, fcntl.LOCK_UN)


def _try_lock(lock: Callable[[int, int], None], file: int, flags: int) -> bool:
    """Call a lock function of the system; return False if the file is locked already."""
    try:
        lock(file, flags)
    except OSError as error:
        if error.errno in _LOCKED_ERRORS:
            return False
        raise
    return True


def _machine() -> str:
    """Return the id of the running system, which its containers share, and the machine's name."""
    name = socket.gethostname()
    try:
        boot_id = _BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        boot_id = name
    return f"{boot_id} {name}"
