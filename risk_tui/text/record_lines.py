"""Events, records and talk in words: the lines of the log.

Sentences reveal everything in an event, so callers must first reduce events to what a seat may
know. Players' names are untrusted: front ends must not interpret markup in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _, colon, pgettext, pluralize
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.decisions import Decision
from risk_tui.engine.declarations import Messages
from risk_tui.engine.events import Event, Placed, RollCorrected
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.saves.talk import ACCEPT, BROKEN, LATE, PAUSE, REFUSE, RESUME, SAY, TRUCE, TalkLine
from risk_tui.table.seats import Seat
from risk_tui.text.words import SeatName, Wording, fill_parts, sentence_parts
from risk_tui.text.wrapping import columns

if TYPE_CHECKING:
    from risk_tui.table.table import Table

WIDTH = 40
"""The maximum number of columns of a line in the log, even with the widest names of players."""


def event_parts(
    event: Event, wording: Wording, messages: Messages | None = None, width: int = WIDTH
) -> list[str]:
    """Return an event as a sentence in parts (see ``fill_parts``).

    Args:
        event: The event.
        wording: The context.
        messages: The messages to use instead of the long ones of the event.
        width: The maximum number of columns if the context is short.
    """
    message = event.message(messages or event.long, None)
    return fill_parts(message, event, wording, width=width if wording.short else None)


def describe_event(event: Event, seats: Sequence[Seat], board: Board) -> str:
    """Describe an event in a sentence; missions are not described, because they need a view."""
    return "".join(event_parts(event, Wording(seats, board)))


def describe_record(
    record: Record,
    seats: Sequence[Seat],
    board: Board,
    view: View | None = None,
    reader: int | None = None,
) -> list[str]:
    """Describe the events of one record, each in a sentence, without empty ones.

    The player's reason comes first, if there is one.

    Args:
        record: The record.
        seats: The seats of the game.
        board: The board of the game.
        view: Any seat's view, to describe missions.
        reader: The seat that reads the lines, ``None`` for all seats.
    """
    wording = Wording(seats, board, view)
    lines = ["".join(event_parts(event, wording)) for event in record.events if not event.is_empty]
    return ["".join(parts) for parts in reason_parts(record, wording, reader)] + lines


def describe_undone(
    records: Sequence[Record],
    seats: Sequence[Seat],
    board: Board,
    decision: Decision | None,
) -> str:
    """Describe an undo by the first of the undone records, and the number of the others.

    Args:
        records: The undone records.
        seats: The seats of the game.
        board: The board of the game.
        decision: The decision that the first record answered; ``None`` if it is unknown.
    """
    sentences = describe_record(records[0], seats, board) if records else []
    if not sentences and records and decision and isinstance(records[0].action, EndPhase):
        sentences = [_("end of the {phase} phase", phase=pgettext("phase", decision.kind))]
    if not sentences:
        return _("Undone")
    if len(records) < 2:
        return _("Undone: {sentence}", sentence=sentences[0])
    steps = pluralize(len(records) - 1, "step")
    return _("Undone: {sentence} (and {steps} after it)", sentence=sentences[0], steps=steps)


def reason_parts(
    record: Record, wording: Wording, reader: int | None, width: int | None = None
) -> list[list[str]]:
    """Return the line with a player's reason in parts, if any; two lines if one is too long."""
    reason = record.reason
    if reason is None:
        return []
    head: list[str] = [wording.name(record.seat)]
    if isinstance(record.action, Attack):
        territory = wording.board.territories[record.action.target]
        if wording.short:
            head.append(f" → {territory.code}")
        else:
            template = _("{seat} attacks {target}")
            head = sentence_parts(template, seat=head[0], target=territory.name)
    message = reason.message(reason.words, reader)
    after_head = colon()
    room = None if width is None else width - _width_of([*head, after_head])
    why = fill_parts(message, reason, wording, width=room)
    if width is None or room is None or _width_of(why) <= room:
        return [[*head, after_head, *why]]
    why = fill_parts(message, reason, wording, width=width - 1)
    return [[*head, after_head.rstrip()], [" ", *why]]


def log_parts(
    record: Record,
    seats: Sequence[Seat],
    board: Board,
    width: int = WIDTH,
    reader: int | None = None,
) -> Iterator[list[str]]:
    """Yield the reason and the events of a record as short lines in parts.

    Args:
        record: The record.
        seats: The seats of the game.
        board: The board of the game.
        width: The maximum number of columns of a line.
        reader: The seat that reads the lines, ``None`` for all seats.
    """
    wording = Wording(seats, board, short=True)
    yield from reason_parts(record, wording, reader, width)
    for event in record.events:
        if event.short is not None and not event.is_empty:
            yield from _wrap(event_parts(event, wording, event.short, width), width)


def _wrap(parts: list[str], width: int) -> Iterator[list[str]]:
    """Split a line in parts after commas into lines of at most ``width`` columns, if possible."""
    while ", " in parts and _width_of(parts) > width:
        commas = [number for number, part in enumerate(parts) if part == ", "]
        fitting = [comma for comma in commas if _width_of(parts[:comma]) < width]
        comma = max(fitting, default=commas[0])
        yield [*parts[:comma], ","]
        parts = [" ", *parts[comma + 1 :]]
    yield parts


def _width_of(parts: Sequence[str]) -> int:
    """Return the number of columns of a line in parts."""
    return sum(map(columns, parts))


def drop_repeated_events(records: Sequence[Record]) -> list[Record]:
    """Return the records without the events that their next event repeats.

    A battle repeats the announcement of its attack, and the dice that waited for a choice, unless
    they were changed in between.
    """
    later: Event | None = None
    merged = []
    for record in reversed(records):
        remaining: list[Event] = []
        for event in reversed(record.events):
            if not event.is_repeated_by(later):
                remaining.insert(0, event)
            later = event
        merged.append(replace(record, events=tuple(remaining)))
    return merged[::-1]


def merge_placements(records: Sequence[Record]) -> list[Record]:
    """Merge successive placements of armies into one record for each territory."""
    merged: list[Record] = []
    positions: dict[tuple[int, int], int] = {}
    """The index in ``merged`` of the record for each seat and territory."""
    for record in records:
        event, *rest = record.events or (None,)
        if not isinstance(event, Placed):
            merged.append(record)
            positions.clear()
            continue
        index = positions.setdefault((event.seat, event.territory), len(merged))
        if index == len(merged):
            merged.append(replace(record, events=(event,)))
        else:
            (before,) = merged[index].events
            armies = event.armies + getattr(before, "armies", 0)
            merged[index] = replace(merged[index], events=(replace(event, armies=armies),))
        if rest:
            merged.append(replace(record, events=tuple(rest)))
            positions.clear()
    return merged


def is_corrected(record: Record) -> bool:
    """Return True if a record replaces one with mistyped real dice."""
    return any(isinstance(event, RollCorrected) for event in record.events)


# Talk

_HIDDEN = N_("(private; type talk)")
"""The text of a private line on a screen that others see too."""

_TALK_WORDS = {
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
        return sentence_parts(message, text=line.text or _(_HIDDEN), **names)
    slots = {
        "number": str(line.number),
        "rounds": pluralize(line.number, "round"),
        "bot": line.text,
    }
    return sentence_parts(_(_TALK_WORDS[line.kind]), **slots, **names)


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
