"""Small dialogs of the game screen: a question, a text to read, the end of a game."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from risk_tui.engine.facts import MissionsDealt, TurnBegan
from risk_tui.language.sentences import settled, tell_record
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.words import HEAD, seat_style

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
    Confirm { align: center middle; background: $house-veil; }
    Confirm > Static {
        width: 60; max-width: 90%; height: auto; padding: 1 2;
        background: $house-bar; border: round $house-gold;
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
    """A text to scroll through: help, or the whole log; a ``small`` one is as high as its text."""

    DEFAULT_CSS = """
    Reader { align: center middle; background: $house-sea; }
    Reader > VerticalScroll {
        width: 92%; max-width: 100; height: 90%; padding: 0 2;
        background: $house-panel; border: round $house-rail; border-title-color: $house-gold;
    }
    Reader Static { width: 100%; height: auto; }
    Reader.small { background: $house-veil; }
    Reader.small > VerticalScroll { width: 76; height: auto; max-height: 90%; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,v,w", "dismiss", "Back"),
        Binding("j,down", "move(1)", "Down"),
        Binding("k,up", "move(-1)", "Up"),
        Binding("g", "home", "Start"),
    ]

    def __init__(
        self, title: str, text: Text, *, at_end: bool = False, small: bool = False
    ) -> None:
        super().__init__(classes="small" if small else None)
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
    Victory { align: center middle; background: $house-veil; }
    Victory > Static {
        width: 64; max-width: 95%; height: auto; padding: 1 3; text-align: center;
        background: $house-panel; border: double $house-gold; border-title-color: $house-gold;
        border-title-align: center; border-subtitle-align: center;
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
        box = Static(self._text)
        box.border_title = "★  ★  ★"
        box.border_subtitle = "Enter: back to the map · v: the log"
        yield box


def story(records: Sequence[Record], seats: Sequence[Seat], view: View) -> Text:
    """The whole log as sentences, each name in its colour.

    Which mission was dealt is not told: that is asked for, and looked at alone.
    """
    text = Text()
    for record in settled(records):
        for fact in record.facts:
            shown = fact.seen_by(None) if isinstance(fact, MissionsDealt) else fact
            told = tell_record(replace(record, facts=(shown,)), seats, view.board, view)
            for sentence in told:
                if isinstance(fact, TurnBegan):
                    text.append(f"\n{sentence}\n", HEAD)
                else:
                    text.append_text(_sign(sentence, seats)).append(f" {sentence}\n")
    for seat in seats:
        text.highlight_words([seat.name], seat_style(seat, bold=True))
    text.rstrip()
    return text


def _sign(sentence: str, seats: Sequence[Seat]) -> Text:
    """The glyph of whoever a sentence begins with."""
    named = [each for each in seats if re.match(rf"{re.escape(each.name)}(?!\w)", sentence)]
    if not named:
        return Text(" ")
    seat = max(named, key=lambda each: len(each.name))
    return Text(seat_glyph(seat.colour), seat_style(seat))
