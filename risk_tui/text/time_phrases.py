"""The time, the clock and the progress of a game in words.

Does not import the engine, so that the title screen opens quickly.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _, join_and, pluralize
from risk_tui.saves.save_file import GameSummary

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.saves.clock import Clock
    from risk_tui.table.table import Table

_UNITS = (
    (60, 60, "minute"),
    (3600, 24, "hour"),
    (86_400, 7, "day"),
    (604_800, 5, "week"),
)
"""The units of time: length in seconds, the number from which the next unit is used, and name."""


def time_ago(moment: object) -> str:
    """Format a time (ISO 8601) as "2 days ago"; a date if long past, empty if it is not a time."""
    if (then := _local_time(str(moment))) is None:
        return ""
    now = datetime.now(UTC).astimezone()
    seconds = (now - then).total_seconds()
    if seconds < 60:
        return _("just now")
    for length, limit, name in _UNITS:
        count = int(seconds // length)
        if count < limit:
            if name == "day" and then.date() == now.date() - timedelta(days=1):
                return _("yesterday")
            return _("{time} ago", time=pluralize(count, name))
    return then.date().isoformat()


def day(moment: str) -> str:
    """Format the local date of a time (ISO 8601) as "7 March 2026"; empty if it is not a time."""
    if (local := _local_time(moment)) is None:
        return ""
    month = _(_MONTHS[local.month - 1])
    return _("{day} {month} {year}", day=local.day, month=month, year=local.year)


def _local_time(moment: str) -> datetime | None:
    """Return a time (ISO 8601, UTC without a zone) in the local zone; ``None`` if it is none."""
    try:
        then = datetime.fromisoformat(moment)
        return (then if then.tzinfo else then.replace(tzinfo=UTC)).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


_MONTHS = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def duration(seconds: float) -> str:
    """Format a length of time in its two largest units.

    >>> duration(7), duration(754), duration(7260), duration(90000)
    ('7 s', '12:34', '2 h 01', '1 d 1 h')
    """
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s", seconds=whole)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    if whole < 86_400:
        minutes = f"{whole % 3600 // 60:02}"
        return _("{hours} h {minutes}", hours=whole // 3600, minutes=minutes)
    return _("{days} d {hours} h", days=whole // 86_400, hours=whole % 86_400 // 3600)


def current_round(view: View) -> str:
    """Return the round of a game as a heading, with the last round if there is a turn limit."""
    if not view.round:
        return _("Setting up")
    limit = view.ruleset.victory.turn_limit
    if limit is None:
        return _("Round {round}", round=view.round)
    return _("Round {round} of {limit}", round=view.round, limit=limit)


def progress(summary: GameSummary) -> str:
    """Describe the progress of a game."""
    return _("round {round}", round=summary.round) if summary.round else _("setting up")


def game_state(summary: GameSummary) -> str:
    """Describe the winners of a game, or its progress and the player who is to move."""
    if summary.winners:
        return _("won by {winners}", winners=join_and(summary.winners))
    return _("{progress}, {name} to move", progress=progress(summary), name=summary.to_move)


# The clock


def describe_clock(table: Table) -> str:
    """Return the time left, for a status line; empty without a clock or a deadline."""
    clock, left = table.clock.state, table.clock.seconds_left()
    if clock is None or left is None:
        return ""
    return _("paused with {time} left", time=duration(left)) if clock.is_paused else duration(left)


def clock_rule(clock: Clock) -> str:
    """Return the rule of a clock as part of a sentence: the time, and the bot that then decides."""
    slots = {"time": duration(clock.seconds), "bot": clock.bot}
    if clock.per_turn:
        return _("{time} for a turn, then the bot {bot} decides", **slots)
    return _("{time} for a decision, then the bot {bot} decides", **slots)


def clock_lines(table: Table) -> Iterator[str]:
    """Yield lines about the clock of a table: its rule, the time left, and votes for a pause."""
    clock, decision = table.clock.state, table.decision
    if clock is None:
        yield _("This game has no clock")
        return
    yield _("The clock gives {clock_rule}", clock_rule=clock_rule(clock))
    if (left := table.clock.seconds_left()) is not None and decision is not None:
        slots = {"name": table.seats[decision.seat].name, "time": duration(left)}
        if clock.is_paused:
            yield _("{name} has {time} left; the clock is paused", **slots)
        else:
            yield _("{name} has {time} left", **slots)
    if clock.agreed and not clock.is_paused:
        names = ", ".join(table.seats[seat].name for seat in clock.agreed)
        yield _("For a pause so far: {names}. All remaining players must agree", names=names)
