"""The format of a game file: its tables, the checks that a file has them, and older formats.

The table ``head`` has the ``game`` (everything that a game needs before its first step), its
``checksum``, the ``summary`` for lists, and perhaps the ``seconds`` that each seat took for
decisions, a ``clock``, and whether ``talk`` is on or off. ``entries`` is the log. The lines of talk
are in ``talk``, which may be missing. A checksum is chained from the header through all entries, so
that damage is found even if the damaged entry could have been played.

Nothing in a file is ever run.

A migration takes the header and the entries of a game, each a text of JSON, and returns the same
number of texts in the next format.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeAlias

from risk_tui.data.language import _
from risk_tui.saves.errors import NotAGameFile, SaveError

APPLICATION_ID: Final = 0x5249534B
"""``RISK`` in ASCII, in SQLite's header field for the kind of file."""

FORMAT: Final = 6
"""The format that this program writes (SQLite's ``user_version``)."""
OLDEST: Final = 4
"""The oldest format that this program reads; it is migrated when opened."""

HEAD: Final = "CREATE TABLE head (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
ENTRIES: Final = (
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL, "
    "checksum INTEGER NOT NULL)"
)
TALK: Final = "CREATE TABLE talk (number INTEGER PRIMARY KEY, line TEXT NOT NULL)"

MAX_FILE: Final = 16 * 2**20
"""The most bytes of a game file; a larger one is not from this program."""
MAX_HEADER: Final = 2_000_000
"""The most characters of a header; a longer one is not from this program."""
MAX_SUMMARY: Final = 10_000
"""The most characters of a summary."""
MAX_ENTRY: Final = 20_000
"""The most characters of an entry."""
MAX_SECONDS: Final = 10**7
"""The most seconds that a seat takes for decisions; more are not from this program."""
MAX_ENTRIES: Final = 50_000
"""The most entries of a game: far more than a game needs, and few enough to replay."""

FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions of sqlite3 for damaged files, whose error messages may not be valid text."""


class CorruptSave(Exception):
    """A part of a file is invalid; the message names the part, as in "its header"."""


def checksum(text: str, previous: int = 0) -> int:
    """Return the checksum of a text, chained to the ``previous`` checksum."""
    return zlib.crc32(text.encode(), previous)


def validate(connection: sqlite3.Connection, name: str) -> int:
    """Return the format of a game file.

    Raises:
        SaveError: If it is not a game file, is damaged, or has an unknown format.
    """
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    if kind != APPLICATION_ID:
        raise NotAGameFile(_("{name} is not a game of risk-tui", name=name))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < 1:
        raise NotAGameFile(_("{name} has an unknown format; it is damaged", name=name))
    if version < OLDEST:
        raise SaveError(
            _(
                "{name} was saved by an older risk-tui (format {version}; this one reads "
                "{oldest} to {format}); continue it with the risk-tui that saved it",
                name=name,
                version=version,
                oldest=OLDEST,
                format=FORMAT,
            )
        )
    if version > FORMAT:
        raise SaveError(
            _(
                "{name} was saved by a newer risk-tui (format {version}; this one reads up to "
                "{format}); update risk-tui to continue",
                name=name,
                version=version,
                format=FORMAT,
            )
        )
    expected = {
        ("table", "head", "head", HEAD),
        ("index", "sqlite_autoindex_head_1", "head", None),
        ("table", "entries", "entries", ENTRIES),
    }
    tables = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 5")
    if set(tables) - {("table", "talk", "talk", TALK)} != expected:
        raise NotAGameFile(
            _("{name} has other tables than a game of risk-tui; it is damaged", name=name)
        )
    return int(version)


def has_talk(connection: sqlite3.Connection) -> bool:
    """Return True if a game has the table for talk, which the first line creates."""
    query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'talk'"
    return connection.execute(query).fetchone() is not None


def read_head(connection: sqlite3.Connection, key: str) -> str:
    """Return a value of the table ``head``.

    Raises:
        CorruptSave: If there is no valid one.
    """
    row = connection.execute("SELECT value FROM head WHERE key = ?", (key,)).fetchone()
    maximum = MAX_SUMMARY if key == "summary" else MAX_HEADER
    if row is None or not isinstance(row[0], str) or len(row[0]) > maximum:
        raise CorruptSave(_("its {key}", key=key) if key == "summary" else _("its header"))
    return row[0]


def write_head(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set a value of the table ``head``."""
    connection.execute("REPLACE INTO head VALUES (?, ?)", (key, value))


def read_seconds(connection: sqlite3.Connection) -> list[float]:
    """Return the seconds that each seat took for decisions.

    Seats after the last one that decided are missing, and all are if no seconds were counted.
    """
    with suppress(CorruptSave, ValueError, TypeError, RecursionError):
        seconds = json.loads(read_head(connection, "seconds"))
        if all(type(number) in (int, float) and 0 <= number < MAX_SECONDS for number in seconds):
            return list(seconds)
    return []


def add_seconds(connection: sqlite3.Connection, seat: int, seconds: float) -> None:
    """Add the seconds of a decision to those of a seat."""
    counted = read_seconds(connection)
    counted += [0] * (seat + 1 - len(counted))
    counted[seat] = min(round(counted[seat] + seconds, 1), MAX_SECONDS - 1)
    write_head(connection, "seconds", json.dumps(counted))


