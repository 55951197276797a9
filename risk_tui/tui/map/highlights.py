"""The territories that the map highlights for the pending decision, and their styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.decisions import ToPlace
from risk_tui.engine.declarations import pointed_fields
from risk_tui.engine.view import View
from risk_tui.table.seats import Seat, seat_on
from risk_tui.tui.map.renderer import LABEL_CELLS, ContinentStyle, LabelFrame, TerritoryStyle
from risk_tui.tui.theme.palette import (
    CURSOR,
    FREE,
    GOLD,
    GREY,
    INK,
    LABEL,
    LABEL_QUIET,
    RGB,
    ROUTE,
    label_background,
    name_colour,
    seat_glyph,
    seat_rgb,
    tint,
)

STRONG_STACK, BIG_STACK = 5, 20
"""Minimum armies for a bold label, and for a wider one."""


class Highlight(Enum):
    """The role of a territory in the pending decision."""

    PLAIN = auto()
    QUIET = auto()
    ALLOWED = auto()
    CHOICE = auto()
    SOURCE = auto()
    TARGET = auto()


def highlights(view: View, source: int | None) -> list[Highlight]:
    """Return the highlight of every territory.

    ``source`` is the territory chosen to act from, if any. Territories without a role are quiet;
    they are plain if no territory has a role, and while players take turns to place armies.
    """
    decision, territories = view.decision, range(len(view.owner))
    choices = selectable_territories(view, source)
    if isinstance(decision, ToPlace):
        # Quiet territories would flicker from one player's turn to the next.
        return [
            Highlight.ALLOWED if territory in choices else Highlight.PLAIN
            for territory in territories
        ]
    marks: dict[int | None, Highlight] = {}
    if decision is not None:
        names = pointed_fields(type(decision))
        ends = (getattr(decision, name) for name in names)
        marks = dict(zip(ends, (Highlight.SOURCE, Highlight.TARGET), strict=False))
    marks.pop(None, None)  # Moves can start outside the board.
    if not choices and not marks:
        return [Highlight.PLAIN] * len(territories)
    marks |= dict.fromkeys(choices, Highlight.CHOICE if source is None else Highlight.TARGET)
    if source is not None and choices:
        marks[source] = Highlight.SOURCE
    return [marks.get(territory, Highlight.QUIET) for territory in territories]


def selectable_territories(view: View, source: int | None) -> set[int]:
    """Return the territories that can be chosen next: sources, or targets of a ``source``."""
    choices: set[int] = set()
    for offer in view.offers:
        match offer.action.aims:
            case (territory,) if source is None:
                choices.add(territory)
            case (start, target) if source in (None, start):
                choices.add(start if source is None else target)
    return choices


def territory_styles(
    view: View, seats: Sequence[Seat], marks: Sequence[Highlight], *, ascii: bool = False
) -> list[TerritoryStyle]:
    """Return the style of every territory, highlighted by ``marks``.

    ``ascii`` limits the patterns of land to ASCII.
    """
    return [
        _territory_style(view, seats, territory, highlight, ascii)
        for territory, highlight in enumerate(marks)
    ]


def under_cursor(style: TerritoryStyle) -> TerritoryStyle:
    """Return the style of a territory under the cursor."""
    return replace(
        style, foreground=INK, label_background=CURSOR, bold=True, frame=LabelFrame.CURSOR
    )


def continent_styles(view: View, seats: Sequence[Seat]) -> list[ContinentStyle]:
    """Return the style of each continent's caption on the sea: colour and glyph of its holder."""
    styles = []
    for continent in view.board.continents:
        owner = continent.holder(view.owner, view.outside_continents)
        if owner == NO_SEAT or view.status[owner] not in ("playing", "neutral"):
            styles.append(ContinentStyle())
        else:
            colour = seats[owner].colour
            styles.append(ContinentStyle(name_colour(seat_rgb(colour)), seat_glyph(colour)))
    return styles


