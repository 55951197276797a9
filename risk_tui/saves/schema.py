"""What is in a game file, and the proof that a file is one: nothing in it is ever run.

``head`` holds the ``game`` (everything that a game needs before its first step), its ``checksum``
and the ``summary`` for lists; ``entries`` is the log. A checksum is chained from the head through
all entries, so that damage is found even where what it made of an entry could have been played.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import TYPE_CHECKING, Final

from risk_tui.saves.errors import NoGame, SaveError

if TYPE_CHECKING:
    from collections.abc import Iterable

APPLICATION_ID: Final = 0x5249534B
"""``RISK`` in ASCII, in SQLite's header field for the kind of file."""

FORMAT: Final = 4
"""The format that this program writes (SQLite's ``user_version``)."""

HEAD: Final = "CREATE TABLE head (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
ENTRIES: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL, "
    "checksum INTEGER NOT NULL)"
)
CHECKED: Final = 3
"""The first format with checksums."""
OLD_ENTRIES: Final = "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL)"

MAX_FILE: Final = 16 * 2**20
"""Bytes of a game file; a larger one is not from this program."""
MAX_HEADER: Final = 2_000_000
"""Characters of a head; a longer one is not from this program."""
MAX_SUMMARY: Final = 10_000
"""Characters of a summary, likewise."""
MAX_ENTRIES: Final = 50_000
"""Entries of a game: far more than any lasts, and few enough to be replayed at once."""

FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises for damaged files: its own messages may not be text either."""


class Unsound(Exception):
    """A file is not what its format says; the message says what of it, as in "its head"."""


def checksum(text: str, before: int = 0) -> int:
    """The checksum of a text that follows what has the checksum ``before``."""
    return zlib.crc32(text.encode(), before)


def prove(connection: sqlite3.Connection, name: str) -> int:
    """The format of a game file. Raises ``SaveError`` if it is anything else, or damaged there."""
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    if kind != APPLICATION_ID:
        raise NoGame(f"{name} is not a game of risk-tui")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < 1:
        raise NoGame(f"{name} has no format that any risk-tui wrote; it is damaged")
    if version > FORMAT:
        raise SaveError(
            f"{name} was saved by a newer risk-tui (format {version}; this one reads up to "
            f"{FORMAT}); update risk-tui to play on"
        )
    wanted = {
        ("table", "head", "head", HEAD),
        ("index", "sqlite_autoindex_head_1", "head", None),
        ("table", "entries", "entries", ENTRIES if version >= CHECKED else OLD_ENTRIES),
    }
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 4")
    if set(found) != wanted:
        raise NoGame(f"{name} has other tables than a game of risk-tui; it is damaged")
    return int(version)


def read_head(connection: sqlite3.Connection, key: str) -> str:
    """A value of the head. Raises ``Unsound`` when there is none."""
    row = connection.execute("SELECT value FROM head WHERE key = ?", (key,)).fetchone()
    most = MAX_SUMMARY if key == "summary" else MAX_HEADER
    if row is None or not isinstance(row[0], str) or len(row[0]) > most:
        raise Unsound(f"its {key}" if key == "summary" else "its head")
    return row[0]


def write_head(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set a value of the head."""
    connection.execute("REPLACE INTO head VALUES (?, ?)", (key, value))


def read_game(connection: sqlite3.Connection) -> tuple[str, int]:
    """The head's ``game`` and its checksum. Raises ``Unsound`` when they do not agree."""
    game = read_head(connection, "game")
    proof = checksum(game)
    if read_head(connection, "checksum") != str(proof):
        raise Unsound("its head")
    return game, proof


def write_game(connection: sqlite3.Connection, game: str) -> int:
    """Set the head's ``game``; its checksum."""
    proof = checksum(game)
    write_head(connection, "game", game)
    write_head(connection, "checksum", str(proof))
    return proof


def write_entries(connection: sqlite3.Connection, proof: int, texts: Iterable[str]) -> None:
    """Add the entries of a new file, from number 0 on; ``proof`` is its head's checksum."""
    for number, text in enumerate(texts):
        proof = checksum(text, proof)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, text, proof))


def count_entries(summary: str) -> int:
    """How many entries a game has according to its summary. Raises ``Unsound``."""
    try:
        count = json.loads(summary)["entries"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unsound("its head") from None
    if type(count) is not int:
        raise Unsound("its head")
    return count


def proof_before(connection: sqlite3.Connection, number: int) -> int:
    """The checksum that entry ``number`` continues. Raises ``Unsound`` when there is none."""
    if number == 0:
        return read_game(connection)[1]
    row = connection.execute(
        "SELECT checksum FROM entries WHERE number = ?", (number - 1,)
    ).fetchone()
    if row is None or type(row[0]) is not int:
        raise Unsound(f"entry {number - 1}")
    return row[0]
