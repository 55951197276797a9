"""Distances between colours, as players with and without colour blindness see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from rich.color import ColorType

from risk_tui.tui.theme.palette import RGB, terminal_colour

XTERM = [
    "000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
    "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff",
]  # fmt: skip
"""The 16 colours of terminals as xterm shows them."""

EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB = (
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
"""Ottosson (2020): from linear RGB to cones, and from their cube roots to a and b."""

_WHITE = (0.95047, 1.0, 1.08883)


def xterm_rgb(number: int | None) -> RGB:
    """Return one of the 16 colours of terminals as xterm shows it."""
    return RGB(*bytes.fromhex(XTERM[number or 0]))


def shown(colour: RGB, colours: str, theme: str) -> RGB:
    """Return a colour as a terminal shows it."""
    told = terminal_colour(colour, colours, theme)
    if told.type is ColorType.STANDARD:
        return xterm_rgb(told.number)
    return RGB(*told.get_truecolor())


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast between two colours, 1 to 21 (WCAG 2)."""
    dark, light = sorted(_times(_TO_XYZ, _linear(each))[1] for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: RGB, other: RGB) -> float:
    """Return the least distance between two colours (CIEDE2000) for any kind of ``EYES``."""
    return min(_ciede2000(_lab(one, eyes), _lab(other, eyes)) for eyes in EYES)


def seen_distance(one: RGB, other: RGB) -> float:
    """Return the distance between two colours (CIEDE2000) for eyes with all cones."""
    return _ciede2000(_lab(one, "all cones"), _lab(other, "all cones"))


def hue(colour: RGB) -> float:
    """Return the hue of a colour in degrees (OKLab)."""
    short, middle, long = (cones ** (1 / 3) for cones in _times(_TO_CONES, _linear(colour)))
    green_red, blue_yellow = (
        sum(a * b for a, b in zip(row, (short, middle, long), strict=True)) for row in _TO_OKLAB
    )
    return degrees(atan2(blue_yellow, green_red)) % 360


def _linear(colour: RGB) -> list[float]:
    shares = (channel / 255 for channel in colour)
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


@cache
def _lab(colour: RGB, eyes: str) -> tuple[float, float, float]:
    seen = [min(max(share, 0.0), 1.0) for share in _times(EYES[eyes], _linear(colour))]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (a / b for a, b in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _ciede2000(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the distance of Sharma, Wu and Dalal (2005), equations 2 to 22."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = (degrees(atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    big = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    saturation = (c2 - c1) / (1 + 0.045 * chroma)
    hues = big / (1 + 0.015 * chroma * t)
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    twist *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(lightness**2 + saturation**2 + hues**2 + twist * saturation * hues)
