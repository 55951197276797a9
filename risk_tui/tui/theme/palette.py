"""Colours and glyphs: one of each per seat, distinct also for colour-blind players.

Everything is drawn in these colours: a dark blue sea and nearly white words. Just before a line is
written, the colours of another palette may replace them. A role is recognised by its colour, so no
two roles may share one. Palettes of few colours are chosen by hand, because if each colour became
the nearest one, two seats would look alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from rich.color import Color as RichColor
from rich.color import ColorSystem


class RGB(NamedTuple):
    """A colour; each part is from 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """The colour as ``#rrggbb``."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """The brightness to the eye, from 0 to 255."""
        return 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue

    def mix(self, other: RGB, share: float) -> RGB:
        """Return this colour mixed with ``share`` (0 to 1) of another."""
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
LANE = RGB(200, 222, 242)
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
FREE = RGB(168, 149, 138)
CONTINENT_BORDER = RGB(3, 6, 10)
NO_RISK = RGB(92, 90, 90)
SAFE = RGB(38, 108, 124)
MEDIUM_RISK = RGB(225, 168, 40)
HIGH_RISK = RGB(224, 44, 30)
UNKNOWN = RGB(250, 150, 250)

# On a seat's colour, in the dark and the light theme
BADGE_LIGHT = RGB(254, 254, 254)
BADGE_DARK = RGB(4, 6, 10)

SEAT_COLOURS = {
    "red": RGB(247, 62, 70),
    "blue": RGB(102, 108, 239),
    "green": RGB(113, 249, 140),
    "yellow": RGB(217, 175, 20),
    "purple": RGB(254, 144, 255),
    "cyan": RGB(85, 172, 185),
}
"""The colours of seats, found by a search: no shade of one looks like a shade of another, also to
colour-blind players.
"""

GREY = RGB(206, 206, 207)
"""The colour of neutral armies and of players who have left the game."""

SEAT_GLYPHS = {
    "red": "●",
    "blue": "■",
    "green": "▲",
    "yellow": "◊",
    "purple": "▼",
    "cyan": "►",
    "grey": "◦",
}
"""The glyph of every seat colour. They have no other use, because ASCII makes them letters."""

SHADES = ("plain", "quiet", "choice", "glow")
"""Shades of a land: usual, not selectable, selectable, or selected."""


_MIXTURES = {
    # A little darker than badges and dice, because without colours those are shown in reverse video
    # and land is not.
    "plain": (BLACK, 0.03),
    "quiet": (BLACK, 0.408),
    "choice": (WHITE, 0.02),
    "glow": (WHITE, 0.06),
}
"""The colour that each shade is mixed with, and its share. Black keeps the hue."""


def seat_rgb(colour: str) -> RGB:
    """Return a seat's colour; grey for a neutral army."""
    return SEAT_COLOURS.get(colour, GREY)


def seat_glyph(colour: str) -> str:
    """Return a seat's glyph."""
    return SEAT_GLYPHS.get(colour, "?")


@cache
def tint(colour: RGB, shade: str) -> RGB:
    """Return the colour of a land in one of ``SHADES``."""
    return colour.mix(*_MIXTURES[shade])


@cache
def darken(fill: RGB) -> RGB:
    """Return the colour of the borders on a land."""
    return fill.mix(BLACK, 0.72)


@cache
def label_background(fill: RGB) -> RGB:
    """Return the background of a label on a land."""
    return fill.mix(BLACK, 0.62)


@cache
def name_colour(colour: RGB) -> RGB:
    """Return a seat's colour for words on a dark ground."""
    return colour.mix(WHITE, 0.18)


def readable_foreground(colour: RGB) -> RGB:
    """Return dark or light, the one that is easier to read on a colour."""
    return BADGE_DARK if colour.luminance > 140 else BADGE_LIGHT


Colour: TypeAlias = "RGB | int"
"""A colour of a terminal: RGB, or the number of one of its own colours."""

_LIGHT_SEA = RGB(230, 239, 247)

