"""The tables of a game file, and the check that a file is one: nothing in it is ever run.

``head`` holds the ``game`` (everything that a game needs before its first step), its ``checksum``
and the ``summary`` for lists, perhaps also the ``seconds`` that each seat has taken; ``entries`` is
the log. A checksum is chained from the header through
all entries, so that damage is found even where what it made of an entry could have been played.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from risk_tui.saves.errors import NotAGameFile, SaveError

if TYPE_CHECKING:
    from collections.abc import Iterable

APPLICATION_ID: Final = 0x5249534B
"""``RISK`` in ASCII, in SQLite's header field for the kind of file."""

FORMAT: Final = 6
"""The format that this program writes (SQLite's ``user_version``)."""
OLDEST: Final = 4
"""The oldest format that it reads: ``migrations`` brings a game of it to the present one."""

HEAD: Final = "CREATE TABLE head (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
ENTRIES: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL, "
    "checksum INTEGER NOT NULL)"
)

MAX_FILE: Final = 16 * 2**20
"""Bytes of a game file; a larger one is not from this program."""
MAX_HEADER: Final = 2_000_000
"""Characters of a header; a longer one is not from this program."""
MAX_SUMMARY: Final = 10_000
"""Characters of a summary, likewise."""
MAX_ENTRY: Final = 20_000
"""Characters of an entry, likewise."""
MAX_SECONDS: Final = 10**7
"""Seconds that nobody thinks in one game, in all."""
MAX_ENTRIES: Final = 50_000
"""Entries of a game: far more than any lasts, and few enough to be replayed at once."""

FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises for damaged files: its own messages may not be text either."""


class CorruptFile(Exception):
    """A part of a file breaks its format; the message says which part, as in "its head"."""


def checksum(text: str, previous: int = 0) -> int:
    """The checksum of a text, chained to ``previous``, the checksum of what stands before it."""
    return zlib.crc32(text.encode(), previous)


def validate(connection: sqlite3.Connection, name: str) -> int:
    """The format of a game file. Raises ``SaveError`` if it is anything else, or damaged there."""
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    if kind != APPLICATION_ID:
        raise NotAGameFile(f"{name} is not a game of risk-tui")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < 1:
        raise NotAGameFile(f"{name} has no format that any risk-tui wrote; it is damaged")
    if version < OLDEST:
        raise SaveError(
            f"{name} was saved by an older risk-tui (format {version}; this one reads {OLDEST} to "
            f"{FORMAT}); play it on with the risk-tui that saved it"
        )
    if version > FORMAT:
        raise SaveError(
            f"{name} was saved by a newer risk-tui (format {version}; this one reads up to "
            f"{FORMAT}); update risk-tui to play on"
        )
    expected = {
        ("table", "head", "head", HEAD),
        ("index", "sqlite_autoindex_head_1", "head", None),
        ("table", "entries", "entries", ENTRIES),
    }
    tables = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 4")
    if set(tables) != expected:
        raise NotAGameFile(f"{name} has other tables than a game of risk-tui; it is damaged")
    return int(version)


def read_head(connection: sqlite3.Connection, key: str) -> str:
    """A value of the header. Raises ``CorruptFile`` when there is none."""
    row = connection.execute("SELECT value FROM head WHERE key = ?", (key,)).fetchone()
    maximum = MAX_SUMMARY if key == "summary" else MAX_HEADER
    if row is None or not isinstance(row[0], str) or len(row[0]) > maximum:
        raise CorruptFile(f"its {key}" if key == "summary" else "its head")
    return row[0]


def write_head(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set a value of the header."""
    connection.execute("REPLACE INTO head VALUES (?, ?)", (key, value))


def read_seconds(connection: sqlite3.Connection) -> list[float]:
    """The seconds that the decisions of each seat took, as far as somebody counted; else empty."""
    with suppress(CorruptFile, ValueError, TypeError, RecursionError):
        seconds = json.loads(read_head(connection, "seconds"))
        if all(type(number) in (int, float) and 0 <= number < MAX_SECONDS for number in seconds):
            return list(seconds)
    return []


def add_seconds(connection: sqlite3.Connection, seat: int, seconds: float) -> None:
    """Count the seconds that a decision of a seat took."""
    counted = read_seconds(connection)
    counted += [0] * (seat + 1 - len(counted))
    counted[seat] = min(round(counted[seat] + seconds, 1), MAX_SECONDS - 1)
    write_head(connection, "seconds", json.dumps(counted))


def read_game(connection: sqlite3.Connection) -> tuple[str, int]:
    """The head's ``game`` and its checksum. Raises ``CorruptFile`` when they do not agree."""
    game = read_head(connection, "game")
    crc = checksum(game)
    if read_head(connection, "checksum") != str(crc):
        raise CorruptFile("its head")
    return game, crc


def write_game(connection: sqlite3.Connection, game: str) -> int:
    """Set the head's ``game``; returns its checksum."""
    crc = checksum(game)
    write_head(connection, "game", game)
    write_head(connection, "checksum", str(crc))
    return crc


def write_entries(connection: sqlite3.Connection, crc: int, texts: Iterable[str]) -> None:
    """Set the entries from number 0 on; ``crc`` is the head's checksum."""
    for number, text in enumerate(texts):
        crc = checksum(text, crc)
        connection.execute("REPLACE INTO entries VALUES (?, ?, ?)", (number, text, crc))


def count_entries(summary: str) -> int:
    """How many entries a game has according to its summary. Raises ``CorruptFile``."""
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        count = json.loads(summary)["entries"]
        if type(count) is int:
            return count
    raise CorruptFile("its head")


def checksum_before(connection: sqlite3.Connection, number: int) -> int:
    """The checksum that entry ``number`` continues. Raises ``CorruptFile`` when there is none."""
    if number == 0:
        try:
            return int(read_head(connection, "checksum"))
        except ValueError:
            raise CorruptFile("its head") from None
    row = connection.execute(
        "SELECT checksum FROM entries WHERE number = ?", (number - 1,)
    ).fetchone()
    if row is None or type(row[0]) is not int:
        raise CorruptFile(f"entry {number - 1}")
    return row[0]
