"""Colours and glyphs: one of each per seat, distinct also for colour-blind players.

Everything is drawn in these colours: a dark blue sea and nearly white words. Just before a line is
written, the colours of another palette may replace them. A role is recognised by its colour, so no
two roles may share one. Palettes of few colours are chosen by hand, because if each colour became
the nearest one, two seats would look alike.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rich.color import Color as RichColor
from rich.color import ColorSystem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


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
    "ridge": CONTINENT_BORDER,
    "label": LABEL,
    "label-quiet": LABEL_QUIET,
    "ink": INK,
    "badge-light": BADGE_LIGHT,
    "badge-dark": BADGE_DARK,
}
"""Colours by purpose. Style sheets name them too, as ``$house-sea``."""

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
def tint(colour: RGB, kind: str) -> RGB:
    """Return the colour of a land in a shade; ``kind`` is one of ``SHADES``."""
    return colour.mix(*_MIXTURES[kind])


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


class Palette(NamedTuple):
    """The colours of a theme: by the names in ``HOUSE``, and for lands by owner."""

    house: Mapping[str, Colour]
    lands: Mapping[str, Land]

    def replacing(self, other: Palette) -> dict[Colour, Colour]:
        """Return a table from the colours of another palette to those of this one."""
        table = {colour: self.house[name] for name, colour in other.house.items()}
        for owner, theirs in other.lands.items():
            ours = self.lands[owner]
            for old, new in zip(theirs[:3], ours[:3], strict=True):
                table |= zip(old, new, strict=True)
            table |= {theirs.badge: ours.badge, theirs.name: ours.name}
        return table


_OWNERS = {
    **SEAT_COLOURS,
    "grey": GREY,
    "free": FREE,
    "unconcerned": NO_RISK,
    "safe": SAFE,
    "shaky": MEDIUM_RISK,
    "doomed": HIGH_RISK,
    "unknown": UNKNOWN,
}
"""All colours of land: by owner, or by danger when the map shows threats."""


def _drawn_land(colour: RGB) -> Land:
    shades = [tint(colour, shade) for shade in SHADES]
    borders, labels = map(darken, shades), map(label_background, shades)
    return Land(shades, [*borders], [*labels], colour, name_colour(colour))


def _drawing_palette() -> Palette:
    """Return the palette that everything is drawn in: dark, for terminals with all colours."""
    return Palette(HOUSE, {owner: _drawn_land(colour) for owner, colour in _OWNERS.items()})


_LIGHT_SEA = RGB(230, 239, 247)
_LIGHT_COLOURS = {
    "red": RGB(183, 27, 1),
    "blue": RGB(52, 6, 194),
    "green": RGB(96, 160, 113),
    "yellow": RGB(165, 149, 12),
    "purple": RGB(201, 90, 235),
    "cyan": RGB(1, 67, 78),
    "grey": RGB(135, 137, 141),
    "free": RGB(79, 70, 56),
    "unconcerned": RGB(160, 162, 164),
    "safe": RGB(70, 130, 150),
    "shaky": RGB(196, 140, 10),
    "doomed": RGB(170, 20, 20),
    "unknown": RGB(108, 8, 248),
}


def _light_land(owner: str, name: RGB) -> Land:
    colour = _LIGHT_COLOURS[owner]
    choice = colour.mix(WHITE, 0.05)
    shades = (choice, colour.mix(_LIGHT_SEA, 0.272), choice, colour)
    borders = [shade.mix(WHITE, 0.7) for shade in shades]
    labels = [shade.mix(WHITE, 0.78) for shade in shades]
    return Land(shades, borders, labels, _OWNERS[owner], name)


def _light() -> Palette:
    """Return the light theme.

    None of its colours has a different meaning as a drawn colour, so filtering a line again changes
    nothing.
    """
    return Palette(
        {
            "sea": _LIGHT_SEA,
            "shelf": RGB(219, 231, 242),
            "panel": RGB(244, 241, 233),
            "bar": RGB(209, 218, 227),
            "field": RGB(227, 231, 234),
            "picked": RGB(174, 203, 231),
            "lost": RGB(253, 253, 253),
            "rail": RGB(122, 142, 162),
            "lane": RGB(28, 72, 112),
            "text": RGB(33, 42, 52),
            "soft": RGB(62, 73, 85),
            "dim": RGB(82, 94, 107),
            "head": RGB(15, 24, 35),
            "strong": RGB(1, 1, 1),
            "gold": RGB(134, 82, 0),
            "amber": RGB(140, 84, 0),
            "warn": RGB(164, 52, 0),
            "good": RGB(16, 110, 48),
            "accent": HOUSE["accent"],
            "cursor": RGB(15, 21, 29),
            "route": RGB(134, 82, 1),
            "ridge": RGB(255, 255, 252),
            "label": RGB(9, 13, 19),
            "label-quiet": RGB(61, 68, 77),
            "ink": RGB(251, 250, 246),
            "badge-light": HOUSE["badge-light"],
            "badge-dark": HOUSE["badge-dark"],
        },
        {
            owner: _light_land(owner, name)
            for owner, name in {
                "red": RGB(176, 28, 6),
                "blue": RGB(48, 20, 188),
                "green": RGB(20, 112, 52),
                "yellow": RGB(118, 104, 8),
                "purple": RGB(150, 44, 180),
                "cyan": RGB(4, 88, 102),
                "grey": RGB(110, 109, 105),
                "free": RGB(107, 113, 121),
                "unconcerned": RGB(108, 113, 121),
                "safe": RGB(48, 104, 122),
                "shaky": RGB(136, 92, 0),
                "doomed": RGB(168, 22, 18),
                "unknown": RGB(142, 88, 130),
            }.items()
        },
    )


def _land_256(shades: Sequence[int], border: int, label: int, name: int) -> Land:
    return Land(shades, [border] * 4, [label] * 4, shades[0], name)


def _dark_256() -> Palette:
    """Return the dark theme in 256 colours."""
    return Palette(
        {
            "sea": 233,
            "shelf": 234,
            "panel": 234,
            "bar": 236,
            "field": 237,
            "picked": 24,
            "lost": 16,
            "rail": 60,
            "lane": 153,
            "text": 188,
            "soft": 250,
            "dim": 246,
            "head": 230,
            "strong": 231,
            "gold": 222,
            "amber": 178,
            "warn": 215,
            "good": 114,
            "accent": 166,
            "cursor": 231,
            "route": 222,
            "ridge": 16,
            "label": 231,
            "label-quiet": 249,
            "ink": 16,
            "badge-light": 231,
            "badge-dark": 16,
        },
        {
            "red": _land_256((203, 124, 203, 203), 233, 234, 203),
            "blue": _land_256((105, 62, 105, 105), 233, 234, 105),
            "green": _land_256((84, 108, 84, 84), 233, 234, 84),
            "yellow": _land_256((178, 136, 178, 178), 233, 234, 220),
            "purple": _land_256((225, 96, 225, 225), 233, 234, 219),
            "cyan": _land_256((38, 31, 38, 38), 233, 234, 80),
            "grey": _land_256((252, 243, 252, 252), 233, 234, 252),
            "free": _land_256((247, 240, 247, 247), 233, 234, 247),
            "unconcerned": _land_256((240, 240, 240, 240), 233, 234, 240),
            "safe": _land_256((30, 30, 30, 30), 233, 234, 30),
            "shaky": _land_256((178, 178, 178, 178), 233, 234, 178),
            "doomed": _land_256((160, 160, 160, 160), 233, 234, 160),
            "unknown": _land_256((219, 219, 219, 219), 233, 234, 219),
        },
    )


def _light_256() -> Palette:
    """Return the light theme in 256 colours."""
    return Palette(
        {
            "sea": 254,
            "shelf": 253,
            "panel": 255,
            "bar": 252,
            "field": 253,
            "picked": 153,
            "lost": 231,
            "rail": 103,
            "lane": 24,
            "text": 235,
            "soft": 238,
            "dim": 241,
            "head": 16,
            "strong": 16,
            "gold": 94,
            "amber": 94,
            "warn": 130,
            "good": 23,
            "accent": 166,
            "cursor": 16,
            "route": 94,
            "ridge": 231,
            "label": 233,
            "label-quiet": 237,
            "ink": 231,
            "badge-light": 231,
            "badge-dark": 16,
        },
        {
            "red": _land_256((88, 124, 88, 88), 255, 255, 124),
            "blue": _land_256((19, 26, 19, 19), 255, 255, 19),
            "green": _land_256((29, 72, 29, 29), 255, 255, 29),
            "yellow": _land_256((136, 172, 136, 136), 255, 255, 94),
            "purple": _land_256((135, 141, 135, 135), 255, 255, 128),
            "cyan": _land_256((24, 67, 24, 24), 255, 255, 24),
            "grey": _land_256((241, 246, 241, 241), 255, 255, 242),
            "free": _land_256((235, 238, 235, 235), 255, 255, 241),
            "unconcerned": _land_256((247, 247, 247, 247), 255, 255, 241),
            "safe": _land_256((30, 30, 30, 30), 255, 255, 30),
            "shaky": _land_256((172, 172, 172, 172), 255, 255, 130),
            "doomed": _land_256((160, 160, 160, 160), 255, 255, 160),
            "unknown": _land_256((207, 207, 207, 207), 255, 255, 133),
        },
    )


_ANSI_NUMBERS = {
    "red": 1, "blue": 4, "green": 2, "yellow": 11, "purple": 13, "cyan": 14,
    "grey": 8, "free": 8, "unconcerned": 8, "safe": 6, "shaky": 11, "doomed": 1,
    "unknown": 13,
}  # fmt: skip
"""The number of each owner's colour among the 16 that every terminal has.

