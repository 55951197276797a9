"""What is wrong with a game file, in one line; also a full disk, which SQLite may not name."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from risk_tui.data.files import NO_ROOM, is_full, reason, unfinished
from risk_tui.saves.errors import NotAGameFile, SaveError
from risk_tui.saves.schema import CorruptFile

if TYPE_CHECKING:
    from pathlib import Path

_BYTES_NEEDED = 65_536
"""Bytes that a game needs to be opened and to go on: for its log and the log's index."""

_READING = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)


def describe_error(path: Path, error: Exception) -> SaveError:
    """What is wrong with a file, in one line."""
    if isinstance(error, SaveError):
        return error
    if isinstance(error, CorruptFile):
        return NotAGameFile(f"{path.name}: {error} cannot be read; it is damaged")
    if full := no_room(path, error):
        return SaveError(f"{path.name} cannot be played on: {full}")
    if isinstance(error, OSError):
        return SaveError(f"{path.name} cannot be read: {error.strerror or error}")
    if "not a database" in str(error):
        return NotAGameFile(f"{path.name} is not a game of risk-tui")
    if "interrupted" in str(error):
        return NotAGameFile(f"{path.name} takes too long to read; it is damaged")
    if isinstance(error, UnicodeDecodeError) or any(word in str(error) for word in _DAMAGE):
        return NotAGameFile(f"{path.name} cannot be read: it is cut off or damaged")
    return SaveError(f"{path.name} cannot be read: {error}")


_DAMAGE = ("malformed", "decode", "too big")
"""In SQLite's words, and in those of Python's module about it."""


def cannot_save(path: Path, error: Exception) -> SaveError:
    """Why a game cannot be saved: a full disk, or the message of the error."""
    message = reason(error) if isinstance(error, OSError) else error
    return SaveError(f"the game cannot be saved in {path}: {no_room(path, error) or message}")


def no_room(path: Path, error: Exception) -> str:
    """The message for a full disk, "" when the error has another reason."""
    if isinstance(error, OSError):
        return NO_ROOM if is_full(error) else ""
    code = getattr(error, "sqlite_errorcode", 0)
    # A log or an index that cannot grow, or be made, is a fault of the device in SQLite's words.
    vague = code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and code not in _READING
    full = vague and not _has_room(path.resolve().parent)
    return NO_ROOM if full or code & 0xFF == sqlite3.SQLITE_FULL else ""


def _has_room(folder: Path) -> bool:
    """Whether a small file finds room in a folder; true where that cannot be tried."""
    try:
        with unfinished(folder / "trial", os.urandom(_BYTES_NEEDED)):
            return True
    except OSError as error:
        return not is_full(error)
