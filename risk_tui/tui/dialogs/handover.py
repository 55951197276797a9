"""The curtain between two players at one terminal, with the events since the last turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.widgets import Static

from risk_tui.boards.board import Board
from risk_tui.data.language import _, headed
from risk_tui.engine.view import View
from risk_tui.table.seats import Seat
from risk_tui.text.recap import Recap, describe_recap, recap_title
from risk_tui.text.time_phrases import current_round
from risk_tui.text.words import SeatName
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.text_widgets import KeyBar, name_plate
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, seat_style

OTHER_ROWS = 15
"""Rows that the other parts of the curtain need."""

IGNORE_SECONDS = 0.8
"""Seconds for which the curtain ignores Enter, unless the setting ``curtain`` is ``quick``."""


def recap_text(
    recap: Recap, board: Board, seats: Sequence[Seat], maximum: int = 1000, hint: str = ""
) -> Text:
    """Return a recap with each player by glyph, name and colour.

    Args:
        recap: The events to describe.
        board: The board of the game.
        seats: The seats of the game.
        maximum: The maximum number of lines.
        hint: How to see the lines that do not fit; may be empty.
    """
    recap_lines = describe_recap(recap, seats, board)
    left_out = len(recap_lines) - maximum + 1 if len(recap_lines) > maximum else 0
    lines = []
    for parts in recap_lines[: len(recap_lines) - left_out]:
        indent = "" if isinstance(parts[0], SeatName) else "  "
        line = Text(indent, no_wrap=True, overflow="ellipsis")
        for part in parts:
            if isinstance(part, SeatName):
                seat = seats[part.seat]
                line.append(f"{seat_glyph(seat.colour)} {part}", seat_style(seat, bold=True))
            else:
                line.append(part)
        lines.append(line)
    if left_out:
        rest = _("… and {number} more", number=left_out)
        lines.append(Text(f"  {headed(rest, hint)}" if hint else f"  {rest}", DIM))
    nothing = Text(_("No territory changed hands, and no set was traded."), DIM)
    return Text("\n").join(lines or [nothing])


class HandoverDialog(RiskDialog[bool]):
    """Hides the table until the next player confirms that only they can see the screen.

    Returns True then, and False if a bot should play for that player, who may be away.

    The previous player may still be typing, so the curtain asks to wait and ignores Enter for
    ``IGNORE_SECONDS``; then it says that Enter lifts it. Keys do not extend this time. With the
    setting ``quick`` there is no wait.

    ``view`` is that of a spectator, because all players can read the curtain.
    """

    DEFAULT_CSS = """
    HandoverDialog { background: $house-sea; }
    HandoverDialog > Vertical { width: 100%; height: auto; }
    HandoverDialog Static { width: 100%; text-align: center; }
    HandoverDialog #name { margin: 1 0; }
    HandoverDialog #recap {
        width: 70%; min-width: 76; max-width: 110; text-align: left; padding: 0 2; margin-top: 1;
        background: $house-panel; border: round $house-rail; border-title-color: $house-gold;
    }
    HandoverDialog.-narrow #recap { width: 95%; min-width: 95%; }
    """
    BINDINGS = [
        ("enter", "lift"),
        ("f8", "bot"),
        ("q", "leave"),
    ]

    def __init__(self, view: View, seats: Sequence[Seat], seat: int, recap: Recap | None) -> None:
        super().__init__()
        self._view = view
        self._seats = seats
        self._seat = seats[seat]
        self._recap = recap
        self._opens_at = -inf
        """The time from which Enter is accepted, in seconds on the clock of events."""
        self._last_key = -inf
        """The time at which the last key was pressed, which may be long before it is handled."""
        self._lift_hint, self._recap_box = Static(id="lift"), Static(id="recap")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(_("Pass the keyboard to"), DIM))
            yield Static(name_plate(self._seat), id="name")
            yield Static(Text(current_round(self._view), DIM))
            if self._recap is not None:
                self._recap_box.update(self._current_recap(self._recap))
                self._recap_box.border_title = recap_title(self._recap)
                yield Center(self._recap_box)
            yield self._lift_hint
        yield KeyBar(
            [
                KeyHint("F8", _("let a bot play"), "f8"),
                KeyHint("q", _("leave the game (it is saved)"), "q"),
            ]
        )

    def on_mount(self) -> None:
        """Accept Enter after ``IGNORE_SECONDS``, or at once with the setting ``quick``."""
        quick = self.risk.settings.curtain == "quick"
        self._show_how_to_lift(now=quick)
        if not quick:
            self._opens_at = time.monotonic() + IGNORE_SECONDS
            self.set_timer(IGNORE_SECONDS, lambda: self._show_how_to_lift(now=True))

    def on_resize(self, event: events.Resize) -> None:
        if self._recap is not None:
            self._recap_box.update(self._current_recap(self._recap))

    def _current_recap(self, recap: Recap) -> Text:
        maximum = self.app.size.height - OTHER_ROWS
        hint = self.risk.keymap.fill(_("press {recap} on your turn to see all"))
        return recap_text(recap, self._view.board, self._seats, maximum, hint)

    def _show_how_to_lift(self, *, now: bool) -> None:
        text = _("Enter — it's me, and no one else is looking") if now else _("wait …")
        self._lift_hint.update(Text(f"\n{text}", HEAD if now else DIM))

    def on_key(self, event: events.Key) -> None:
        self._last_key = event.time

    def on_click(self, event: events.Click) -> None:
        if event.get_content_offset(self._lift_hint) is not None:
            self.app.simulate_key("enter")

    def action_lift(self) -> None:
        """Show the table to the player, unless Enter was pressed too early."""
        if self._last_key >= self._opens_at:
            self.dismiss(True)

    def action_bot(self) -> None:
        """Ask whether a bot should play for the player."""
        from risk_tui.tui.dialogs.choices import ConfirmDialog

        def take_answer(is_confirmed: bool | None) -> None:
            if is_confirmed:
                self.dismiss(False)

        name = self._seat.name
        question = _("Let a bot play {name} from now on? ':bot off' undoes this.", name=name)
        self.app.push_screen(ConfirmDialog(question, (name,)), take_answer)

    def action_leave(self) -> None:
        """Leave the table."""
        self.risk.leave_table()
