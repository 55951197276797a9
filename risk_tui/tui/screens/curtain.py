"""The curtain between two people at one terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.words import badge_style

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.table.seats import Seat


class Curtain(RiskDialog[None]):
    """Hides the table until the next player says that only he is looking."""

    DEFAULT_CSS = """
    Curtain { align: center middle; background: #0b1521; }
    Curtain > Vertical { width: auto; height: auto; }
    Curtain Static { width: 48; text-align: center; }
    Curtain #name { margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss", "It is me"),
        Binding("q", "leave", "Leave the table"),
    ]

    def __init__(self, seat: Seat, news: list[str]) -> None:
        super().__init__()
        self._seat = seat
        self._news = news

    def compose(self) -> ComposeResult:
        seat = self._seat
        with Vertical():
            yield Static("Pass the keyboard to", markup=False)
            badge = f"  {seat_glyph(seat.colour)}  {seat.name.upper()}  "
            yield Static(Text(badge, badge_style(seat), justify="center"), id="name")
            for line in self._news:
                yield Static(Text(line, "#8795a5", justify="center"))
            yield Static(Text("\nEnter — it is me, and nobody else is looking", "bold #faf5dc"))
            yield Static(Text("\nq leaves the table; the game is saved", "#8795a5"))

    def action_leave(self) -> None:
        """Back to the title screen."""
        self.risk.show_title()
