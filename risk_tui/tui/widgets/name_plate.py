"""A player's name on a plate in their colour, to be read from across the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import badge_style

if TYPE_CHECKING:
    from risk_tui.table.seats import Seat


def name_plate(seat: Seat, *, flat: bool = False) -> Text:
    """A plate of three lines, or a ``flat`` one of a single line."""
    name = f"     {seat_glyph(seat.colour)}  {seat.name.upper()}     "
    blank = " " * cell_len(name)
    lines = [name] if flat else [blank, name, blank]
    return Text("\n", justify="center").join(Text(line, badge_style(seat)) for line in lines)
