"""Small dialogs of the game screen: a question, a text to read, the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.engine.events import MissionsDealt, TurnBegan
from risk_tui.text.record_lines import event_parts, merge_superseded
from risk_tui.text.words import SeatName, Wording
from risk_tui.tui.screens.base import Result, RiskDialog
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import HEAD, seat_style
from risk_tui.tui.widgets.wrapped_text import WrappedText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class BoxDialog(RiskDialog[Result]):
    """A text in a frame with a title; ``KEYS`` says below it what can be pressed.

    ``names`` are not broken at the end of a line.
    """

    KEYS: ClassVar[str] = ""

    def __init__(self, title: str, text: Text, names: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._box = Static(WrappedText(text, names) if names else text)
        self._box.border_title = title
        self._box.border_subtitle = self.KEYS

    def compose(self) -> ComposeResult:
        yield self._box


class ConfirmDialog(BoxDialog[bool]):
    """A question that is answered yes or no."""

    DEFAULT_CSS = """
    ConfirmDialog { align: center middle; background: $house-veil; }
    ConfirmDialog > Static {
        width: 60; max-width: 90%; height: auto; padding: 1 2;
        background: $house-bar; border: round $house-gold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape,q", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str, names: tuple[str, ...] = ()) -> None:
        text = Text(question + "\n\n")
        text.append("y", "bold").append(" yes    ").append("n", "bold").append(" no (or Esc)")
        super().__init__("", text, names)


class ScrollDialog(RiskDialog[None]):
    """A dialog whose contents are scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", "Down"),
        Binding("k,up", "move(-1)", "Up"),
        Binding("g", "home", "Start"),
    ]

    def action_move(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_home(self) -> None:
        """Scroll to the first line."""
        self.query_one(VerticalScroll).scroll_home(animate=False)


class TextDialog(ScrollDialog):
    """A text to scroll through: help, or the whole log; a ``small`` one is as high as its text.

    ``names`` are not broken at the end of a line; ``at_end`` opens the text at its last line.
    """

    DEFAULT_CSS = """
    TextDialog { align: center middle; background: $house-sea; }
    TextDialog > VerticalScroll {
        width: 92%; max-width: 100; height: 90%; padding: 0 2;
        background: $house-panel; border: round $house-rail; border-title-color: $house-gold;
    }
    TextDialog Static { width: 100%; height: auto; }
    TextDialog.small { background: $house-veil; }
    TextDialog.small > VerticalScroll { width: 76; height: auto; max-height: 90%; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,v,w", "dismiss", "Back")
    ]

    def __init__(
        self,
        title: str,
        text: Text,
        names: tuple[str, ...] = (),
        *,
        at_end: bool = False,
        small: bool = False,
    ) -> None:
        super().__init__(classes="small" if small else None)
        self._title = title
        self._names = names
        self._text = WrappedText(text, names)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = self._title
            box.border_subtitle = "↑↓ scroll · Enter or Esc: back"
            yield Static(self._text)

    def on_mount(self) -> None:
        box = self.query_one(VerticalScroll)
        box.focus()
        if self._at_end:
            self.call_after_refresh(box.scroll_end, animate=False)

    def show_text(self, text: Text) -> None:
        """Show another text; whoever was at the end of the last one is at the end of this."""
        box = self.query_one(VerticalScroll)
        at_end = box.scroll_offset.y >= box.max_scroll_y
        self._text = WrappedText(text, self._names)
        box.query_one(Static).update(self._text)
        if at_end:
            self.call_after_refresh(box.scroll_end, animate=False)


class LogDialog(TextDialog):
    """The log, which goes on while it is read; ``read`` gives all of it as it stands now."""

    def __init__(self, read: Callable[[], Text], names: tuple[str, ...]) -> None:
        super().__init__("The log", read(), names, at_end=True)
        self._read = read

    def follow(self) -> None:
        self.show_text(self._read())


class VictoryDialog(BoxDialog[str]):
    """The end of a game; it returns the action that was chosen, if any."""

    DEFAULT_CSS = """
    VictoryDialog { align: center middle; background: $house-veil; }
    VictoryDialog > Static {
        width: 74; max-width: 95%; height: auto; padding: 1 3; text-align: center;
        background: $house-panel; border: double $house-gold; border-title-color: $house-gold;
        border-title-align: center; border-subtitle-align: center;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q", "dismiss('')", "Back"),
    ]

    def __init__(self, text: Text, actions: Sequence[tuple[str, str, str]]) -> None:
        """``actions``: each with its key and its label."""
        super().__init__("★  ★  ★", text)
        self._actions = actions
        labels = [f"{key}: {label}" for _, key, label in actions]
        self._box.border_subtitle = " · ".join(["Enter: map", *labels])

    def on_key(self, event: events.Key) -> None:
        action = self.risk.keymap.action_of(event.key, event.character or "")
        if action in [offered for offered, _, _ in self._actions]:
            event.stop()
            self.dismiss(action)


def full_log(records: Sequence[Record], seats: Sequence[Seat], view: View) -> Text:
    """The whole log as sentences, each name in its colour.

    It does not say which mission was dealt: a player asks for that, and looks at it alone.
    """
    text, wording = Text(), Wording(seats, view.board, view)
    for record in merge_superseded(records):
        for event in record.events:
            public = event.redacted_for(None) if isinstance(event, MissionsDealt) else event
            if public.is_empty:
                continue
            parts = event_parts(public, wording)
            is_heading = isinstance(event, TurnBegan)
            if is_heading:
                text.append("\n")
            else:
                text.append_text(_sign(parts[0], seats)).append(" ")
            for part in parts:
                if isinstance(part, SeatName):
                    text.append(part, seat_style(seats[part.seat], bold=True))
                else:
                    text.append(part, HEAD if is_heading else "")
            text.append("\n")
    text.rstrip()
    return text


def _sign(start: str, seats: Sequence[Seat]) -> Text:
    """The glyph of the player whose name a sentence starts with; a space without one."""
    if not isinstance(start, SeatName):
        return Text(" ")
    seat = seats[start.seat]
    return Text(seat_glyph(seat.colour), seat_style(seat))
