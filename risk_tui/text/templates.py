"""Fills templates: slots in words, by what they mean.

The language of templates is that of ``risk_tui.engine.declarations``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.declarations import (
    Blank,
    OptionalPart,
    message_of,
    parse_template,
    tellable_slots,
)
from risk_tui.text.slot_phrases import FILLERS, Wording, filler, join, number_alone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.declarations import Message, Slot
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.text.slot_phrases import Filler


def fill(
    message: Message,
    thing: object,
    wording: Wording,
    /,
    *,
    width: int | None = None,
    **words: str,
) -> str:
    """A message with the slots of ``thing`` (a dataclass) in words.

    Of several templates the first one is used whose slots all have something to say outside of
    brackets, and that has at most ``width`` characters; else the last one. ``words`` are words for
    blanks that are no slots of ``thing``; an empty word has nothing to say.
    """
    return "".join(fill_parts(message, thing, wording, width=width, **words))


def fill_parts(
    message: Message,
    thing: object,
    wording: Wording,
    /,
    *,
    width: int | None = None,
    **words: str,
) -> list[str]:
    """``fill`` in parts, so that the names of seats (``SeatName``) can be shown in colours."""
    kind: type = type(thing)
    templates = (message,) if isinstance(message, str) else message
    parts: list[str] = []
    for template in templates:
        parts, complete = _follow(_steps(kind, template), thing, wording, words)
        if complete and (width is None or sum(map(len, parts)) <= width):
            break
    return parts


@dataclass(frozen=True, slots=True)
class _SlotStep:
    """A blank for a slot, with the function that fills it."""

    name: str
    slot: Slot
    fill: Filler


_Step: TypeAlias = "str | Blank | _SlotStep"
"""A part of a template; a ``Blank`` is one for a word that is no slot."""


@cache
def _steps(kind: type, template: str) -> tuple[_Step | tuple[_Step, ...], ...]:
    """The steps to fill a template from a dataclass; a tuple for a part in brackets."""
    slots = tellable_slots(kind)

    def step(part: str | Blank) -> _Step:
        if isinstance(part, str) or part.slot not in slots:
            return part
        slot = slots[part.slot]
        return _SlotStep(part.slot, slot, number_alone if part.alone else _FILLERS[slot.meaning])

    return tuple(
        tuple(map(step, part.parts)) if isinstance(part, OptionalPart) else step(part)
        for part in parse_template(template)
    )


def _follow(
    steps: Sequence[_Step | tuple[_Step, ...]],
    thing: object,
    wording: Wording,
    words: Mapping[str, str],
) -> tuple[list[str], bool]:
    """The parts of a sentence, and whether every blank outside of brackets has something to say."""
    parts: list[str] = []
    complete = True
    for step in steps:
        phrase: Sequence[str]
        if isinstance(step, str):
            phrase = (step,)
        elif isinstance(step, Blank):
            phrase = (words[step.slot],) if words[step.slot] else ()
        elif isinstance(step, tuple):
            phrase, whole = _follow(step, thing, wording, words)
            parts += phrase if whole else ()
            continue
        else:
            value = getattr(thing, step.name)
            phrase = () if value is None else step.fill(value, wording, step.slot, thing)
        parts += phrase
        complete = complete and bool(phrase)
    return parts, complete


# Goals, which have words of their own


def describe_goal(goal: Goal, seats: Sequence[Seat], board: Board, *, short: bool = False) -> str:
    """A goal as a phrase: ``hold Asia and Africa``; ``short``: territories by their codes."""
    return _tell_goal(goal, Wording(seats, board, short=short))


def describe_mission(view: View, mission: int, seats: Sequence[Seat], holder: int) -> str:
    """The goal of a mission for the seat that holds it, as it applies now.

    If that differs from the goal printed on the mission, the reason follows.
    """
    missions, wording = view.rules.missions, Wording(seats, view.board)
    printed = missions.deck[mission]
    text = _tell_goal(missions.goal(view.beaten_by, holder, mission), wording)
    why = printed.why_replaced(view.beaten_by, holder)
    if why is None:
        return text
    whose = "your" if holder == view.seat else "the player's"
    return f"{text}, {fill(message_of(printed.instead, why), printed, wording, whose=whose)}"


def _tell_goal(goal: Goal, wording: Wording) -> str:
    return fill(goal.message(goal.words, None), goal, wording)


def _mission(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """Missions as they apply now to the ``seat`` of the thing, unless it is out of the game.

    Without a seat, as they are printed; nothing without a view.
    """
    view, seats, holder = wording.view, wording.seats, getattr(thing, "seat", None)
    if view is None:
        return ()
    numbers = value if slot.many else (value,)
    if holder is None or view.status[holder] in ("eliminated", "out"):
        deck = view.rules.missions.deck
        goals = [_tell_goal(deck[number], wording) for number in numbers]
    else:
        goals = [describe_mission(view, number, seats, holder) for number in numbers]
    return join([(goal,) for goal in goals], ("; ", "; "))


_FILLERS: Mapping[str, Filler] = {
    **FILLERS,
    "goal": filler(lambda value, wording: (_tell_goal(value, wording),)),
    "mission": _mission,
}
