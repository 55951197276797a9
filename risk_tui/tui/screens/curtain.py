"""The curtain between two people at one terminal, with what happened while others played."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.containers import Center, Vertical
from textual.events import Mount
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
    from textual.timer import Timer

    from risk_tui.engine.board import Board
    from risk_tui.engine.view import View
    from risk_tui.language.recap import Recap
    from risk_tui.table.seats import Seat

REST = 15
"""Rows that the other parts of the curtain need."""

DEAF = 0.8
"""Seconds without a key, after which a guarded curtain can be lifted."""

QUIET = "Nothing changed hands, and nobody traded a set."


def recap_text(
    recap: Recap, board: Board, seats: Sequence[Seat], most: int = 1000, more: str = ""
) -> Text:
    """A recap in at most so many lines, each player by glyph, name and colour.

    ``more`` says where the lines are found for which there is no room.
    """
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
        lines.append(Text(f"  … and {left_out} more{more}", DIM))
    return Text("\n").join(lines or [Text(QUIET, DIM)])


class Curtain(RiskDialog[None]):
    """Hides the table until the next player says that only he is looking.

    Whoever sat here before may still be typing: a guarded curtain is deaf until no key came for
    a moment, and shows when it hears.

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
        Binding("enter", "lift", "It is me"),
        Binding("q", "leave", "Leave the table"),
    ]

    def __init__(self, view: View, seats: Sequence[Seat], seat: int, recap: Recap | None) -> None:
        super().__init__()
        self._view = view
        self._seats = seats
        self._seat = seats[seat]
        self._recap = recap
        self._still_since = -inf
        """When the last key came, or the curtain fell; by the clock of events, in seconds."""
        self._hears = False
        self._waking: Timer | None = None

    def compose(self) -> ComposeResult:
        now = self._view.round
        with Vertical():
            yield Static(Text("Pass the keyboard to", DIM))
            yield Static(plate(self._seat), id="name")
            yield Static(Text(f"Round {now}" if now else "Setting up", DIM))
            if self._recap is not None:
                with Center():
                    yield Static(self._news(self._recap), id="recap")
            yield Static(id="lift")
            yield Static(Text("\nq leaves the table; the game is saved", DIM))

    @on(Mount)
    def _fall(self, event: Mount) -> None:
        quick = self.risk.settings.curtain == "quick"
        self._still_since = -inf if quick else event.time
        self._listen(quick)
        if self._recap is not None:
            self.query_one("#recap").border_title = title_of(self._recap)

    def on_resize(self, event: events.Resize) -> None:
        if self._recap is not None:
            self.query_one("#recap", Static).update(self._news(self._recap))

    def _news(self, recap: Recap) -> Text:
        most = self.app.size.height - REST
        more = self.risk.keymap.fill(": {recap} tells all, once it is you")
        return recap_text(recap, self._view.board, self._seats, most, more)

    def _listen(self, hears: bool) -> None:
        """Hear from now on, or from the end of a moment without keys on."""
        self._hears = hears
        words = Text("\nEnter — it is me, and nobody else is looking", HEAD if hears else DIM)
        self.query_one("#lift", Static).update(words)
        if self._waking is not None:
            self._waking.stop()
        self._waking = None if hears else self.set_timer(DEAF, lambda: self._listen(True))

    def on_key(self, event: events.Key) -> None:
        """While the curtain is deaf every key begins its moment anew."""
        # A key may have waited longer than the moment: what counts is when it was pressed.
        early = event.time - self._still_since < DEAF
        if early:
            self._still_since = event.time
        if early or not self._hears:
            self._listen(not early)

    def action_lift(self) -> None:
        """Show the table to the player, once the curtain hears."""
        if self._hears:
            self.dismiss()

    def action_leave(self) -> None:
        """Back to the title screen."""
        self.risk.show_title()
