"""The folder of a game's lock files, where other accounts of the machine may write too.

Nothing in it is opened through a link, waited for, or changed: a file is made by whoever needs
it, gets its rights while it is new, and is removed whole. What is no plain file, or has a second
name, is refused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from io import FileIO
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ATTEMPTS = 10
"""How often opening the folder is tried: whoever leaves last removes it meanwhile."""
_MAX_TEXT = 1_000
"""Bytes that are read of a file."""


class LockFolder:
    """The open folder of lock files beside a game."""

    def __init__(self, game: Path, path: Path, folder: int) -> None:
        self._game = game
        self._folder = folder
        self.path = path
        """Its path, to be shown."""

    def create(self, name: str, text: str = "") -> int | None:
        """A new file with the rights of the game, open; ``None`` if there is one. ``OSError``."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        mode = self._game.stat().st_mode & 0o666
        try:
            file = os.open(name, flags, 0o600, dir_fd=self._folder)
        except FileExistsError:
            return None
        try:
            os.fchmod(file, mode)
            with contextlib.suppress(OSError):  # a full disk keeps nobody from sitting down
                os.write(file, text.encode("utf-8", "replace"))
        except OSError:
            os.close(file)
            raise
        return file

    def open(self, name: str, flags: int = os.O_RDONLY) -> int:
        """A file, open. Raises ``SaveError``, and ``OSError`` if there is none."""
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            # Opening may already do something, to a pipe for instance.
            self._expect_plain(name, os.stat(name, dir_fd=self._folder, follow_symlinks=False))
            file = os.open(name, flags, dir_fd=self._folder)
        except OSError as error:
            if error.errno in _LINKS:
                raise self._foreign_file_error(name) from None
            raise
        try:
            self._expect_plain(name, os.fstat(file))
        except SaveError:
            os.close(file)
            raise
        return file

    def has(self, name: str) -> bool:
        """Whether there is a file of that name."""
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            return False
        return stat.S_ISREG(status.st_mode)

    def opened(self, name: str) -> FileIO:
        """A file that is open, as a context that closes it. Raises as ``open`` does."""
        return FileIO(self.open(name))

    def read(self, name: str) -> str:
        """What a file says, as far as it can be text; empty if there is none."""
        with contextlib.suppress(FileNotFoundError), self.opened(name) as file:
            return text_of(file.fileno())
        return ""

    def same(self, file: int, name: str) -> bool:
        """Whether an open file still has its name."""
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return os.path.samestat(status, os.fstat(file))

    def remove(self, name: str) -> bool:
        """Remove a file, or whatever has its name; whether there is none now."""
        try:
            os.unlink(name, dir_fd=self._folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def put(self, name: str, text: str) -> None:
        """Put a new file in the place of whatever has its name. Raises ``OSError``."""
        fresh = f"{name}.{secrets.token_hex(8)}"
        file = self.create(fresh, text)
        if file is not None:
            os.close(file)
        try:
            os.replace(fresh, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except OSError:
            self.remove(fresh)
            raise

    def names(self) -> list[str]:
        """The names of all files."""
        return os.listdir(self._folder)  # noqa: PTH208

    def _expect_plain(self, name: str, status: os.stat_result) -> None:
        # A file that was just removed has no name at all.
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise self._foreign_file_error(name)

    def _foreign_file_error(self, name: str) -> SaveError:
        return SaveError(f"{self.path / name} was not made by risk-tui; see what it is, remove it")


def folder_of(game: Path) -> Path:
    """Where the lock files of a game are: beside the file itself, behind all links."""
    real = game.resolve()
    return real.parent / f".{real.stem}.seats"


@contextlib.contextmanager
def lock_folder(game: Path, *, make: bool = False) -> Iterator[LockFolder]:
    """Open the folder of a game.

    Raises ``SaveError`` for what is no folder, and ``OSError``: also if there is none, and none is
    to be made.
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


def has_lock_file(game: Path, name: str) -> bool:
    """Whether there is a file of that name in the folder of a game, whoever made it."""
    with contextlib.suppress(OSError, SaveError), lock_folder(game) as folder:
        return folder.has(name)
    return False


def remove_folder(game: Path) -> None:
    """Remove the folder of a game if it is empty."""
    path = folder_of(game)
    with contextlib.suppress(OSError):
        if not path.is_symlink():
            path.rmdir()


def text_of(file: int) -> str:
    """What an open file says from its beginning, as far as it can be text."""
    return os.pread(file, _MAX_TEXT, 0).decode("utf-8", "replace")


_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LINKS = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR)
"""What systems answer where a link would have to be followed."""
_TAKEN = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)
"""What they answer where a folder cannot be given a name because something has it."""


def _open(parent: int, path: Path, make: bool) -> int:
    for _ in range(_ATTEMPTS):
        try:
            return os.open(path.name, _FOLDER, dir_fd=parent)
        except FileNotFoundError:
            if not make:
                raise
        except OSError as error:
            if error.errno in _LINKS:
                raise SaveError(
                    f"{path} was not made by risk-tui; see what it is, remove it"
                ) from None
            raise
        _make(parent, path)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _make(parent: int, path: Path) -> None:
    """Make the folder with the rights of the one it is in, all at once."""
    fresh = f".{secrets.token_hex(8)}.seats"
    os.mkdir(fresh, 0o700, dir_fd=parent)
    try:
        folder = os.open(fresh, _FOLDER, dir_fd=parent)
        try:
            # Another folder of ours may have been put there meanwhile, but not an empty one.
            if os.fstat(folder).st_uid == os.geteuid() and not os.listdir(folder):  # noqa: PTH208
                os.fchmod(folder, os.fstat(parent).st_mode & 0o7777)
        finally:
            os.close(folder)
        # An empty folder of that name may be replaced: nobody has anything in it.
        os.rename(fresh, path.name, src_dir_fd=parent, dst_dir_fd=parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.rmdir(fresh, dir_fd=parent)
        if error.errno not in _TAKEN:  # or somebody else was quicker
            raise
