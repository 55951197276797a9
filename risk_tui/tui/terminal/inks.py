"""The house's colours as other terminals show them: a light theme, 256 colours, 16, or a signal.

The 16 are authored: a table gives every role and every seat its own, since the nearest of so few
would make two seats alike. Of 256 only the lands are; for the rest the nearest is near enough.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType

from risk_tui.tui import palette as p
from risk_tui.tui.palette import RGB, SEAT_COLOURS, SHADES, dark, name_ink, shade, tag_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Shown = RGB | int
"""What a colour becomes: another one, or one of the terminal's by its number."""

_LIGHT_SEA = RGB(219, 230, 239)
_LIGHT: dict[RGB, RGB] = {
    p.SEA: _LIGHT_SEA,
    p.SHELF: RGB(200, 217, 231),
    p.PANEL: RGB(244, 241, 233),
    p.BAR: RGB(209, 218, 227),
    p.FIELD: RGB(227, 231, 234),
    p.PICKED: RGB(174, 203, 231),
    p.LOST: RGB(253, 253, 253),
    p.RAIL: RGB(122, 142, 162),
    p.LANE: RGB(104, 132, 158),
    p.STRAIT: RGB(160, 184, 204),
    p.TEXT: RGB(33, 42, 52),
    p.SOFT: RGB(62, 73, 85),
    p.DIM: RGB(82, 94, 107),
    p.HEAD: RGB(15, 24, 35),
    p.STRONG: RGB(1, 1, 1),
    p.GOLD: RGB(134, 82, 0),
    p.AMBER: RGB(140, 84, 0),
    p.WARN: RGB(164, 52, 0),
    p.GOOD: RGB(16, 110, 48),
    p.CURSOR: RGB(15, 21, 29),
    p.INK: RGB(251, 250, 246),
    p.LABEL: RGB(9, 13, 19),
    p.LABEL_QUIET: RGB(61, 68, 77),
    p.FREE: RGB(146, 155, 164),
}
"""Day instead of night. No value is a key, so that a line that passes twice stays as it is."""

_SEATS = {**SEAT_COLOURS, "grey": p.GREY}
_NUMBERS = {"red": 1, "blue": 4, "green": 2, "yellow": 3, "purple": 5, "cyan": 6, "grey": 7}
_BRIGHT = 8


@cache
def _light() -> Mapping[RGB, Shown]:
    shown: dict[RGB, Shown] = dict(_LIGHT)
    for colour in (*_SEATS.values(), p.NEUTRAL):
        shown[shade(colour, "quiet")] = shade(colour, "quiet", _LIGHT_SEA)
        shown[shade(colour, "glow")] = colour  # by day the full colour stands out
        shown[name_ink(colour)] = _readable(colour, _LIGHT[p.PANEL])
        for kind in SHADES:
            lit = shade(colour, kind, _LIGHT_SEA)
            shown[tag_of(shade(colour, kind))] = lit.mix(p.WHITE, 0.72)
    free = _LIGHT[p.FREE]
    for kind in SHADES:
        lit = shade(free, kind, _LIGHT_SEA)
        shown[shade(p.FREE, kind)] = lit
        shown[tag_of(shade(p.FREE, kind))] = lit.mix(p.WHITE, 0.72)
    return shown


def _readable(colour: RGB, ground: RGB) -> RGB:
    """The colour, darkened until words of it can be read on a light ground (4.5 to 1, as WCAG)."""
    share = 0.0
    while contrast(colour.mix(p.BLACK, share), ground) < 4.5:
        share += 0.05
    return colour.mix(p.BLACK, share)


