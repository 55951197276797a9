"""Small dialogs of the game screen: a question, a text to read, a hand of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from risk_tui.engine.actions import Trade
from risk_tui.engine.board import Symbol
from risk_tui.language.sentences import card_name, tell_record
from risk_tui.tui.panels import seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.board import Board
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


class Confirm(ModalScreen[bool]):
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


class Reader(ModalScreen[None]):
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


SYMBOLS = {
    Symbol.INFANTRY: "♟",
    Symbol.CAVALRY: "♞",
    Symbol.ARTILLERY: "♜",
    Symbol.JOKER: "★",
}


class Hand(ModalScreen[Trade | None]):
    """A player's own cards; three of them can be chosen and traded."""

    DEFAULT_CSS = """
    Hand { align: center middle; background: #0b1521 60%; }
    Hand > Vertical {
        width: 62; max-width: 95%; height: auto; padding: 1 2;
        background: #16263a; border: round #ffdd80; border-title-color: #ffdd80;
    }
    Hand Static { height: auto; }
    Hand OptionList { height: auto; max-height: 6; }
    Hand OptionList, Hand OptionList:focus { background: #16263a; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,c", "dismiss(None)", "Back"),
        Binding("enter", "trade", "Trade"),
    ]
    AUTO_FOCUS = ""  # the list of bonuses must not take the keys before it is shown

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view
        self._hand = sorted(view.hand)
        self._trades = [each.action for each in view.offers if isinstance(each.action, Trade)]
        self._chosen: set[int] = set()
        self._choices: list[Trade] = []
        if self._trades:
            best = max(self._trades, key=lambda trade: view.set_value(trade.cards))
            self._chosen = set(best.cards)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Your cards"
            yield Static(id="cards")
            bonus = OptionList(id="bonus", markup=False)
            bonus.display = False
            yield bonus

    def on_mount(self) -> None:
        self._update()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdecimal() and not self._choices:
            position = int(event.character) - 1
            if 0 <= position < len(self._hand):
                self._chosen ^= {self._hand[position]}
                self._update()
            event.stop()

    def action_trade(self) -> None:
        """Trade the chosen set; ask for the bonus territory where there is a choice."""
        matching = [trade for trade in self._trades if set(trade.cards) == self._chosen]
        if len(matching) == 1:
            self.dismiss(matching[0])
        elif matching:
            self._choices = matching
            bonus = self.query_one("#bonus", OptionList)
            names = self._view.board.territories
            armies = self._view.rules.bonus.armies
            for trade in matching:
                if trade.bonus is not None:
                    bonus.add_option(f"{armies} extra armies on {names[trade.bonus].name}")
            bonus.display = True
            bonus.highlighted = 0
            bonus.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index])

    def _update(self) -> None:
        view, text = self._view, Text()
        if not self._hand:
            text.append("You hold no cards. Conquer a territory in your turn to draw one.\n")
        for position, card in enumerate(self._hand, 1):
            chosen = card in self._chosen
            text.append(f" {position} ", "bold" if chosen else "#8795a5")
            text.append("● " if chosen else "○ ", "#ffdd80")
            text.append(f"{SYMBOLS[view.board.deck[card].symbol]} ", "bold")
            text.append(card_name(card, view.board), "bold" if chosen else "")
            territory = view.board.deck[card].territory
            if territory is not None and view.owner[territory] == view.seat:
                text.append("  yours", "#8fd694")
            text.append("\n")
        text.append("\n")
        text.append(self._verdict())
        self.query_one("#cards", Static).update(text)

    def _verdict(self) -> Text:
        cards = tuple(sorted(self._chosen))
        value = self._view.set_value(cards) if len(cards) == 3 else 0
        if value and any(set(trade.cards) == self._chosen for trade in self._trades):
            return Text(f"Enter trades these for {value} armies", "bold #ffdd80")
        if value:
            return Text(f"A set worth {value} armies; it can be traded when you reinforce.")
        if self._chosen and len(cards) == 3:
            return Text("These three are no set: three alike, or one of each.")
        if self._view.decision is not None and getattr(self._view.decision, "must_trade", False):
            return Text("You must trade a set: choose three cards with their digits.", "bold")
        chosen = f"{len(cards)} chosen; " if cards else ""
        return Text(f"{chosen}digits choose three cards, Esc goes back", "#8795a5")


class Victory(ModalScreen[None]):
    """The end of a game."""

    DEFAULT_CSS = """
    Victory { align: center middle; background: #0b1521 40%; }
    Victory > Static {
        width: 64; max-width: 95%; height: auto; padding: 1 3; text-align: center;
        background: #101c2b; border: double #ffdd80;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "dismiss", "Back")]

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._text)


def story(records: Sequence[Record], seats: Sequence[Seat], board: Board) -> Text:
    """The whole log as sentences, each name in its colour."""
    text = Text()
    for record in records:
        for sentence in tell_record(record, seats, board):
            text.append(sentence + "\n")
    for seat in seats:
        text.highlight_words([seat.name], seat_style(seat))
    return text