If lands had several shades, some would look alike to some players. So every land has one shade, and
labels show the difference.
"""


def _land_16(number: int, label: int, name: int, name_ground: int | None = None) -> Land:
    return Land([number] * 4, [0] * 4, [label] * 4, number, name, name_ground)


_BRIGHTER_NAMES = {1: 9, 4: 12, 2: 10, 8: 7}
"""Brighter inks for names in some colours, because names are written on black."""

_UNREADABLE_ON_WHITE = (2, 6, 11, 14)
"""Colours that are unreadable on white in any brightness, so they are the background of names."""


def _dark_16() -> Palette:
    """Return the dark theme in 16 colours."""
    return Palette(
        {
            "sea": 0,
            "shelf": 0,
            "panel": 0,
            "bar": 0,
            "field": 0,
            "picked": 4,
            "lost": 8,
            "rail": 7,
            "lane": 15,
            "text": 7,
            "soft": 7,
            "dim": 7,
            "head": 15,
            "strong": 15,
            "gold": 11,
            "amber": 3,
            "warn": 9,
            "good": 10,
            "accent": 3,
            "cursor": 7,
            "route": 15,
            "ridge": 0,
            "label": 15,
            "label-quiet": 7,
            "ink": 0,
            "badge-light": 15,
            "badge-dark": 0,
        },
        {
            owner: _land_16(number, 0, _BRIGHTER_NAMES.get(number, number))
            for owner, number in _ANSI_NUMBERS.items()
        },
    )


def _light_16() -> Palette:
    """Return the light theme in 16 colours."""
    return Palette(
        {
            "sea": 15,
            "shelf": 0,
            "panel": 15,
            "bar": 7,
            "field": 15,
            "picked": 7,
            "lost": 15,
            "rail": 0,
            "lane": 0,
            "text": 0,
            "soft": 0,
            "dim": 0,
            "head": 0,
            "strong": 0,
            "gold": 5,
            "amber": 5,
            "warn": 1,
            "good": 4,
            "accent": 3,
            "cursor": 0,
            "route": 8,
            "ridge": 0,
            "label": 0,
            "label-quiet": 8,
            "ink": 15,
            "badge-light": 15,
            "badge-dark": 0,
        },
        {
            owner: _land_16(number, 15, 0, number)
            if number in _UNREADABLE_ON_WHITE
            else _land_16(number, 15, {13: 5}.get(number, number))
            for owner, number in _ANSI_NUMBERS.items()
        },
    )


_PALETTES = {
    ("full", "dark"): _drawing_palette,
    ("full", "light"): _light,
    ("256", "dark"): _dark_256,
    ("256", "light"): _light_256,
    ("16", "dark"): _dark_16,
    ("16", "light"): _light_16,
}


@cache
def palette_of(colours: str, theme: str) -> Palette:
    """Return the palette of a number of colours and a theme.

    Mixing colours takes milliseconds, so palettes are made only when they are needed.
    """
    return _PALETTES[colours, theme]()


_SYSTEMS = {
    "full": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}


@cache
def _replacements(colours: str, theme: str) -> dict[Colour, Colour]:
    return palette_of(colours, theme).replacing(palette_of("full", "dark"))


def terminal_colour(colour: RGB, colours: str, theme: str) -> RichColor:
    """Return the terminal's colour for a drawn one, or the nearest one for a mixed colour."""
    result = _replacements(colours, theme).get(colour, colour)
    if isinstance(result, RGB):
        return RichColor.from_rgb(*result).downgrade(_SYSTEMS[colours])
    return RichColor.from_ansi(result)


@cache
def name_ground(ink: RGB, colours: str, theme: str) -> RichColor | None:
    """Return the background of names in an ink, if such names have their own, else ``None``."""
    for owner, land in palette_of(colours, theme).lands.items():
        if ink == name_colour(_OWNERS[owner]) and land.name_ground is not None:
            return RichColor.from_ansi(land.name_ground)
    return None
