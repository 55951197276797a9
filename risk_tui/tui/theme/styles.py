"""Styles of text, and of names in the colours of their seats."""

from __future__ import annotations

from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from risk_tui.table.seats import Seat
from risk_tui.tui.theme import palette
from risk_tui.tui.theme.palette import name_colour, readable_foreground, seat_rgb

CALM = Style(color=palette.TEXT.hex)
SOFT = Style(color=palette.SOFT.hex)
DIM = Style(color=palette.DIM.hex)
BRIGHT = Style(color=palette.HEAD.hex)
HEAD = Style(color=palette.HEAD.hex, bold=True)
STRONG = Style(color=palette.STRONG.hex, bold=True)
ACCENT = Style(color=palette.AMBER.hex)
SECTION = Style(color=palette.AMBER.hex, bold=True)
GOLD = Style(color=palette.GOLD.hex)
ASKED = Style(color=palette.GOLD.hex, bold=True)
WARM = Style(color=palette.WARN.hex)
WARNING = Style(color=palette.WARN.hex, bold=True)
GOOD = Style(color=palette.GOOD.hex)
GONE = Style(color=palette.GREY.hex)
"""Players who have left the game."""
NARROW = 30
"""The lines of a panel with fewer columns are shortened."""


def seat_style(seat: Seat, *, bold: bool = False) -> Style:
    """Return the style of a player's name: the seat's colour, lighter for the dark background."""
    return _name_style(seat.colour, bold)


def badge_style(seat: Seat) -> Style:
    """Return the style of a player's name as a badge: dark or light on the seat's colour."""
    return _badge_style(seat.colour)


# A screen has about 60 of these, and making one takes 30 µs (timeit).
@cache
def _name_style(colour: str, bold: bool) -> Style:
    return Style(color=name_colour(seat_rgb(colour)).hex, bold=bold)


@cache
def _badge_style(colour: str) -> Style:
    rgb = seat_rgb(colour)
    return Style(color=readable_foreground(rgb).hex, bgcolor=rgb.hex, bold=True)


def fit(text: str, width: int) -> str:
    """Cut ``text`` with an ellipsis, or pad it, to ``width`` columns."""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    return set_cell_size(text, width)
