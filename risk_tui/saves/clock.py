"""The clock of a game: the time that players have, and the deadline of the next decision.

It is stored beside the game and plays no part in a replay. Deadlines are UTC times.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, NonNegativeInt, TypeAdapter

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.database import Connection
from risk_tui.saves.errors import SaveError
from risk_tui.saves.schema import CorruptSave, read_head, write_head

MIN_SECONDS, MAX_SECONDS = 10, 30 * 86_400
"""The shortest and the longest time for a decision or a turn, in seconds."""

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_KEY: Final = "clock"


@dataclass(frozen=True, slots=True)
class PendingFacts:
    """The facts about the pending decision that a clock needs.

    ``steps`` is the number of records so far; ``seat`` is ``None`` if the game is over.
    """

    seat: int | None
    is_person: bool
    turn: tuple[int, int]
    """The round, and the seat in turn."""
    steps: int


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock: the time that it gives, and its present deadline.

    Args:
        seconds: The time for a decision, or for a turn.
        per_turn: True if the time is for a turn.
        bot: The bot that decides when the time is up.
        seat: The seat that has to decide; ``None`` if no person has to.
        turn: The round and the seat in turn of that decision.
        steps: The highest number of records during that decision. A decision that is reached again
            by undoing has no more, so it gets no more time.
        deadline: The end of the time (ISO 8601, UTC); empty while the clock is paused.
        left: The seconds that are left while the clock is paused.
        is_paused: True while the clock is paused.
        agreed: The seats that agree to a pause.
        late: The last seat whose time was up, with the round and the seat in turn.
    """

    seconds: Annotated[int, Field(ge=MIN_SECONDS, le=MAX_SECONDS)]
    per_turn: bool = False
    bot: str = ""
    seat: NonNegativeInt | None = None
    turn: tuple[NonNegativeInt, NonNegativeInt] = (0, 0)
    steps: NonNegativeInt = 0
    deadline: str = ""
    left: Annotated[float, Field(ge=0, le=MAX_SECONDS)] = 0.0
    is_paused: bool = False
    agreed: tuple[NonNegativeInt, ...] = ()
    late: tuple[NonNegativeInt, NonNegativeInt, NonNegativeInt] | None = None

    def renewed(self, due: PendingFacts, now: datetime) -> Clock:
        """Return the clock for the next decision."""
        is_same = self.seat is not None and due.turn == self.turn
        if not self.per_turn:
            is_same = is_same and due.seat == self.seat and due.steps <= self.steps
        clock = replace(self, seat=due.seat, turn=due.turn, steps=due.steps)
        if due.seat is None or not (due.is_person or self.per_turn):
            return replace(clock, seat=None, deadline="", left=0.0)
        if is_same:
            return replace(clock, steps=max(due.steps, self.steps))
        if self.is_paused:
            return replace(clock, deadline="", left=float(self.seconds))
        return replace(clock, deadline=_after(now, self.seconds), left=0.0)

    def seconds_left(self, due: PendingFacts, now: datetime) -> float | None:
        """Return the seconds left for a person's decision; ``None`` without a deadline."""
        if not due.is_person or (self.seat, self.turn) != (due.seat, due.turn):
            return None
        if self.is_paused:
            return self.left
        return self.seconds_to_deadline(now) if self.deadline else None

    def is_overdue(self, due: PendingFacts, now: datetime, *, is_away: bool) -> bool:
        """Check whether the bot has to decide now.

        If a player who is away was late in this turn, the bot makes the other decisions of the turn
        without waiting.
        """
        left = self.seconds_left(due, now)
        if left is None or self.is_paused:
            return False
        return left <= 0 or (is_away and self.late == (due.seat, *due.turn))

    def seconds_to_deadline(self, now: datetime) -> float:
        """Return the seconds until the deadline, which must be set; 0 after it."""
        return max(0.0, (datetime.fromisoformat(self.deadline) - now).total_seconds())

    def has_ended(self, now: datetime) -> bool:
        """Return True if the deadline has passed."""
        return bool(self.deadline) and not self.seconds_to_deadline(now)

    def with_votes(self, seats: Collection[int], people: Collection[int], now: datetime) -> Clock:
        """Return the clock after some seats have voted for or against a pause.

        Args:
            seats: The seats that vote together: against a pause if all of them agreed to it before,
                else for it.
            people: The seats of all people who still play.
            now: The present time.
        """
        agreed = set(self.agreed)
        agreed = agreed - set(seats) if agreed.issuperset(seats) else agreed | set(seats)
        clock = replace(self, agreed=tuple(sorted(agreed)))
        is_paused = agreed.issuperset(people)
        if is_paused == self.is_paused:
            return clock
        if not is_paused:
            deadline = "" if self.seat is None else _after(now, self.left)
            return replace(clock, is_paused=False, deadline=deadline, left=0.0)
        left = self.seconds_to_deadline(now) if self.deadline else 0.0
        return replace(clock, is_paused=True, deadline="", left=left)


def _after(now: datetime, seconds: float) -> str:
    return (now + timedelta(seconds=seconds)).astimezone(UTC).isoformat(timespec="milliseconds")


def parse_time(text: str) -> int:
    """Return the seconds of a length of time.

    >>> parse_time("2m"), parse_time("24h")
    (120, 86400)

    Raises:
        RiskError: If the text is not a length of time, or it is too short or too long.
    """
    match = re.fullmatch(r"(\d{1,6})\s*([smhd])", text.strip().casefold())
    seconds = int(match[1]) * _UNITS[match[2]] if match else 0
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise RiskError(
            _("a clock gives 10s to 30d, such as 2m or 24h, not {text!r}", text=text[:20])
        )
    return seconds


_CLOCK = TypeAdapter(Clock)


def read_clock(connection: sqlite3.Connection) -> Clock | None:
    """Return the clock of a game; ``None`` without a valid one."""
    with suppress(CorruptSave, ValueError):
        clock = _CLOCK.validate_json(read_head(connection, _KEY), strict=True)
        deadline = clock.deadline and datetime.fromisoformat(clock.deadline)
        if clock.bot.isprintable() and (not deadline or deadline.tzinfo is not None):
            return clock
    return None


def write_clock(connection: sqlite3.Connection, clock: Clock | None) -> None:
    """Set the clock of a game within a transaction; ``None`` removes it."""
    write_head(connection, _KEY, json.dumps(asdict(clock) if clock is not None else {}))


def clock_of(game: Path) -> Clock | None:
    """Return the clock of a game's file, or ``None`` without a valid one."""
    try:
        with closing(Connection(game, "ro")) as file:
            return file.read(read_clock)
    except SaveError:
        return None
