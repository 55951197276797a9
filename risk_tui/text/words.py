"""Fill the slots of messages with words, by the meanings of the slots.

``risk_tui.engine.declarations`` describes the syntax of messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.boards.board import NO_TERRITORY, Board
from risk_tui.data.language import (
    PlaceName,
    _,
    elide,
    list_separator,
    local_number,
    message_parts,
    name_in_form,
    ngettext,
    pgettext,
    pluralize,
)
from risk_tui.engine.declarations import (
    Blank,
    Message,
    OptionalPart,
    Slot,
    message_of,
    message_slots,
    parse_template,
)
from risk_tui.text.wrapping import columns

if TYPE_CHECKING:
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


MAX_FIGHT_ARMIES = 1_000
"""The maximum number of armies on one side of a fight for which odds are given."""

_UNITS = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def shorten_number(number: int, cells: int) -> str:
    """Format a number in at most ``cells`` columns: exact if it fits, else rounded down.

    If no unit fits, a ``+`` means that the number is greater than the nines before it.

    >>> [shorten_number(number, 3) for number in (999, 1_234, 12_345, 123_456, 1_234_567)]
    ['999', '1k', '12k', '.1M', '1M']
    >>> shorten_number(123_456, 4), shorten_number(123, 2), shorten_number(10, 1)
    ('123k', '9+', '+')
    """
    forms = [str(number)]
    for unit, size in _UNITS.items():
        whole, tenths = number // size, number * 10 // size
        forms += [f"{whole}{unit}"] if whole else [f".{tenths}{unit}"] if tenths else []
    fitting = (form for form in forms if len(form) <= cells)
    return next(fitting, "9" * (cells - 1) + "+")


def percent(chance: float | Fraction) -> str:
    """Format a chance in whole percent; 0% means impossible, 100% certain.

    A float of 1.0 is not certain, because it may be rounded.

    >>> percent(0.685), percent(0.001), percent(1.0), percent(1)
    ('69%', '<1%', '>99%', '100%')
    """
    if chance == 0 or (chance == 1 and not isinstance(chance, float)):
        return f"{int(chance) * 100}%"
    rounded = int(chance * 100 + 0.5)
    return "<1%" if rounded < 1 else ">99%" if rounded > 99 else f"{rounded}%"


def average(number: float | Fraction) -> str:
    """Format a mean with one decimal, or without one if that is 0.

    >>> average(4.42), average(1.0)
    ('4.4', '1')
    """
    return local_number(f"{float(number):.1f}".removesuffix(".0"))


def average_armies(number: float | Fraction) -> str:
    """Format a mean number of armies.

    >>> average_armies(4.42), average_armies(1.0)
    ('4.4 armies', '1 army')
    """
    text = average(number)
    return ngettext("{armies} army", "{armies} armies", 1 if text == "1" else 2, armies=text)


def card_name(card: int, board: Board) -> str:
    """Return the name of a card: its territory and symbol, or ``joker``."""
    deck_card = board.deck[card]
    if deck_card.territory is None:
        return pgettext("card", deck_card.short_name)
    symbol = pgettext("card", deck_card.symbol)
    return f"{board.base_territory(deck_card.territory).name} ({symbol})"


def faces(dice: Sequence[int]) -> str:
    """Format the faces of dice in the order given."""
    return " ".join(map(str, dice))


@dataclass(frozen=True, slots=True)
class Wording:
    """The names of seats, and a board, with which messages are put into words.

    Missions need a ``view`` (of any seat). If ``short``, territories have their codes, and dice no
    gaps. ``form`` is the form of places' names that a translation asks for.
    """

    seats: Sequence[Seat]
    board: Board
    view: View | None = None
    short: bool = False
    form: str = ""

    def name(self, seat: int) -> SeatName:
        """Return the name of a seat."""
        return SeatName(self.seats[seat].name, seat)


class SeatName(str):
    """The name of a seat in a sentence, with its number."""

    __slots__ = ("seat",)
    seat: int

    def __new__(cls, name: str, seat: int) -> SeatName:
        self = super().__new__(cls, name)
        self.seat = seat
        return self


Filler: TypeAlias = Callable[[Any, Wording, "Slot", object], "Sequence[str]"]
"""Puts the value of a slot into words, in parts. The last argument is the object with the slot."""

COMMAS, LIST, SPACES = (", ", ", "), (", ", " and "), (" ", " ")
"""Separators between the values of a slot, each with the separator before the last value."""


def number_alone(value: int, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """Return a number without its unit."""
    return (str(value),)


def join(phrases: Sequence[Sequence[str]], between: tuple[str, str]) -> list[str]:
    """Join phrases in parts.

    Args:
        phrases: The parts of each phrase.
        between: The separator, and the one before the last phrase.
    """
    parts: list[str] = []
    for number, phrase in enumerate(phrases):
        if number:
            is_last = number == len(phrases) - 1
            _append(parts, (list_separator(between[is_last]),))
        _append(parts, phrase)
    return parts


def _append(parts: list[str], phrase: Sequence[str]) -> None:
    """Append a phrase in parts; the language may contract its first word with the one before."""
    if parts and phrase:
        parts[-1], first = elide(parts[-1], phrase[0])
        phrase = (first, *phrase[1:])
    parts += phrase


def filler(
    phrase: Callable[[Any, Wording], Sequence[str]],
    between: tuple[str, str] = LIST,
    short: tuple[str, str] | None = None,
) -> Filler:
    """Return a filler for slots of one value or several; ``phrase`` puts one into words."""

    def fill(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
        phrases = [phrase(item, wording) for item in (value if slot.many else (value,))]
        if wording.form:
            # Names take their form before they are joined, because the "and" depends on it.
            phrases = [[name_in_form(part, wording.form) for part in parts] for parts in phrases]
        return join(phrases, short if short is not None and wording.short else between)

    return fill


def _territory(value: int, wording: Wording) -> Sequence[str]:
    territory = wording.board.territories[value]
    return (territory.code if wording.short else territory.name,)


def _card(value: int, wording: Wording) -> Sequence[str]:
    card = wording.board.deck[value]
    if not wording.short or card.territory is None:
        return (card_name(value, wording.board),)
    symbol = pgettext("card", card.symbol)
    return (f"{wording.board.base_territory(card.territory).code} {symbol}",)


def _rolls(value: Sequence[tuple[int, int]], wording: Wording) -> Sequence[str]:
    return join([(wording.name(seat), f" {face}") for seat, face in value], COMMAS)


def _armies_for(armies: int, source: int | str, wording: Wording) -> Sequence[str]:
    """Put armies into words, with their source: a continent's number, or a word."""
    return (_("{armies} for {source}", armies=armies, source=_continent(source, wording)[0]),)