_HOUSE_COLOURS: Mapping[str, tuple[RGB, *tuple[Colour, ...]]] = {
    "sea": (SEA, _LIGHT_SEA, 233, 254, 0, 15),
    "shelf": (SHELF, RGB(219, 231, 242), 234, 253, 0, 0),
    "panel": (PANEL, RGB(244, 241, 233), 234, 255, 0, 15),
    "bar": (BAR, RGB(209, 218, 227), 236, 252, 0, 7),
    "field": (FIELD, RGB(227, 231, 234), 237, 253, 0, 15),
    "picked": (PICKED, RGB(174, 203, 231), 24, 153, 4, 7),
    "lost": (LOST, RGB(253, 253, 253), 16, 231, 8, 15),
    "rail": (RAIL, RGB(122, 142, 162), 60, 103, 7, 0),
    "lane": (LANE, RGB(28, 72, 112), 153, 24, 15, 0),
    "text": (TEXT, RGB(33, 42, 52), 188, 235, 7, 0),
    "soft": (SOFT, RGB(62, 73, 85), 250, 238, 7, 0),
    "dim": (DIM, RGB(82, 94, 107), 246, 241, 7, 0),
    "head": (HEAD, RGB(15, 24, 35), 230, 16, 15, 0),
    "strong": (STRONG, RGB(1, 1, 1), 231, 16, 15, 0),
    "gold": (GOLD, RGB(134, 82, 0), 222, 94, 11, 5),
    "amber": (AMBER, RGB(140, 84, 0), 178, 94, 3, 5),
    "warn": (WARN, RGB(164, 52, 0), 215, 130, 9, 1),
    "good": (GOOD, RGB(16, 110, 48), 114, 23, 10, 4),
    "accent": (ACCENT, ACCENT, 166, 166, 3, 3),
    "cursor": (CURSOR, RGB(15, 21, 29), 231, 16, 7, 0),
    "route": (ROUTE, RGB(134, 82, 1), 222, 94, 15, 8),
    "continent-border": (CONTINENT_BORDER, RGB(255, 255, 252), 16, 231, 0, 0),
    "label": (LABEL, RGB(9, 13, 19), 231, 233, 15, 0),
    "label-quiet": (LABEL_QUIET, RGB(61, 68, 77), 249, 237, 7, 8),
    "ink": (INK, RGB(251, 250, 246), 16, 231, 0, 15),
    "badge-light": (BADGE_LIGHT, BADGE_LIGHT, 231, 231, 15, 15),
    "badge-dark": (BADGE_DARK, BADGE_DARK, 16, 16, 0, 0),
}
"""Colours by purpose, in the order of ``_PALETTES``: as they are drawn, in the light theme, then as
numbers of 256 and of 16 colours.
"""

HOUSE = {name: drawn for name, (drawn, *_) in _HOUSE_COLOURS.items()}
"""The drawn colours by purpose. Style sheets name them too, as ``$house-sea``."""

LAND_COLOURS = {
    SEAT_COLOURS["red"]: (RGB(183, 27, 1), RGB(176, 28, 6), (203, 124, 203), (88, 124, 124), 1),
    SEAT_COLOURS["blue"]: (RGB(52, 6, 194), RGB(48, 20, 188), (105, 62, 105), (19, 26, 19), 4),
    SEAT_COLOURS["green"]: (RGB(96, 160, 113), RGB(20, 112, 52), (84, 108, 84), (29, 72, 29), 2),
    SEAT_COLOURS["yellow"]: (
        RGB(165, 149, 12),
        RGB(118, 104, 8),
        (178, 136, 220),
        (136, 172, 94),
        11,
    ),
    SEAT_COLOURS["purple"]: (
        RGB(201, 90, 235),
        RGB(150, 44, 180),
        (225, 96, 219),
        (135, 141, 128),
        13,
    ),
    SEAT_COLOURS["cyan"]: (RGB(1, 67, 78), RGB(4, 88, 102), (38, 31, 80), (24, 67, 24), 14),
    GREY: (RGB(135, 137, 141), RGB(110, 109, 105), (252, 243, 252), (241, 246, 242), 8),
    FREE: (RGB(79, 70, 56), RGB(107, 113, 121), (247, 240, 247), (235, 238, 241), 8),
    NO_RISK: (RGB(160, 162, 164), RGB(108, 113, 121), (240, 240, 240), (247, 247, 241), 8),
    SAFE: (RGB(70, 130, 150), RGB(48, 104, 122), (30, 30, 30), (30, 30, 30), 6),
    MEDIUM_RISK: (RGB(196, 140, 10), RGB(136, 92, 0), (178, 178, 178), (172, 172, 130), 11),
    HIGH_RISK: (RGB(170, 20, 20), RGB(168, 22, 18), (160, 160, 160), (160, 160, 160), 1),
    UNKNOWN: (RGB(108, 8, 248), RGB(142, 88, 130), (219, 219, 219), (207, 207, 133), 13),
}
"""The colours of each owner, or of each danger when the map shows threats, by the drawn colour.

In the light theme: the land, and the owner's name. In 256 colours, in the dark and the light theme:
the land, quiet land, and the name. In 16 colours: the land. If lands had several shades in 16
colours, some would look alike to some players, so only labels show the difference.
"""

