"""The curtain between two people at one terminal, with what happened while others played."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Center, Vertical
from textual.widgets import Static

from risk_tui.language.recap import tell_recap, title_of
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.plate import plate
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.words import DIM, HEAD, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.board import Board
    from risk_tui.engine.view import View
    from risk_tui.language.recap import Recap
    from risk_tui.table.seats import Seat

REST = 15
"""Rows that the other parts of the curtain need."""

QUIET = "Nothing changed hands, and nobody traded a set."


def recap_text(recap: Recap, board: Board, seats: Sequence[Seat], most: int = 1000) -> Text:
    """A recap in at most so many lines, each player by glyph, name and colour."""
    told = tell_recap(recap, board)
    left_out = len(told) - most + 1 if len(told) > most else 0
    lines = []
    for words in told[: len(told) - left_out]:
        line = Text("" if isinstance(words[0], int) else "  ", no_wrap=True, overflow="ellipsis")
        for part in words:
            if isinstance(part, str):
                line.append(part)
            else:
                seat = seats[part]
                line.append(f"{seat_glyph(seat.colour)} {seat.name}", seat_style(seat, bold=True))
        lines.append(line)
    if left_out:
        lines.append(Text(f"  … and {left_out} more", DIM))
    return Text("\n").join(lines or [Text(QUIET, DIM)])


class Curtain(RiskDialog[None]):
    """Hides the table until the next player says that only he is looking.

    ``view`` is a spectator's: all that stands here may be read by everybody.
    """

    DEFAULT_CSS = """
    Curtain { align: center middle; background: $house-sea; }
    Curtain > Vertical { width: 100%; height: auto; }
    Curtain Static { width: 100%; text-align: center; }
    Curtain #name { margin: 1 0; }
    Curtain #recap {
        width: 76; max-width: 100%; text-align: left; padding: 0 2; margin-top: 1;
        background: $house-panel; border: round $house-rail; border-title-color: $house-gold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss", "It is me"),
        Binding("q", "leave", "Leave the table"),
    ]

    def __init__(self, view: View, seats: Sequence[Seat], seat: int, recap: Recap | None) -> None:
        super().__init__()
        self._view = view
        self._seats = seats
        self._seat = seats[seat]
        self._recap = recap

    def compose(self) -> ComposeResult:
        now = self._view.round
        with Vertical():
            yield Static(Text("Pass the keyboard to", DIM))
            yield Static(plate(self._seat), id="name")
            yield Static(Text(f"Round {now}" if now else "Setting up", DIM))
            if self._recap is not None:
                with Center():
                    yield Static(self._news(self._recap), id="recap")
            yield Static(Text("\nEnter — it is me, and nobody else is looking", HEAD))
            yield Static(Text("\nq leaves the table; the game is saved", DIM))

    def on_mount(self) -> None:
        if self._recap is not None:
            self.query_one("#recap").border_title = title_of(self._recap)

    def on_resize(self, event: events.Resize) -> None:
        if self._recap is not None:
            self.query_one("#recap", Static).update(self._news(self._recap))

    def _news(self, recap: Recap) -> Text:
        return recap_text(recap, self._view.board, self._seats, self.app.size.height - REST)

    def action_leave(self) -> None:
        """Back to the title screen."""
        self.risk.show_title()
