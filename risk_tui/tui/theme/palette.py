"""Colours and glyphs: one of each for every seat, apart from each other for the colour-blind.

Everything is drawn in these colours: a dark blue sea and nearly white words. When a line leaves
the program, ``line_filters`` puts those of another palette (``palettes``) in their places; it
recognizes a role by its colour, so no two roles may share one.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class RGB(NamedTuple):
    """A colour, 0 to 255 each."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """As ``#rrggbb``."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """How bright eyes see it, from 0 to 255 (relative luminance)."""
        return 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue

    def mix(self, other: RGB, share: float) -> RGB:
        """This colour with ``share`` (0 to 1) of another."""
        return RGB(*(round(a + (b - a) * share) for a, b in zip(self, other, strict=True)))


WHITE = RGB(255, 255, 255)
BLACK = RGB(0, 0, 0)

# Grounds
SEA = RGB(11, 21, 33)
SHELF = RGB(15, 30, 46)
PANEL = RGB(15, 26, 40)
BAR = RGB(22, 38, 58)
FIELD = RGB(20, 40, 59)
PICKED = RGB(29, 58, 85)
LOST = RGB(2, 4, 7)

# Lines and words
RAIL = RGB(70, 96, 122)
LANE = RGB(84, 114, 142)
HARBOUR = RGB(83, 114, 142)
TEXT = RGB(216, 222, 230)
SOFT = RGB(184, 194, 204)
DIM = RGB(135, 149, 165)
HEAD = RGB(250, 245, 220)
STRONG = WHITE
GOLD = RGB(255, 221, 128)
AMBER = RGB(230, 159, 0)
WARN = RGB(255, 157, 92)
GOOD = RGB(143, 214, 148)
ACCENT = RGB(200, 84, 10)

# On the map
CURSOR = RGB(255, 255, 254)
ROUTE = RGB(255, 221, 127)
LABEL = RGB(252, 252, 250)
LABEL_QUIET = RGB(176, 184, 192)
INK = RGB(8, 12, 18)
FREE = RGB(147, 138, 128)
RIDGE = RGB(3, 6, 10)
UNCONCERNED = RGB(92, 90, 90)
SAFE = RGB(38, 108, 124)
SHAKY = RGB(225, 168, 40)
DOOMED = RGB(224, 44, 30)

# On a seat's colour, by day and by night
BADGE_LIGHT = RGB(254, 254, 254)
BADGE_DARK = RGB(4, 6, 10)

HOUSE = {
    "sea": SEA,
    "shelf": SHELF,
    "panel": PANEL,
    "bar": BAR,
    "field": FIELD,
    "picked": PICKED,
    "lost": LOST,
    "rail": RAIL,
    "lane": LANE,
    "harbour": HARBOUR,
    "text": TEXT,
    "soft": SOFT,
    "dim": DIM,
    "head": HEAD,
    "strong": STRONG,
    "gold": GOLD,
    "amber": AMBER,
    "warn": WARN,
    "good": GOOD,
    "accent": ACCENT,
    "cursor": CURSOR,
    "route": ROUTE,
    "ridge": RIDGE,
    "label": LABEL,
    "label-quiet": LABEL_QUIET,
    "ink": INK,
    "badge-light": BADGE_LIGHT,
    "badge-dark": BADGE_DARK,
}
"""The colours by what they are for. Style sheets name them, too: as ``$house-sea``."""

SEAT_COLOURS = {
    "red": RGB(231, 131, 76),
    "blue": RGB(101, 98, 240),
    "green": RGB(109, 204, 143),
    "yellow": RGB(233, 199, 18),
    "purple": RGB(255, 151, 253),
    "cyan": RGB(155, 254, 255),
}
"""Found by search: in all shades as far apart as can be, for all eyes, and from the sea."""

GREY = RGB(183, 185, 192)
"""An army that nobody plays, or nobody plays any more."""

SEAT_GLYPHS = {
    "red": "●",
    "blue": "■",
    "green": "▲",
    "yellow": "◊",
    "purple": "▼",
    "cyan": "►",
    "grey": "◦",
}
"""The glyph of every seat colour. They are used for nothing else: ASCII turns them into letters."""

SHADES = ("plain", "quiet", "choice", "glow")
"""Shades of a land: as usual, out of the question, to be chosen, or chosen."""


_MIXTURES = {
    # A little darker than the seat's badges and dice, which without colours are shown in reverse.
    "plain": (BLACK, 0.03),
    "choice": (WHITE, 0.05),
    "glow": (WHITE, 0.12),
}


def seat_rgb(colour: str) -> RGB:
    """A seat's colour; grey for an army that nobody plays."""
    return SEAT_COLOURS.get(colour, GREY)


def seat_glyph(colour: str) -> str:
    """A seat's glyph."""
    return SEAT_GLYPHS.get(colour, "?")


@cache
def tint(colour: RGB, kind: str, sea: RGB = SEA) -> RGB:
    """A land's colour in a shade (``kind``, one of ``SHADES``); ``quiet`` is mixed with ``sea``."""
    other, share = _MIXTURES.get(kind, (sea, 0.434))
    return colour.mix(other, share)


@cache
def darken(fill: RGB) -> RGB:
    """The colour of the borders on a land."""
    return fill.mix(BLACK, 0.6)


@cache
def label_background(fill: RGB) -> RGB:
    """The background of a label on a land."""
    return fill.mix(BLACK, 0.62)


@cache
def name_colour(colour: RGB) -> RGB:
    """A seat's colour for words on a dark ground."""
    return colour.mix(WHITE, 0.18)


def readable_foreground(colour: RGB) -> RGB:
    """Black or white, whichever is easier to read on a colour."""
    return BADGE_DARK if colour.luminance > 140 else BADGE_LIGHT