def _territory_by_seat(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    chosen = [
        (wording.name(seat), wording.board.territories[territory])
        for seat, territory in enumerate(value)
        if territory != NO_TERRITORY
    ]
    if wording.short:
        return join([(name, f" {territory.code}") for name, territory in chosen], COMMAS)
    return join([(f"{territory.name} (", name, ")") for name, territory in chosen], LIST)


def _seat_by_territory(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """Put the number of territories of each seat into words; no words for a hidden deal."""
    seats = range(len(wording.seats)) if value else ()
    return join([(wording.name(seat), f" {value.count(seat)}") for seat in seats], COMMAS)


def _continent(value: int | str, wording: Wording) -> Sequence[str]:
    """Return the name of a continent by its number, or translate the word in its place."""
    if isinstance(value, PlaceName):
        return (value,)
    return (_(value) if isinstance(value, str) else wording.board.continents[value].name,)


def fill(
    message: Message,
    thing: object,
    wording: Wording,
    /,
    *,
    width: int | None = None,
    **words: str,
) -> str:
    """Put a message into words, with the slots of ``thing`` (a dataclass).

    Of several templates, use the first that has words for all blanks outside of brackets and takes
    at most ``width`` columns; if there is none, the last one.

    Args:
        message: A template, or several.
        thing: The object with the slots.
        wording: The context.
        width: The maximum number of columns; ``None`` for no limit.
        words: Words for blanks that are not slots of ``thing``; an empty word counts as missing.
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
    """Return the result of ``fill`` in parts, so that front ends can colour the ``SeatName``s."""
    kind: type = type(thing)
    templates = (message,) if isinstance(message, str) else message
    parts: list[str] = []
    for template in templates:
        parts, complete = _fill_steps(_parse_steps(kind, template), thing, wording, words)
        if complete and (width is None or sum(map(columns, parts)) <= width):
            break
    return parts


def sentence_parts(message: str, /, **slots: str) -> list[str]:
    """Return a sentence in parts; each filled slot is a part of its own.

    >>> sentence_parts("{seat} took {number} from you", seat="Ann", number="3")
    ['Ann', ' took ', '3', ' from you']
    """
    parts: list[str] = []
    for literal, name, form, _conversion in message_parts(message):
        filling = "" if name is None else name_in_form(slots[name], form)
        for part in filter(None, (literal, filling)):
            _append(parts, [part])
    return parts


@dataclass(frozen=True, slots=True)
class _SlotStep:
    """A step that fills a blank for a slot."""

    name: str
    slot: Slot
    fill: Filler
    form: str = ""
    """The form of a place's name that a translation asks for."""


_Step: TypeAlias = "str | Blank | _SlotStep"
"""A part of a template: text, a blank for a word that is not a slot, or a blank for a slot."""


@cache
def _parse_steps(kind: type, template: str) -> tuple[_Step | tuple[_Step, ...], ...]:
    """Return the steps that fill a template from a dataclass; a part in brackets is a tuple."""
    slots = message_slots(kind)

    def step(part: str | Blank) -> _Step:
        if isinstance(part, str) or part.slot not in slots:
            return part
        slot = slots[part.slot]
        fill_slot = number_alone if part.alone else FILLERS[slot.meaning]
        return _SlotStep(part.slot, slot, fill_slot, part.form)

    return tuple(
        tuple(map(step, part.parts)) if isinstance(part, OptionalPart) else step(part)
        for part in parse_template(template)
    )


def _fill_steps(
    steps: Sequence[_Step | tuple[_Step, ...]],
    thing: object,
    wording: Wording,
    words: Mapping[str, str],
) -> tuple[list[str], bool]:
    """Return the parts of a sentence, and True if all blanks outside of brackets have words."""
    parts: list[str] = []
    complete = True
    for step in steps:
        phrase: Sequence[str]
        if isinstance(step, str):
            phrase = (step,)
        elif isinstance(step, Blank):
            phrase = (words[step.slot],) if words[step.slot] else ()
        elif isinstance(step, tuple):
            phrase, whole = _fill_steps(step, thing, wording, words)
            _append(parts, phrase if whole else ())
            continue
        else:
            value, here = getattr(thing, step.name), wording
            if step.form:
                here = replace(wording, form=step.form)
            phrase = () if value is None else step.fill(value, here, step.slot, thing)
        _append(parts, phrase)
        complete = complete and bool(phrase)
    return parts, complete


# Goals


def describe_goal(goal: Goal, seats: Sequence[Seat], board: Board, *, short: bool = False) -> str:
    """Describe a goal, such as ``hold Asia and Africa``; ``short`` uses codes of territories."""
    return _fill_goal(goal, Wording(seats, board, short=short))


def describe_mission(view: View, mission: int, seats: Sequence[Seat], holder: int) -> str:
    """Describe the goal of a mission for its holder, as it applies now.

    If the goal differs from the one printed on the mission, the reason follows.
    """
    missions, wording = view.rules.missions, Wording(seats, view.board)
    printed = missions.deck[mission]
    text = _fill_goal(missions.goal(view.beaten_by, holder, mission), wording)
    why = printed.replacement_reason(view.beaten_by, holder)
    if why is None:
        return text
    if why == "own" and holder == view.seat:
        why = "yours"
    return f"{text}, {fill(message_of(printed.instead, why), printed, wording)}"


def _fill_goal(goal: Goal, wording: Wording) -> str:
    return fill(goal.message(goal.words, None), goal, wording)


def _mission(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """Put missions into words as they apply to the ``seat`` of ``thing``, if it is in the game.

    Without such a seat, missions are described as printed; without a view, the result is empty.
    """
    view, seats, holder = wording.view, wording.seats, getattr(thing, "seat", None)
    if view is None:
        return ()
    numbers = value if slot.many else (value,)
    if holder is None or view.status[holder] in ("eliminated", "out"):
        deck = view.rules.missions.deck
        goals = [_fill_goal(deck[number], wording) for number in numbers]
    else:
        goals = [describe_mission(view, number, seats, holder) for number in numbers]
    return join([(goal,) for goal in goals], ("; ", "; "))


FILLERS: Mapping[str, Filler] = {
    "armies and source": filler(
        lambda value, wording: _armies_for(value[0], value[1], wording), COMMAS
    ),
    "card": filler(_card),
    "choice": lambda value, wording, slot, thing: (_(slot.words[value]),),
    "colour": filler(lambda value, wording: (pgettext("colour", wording.seats[value].colour),)),
    "continent": filler(_continent),
    "continent and armies": filler(lambda value, wording: _armies_for(value[1], value[0], wording)),
    "face": filler(lambda value, wording: (str(value),), SPACES, short=("", "")),
    "goal": filler(lambda value, wording: (_fill_goal(value, wording),)),
    "mission": _mission,
    "number": lambda value, wording, slot, thing: (
        (pluralize(value, slot.unit) if slot.unit else str(value)),
    ),
    "seat": filler(lambda value, wording: (wording.name(value),), short=COMMAS),
    "seat and face": filler(_rolls, ("; again ", "; again ")),
    "seat by territory": _seat_by_territory,
    "territory": filler(_territory, short=SPACES),
    "territory by seat": _territory_by_seat,
    "victory": filler(lambda value, wording: (_(value.phrase),)),
}
"""The fillers of slots by their meanings. A flag has none, because it chooses among messages."""
