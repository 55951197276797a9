"""The logs and journals of SQLite beside a file; which it can use depends on the file system.

A write-ahead log makes an entry durable with one flush, but all who use it share memory, so it
holds on a disk of this machine only. Elsewhere SQLite's rollback journal is kept.
"""

from __future__ import annotations

import os
import re
import stat
from collections import defaultdict
from io import BufferedReader
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from risk_tui.data.files import open_file, read_file

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from io import RawIOBase

_MOUNTS = Path("/proc/self/mountinfo")
_LOCAL = frozenset(
    """
    ext2 ext3 ext4 xfs btrfs zfs f2fs jfs nilfs2 bcachefs reiserfs tmpfs ramfs overlay aufs
    vfat exfat ntfs ntfs3 fuseblk hfsplus
    """.split()  # noqa: SIM905
)
"""File systems of a disk (or the memory) of the machine itself, by their names in Linux."""


def journal_mode(file: Path) -> str:
    """The journal that SQLite keeps beside a file: ``wal`` on a local disk, else ``delete``."""
    return "wal" if file_system(file) in _LOCAL else "delete"


def file_system(file: Path) -> str:
    """The name of the file system that a file lies on; "" where the system does not say."""
    try:
        mounts = _MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    parents = {str(folder) for folder in (file, *file.parents)}
    name, longest = "", 0
    for mount in mounts:
        where, _, kind = mount.partition(" - ")
        # Linux writes blanks as octal escapes.
        point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), where.split(" ")[4])
        # Of two mounts at one place the later one is seen.
        if point in parents and len(point) >= longest:
            name, longest = kind.split(" ")[0], len(point)
    return name


def wal_files(file: Path) -> tuple[Path, Path, Path]:
    """The files of SQLite beside a file: its log, the index of that log, its rollback journal."""
    log, index, journal = (
        file.with_name(f"{file.name}-{end}") for end in ("wal", "shm", "journal")
    )
    return log, index, journal


def file_stat(file: Path) -> tuple[int, int, int] | None:
    """What changes when a file is written or replaced; ``None`` if there is none."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def has_lost_bytes(log: Path) -> bool:
    """Check whether a log was cut short and written on behind that, as far as the system can tell.

    SQLite writes a log without holes; what it writes behind the end of a shorter file leaves one.
    """
    seek_hole = getattr(os, "SEEK_HOLE", None)
    if seek_hole is None or not log.name.endswith("-wal"):
        return False
    try:
        file = os.open(log, os.O_RDONLY)
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    try:
        # The size comes first: another terminal may be writing.
        size = os.fstat(file).st_size
        hole = os.lseek(file, 0, seek_hole) if size else 0
        return hole < size and not any(os.pread(file, 512, hole))
    finally:
        os.close(file)


def is_overwritten(file: Path) -> bool:
    """Check whether a database that was sound, or a log of one, begins like anything else now."""
    if file.name.endswith("-wal"):
        start = read_file(file, 4)
        return bool(start) and start not in _LOG_MAGIC
    return read_database(file, len(_FILE_MAGIC)) != _FILE_MAGIC


_LOG_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))
_FILE_MAGIC = b"SQLite format 3\0"


def keeps_rollback(file: Path) -> bool:
    """Whether a database has a rollback journal and no write-ahead log, by its own header."""
    return read_database(file, 20)[18:20] == b"\x01\x01"


class _Database:
    """A database that is open in this process: by how many, and a handle of its bytes if any."""

    def __init__(self) -> None:
        self.users = 0
        self.content: RawIOBase | None = None


_databases: defaultdict[tuple[int, int], _Database] = defaultdict(_Database)
"""The databases that are open in this process, by device and inode."""
_databases_lock = RLock()


def hold_database(file: Path) -> Callable[[], None]:
    """Note that a database is open from now on, until the answer is called.

    Closing any handle of a file gives up all locks that this process has on it, also those that
    keep another terminal from removing SQLite's log when it leaves. So ``read_database`` closes
    none meanwhile.
    """
    status = file.stat()
    key = status.st_dev, status.st_ino
    with _databases_lock:
        _databases[key].users += 1

    def release() -> None:
        with _databases_lock:
            database = _databases[key]
            database.users -= 1
            if not database.users:
                del _databases[key]
                if database.content is not None:
                    database.content.close()

    return release


def read_database(file: Path, max_bytes: int) -> bytes:
    """Read the first bytes of a database without giving up locks on it. Raises ``OSError``."""
    with _databases_lock:
        status = file.stat()
        key = status.st_dev, status.st_ino
        if key not in _databases:
            return read_file(file, max_bytes)
        database = _databases[key]
        if database.content is None:
            # Without a buffer, which would keep what the file held at an earlier look.
            reader = open_file(file)
            assert isinstance(reader, BufferedReader)
            database.content = reader.detach()
        database.content.seek(0)
        return database.content.read(max_bytes) or b""


def image(connection: sqlite3.Connection, journal: str) -> bytes:
    """The bytes of a database as a file that keeps such a journal (``journal_mode``)."""
    data = bytearray(connection.serialize())
    data[18:20] = b"\x02\x02" if journal == "wal" else b"\x01\x01"
    return bytes(data)


def owns_journal(file: Path) -> bool:
    """Whether this program can have left the rollback journal beside a file, if there is one.

    SQLite puts back what a journal says. One of several databases names a file that SQLite would
    delete then; one beside a write-ahead log came from elsewhere. Raises ``OSError``.
    """
    journal = wal_files(file)[2]
    try:
        if not stat.S_ISREG(journal.lstat().st_mode) or not keeps_rollback(file):
            return False
        with journal.open("rb") as content:
            content.seek(max(0, os.fstat(content.fileno()).st_size - len(_MAGIC)))
            return content.read() != _MAGIC
    except FileNotFoundError:
        return True


_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""Ends a journal that is one of several (SQLite's file format, "The Rollback Journal")."""