def _territory_style(
    view: View, seats: Sequence[Seat], territory: int, highlight: Highlight, ascii: bool
) -> TerritoryStyle:
    look = _LOOKS[highlight]
    owner = view.owner[territory]
    if owner == NO_SEAT:
        colour, land = "", FREE
    else:
        colour = seat_on(view, seats, territory).colour
        # The land of players who have left the game is grey.
        land = GREY if view.status[owner] in ("out", "resigned") else seat_rgb(colour)
    in_fog = owner == NO_SEAT and territory in view.unseen
    shade = "quiet" if in_fog and look.shade == "plain" else look.shade
    fill = tint(land, shade)
    armies = view.armies[territory]
    on_front = any(view.owner[other] != owner for other in view.board.neighbours[territory])
    return TerritoryStyle(
        fill=fill,
        label=label_of(view, seats, territory),
        foreground=look.foreground or (LABEL if on_front else LABEL_QUIET),
        label_background=look.background or label_background(fill),
        bold=look.bold or armies >= STRONG_STACK,
        realm=owner + view.colour(territory) * len(seats),
        frame=look.frame,
        big=armies >= BIG_STACK,
        texture=_FOG_TEXTURES[ascii] if in_fog else texture(colour, ascii=ascii),
        shade=shade,
    )


class _Look(NamedTuple):
    """The look of a territory: the shade of its land, and its label.

    Without a ``foreground``, the label is lighter if the territory borders another owner's. Without
    a ``background``, the label has the colour of the land, darkened.
    """

    shade: str
    frame: LabelFrame = LabelFrame.NONE
    bold: bool = True
    foreground: RGB | None = None
    background: RGB | None = None


_LOOKS = {
    Highlight.PLAIN: _Look("plain", bold=False),
    Highlight.QUIET: _Look("quiet", bold=False, foreground=LABEL_QUIET),
    Highlight.ALLOWED: _Look("plain", LabelFrame.CHOICE, foreground=LABEL),
    Highlight.CHOICE: _Look("choice", LabelFrame.CHOICE, foreground=LABEL),
    Highlight.SOURCE: _Look("glow", LabelFrame.SOURCE, foreground=INK, background=ROUTE),
    Highlight.TARGET: _Look("glow", LabelFrame.TARGET, foreground=GOLD, background=INK),
}

_ASCII_TEXTURES = {
    "red": (":",),
    "blue": ("/",),
    "green": ("^",),
    "yellow": ("=",),
    "purple": ("\\",),
    "cyan": ("%",),
    "grey": ("~",),
}
_FREE_TEXTURES = (" ·", "· "), (". ", " .")
_FOG_TEXTURES = ("░",), ("? ", " ?")
"""The tiles that fill free land, and land whose owner is hidden: usually, and in ASCII."""
_GROUND_SIGNS = {
    "red": "░",
    "blue": "╱",
    "green": "·",
    "yellow": "=",
    "purple": "╲",
    "cyan": "╳",
}


def texture(colour: str, *, ascii: bool) -> tuple[str, ...]:
    """Return the tile that fills the land of a seat; an empty ``colour`` means free land."""
    if not colour:
        return _FREE_TEXTURES[ascii]
    if ascii:
        return _ASCII_TEXTURES.get(colour, ("~",))
    glyph, ground = seat_glyph(colour), _GROUND_SIGNS.get(colour, "▒")
    return f"{glyph}{3 * ground}", f"{2 * ground}{glyph}{ground}"


def label_of(view: View, seats: Sequence[Seat], territory: int) -> str:
    """Return a territory's label: code, owner's glyph, a symbol, and armies, ``?`` if hidden.

    If three digits leave no room for the symbol, only the panel shows it.
    """
    code = view.board.base_territory(territory).code
    owner = view.owner[territory]
    marks = view.marks(territory)
    symbol = marks[0].sign if marks else ""
    unseen = "?" if territory in view.unseen else ""
    if owner == NO_SEAT:
        return code + symbol + unseen
    armies = unseen or str(view.armies[territory])
    glyph = seat_glyph(seat_on(view, seats, territory).colour)
    if len(code + glyph + symbol + armies) > LABEL_CELLS:
        symbol = ""
    return code + glyph + symbol + armies
