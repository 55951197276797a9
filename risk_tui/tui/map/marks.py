"""What the map says about a decision: where one can start, what one can aim at, what is quiet."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, ChooseCapital, Claim, Fortify, Place, Reinforce
from risk_tui.engine.decisions import ToAlter, ToDefend, ToOccupy, ToPlace
from risk_tui.tui.map.drawing import LABEL_CELLS, Frame, Holding, Look
from risk_tui.tui.palette import (
    CURSOR,
    FREE,
    GOLD,
    INK,
    LABEL,
    LABEL_QUIET,
    NEUTRAL,
    RGB,
    name_ink,
    seat_glyph,
    seat_rgb,
    shade,
    tag_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class Mark(Enum):
    """What a territory is for the decision that is due."""

    PLAIN = auto()
    QUIET = auto()
    ALLOWED = auto()
    CHOICE = auto()
    SOURCE = auto()
    TARGET = auto()


def marks(view: View, source: int | None) -> list[Mark]:
    """A mark for every territory; all plain while somebody else decides."""
    found = [Mark.PLAIN] * len(view.owner)
    decision = view.decision
    if isinstance(decision, ToDefend | ToAlter | ToOccupy):
        found = [Mark.QUIET] * len(view.owner)
        found[decision.source] = Mark.SOURCE
        found[decision.target] = Mark.TARGET
        return found
    choices = choices_of(view, source)
    if not choices:
        return found
    if isinstance(decision, ToPlace):
        # Every army is another player's: the map would flicker.
        return [Mark.ALLOWED if place in choices else Mark.PLAIN for place in range(len(found))]
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


def looks(
    view: View,
    seats: Sequence[Seat],
    source: int | None,
    *,
    ascii: bool = False,
) -> list[Look]:
    """How every territory is drawn; ``ascii`` chooses the patterns for lands without colours."""
    shown = marks(view, source)
    return [_look(view, seats, place, mark, ascii) for place, mark in enumerate(shown)]


def under_cursor(look: Look) -> Look:
    """How a territory is drawn when the cursor stands on it."""
    return replace(look, ink=INK, tag=CURSOR, bold=True, frame=Frame.CURSOR)


def holdings(view: View, seats: Sequence[Seat]) -> list[Holding]:
    """Who holds each continent, for its caption on the sea."""
    found = []
    for continent in view.board.continents:
        owner = continent.holder(view.owner)
        if owner < 0 or view.status[owner] not in ("playing", "neutral"):
            found.append(Holding())
        else:
            colour = seats[owner].colour
            found.append(Holding(name_ink(seat_rgb(colour)), seat_glyph(colour)))
    return found


def land_colour(view: View, seats: Sequence[Seat], place: int) -> RGB:
    """The colour of a territory's owner; grey when it is free or neutral."""
    owner = view.owner[place]
    if owner < 0:
        return FREE
    if view.status[owner] in ("out", "resigned"):
        return NEUTRAL
    return seat_rgb(seats[owner].colour)


def _look(view: View, seats: Sequence[Seat], place: int, mark: Mark, ascii: bool) -> Look:
    fill = shade(land_colour(view, seats, place), _SHADES[mark])
    front = any(view.owner[other] != view.owner[place] for other in view.board.neighbours[place])
    ink, tag = LABEL if front else LABEL_QUIET, tag_of(fill)
    frame = _FRAMES[mark]
    if mark is Mark.QUIET:
        ink = LABEL_QUIET
    elif mark is Mark.SOURCE:
        ink, tag = INK, GOLD
    elif mark is Mark.TARGET:
        ink, tag = GOLD, INK
    elif mark in (Mark.ALLOWED, Mark.CHOICE):
        ink = LABEL
    bold = mark not in (Mark.PLAIN, Mark.QUIET)
    owner = view.owner[place]
    colour = seats[owner].colour if owner >= 0 else ""
    label = label_of(view, seats, place)
    return Look(fill, label, ink, tag, bold, owner, frame, texture(colour, ascii=ascii))


_SHADES = {
    Mark.PLAIN: "plain",
    Mark.ALLOWED: "plain",
    Mark.QUIET: "quiet",
    Mark.CHOICE: "choice",
    Mark.SOURCE: "glow",
    Mark.TARGET: "glow",
}
_FRAMES = {
    Mark.PLAIN: Frame.NONE,
    Mark.ALLOWED: Frame.CHOICE,
    Mark.QUIET: Frame.NONE,
    Mark.CHOICE: Frame.CHOICE,
    Mark.SOURCE: Frame.SOURCE,
    Mark.TARGET: Frame.TARGET,
}

_ASCII_TEXTURES = {
    "red": (":",),
    "blue": ("/",),
    "green": ("^ ", " ^"),
    "yellow": ("=",),
    "purple": ("\\",),
    "cyan": ("% ", " %"),
    "grey": ("~",),
}
_FREE_TEXTURE = (". ", " .")
_GROUNDS = {
    "red": "░",
    "blue": "╱",
    "green": "·",
    "yellow": "═",
    "purple": "╲",
    "cyan": "╳",
}
_TILE = ("{glyph}{ground}{ground}{ground}", "{ground}{ground}{glyph}{ground}")


def texture(colour: str, *, ascii: bool) -> tuple[str, ...]:
    """The tile that fills the land of a seat; empty ``colour``: nobody's land."""
    if not colour:
        return _FREE_TEXTURE if ascii else (" ·", "· ")
    if ascii:
        return _ASCII_TEXTURES.get(colour, ("~",))
    ground = _GROUNDS.get(colour, "▒")
    return tuple(line.format(glyph=seat_glyph(colour), ground=ground) for line in _TILE)


CAPITAL, CITY = "★", "•"


def label_of(view: View, seats: Sequence[Seat], place: int) -> str:
    """A territory's code, its owner's glyph, its mark as a capital or a city, and its armies.

    Where three digits leave no room for the mark, only the panel tells of it.
    """
    code = view.board.territories[place].code
    owner = view.owner[place]
    mark = CAPITAL if place in view.capitals else CITY if place in view.cities else ""
    if owner < 0:
        return code + mark
    armies = str(view.armies[place])
    whose = seat_glyph(seats[owner].colour)
    if len(code + whose + mark + armies) > LABEL_CELLS:
        mark = ""
    return code + whose + mark + armies
