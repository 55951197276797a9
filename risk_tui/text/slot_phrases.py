"""Slots in words, by what they mean, for long and for short sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from risk_tui.boards.board import NOWHERE
from risk_tui.data.dataclasses import dataclass
from risk_tui.text.phrases import card_name, pluralize

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.declarations import Slot
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Wording:
    """What slots are put into words with: the names of seats, and a board.

    Missions are told only with a ``view`` (of any seat).
    ``short``: territories by their codes, dice without gaps.
    """

    seats: Sequence[Seat]
    board: Board
    view: View | None = None
    short: bool = False

    def name(self, seat: int) -> SeatName:
        """The name of a seat."""
        return SeatName(self.seats[seat].name, seat)


class SeatName(str):
    """The name of a seat in a sentence, which knows its seat."""

    __slots__ = ("seat",)
    seat: int

    def __new__(cls, name: str, seat: int) -> SeatName:
        self = super().__new__(cls, name)
        self.seat = seat
        return self


Filler: TypeAlias = Callable[[Any, Wording, "Slot", object], "Sequence[str]"]
"""Puts the value of a slot into words, in parts; last comes the thing that has the slot."""

COMMAS, LIST, BLANKS = (", ", ", "), (", ", " and "), (" ", " ")
"""What stands between the values of a slot, and before the last one."""


def number_alone(value: int, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """A number without what it counts."""
    return (str(value),)


def join(phrases: Iterable[Sequence[str]], between: tuple[str, str]) -> list[str]:
    joined: list[Sequence[str]] = []
    for phrase in phrases:
        joined += ((between[0],), phrase)
    if len(joined) > 2:
        joined[-2] = (between[1],)
    return [part for phrase in joined[1:] for part in phrase]


def filler(
    phrase: Callable[[Any, Wording], Sequence[str]],
    between: tuple[str, str] = LIST,
    short: tuple[str, str] | None = None,
) -> Filler:
    """What fills slots of one value or of several, of which ``phrase`` tells one."""

    def fill(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
        if not slot.many:
            return phrase(value, wording)
        separators = short if short is not None and wording.short else between
        return join([phrase(item, wording) for item in value], separators)

    return fill


def _territory(value: int, wording: Wording) -> Sequence[str]:
    territory = wording.board.territories[value]
    return (territory.code if wording.short else territory.name,)


def _card(value: int, wording: Wording) -> Sequence[str]:
    card = wording.board.deck[value]
    if not wording.short or card.territory is None:
        return (card_name(value, wording.board),)
    return (f"{wording.board.on_one_earth(card.territory).code} {card.symbol}",)


def _rolls(value: Sequence[tuple[int, int]], wording: Wording) -> Sequence[str]:
    return join([(wording.name(seat), f" {face}") for seat, face in value], COMMAS)


def _armies_for(armies: int, source: int | str, wording: Wording) -> Sequence[str]:
    """Armies, and what they are for: a continent's number, or a word."""
    return (f"{armies} for {_continent(source, wording)[0]}",)


def _territory_by_seat(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    chosen = [
        (wording.name(seat), wording.board.territories[territory])
        for seat, territory in enumerate(value)
        if territory != NOWHERE
    ]
    if wording.short:
        return join([(name, f" {territory.code}") for name, territory in chosen], COMMAS)
    return join([(f"{territory.name} (", name, ")") for name, territory in chosen], LIST)


def _seat_by_territory(value: Any, wording: Wording, slot: Slot, thing: object) -> Sequence[str]:
    """How many territories each seat has."""
    seats = range(len(wording.seats))
    return join([(wording.name(seat), f" {value.count(seat)}") for seat in seats], COMMAS)


def _continent(value: int | str, wording: Wording) -> Sequence[str]:
    """A continent, or a word for one."""
    return (value if isinstance(value, str) else wording.board.continents[value].name,)


FILLERS: dict[str, Filler] = {
    "armies and source": filler(
        lambda value, wording: _armies_for(value[0], value[1], wording), COMMAS
    ),
    "card": filler(_card),
    "choice": lambda value, wording, slot, thing: (slot.words[value],),
    "colour": filler(lambda value, wording: (wording.seats[value].colour,)),
    "continent": filler(_continent),
    "continent and armies": filler(lambda value, wording: _armies_for(value[1], value[0], wording)),
    "face": filler(lambda value, wording: (str(value),), BLANKS, short=("", "")),
    "number": lambda value, wording, slot, thing: (
        (pluralize(value, slot.unit) if slot.unit else str(value)),
    ),
    "seat": filler(lambda value, wording: (wording.name(value),), short=BLANKS),
    "seat and face": filler(_rolls, ("; again ", "; again ")),
    "seat by territory": _seat_by_territory,
    "territory": filler(_territory, short=BLANKS),
    "territory by seat": _territory_by_seat,
    "victory": filler(lambda value, wording: (value.phrase,)),
}
"""What fills a slot, by its meaning; a flag has nothing, it chooses among messages.

What has words of its own, a goal, is filled in by ``risk_tui.text.templates``.
"""
