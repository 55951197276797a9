"""Who sits at a game: locks beside its file, which end with the process that holds them.

The system itself lets go of a lock when its process dies, however it dies, so that no seat is
ever left behind. They keep people out of one another's seats; what keeps the game whole is the
number that every entry is appended with, so without such locks (``fcntl``) only manners suffer.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import time
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError

try:
    import fcntl
except ImportError:  # not a Unix
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLE = "table"
"""Everybody who has the game open shares this one."""
LEAD = "lead"
"""Whoever moves the computer players."""

_TRIES, _PAUSE = 10, 0.002
"""Looking whether a lock is taken takes it for a moment; then it is worth another try."""


class Lock:
    """One lock of a game: a seat's (by its number), ``TABLE`` or ``LEAD``."""

    def __init__(self, game: Path, name: str) -> None:
        self._game = game
        self._path = _folder(game) / name
        self._wish = self._path.with_suffix(".wanted")
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether this very lock is taken."""
        return self._file is not None

    def take(self, *, shared: bool = False) -> bool:
        """Take the lock unless another terminal has it; whether it is held now.

        Any number may take it ``shared``. Raises ``SaveError`` if it cannot be written.
        """
        if self._file is not None or fcntl is None:
            return True
        try:
            file = self._open()
        except OSError as error:
            raise SaveError(
                f"nobody can sit down at the game in {self._path.parent.parent}: {error.strerror}"
            ) from None
        if not _locked(file, shared, _TRIES):
            os.close(file)
            return False
        with contextlib.suppress(OSError):  # a full disk keeps nobody from sitting down
            os.truncate(file, 0)
            os.write(file, f"{os.getpid()} {socket.gethostname()}".encode())
        self._file = file
        self._wish.unlink(missing_ok=True)
        return True

    def ask(self) -> None:
        """Ask whoever holds the lock to let go of it."""
        with contextlib.suppress(OSError):
            self._wish.touch()

    @property
    def wanted(self) -> bool:
        """Whether another terminal asks for this lock, which is held."""
        return self.held and self._wish.exists()

    def drop(self) -> None:
        """Let go of the lock, if it is held."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                os.truncate(file, 0)
            os.close(file)

    def taken(self) -> bool:
        """Whether anybody else holds the lock."""
        if self._file is not None or fcntl is None:
            return False
        try:
            file = os.open(self._path, os.O_RDONLY)
        except OSError:
            return False
        try:
            return not _locked(file, shared=True)
        finally:
            os.close(file)

    def _open(self) -> int:
        folder = self._path.parent
        folder.mkdir(exist_ok=True)
        _private_as(folder, folder.parent, 0o7777)
        try:
            file = os.open(self._path, os.O_RDWR)
        except FileNotFoundError:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        _private_as(self._path, self._game, 0o666)
        return file

    def holder(self) -> int | None:
        """The number of the process that holds the lock, if one on this machine does."""
        if not self.taken():
            return None
        try:
            number, host = self._path.read_text("utf-8").split()
            return int(number) if int(number) > 1 and host == socket.gethostname() else None
        except (OSError, ValueError):
            return None


def _private_as(path: Path, like: Path, mask: int) -> None:
    """Let those use ``path`` who may use ``like``."""
    with contextlib.suppress(OSError):
        path.chmod(like.stat().st_mode & mask)


def in_use(game: Path) -> bool:
    """Whether any terminal has a game open."""
    with at_rest(game) as free:
        return not free


@contextlib.contextmanager
def at_rest(game: Path) -> Iterator[bool]:
    """Keep everybody from a game for a while; false when somebody has it open."""
    file = _closed(game)
    try:
        yield file is not None
    finally:
        if file is not None and file >= 0:
            os.close(file)


def forget(game: Path) -> None:
    """Remove what the locks of a game left in its folder; nobody may have the game open."""
    shutil.rmtree(_folder(game), ignore_errors=True)


def _closed(game: Path) -> int | None:
    """The lock that keeps everybody out, -1 where there is none; ``None`` if it is taken."""
    lock = Lock(game, TABLE)
    if fcntl is None or not game.exists():
        return -1
    try:
        file = lock._open()
    except OSError:
        return -1
    if _locked(file, shared=False):
        return file
    os.close(file)
    return None


def _locked(file: int, shared: bool, tries: int = 1) -> bool:
    wanted = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
    for left in range(tries, 0, -1):
        with contextlib.suppress(OSError):
            fcntl.flock(file, wanted)
            return True
        if left > 1:
            time.sleep(_PAUSE)
    return False


def _folder(game: Path) -> Path:
    real = game.resolve()
    return real.parent / f".{real.stem}.seats"