def contrast(one: RGB, other: RGB) -> float:
    """How well one colour can be read on the other: 1 to 21, as WCAG 2 defines it.

    >>> contrast(RGB(0, 0, 0), RGB(255, 255, 255))
    21.0
    """
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1, as WCAG defines it."""
    shares = (each / 255 for each in colour)
    linear = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return sum(part * each for part, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


_DARK_16: dict[RGB, int] = {
    **dict.fromkeys((p.SEA, p.SHELF, p.PANEL, p.BAR), 0),
    **dict.fromkeys((p.FIELD, p.PICKED, p.LANE), 4),
    **dict.fromkeys((p.RAIL, p.TEXT, p.SOFT, p.DIM, p.CURSOR, p.LABEL_QUIET), 7),
    **dict.fromkeys((p.HEAD, p.STRONG, p.LABEL, p.BADGE_LIGHT), 15),
    **dict.fromkeys((p.STRAIT, p.LOST), 8),
    p.GOLD: 11,
    **dict.fromkeys((p.AMBER, p.ACCENT), 3),
    p.WARN: 9,
    p.GOOD: 10,
    **dict.fromkeys((p.INK, p.BADGE_DARK), 0),
}
_LIGHT_16: dict[RGB, int] = {
    **dict.fromkeys((p.SEA, p.SHELF, p.PANEL, p.LOST, p.INK, p.BADGE_LIGHT), 15),
    **dict.fromkeys((p.BAR, p.FIELD, p.PICKED, p.STRAIT), 7),
    **dict.fromkeys((p.TEXT, p.SOFT, p.DIM, p.HEAD, p.STRONG, p.RAIL, p.CURSOR), 0),
    **dict.fromkeys((p.LABEL, p.LABEL_QUIET, p.BADGE_DARK), 0),
    p.LANE: 4,
    p.GOLD: 5,
    **dict.fromkeys((p.AMBER, p.ACCENT), 3),
    p.WARN: 1,
    p.GOOD: 2,
}


_SEATS_256 = {
    "red": (166, 130, 166, 209),
    "blue": (25, 24, 31, 74),
    "green": (29, 22, 29, 72),
    "yellow": (178, 136, 178, 221),
    "purple": (132, 96, 132, 175),
    "cyan": (116, 66, 116, 159),
    "grey": (244, 240, 245, 249),
}
"""A seat's land for each of ``SHADES``: by distance alone a dim red would be another's yellow."""

_ROLES_256 = {
    "dark": {
        p.SEA: 233,
        p.SHELF: 235,
        p.PANEL: 234,
        p.BAR: 236,
        p.FIELD: 237,
        p.PICKED: 24,
        p.LOST: 16,
        p.RAIL: 60,
        p.LANE: 67,
        p.STRAIT: 239,
        p.SOFT: 250,
        p.DIM: 246,
    },
    "light": {
        p.SEA: 254,
        p.SHELF: 251,
        p.PANEL: 255,
        p.BAR: 252,
        p.FIELD: 253,
        p.PICKED: 153,
        p.LOST: 231,
        p.RAIL: 103,
        p.LANE: 66,
        p.STRAIT: 247,
        p.TEXT: 235,
        p.SOFT: 238,
        p.DIM: 241,
        p.LABEL: 233,
        p.LABEL_QUIET: 237,
    },
}


@cache
def _many(theme: str) -> Mapping[RGB, Shown]:
    """What colours are among 256, where the nearest is not good enough."""
    shown: dict[RGB, Shown] = dict(_ROLES_256[theme])
    light = theme == "light"
    for name, colour in (*_SEATS.items(), ("", p.FREE), ("", p.NEUTRAL)):
        for place, kind in enumerate(SHADES):
            lit = shade(colour, kind)
            shown[tag_of(lit)] = 255 if light else 234
            shown[dark(lit)] = 235 if light else 233
            if name and not (light and kind == "quiet"):
                shown[lit] = _SEATS_256[name][0 if light else place]
        if name:
            shown[colour] = _SEATS_256[name][0]
    if not light:
        shown[name_ink(SEAT_COLOURS["red"])] = 208
    return shown


@cache
def _sixteen(theme: str) -> Mapping[RGB, Shown]:
    """The 16 colours that every terminal has; of a seat's two the bright one is for what glows."""
    light = theme == "light"
    shown: dict[RGB, Shown] = dict(_LIGHT_16 if light else _DARK_16)
    lands = [(colour, _NUMBERS[name]) for name, colour in _SEATS.items()]
    for colour, number in (*lands, (p.FREE, 7), (p.NEUTRAL, 7)):
        for kind in SHADES:
            lit = shade(colour, kind)
            bright = kind == "glow" or (kind == "choice" and number < 7)
            shown[lit] = number + _BRIGHT * bright
            if light and shown[lit] == 15:
                shown[lit] = 8  # white would be the sea
            shown[tag_of(lit)] = 15 if light else 0
            shown[dark(lit)] = 0
        shown[colour] = number
        shown[name_ink(colour)] = number if light else number + _BRIGHT * (number < 7)
    return shown


@cache
def shown_as(colour: RGB, colours: str, theme: str) -> RichColor:
    """The colour that a terminal is given for one that was drawn."""
    tables: list[Mapping[RGB, Shown]] = []
    if colours == "16":
        tables.append(_sixteen(theme))
    if colours == "256":
        tables.append(_many(theme))
    if theme == "light" and colours != "16":
        tables.append(_light())
    shown: Shown = next((table[colour] for table in tables if colour in table), colour)
    if isinstance(shown, RGB):
        return RichColor.from_rgb(*shown).downgrade(_SYSTEMS[colours])
    return RichColor(f"color({shown})", _type_of(shown), number=shown)


_SYSTEMS = {
    "full": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}


def _type_of(number: int) -> ColorType:
    return ColorType.STANDARD if number < 16 else ColorType.EIGHT_BIT


LIT = {*_SEATS.values(), p.PICKED, p.CURSOR, p.GOLD, p.ACCENT}
"""Grounds that say something; without colours they are shown in reverse."""
