"""Dice, big enough to be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.tui.palette import ink_on, seat_rgb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.table.seats import Seat

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def thrown(attacker: Seat, attack: Sequence[int], defender: Seat, defence: Sequence[int]) -> Text:
    """Both sides' dice in three lines, each side in its colour."""
    text = Text()
    for row in range(3):
        _row(text, attacker, attack, row)
        text.append("  v  " if row == 1 else "     ", "bold")
        _row(text, defender, defence, row)
        text.append("\n")
    return text


def _row(text: Text, seat: Seat, dice: Sequence[int], row: int) -> None:
    colour = seat_rgb(seat.colour)
    style = Style(color=ink_on(colour).hex, bgcolor=colour.hex, bold=True)
    for place, face in enumerate(dice):
        text.append(" " if place else "").append(PIPS[face][row], style)
