"""Read and write files safely, even when users supply the paths.

A path may lead to a pipe without a writer, an endless device, or a folder: only a regular file is
opened. A new file is written completely or not at all, even if the process is killed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError

PRIVATE = 0o600
"""The mode of files that may hold secrets of the game: only the owner may read them."""

UNFINISHED = ".unfinished"
"""The suffix of files that are still being written."""

NO_ROOM = N_("the disk is full; free some space and try again")
"""The message if a disk, or a user's share of it, is full."""

_STALE_SECONDS = 3600
"""The age in seconds beyond which a killed process must have left an unfinished file."""

_KINDS = (
    (stat.S_ISFIFO, N_("a pipe")),
    (stat.S_ISSOCK, N_("a socket")),
    (stat.S_ISCHR, N_("a device")),
    (stat.S_ISBLK, N_("a device")),
)

_READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Flags for opening a file without waiting, and without getting a controlling terminal."""


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading, without waiting.

    Raises:
        OSError: If that fails, or it is not a regular file.
    """
    expect_regular(path.stat().st_mode, path)
    file = os.open(path, _READ_FLAGS)
    try:
        # Another file may have this path now.
        expect_regular(os.fstat(file).st_mode, path)
        return os.fdopen(file, "rb")
    except BaseException:
        os.close(file)
        raise


def open_text(path: Path) -> TextIO:
    """Open a regular file of UTF-8 text for reading.

    Raises:
        OSError: If that fails, or it is not a regular file.
    """
    return io.TextIOWrapper(open_file(path), encoding="utf-8")


def read_file(path: Path, max_bytes: int) -> bytes:
    """Return at most the first ``max_bytes`` bytes of a regular file.

    Raises:
        OSError: If that fails, or it is not a regular file.
    """
    with open_file(path) as file:
        return file.read(max_bytes)


def expect_regular(mode: int, path: Path) -> None:
    """Check that a mode from ``stat`` is that of a regular file.

    Raises:
        OSError: If it is not.
    """
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    for test, kind in _KINDS:
        if test(mode):
            raise OSError(errno.EINVAL, _("it is {kind}, not a file", kind=_(kind)), str(path))


def write_new(path: Path, data: bytes) -> None:
    """Write a new file that only its owner may read.

    Raises:
        FileExistsError: If the name is taken.
        OSError: If it can't be written.
    """
    if path.exists() or path.is_symlink():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with unfinished(path, data) as new_file:
        rename_new(new_file, path)


def overwrite(path: Path, data: bytes, like: os.stat_result | None = None) -> None:
    """Replace a file atomically, or create it.

    Its mode is set as in ``unfinished``; symbolic links to the old file stay valid.

    Raises:
        OSError: If it can't be written, or the old one is not a regular file.
    """
    try:
        target = path.resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    with contextlib.suppress(FileNotFoundError):
        expect_regular(target.stat().st_mode, path)
    with unfinished(target, data, like) as new_file:
        new_file.replace(target)
    _flush_names(target.parent)


@contextlib.contextmanager
def unfinished(path: Path, data: bytes, like: os.stat_result | None = None) -> Iterator[Path]:
    """Write a new file beside ``path``, and remove it at the end unless it was renamed.

    Only its owner may read the file, unless it gets the group and mode of the status ``like``.

    Raises:
        OSError: If it can't be written.
    """
    new_file = path.with_name(f".{os.urandom(8).hex()}{UNFINISHED}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    file = os.open(new_file, flags, PRIVATE)
    try:
        with os.fdopen(file, "wb") as out:
            if like is not None:
                with contextlib.suppress(OSError):  # The user may not be in the group.
                    os.fchown(file, -1, like.st_gid)
                os.fchmod(file, like.st_mode & 0o777)
            out.write(data)
        flush(new_file)
        yield new_file
    finally:
        new_file.unlink(missing_ok=True)


def rename_new(source: Path, target: Path, *, linked: bool = True) -> None:
    """Rename a file durably to a new name.

    Args:
        linked: True if the file may have both names for a moment. If False, or if the file system
            has no links, an empty file reserves the new name first.

    Raises:
        FileExistsError: If the name is taken.
        OSError: If it can't be renamed.
    """
    try:
        if not linked:
            raise OSError
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, PRIVATE))
        try:
            source.replace(target)
        except OSError:
            target.unlink()
            raise
    else:
        source.unlink()
    _flush_names(target.parent)


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk.

    Raises:
        OSError: If that fails.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _flush_names(folder: Path) -> None:
    """Flush the names in a folder, if the system can."""
    with contextlib.suppress(OSError):
        flush(folder)


def sweep(folder: Path, *, same: Path | None = None) -> None:
    """Remove unfinished files that killed processes left in a folder.

    Args:
        folder: The folder of the files.
        same: A file whose other, unfinished names are removed; ``None`` to remove all unfinished
            files that are over an hour old.
    """
    for path in folder.glob(f".*{UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if path.samefile(same) if same else time.time() - path.stat().st_mtime > _STALE_SECONDS:
                path.unlink()


def reason(error: OSError) -> str:
    """Return the reason of an error in one line, with advice if the disk is full."""
    return _(NO_ROOM) if is_full(error) else error.strerror or str(error)


@contextlib.contextmanager
def writing(path: Path, kind: type[RiskError] = RiskError) -> Iterator[None]:
    """Open a context in which an ``OSError`` means that a file can't be written.

    Raises:
        RiskError: Of that ``kind``, instead of the ``OSError``.
    """
    try:
        yield
    except OSError as error:
        problem = _(
            "{path} cannot be written: {reason}", path=printable(path), reason=reason(error)
        )
        raise kind(problem) from None


def is_full(error: OSError) -> bool:
    """Return True if a disk, or a user's share of it, is full."""
    return error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def cache_folder() -> Path:
    """Return the system's folder for this program's cache files, which may be deleted freely."""
    from platformdirs import user_cache_path

    return user_cache_path("risk-tui", appauthor=False)


def keep(path: Path, data: bytes) -> None:
    """Write a cache file, and ignore failures, which only cost time later."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        overwrite(path, data)