def read_game(connection: sqlite3.Connection) -> tuple[str, int]:
    """Return the head's ``game`` and its checksum.

    Raises:
        CorruptSave: If the checksum is wrong.
    """
    game = read_head(connection, "game")
    crc = checksum(game)
    if read_head(connection, "checksum") != str(crc):
        raise CorruptSave(_("its header"))
    return game, crc


def write_game(connection: sqlite3.Connection, game: str) -> int:
    """Set the head's ``game``, and return its checksum."""
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
    """Return the number of entries according to a summary.

    Raises:
        CorruptSave: If the summary doesn't say.
    """
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        count = json.loads(summary)["entries"]
        if type(count) is int:
            return count
    raise CorruptSave(_("its header"))


def checksum_before(connection: sqlite3.Connection, number: int) -> int:
    """Return the checksum that entry ``number`` continues.

    Raises:
        CorruptSave: If there is none.
    """
    if number == 0:
        try:
            return int(read_head(connection, "checksum"))
        except ValueError:
            raise CorruptSave(_("its header")) from None
    row = connection.execute(
        "SELECT checksum FROM entries WHERE number = ?", (number - 1,)
    ).fetchone()
    if row is None or type(row[0]) is not int:
        raise CorruptSave(_("entry {number}", number=number - 1))
    return row[0]


def valid_entries(connection: sqlite3.Connection, start: int = 0) -> tuple[list[str], str]:
    """Return the entries from ``start`` to the first damaged one, and its problem or ""."""
    texts: list[str] = []
    number = start
    try:
        crc = checksum_before(connection, start)
        for stored_number, text, stored_crc in _rows(connection, start):
            if stored_number != number:
                return texts, _("entry {number} is missing", number=number)
            if number >= MAX_ENTRIES:
                return texts, _("entry {number} is beyond the limit of a game", number=number)
            if not isinstance(text, str) or len(text) > MAX_ENTRY:
                return texts, _("entry {number} is not an entry of a game", number=number)
            crc = checksum(text, crc)
            if crc != stored_crc:
                return texts, _("entry {number} is damaged", number=number)
            texts.append(text)
            number += 1
        if number < count_entries(read_head(connection, "summary")):
            return texts, _("entry {number} is missing", number=number)
    except CorruptSave:
        return texts, _("entry {number} may be missing", number=number)
    except FAULTS:
        return texts, _("entry {number} can't be read", number=number)
    return texts, _other_damage(connection, number) if start == 0 else ""


def _rows(connection: sqlite3.Connection, start: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield the number, the text and the checksum of each entry from ``start``.

    After a fault they are read one by one: reading many drops the last valid one.
    """
    query = "SELECT number, entry, checksum FROM entries WHERE number"
    try:
        many = f"{query} >= ? ORDER BY number LIMIT ?"
        for row in connection.execute(many, (start, MAX_ENTRIES + 1)):
            yield row
            start = row[0] + 1
    except FAULTS:
        while row := connection.execute(f"{query} = ?", (start,)).fetchone():
            yield row
            start += 1


def _other_damage(connection: sqlite3.Connection, count: int) -> str:
    """Return the damage that prevents writing to a readable file, or ""."""
    with suppress(*FAULTS):
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            return _("entry {count} could not be written: the file is damaged", count=count)
    return ""


Migration: TypeAlias = "Callable[[str, list[str]], tuple[str, list[str]]]"


def _add_keys_of_rulesets(game: str, entries: list[str]) -> tuple[str, list[str]]:
    head = json.loads(game)
    head["ruleset"] = with_later_keys(head["ruleset"])
    return json.dumps(head, ensure_ascii=False), entries


MIGRATIONS: dict[int, Migration] = {
    4: lambda game, entries: (game, entries),  # Format 5 added corrections of dice.
    5: _add_keys_of_rulesets,
}
"""Migrations by the format that they start from."""


def migrate_game(version: int, game: str, entries: list[str]) -> tuple[str, list[str]]:
    """Migrate a header and entries to the present format.

    Raises:
        CorruptSave: If they are invalid.
    """
    try:
        for step in range(version, FORMAT):
            game, entries = MIGRATIONS[step](game, entries)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CorruptSave(_("its header")) from None
    return game, entries


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the present format in one transaction.

    Entries from the first damaged one are unchanged, so that the damage is still noticed.

    Raises:
        CorruptSave: If the header is invalid.
        sqlite3.Error: If the file is damaged.
    """
    with connection:
        # Another process may have migrated it while this one waited.
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        old_entries, _ = valid_entries(connection)
        game, entries = migrate_game(version, read_game(connection)[0], old_entries)
        write_entries(connection, write_game(connection, game), entries)
        connection.execute(f"PRAGMA user_version = {FORMAT}")


_LATER_KEYS: dict[str, dict[str, Any]] = {
    "setup": {"first_armies": "one"},
    "limits": {"pieces_by_colour": {}},
    "combat": {"rerolled": "own"},
    "missions": {"dealt": "before territories"},
    "victory": {"held_openly": True},
}


def with_later_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a ruleset from a game file before format 6, with the current keys.

    Raises:
        Exception: Of any kind, if the data is not a ruleset.
    """
    board = {
        "omitted": data["links"]["omitted"],
        "added": [],
        "sea_lanes": [],
        "symbols": {},
        "bonuses": {},
    }
    data = {
        ("board" if key == "links" else key): board if key == "links" else value
        for key, value in data.items()
    }
    for section, values in _LATER_KEYS.items():
        data[section] = {**data[section], **values}
    return data
