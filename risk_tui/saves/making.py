"""How a game file comes to be: whole or not at all, whenever the process may be killed.

It is written under a name that no list shows, flushed, and only then given its own name, which is
never taken from another file.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError
from risk_tui.saves.link import siblings, state
from risk_tui.saves.schema import (
    APPLICATION_ID,
    ENTRIES,
    FORMAT,
    HEAD,
    write_entries,
    write_game,
    write_head,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UNFINISHED = ".unfinished"
_OLD = 3600
"""Seconds after which an unfinished file was surely left by a process that was killed."""


def make_file(path: Path, game: str, entries: Iterable[str], summary: str) -> None:
    """A new file at ``path`` with a head and entries. Raises ``SaveError``."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute(HEAD)
        connection.execute(ENTRIES)
        write_entries(connection, write_game(connection, game), entries)
        write_head(connection, "summary", summary)
        connection.execute("COMMIT")

    make(path, fill)


def make(path: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """A new file at ``path`` with what ``fill`` puts into a database. Raises ``SaveError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unsaved(path, error) from None
    try:
        if path.exists():
            raise FileExistsError
        _sweep(path.parent)
        unfinished = path.with_name(f".{secrets.token_hex(8)}{_UNFINISHED}")
        try:
            # A game holds hidden cards: it is for whoever began it, until he says otherwise.
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                # Nobody else sees the file yet: it needs no journal of its own.
                connection.execute("PRAGMA journal_mode = MEMORY")
                fill(connection)
                connection.execute("PRAGMA journal_mode = WAL")
            _flush(unfinished)
            move(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except FileExistsError:
        raise SaveError(f"{path.name} exists already") from None
    except (sqlite3.Error, OSError) as error:
        raise unsaved(path, error) from None


def move(source: Path, target: Path, *, linked: bool = True) -> None:
    """Give a file another name, durably. Raises ``FileExistsError`` for one that is taken.

    ``linked``: it may have both names for a moment. A game that is played must not: two names
    are two tables. Then an empty file keeps the new name for that moment.
    """
    left = {each: state(each) for each in siblings(target)}
    if target.exists() or target.is_symlink():
        raise FileExistsError
    for each, was in left.items():
        # A log that a game left at this name would be taken for this one's. Who makes a game
        # of the same name at this moment has a log of his own, which is another file.
        if was is not None and state(each) == was:
            each.unlink(missing_ok=True)
    try:
        if not linked:
            raise OSError
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        # Not wanted, or a file system without links: an empty file keeps the name meanwhile.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL))
        try:
            source.replace(target)
        except OSError:
            target.unlink()
            raise
    else:
        source.unlink()
    with contextlib.suppress(OSError):
        _flush(target.parent)


def unsaved(path: Path, error: Exception) -> SaveError:
    """Why a game cannot be saved."""
    return SaveError(f"the game cannot be saved in {path}: {_reason(path, error)}")


def _reason(path: Path, error: Exception) -> str:
    full = isinstance(error, sqlite3.Error) and (
        getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
    )
    if not full and not isinstance(error, OSError):
        # A log or its index that cannot grow is a fault of the device in SQLite's words.
        with contextlib.suppress(OSError, AttributeError):
            room = os.statvfs(path.parent)
            full = room.f_bavail * room.f_frsize < _LEAST
    if full:
        return "the disk is full; make room, then try again"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_LEAST = 65_536
"""Bytes that a game needs to go on."""


def _flush(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _sweep(folder: Path) -> None:
    """Remove what killed processes left unfinished."""
    for each in folder.glob(f".*{_UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if time.time() - each.stat().st_mtime > _OLD:
                each.unlink()
