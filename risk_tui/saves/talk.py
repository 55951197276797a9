"""The talk between the players of a game, in a separate table of the game's file.

Talk is not part of the game: entries, their checksums and exports do not include it, and a file
without this table is complete.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from pydantic import NonNegativeInt, TypeAdapter

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.schema import TALK, CorruptSave, has_talk, read_head, write_head

MAX_TEXT: Final = 200
"""The most characters of one line."""

MAX_RECENT, RECENT_SECONDS = 6, 30
"""A seat may add at most ``MAX_RECENT`` lines that others read in ``RECENT_SECONDS``.

It may mute and unmute as often, too.
"""

_LINES_SEARCHED: Final = 12 * MAX_RECENT
"""The latest lines of all seats among which those of one seat are counted."""

MAX_LINES: Final = 2_000
"""The most lines in a file; older ones are deleted."""

SAY, MUTE, UNMUTE = "say", "mute", "unmute"
TRUCE, ACCEPT, REFUSE = "truce", "accept", "refuse"
LATE, PAUSE, RESUME = "late", "pause", "resume"
KINDS: Final = (SAY, MUTE, UNMUTE, TRUCE, ACCEPT, REFUSE, LATE, PAUSE, RESUME)
"""The kinds of lines in a file: talk, truces and the clock."""

_COUNTED_TOGETHER: Final = ((MUTE, UNMUTE), (SAY, TRUCE, ACCEPT, REFUSE, PAUSE, RESUME))
"""The kinds of lines that a player may add only so often."""

BROKEN: Final = "broken"
"""The kind of a line about a broken truce, which follows from the game and is never stored."""


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of talk.

    Args:
        kind: One of ``KINDS``, or ``BROKEN``.
        seat: The seat that speaks.
        to: The only other seat that may read the line, or the seat that it concerns; ``None`` for
            all.
        text: The words; or the bot that decided for a late player.
        number: The number of rounds of a proposed truce; or the last round of an accepted one.
        after: The number of entries of the game before the line.
        at: The time (ISO 8601, UTC).
    """

    kind: str
    seat: NonNegativeInt
    to: NonNegativeInt | None = None
    text: str = ""
    number: NonNegativeInt = 0
    after: NonNegativeInt = 0
    at: str = ""


_LINE = TypeAdapter(TalkLine)


def read_talk(connection: sqlite3.Connection, start: int = 0) -> list[tuple[int, TalkLine]]:
    """Return the lines after number ``start`` with their numbers, without invalid ones."""
    if not has_talk(connection):
        return []
    rows = connection.execute(
        "SELECT number, line FROM talk WHERE number > ? ORDER BY number LIMIT ?",
        (start, MAX_LINES),
    )
    return [(number, line) for number, text in rows if (line := _parse(text)) is not None]


def add_line(connection: sqlite3.Connection, line: TalkLine) -> None:
    """Add a line within a transaction.

    Raises:
        RiskError: If its seat has added ``MAX_RECENT`` lines in ``RECENT_SECONDS``.
    """
    if not has_talk(connection):
        connection.execute(TALK)
    since = (datetime.fromisoformat(line.at) - timedelta(seconds=RECENT_SECONDS)).isoformat()
    counted = next((kinds for kinds in _COUNTED_TOGETHER if line.kind in kinds), ())
    recent = [
        other
        for _, other in read_talk(connection, _last_number(connection) - _LINES_SEARCHED)
        if other.seat == line.seat and other.kind in counted and since < other.at <= line.at
    ]
    if len(recent) >= MAX_RECENT:
        raise RiskError(
            _(
                "you talk too fast: at most {lines} lines in {seconds} s",
                lines=MAX_RECENT,
                seconds=RECENT_SECONDS,
            )
        )
    insert_line(connection, line)
    connection.execute(
        "DELETE FROM talk WHERE number <= ?", (_last_number(connection) - MAX_LINES,)
    )


def insert_line(connection: sqlite3.Connection, line: TalkLine) -> None:
    """Insert a line into the table, which must exist."""
    text = json.dumps(asdict(line), ensure_ascii=False)
    connection.execute("INSERT INTO talk (line) VALUES (?)", (text,))


def is_silent(connection: sqlite3.Connection) -> bool:
    """Return True if talk and truces are off at this table."""
    with suppress(CorruptSave):
        return read_head(connection, "talk") == "off"
    return False


def set_silent(connection: sqlite3.Connection, *, silent: bool) -> None:
    """Turn talk and truces at a table off or on."""
    write_head(connection, "talk", "off" if silent else "on")


def _last_number(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(number), 0) FROM talk").fetchone()[0])


def _parse(text: object) -> TalkLine | None:
    """Parse a line and make its text safe to show; return ``None`` if the line is invalid."""
    if not isinstance(text, str) or len(text) > 10 * MAX_TEXT:
        return None
    with suppress(ValueError):
        line = _LINE.validate_json(text, strict=True)
        needs_other = line.kind not in (SAY, LATE, PAUSE, RESUME)
        if line.kind in KINDS and not (needs_other and line.to is None):
            return replace(line, text=printable(line.text, MAX_TEXT))
    return None
