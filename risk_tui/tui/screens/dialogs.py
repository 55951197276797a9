"""Small dialogs of the game screen: a question, a text to read, the end of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.engine.facts import MissionsDealt
from risk_tui.language.sentences import settled, tell_record
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.words import seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class Confirm(RiskDialog[bool]):
    """A question that is answered yes or no."""

    DEFAULT_CSS = """
    Confirm { align: center middle; background: #0b1521 60%; }
    Confirm > Static {
        width: 60; max-width: 90%; height: auto; padding: 1 2;
        background: #16263a; border: round #ffdd80;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        text = Text(self._question + "\n\n")
        text.append("y", "bold").append(" yes    ").append("n", "bold").append(" no")
        yield Static(text)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Reader(RiskDialog[None]):
    """A text to scroll through: help, or the whole log."""

    DEFAULT_CSS = """
    Reader { align: center middle; background: #0b1521; }
    Reader > VerticalScroll {
        width: 92%; max-width: 100; height: 90%; padding: 0 2;
        background: #101c2b; border: round #46607a; border-title-color: #ffdd80;
    }
    Reader Static { width: 100%; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,v", "dismiss", "Back"),
        Binding("j,down", "move(1)", "Down"),
        Binding("k,up", "move(-1)", "Up"),
        Binding("g", "home", "Start"),
    ]

    def __init__(self, title: str, text: Text, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = self._title
            box.border_subtitle = "↑↓ scroll · Esc back"
            yield Static(self._text)

    def on_mount(self) -> None:
        box = self.query_one(VerticalScroll)
        box.focus()
        if self._at_end:
            self.call_after_refresh(box.scroll_end, animate=False)

    def action_move(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_home(self) -> None:
        self.query_one(VerticalScroll).scroll_home(animate=False)


class Victory(RiskDialog[bool]):
    """The end of a game; whether the log is asked for."""

    DEFAULT_CSS = """
    Victory { align: center middle; background: #0b1521 40%; }
    Victory > Static {
        width: 64; max-width: 95%; height: auto; padding: 1 3; text-align: center;
        background: #101c2b; border: double #ffdd80;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q", "dismiss(False)", "Back"),
        Binding("v", "dismiss(True)", "Log"),
    ]

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._text)


def story(records: Sequence[Record], seats: Sequence[Seat], view: View) -> Text:
    """The whole log as sentences, each name in its colour.

    Which mission was dealt is not told: that is asked for, and looked at alone.
    """
    text = Text()
    for record in settled(records):
        facts = [
            each.seen_by(None) if isinstance(each, MissionsDealt) else each for each in record.facts
        ]
        for sentence in tell_record(replace(record, facts=tuple(facts)), seats, view.board, view):
            text.append(sentence + "\n")
    for seat in seats:
        text.highlight_words([seat.name], seat_style(seat))
    return text
