"""SQLite's logs and journals beside a file; the file system decides which of them it has.

A write-ahead log makes an entry durable with one flush, but its users share memory, so it works
only on a disk of this machine. A file has a rollback journal instead on a network file system, and
on any file system if the operating system doesn't name it; only Linux does.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections import defaultdict
from collections.abc import Callable
from io import BufferedReader, RawIOBase
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from risk_tui.data.files import open_file, read_file

_MOUNTS = Path("/proc/self/mountinfo")
_LOCAL = frozenset(
    """
    ext2 ext3 ext4 xfs btrfs zfs f2fs jfs nilfs2 bcachefs reiserfs tmpfs ramfs overlay aufs
    vfat exfat ntfs ntfs3 fuseblk hfsplus
    """.split()  # noqa: SIM905
)
"""File systems on a disk, or in memory, of this machine, by their Linux names."""


def journal_mode(file: Path) -> str:
    """Return ``wal`` for a file that is known to be on a local disk, else ``delete``."""
    return "wal" if file_system(file) in _LOCAL else "delete"


def file_system(file: Path) -> str:
    """Return the name of a file's file system; "" if the system doesn't tell."""
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
        # A later mount hides an earlier one at the same place.
        if point in parents and len(point) >= longest:
            name, longest = kind.split(" ")[0], len(point)
    return name


class JournalFiles(NamedTuple):
    """The paths of a database's write-ahead log, the log's index, and the rollback journal."""

    log: Path
    log_index: Path
    rollback: Path


def journal_files(file: Path) -> JournalFiles:
    """Return the paths of the files that SQLite keeps beside a database."""
    ends = ("wal", "shm", "journal")
    return JournalFiles(*(file.with_name(f"{file.name}-{end}") for end in ends))


def file_stat(file: Path) -> tuple[int, int, int] | None:
    """Return a file's inode, size and time of modification (ns); ``None`` if there is no file."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def file_states(*files: Path) -> list[tuple[int, int, int] | None]:
    """Return the ``file_stat`` of each file; ``None`` also for a file that can't be read."""
    states = []
    for file in files:
        try:
            states.append(file_stat(file))
        except OSError:
            states.append(None)
    return states


def uses_rollback_journal(file: Path) -> bool:
    """Return True if a database uses a rollback journal, according to its header."""
    return read_database(file, 20)[18:20] == b"\x01\x01"


class _Database:
    """A database that is open in this process: its users, and a handle of its bytes."""

    def __init__(self) -> None:
        self.users = 0
        self.content: RawIOBase | None = None


_databases: defaultdict[tuple[int, int], _Database] = defaultdict(_Database)
"""The databases that are open in this process, by device and inode."""
_databases_lock = RLock()


def hold_database(file: Path) -> Callable[[], None]:
    """Register an open database, whose locks ``read_database`` must not release.

    Closing any handle of a file releases all locks of this process on it, including those that
    stop another terminal from removing SQLite's log when it leaves.

    Returns:
        A function that ends the registration.
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
    """Read the first bytes of a database without releasing locks on it.

    Raises:
        OSError: If it can't be read.
    """
    with _databases_lock:
        status = file.stat()
        key = status.st_dev, status.st_ino
        if key not in _databases:
            return read_file(file, max_bytes)
        database = _databases[key]
        if database.content is None:
            # A buffer would return old content.
            reader = open_file(file)
            assert isinstance(reader, BufferedReader)
            database.content = reader.detach()
        database.content.seek(0)
        return database.content.read(max_bytes) or b""


def database_bytes(connection: sqlite3.Connection, journal: str) -> bytes:
    """Return the bytes of a database as a file with a journal mode (``journal_mode``)."""
    data = bytearray(connection.serialize())
    data[18:20] = b"\x02\x02" if journal == "wal" else b"\x01\x01"
    return bytes(data)


def has_safe_journal(file: Path) -> bool:
    """Return True if there is no rollback journal beside a file, or it may be from this program.

    SQLite applies a journal. A journal of several databases names a file that SQLite would then
    delete, and a journal beside a write-ahead log is foreign.

    Raises:
        OSError: If it can't be read.
    """
    journal = journal_files(file).rollback
    try:
        if not stat.S_ISREG(journal.lstat().st_mode) or not uses_rollback_journal(file):
            return False
        with journal.open("rb") as content:
            content.seek(max(0, os.fstat(content.fileno()).st_size - len(_GROUP_MAGIC)))
            return content.read() != _GROUP_MAGIC
    except FileNotFoundError:
        return True


_GROUP_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal of several databases (SQLite's file format, "The Rollback Journal")."""