_BRIGHTER_NAMES = {1: 9, 4: 12, 2: 10, 8: 7}
"""Brighter inks for names in some of 16 colours, because names are written on black."""

_UNREADABLE_ON_WHITE = (2, 6, 11, 14)
"""Colours that are unreadable on white in any brightness, so they are the background of names."""


class Land(NamedTuple):
    """The colours of an owner: the land, and the borders and labels on it, in each of ``SHADES``.

    ``badge`` is the background of the owner's name in a badge. Elsewhere the name has the ink
    ``name``, and a background ``name_ground`` if it would be unreadable on that around it.
    """

    shades: Sequence[Colour]
    borders: Sequence[Colour]
    labels: Sequence[Colour]
    badge: Colour
    name: Colour
    name_ground: int | None = None


def _land(drawn: RGB, colours: str, theme: str) -> Land:
    """Return the colours of an owner, who is drawn in the colour ``drawn``.

    No colour of the light theme is also drawn with a different meaning, so filtering a line twice
    changes nothing more.
    """
    light, light_name, *in_256, number = LAND_COLOURS[drawn]
    is_dark = theme == "dark"
    if colours == "full" and is_dark:
        drawn_shades = [tint(drawn, shade) for shade in SHADES]
        borders, labels = map(darken, drawn_shades), map(label_background, drawn_shades)
        return Land(drawn_shades, [*borders], [*labels], drawn, name_colour(drawn))
    if colours == "full":
        choice = light.mix(WHITE, 0.05)
        shades = (choice, light.mix(_LIGHT_SEA, 0.272), choice, light)
        light_borders = [shade.mix(WHITE, 0.7) for shade in shades]
        light_labels = [shade.mix(WHITE, 0.78) for shade in shades]
        return Land(shades, light_borders, light_labels, drawn, light_name)
    if colours == "256":
        land, quiet, name = in_256[0 if is_dark else 1]
        border, label = (233, 234) if is_dark else (255, 255)
        return Land((land, quiet, land, land), [border] * 4, [label] * 4, land, name)
    if is_dark:
        name = _BRIGHTER_NAMES.get(number, number)
        return Land([number] * 4, [0] * 4, [0] * 4, number, name)
    if number in _UNREADABLE_ON_WHITE:
        return Land([number] * 4, [0] * 4, [15] * 4, number, 0, number)
    return Land([number] * 4, [0] * 4, [15] * 4, number, {13: 5}.get(number, number))


_PALETTES = [(colours, theme) for colours in ("full", "256", "16") for theme in ("dark", "light")]
"""The colours and the theme of each column of ``_HOUSE_COLOURS``."""


@cache
def _lands(colours: str, theme: str) -> dict[RGB, Land]:
    """Return the colours of all lands by the drawn colour. Mixing them takes milliseconds."""
    return {drawn: _land(drawn, colours, theme) for drawn in LAND_COLOURS}


_SYSTEMS = {
    "full": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}


@cache
def _replacements(colours: str, theme: str) -> dict[Colour, Colour]:
    """Return the replacement for every drawn colour in a palette of ``_PALETTES``."""
    column = _PALETTES.index((colours, theme))
    table: dict[Colour, Colour] = {row[0]: row[column] for row in _HOUSE_COLOURS.values()}
    for drawn, before in _lands("full", "dark").items():
        after = _lands(colours, theme)[drawn]
        for old, new in zip(before[:3], after[:3], strict=True):
            table |= zip(old, new, strict=True)
        table |= {before.badge: after.badge, before.name: after.name}
    return table


def terminal_colour(colour: RGB, colours: str, theme: str) -> RichColor:
    """Return the terminal's colour for a drawn one, or the nearest one for a mixed colour."""
    result = _replacements(colours, theme).get(colour, colour)
    if isinstance(result, RGB):
        return RichColor.from_rgb(*result).downgrade(_SYSTEMS[colours])
    return RichColor.from_ansi(result)


@cache
def name_ground(ink: RGB, colours: str, theme: str) -> RichColor | None:
    """Return the background of names in an ink, if such names have their own, else ``None``."""
    for drawn, land in _lands(colours, theme).items():
        if ink == name_colour(drawn) and land.name_ground is not None:
            return RichColor.from_ansi(land.name_ground)
    return None
