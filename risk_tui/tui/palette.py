"""Colours and glyphs: one of each for every seat, apart from each other for the colour-blind.

The seat colours are Okabe and Ito's, a little darkened so that white labels stand out on them.
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

    def mix(self, other: RGB, share: float) -> RGB:
        """This colour with ``share`` (0 to 1) of another."""
        return RGB(*(round(a + (b - a) * share) for a, b in zip(self, other, strict=True)))


SEA = RGB(11, 21, 33)
LANE = RGB(70, 96, 122)
FREE = RGB(74, 82, 92)
NEUTRAL = RGB(120, 113, 108)
WHITE = RGB(255, 255, 255)
BLACK = RGB(0, 0, 0)
INK = RGB(8, 12, 18)
PAPER = RGB(250, 245, 220)

SEAT_COLOURS = {
    "red": RGB(213, 94, 0),
    "blue": RGB(0, 114, 178),
    "green": RGB(0, 150, 110),
    "yellow": RGB(214, 178, 30),
    "purple": RGB(190, 110, 160),
    "cyan": RGB(86, 180, 233),
}
GREY = RGB(130, 128, 124)
"""An army that nobody plays."""
SEAT_GLYPHS = {
    "red": "●",
    "blue": "■",
    "green": "▲",
    "yellow": "◆",
    "purple": "▼",
    "cyan": "✚",
    "grey": "○",
}


def seat_rgb(colour: str) -> RGB:
    """A seat's colour; grey for an army that nobody plays."""
    return SEAT_COLOURS.get(colour, GREY)


def seat_glyph(colour: str) -> str:
    """A seat's glyph."""
    return SEAT_GLYPHS.get(colour, "?")


@cache
def shade(colour: RGB, kind: str) -> RGB:
    """A variation of a land colour: ``plain``, ``border``, ``quiet``, ``glow`` or ``cursor``."""
    if kind == "border":
        return colour.mix(BLACK, 0.42)
    if kind == "quiet":
        return colour.mix(SEA, 0.35)
    if kind == "glow":
        return colour.mix(WHITE, 0.22)
    if kind == "cursor":
        return colour.mix(WHITE, 0.5)
    return colour


def ink_on(colour: RGB) -> RGB:
    """Black or white, whichever is easier to read on a colour (by relative luminance)."""
    luminance = 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue
    return INK if luminance > 140 else WHITE
