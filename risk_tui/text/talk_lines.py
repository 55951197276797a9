"""Lines of talk, truces and the clock in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _, pluralize
from risk_tui.saves.talk import ACCEPT, BROKEN, LATE, PAUSE, REFUSE, RESUME, SAY, TRUCE
from risk_tui.text.time_phrases import duration
from risk_tui.text.words import SeatName, sentence_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.saves.clock import Clock
    from risk_tui.saves.talk import TalkLine
    from risk_tui.table.seats import Seat
    from risk_tui.table.table import Table

HIDDEN = N_("(private; type talk)")
"""The text of a private line on a screen that others see too."""

_WORDS = {
    TRUCE: N_("{seat} offers {to} a truce for {rounds}"),
    ACCEPT: N_("{seat} accepts the truce with {to}, to the end of round {number}"),
    REFUSE: N_("{seat} refuses the truce with {to}"),
    BROKEN: N_("{seat} breaks the truce with {to}"),
    LATE: N_("{seat}'s time is up: the bot {bot} decides"),
    PAUSE: N_("{seat} agrees to pause the clock"),
    RESUME: N_("{seat} no longer wants the clock paused"),
}


def talk_parts(line: TalkLine, seats: Sequence[Seat]) -> list[str]:
    """Return a line of talk in parts, with the names of players as ``SeatName``."""
    names = {"seat": SeatName(seats[line.seat].name, line.seat)}
    if line.to is not None:
        names["to"] = SeatName(seats[line.to].name, line.to)
    if line.kind == SAY:
        message = _("{seat}: {text}") if line.to is None else _("{seat} to {to}: {text}")
        return sentence_parts(message, text=line.text or _(HIDDEN), **names)
    slots = {
        "number": str(line.number),
        "rounds": pluralize(line.number, "round"),
        "bot": line.text,
    }
    return sentence_parts(_(_WORDS[line.kind]), **slots, **names)


def describe_talk(line: TalkLine, seats: Sequence[Seat]) -> str:
    """Return a line of talk as a sentence."""
    return "".join(talk_parts(line, seats))


def describe_truces(table: Table, reader: int | None) -> list[str]:
    """Return a line for each truce in force that a seat knows of, with the rounds left."""
    talk, seats = table.talk, table.seats
    return [
        _(
            "truce {one}, {other}: {rounds} left",
            one=seats[one].name,
            other=seats[other].name,
            rounds=pluralize(talk.rounds_left(truce), "round"),
        )
        for truce in talk.truces(reader)
        for one, other in [truce.seats]
    ]


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
