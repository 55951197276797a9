"""Lines of talk, truces and clocks in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import pluralize
from risk_tui.saves.talk import ACCEPT, BROKEN, LATE, PAUSE, REFUSE, RESUME, SAY, TRUCE
from risk_tui.text.time_phrases import duration
from risk_tui.text.words import SeatName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.saves.clock import Clock
    from risk_tui.saves.talk import TalkLine
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table

HIDDEN = "(private; type talk)"
"""The text of a private line on a screen that others see too."""

_WORDS = {
    TRUCE: "{seat} offers {to} a truce for {rounds}",
    ACCEPT: "{seat} accepts the truce with {to}, to the end of round {number}",
    REFUSE: "{seat} refuses the truce with {to}",
    BROKEN: "{seat} breaks the truce with {to}",
    LATE: "{seat}'s time is up: the bot {text} decides",
    PAUSE: "{seat} agrees to pause the clock",
    RESUME: "{seat} lets the clock go on",
}


def talk_parts(line: TalkLine, seats: Sequence[Seat]) -> list[str]:
    """Return a line in parts, with the names of players as ``SeatName``."""
    names = {"seat": SeatName(seats[line.seat].name, line.seat)}
    if line.to is not None:
        names["to"] = SeatName(seats[line.to].name, line.to)
    if line.kind == SAY:
        to = [" to ", names["to"]] if line.to is not None else []
        return [names["seat"], *to, f": {line.text or HIDDEN}"]
    parts: list[str] = []
    for piece in _WORDS[line.kind].replace("{", "\0{").replace("}", "}\0").split("\0"):
        name = piece.strip("{}")
        if piece.startswith("{") and name in names:
            parts.append(names[name])
        elif piece:
            rounds = pluralize(line.number, "round")
            parts.append(piece.format(number=line.number, rounds=rounds, text=line.text))
    return parts


def describe_talk(line: TalkLine, seats: Sequence[Seat]) -> str:
    """Return a line as a sentence."""
    return "".join(talk_parts(line, seats))


def describe_truces(table: Table, reader: int | None) -> list[str]:
    """Return a line for each truce that holds, with the rounds that are left."""
    truces, seats = table.talk.truces(reader), table.seats
    if not truces:
        return []
    round = max(table.view(None).round, 1)
    return [
        f"truce {seats[one].name}, {seats[other].name}: "
        f"{pluralize(truce.rounds_left(round), 'round')} left"
        for truce in truces
        for one, other in [truce.seats]
    ]


def short_time(seconds: float) -> str:
    """Format a time that is left, in seconds only when few are left.

    >>> short_time(75), short_time(5400), short_time(90000)
    ('1:15', '1 h 30', '1 d 1 h')
    """
    if seconds >= 86_400:
        return f"{seconds // 86_400:.0f} d {seconds % 86_400 // 3600:.0f} h"
    return duration(seconds)


def describe_clock(table: Table) -> str:
    """Return the time left, for the bar of a table; empty without a clock or a deadline."""
    clock, left = table.clock.state, table.clock.seconds_left()
    if clock is None or left is None:
        return ""
    return f"{'paused at ' if clock.is_paused else ''}{short_time(left)}"


def clock_rule(clock: Clock) -> str:
    """Return what a clock gives, in a sentence without its end."""
    what = "turn" if clock.per_turn else "decision"
    return f"{short_time(clock.seconds)} for a {what}, then the bot {clock.bot} decides"


def clock_lines(table: Table) -> Iterator[str]:
    """Yield all about the clock of a table."""
    clock, decision = table.clock.state, table.decision
    if clock is None:
        yield "This game has no clock"
        return
    yield f"The clock gives {clock_rule(clock)}"
    if (left := table.clock.seconds_left()) is not None and decision is not None:
        paused = "; the clock is paused" if clock.is_paused else ""
        yield f"{table.seats[decision.seat].name} has {short_time(left)} left{paused}"
    if clock.agreed and not clock.is_paused:
        names = ", ".join(table.seats[seat].name for seat in clock.agreed)
        yield f"For a pause so far: {names}. It needs all persons who still play"
