"""What the map says about a decision: where one can start, what one can aim at, what is quiet."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, ChooseCapital, Claim, Fortify, Place, Reinforce
from risk_tui.engine.decisions import ToAlter, ToDefend, ToOccupy
from risk_tui.tui.drawing import LABEL_WIDTH, Look
from risk_tui.tui.palette import BLACK, FREE, INK, NEUTRAL, PAPER, RGB, WHITE, seat_rgb, shade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class Mark(Enum):
    """What a territory is for the decision that is due."""

    PLAIN = auto()
    QUIET = auto()
    CHOICE = auto()
    SOURCE = auto()
    TARGET = auto()


def marks(view: View, source: int | None) -> list[Mark]:
    """A mark for every territory; all plain while somebody else decides."""
    found = [Mark.PLAIN] * len(view.owner)
    decision = view.decision
    if isinstance(decision, ToDefend | ToAlter | ToOccupy):
        found[decision.source] = Mark.SOURCE
        found[decision.target] = Mark.TARGET
        return found
    choices = choices_of(view, source)
    if not choices:
        return found
    found = [Mark.CHOICE if place in choices else Mark.QUIET for place in range(len(found))]
    if source is not None:
        found = [Mark.TARGET if mark is Mark.CHOICE else mark for mark in found]
        found[source] = Mark.SOURCE
    return found


def choices_of(view: View, source: int | None) -> set[int]:
    """The territories that the next choice can fall on: starts, or aims once there is a source."""
    choices: set[int] = set()
    for offer in view.offers:
        match offer.action:
            case Claim(place) | Place(place, _) | Reinforce(place, _) if source is None:
                choices.add(place)
            case ChooseCapital(int(place)):
                choices.add(place)
            case Attack(start, target, _) | Fortify(start, target, _):
                if source is None:
                    choices.add(start)
                elif start == source:
                    choices.add(target)
    return choices


def looks(view: View, seats: Sequence[Seat], source: int | None, cursor: int | None) -> list[Look]:
    """How every territory is drawn."""
    shown = marks(view, source)
    return [_look(view, seats, place, mark, place == cursor) for place, mark in enumerate(shown)]


def land_colour(view: View, seats: Sequence[Seat], place: int) -> RGB:
    """The colour of a territory's owner; grey when it is free or neutral."""
    owner = view.owner[place]
    if owner < 0:
        return FREE
    if view.status[owner] in ("out", "resigned"):
        return NEUTRAL
    return seat_rgb(seats[owner].colour)


def _look(view: View, seats: Sequence[Seat], place: int, mark: Mark, cursor: bool) -> Look:
    land = land_colour(view, seats, place)
    fill = {
        Mark.QUIET: shade(land, "quiet"),
        Mark.SOURCE: shade(land, "glow"),
        Mark.TARGET: shade(land, "glow"),
    }.get(mark, land)
    ink, tag = WHITE, fill.mix(BLACK, 0.55)
    if mark is Mark.QUIET:
        ink = RGB(176, 184, 192)
    elif mark is Mark.SOURCE:
        ink, tag = INK, RGB(255, 221, 128)
    elif mark is Mark.TARGET:
        ink, tag = RGB(255, 221, 128), RGB(20, 20, 24)
    if cursor:
        ink, tag = INK, WHITE
        fill = fill.mix(PAPER, 0.28)
    bold = cursor or mark in (Mark.CHOICE, Mark.SOURCE, Mark.TARGET)
    return Look(fill, shade(fill, "border"), label_of(view, place), ink, tag, bold)


CAPITAL, CITY = "★", "•"


def label_of(view: View, place: int) -> str:
    """A territory's code, its mark as a capital or a city, and its armies.

    Where three digits leave no room for the mark, only the panel tells of it.
    """
    code = view.board.territories[place].code
    armies = str(view.armies[place]) if view.owner[place] >= 0 else ""
    mark = CAPITAL if place in view.capitals else CITY if place in view.cities else ""
    if len(code + mark + armies) > LABEL_WIDTH:
        mark = ""
    return code + mark + armies
