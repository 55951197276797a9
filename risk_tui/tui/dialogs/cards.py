"""A hand of cards: only its owner sees it, and trades from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.widgets import OptionList, Static

from risk_tui.boards.board import CardSymbol
from risk_tui.engine.actions import Trade
from risk_tui.rules.card_sets import StarSets
from risk_tui.text.hand_worth import describe_chances, describe_worth
from risk_tui.text.phrases import card_name
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.theme.styles import ASKED, DIM, GOLD, GOOD, STRONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

SYMBOLS = {
    CardSymbol.INFANTRY: "♟",
    CardSymbol.CAVALRY: "♞",
    CardSymbol.ARTILLERY: "♜",
    CardSymbol.JOKER: "★",
}


class CardsDialog(RiskDialog[Trade | None]):
    """A player's own cards, with their odds; some of them can be chosen and traded."""

    DEFAULT_CSS = """
    CardsDialog { align: center middle; background: $house-veil; }
    CardsDialog > Vertical {
        width: 62; max-width: 95%; height: auto; padding: 1 2;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
    }
    CardsDialog Static { height: auto; }
    CardsDialog VerticalScroll { height: auto; max-height: 38vh; }
    CardsDialog OptionList { height: auto; max-height: 6; }
    CardsDialog OptionList, CardsDialog OptionList:focus { background: $house-bar; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,c", "dismiss(None)", "Back"),
        Binding("enter", "trade", "Trade"),
        Binding("up,k", "move(-1)", "Up"),
        Binding("down,j", "move(1)", "Down"),
        Binding("space", "choose", "Choose"),
    ]
    AUTO_FOCUS = ""  # the list of bonuses must not take the keys before it is shown

    def __init__(self, view: View, seats: Sequence[Seat], *, advice: bool = True) -> None:
        super().__init__()
        self._view = view
        self._odds = [describe_worth(view), *(describe_chances(view, seats) if advice else [])]
        self._hand = sorted(view.hand)
        sets = view.rules.card_sets
        self._stars = sets if isinstance(sets, StarSets) else None
        """The rule for stars, if cards are traded for those."""
        self._position = 0
        self._trades = [offer.action for offer in view.offers if isinstance(offer.action, Trade)]
        self._chosen: set[int] = set()
        self._bonus_choices: list[Trade] = []
        self._bonus = OptionList(id="bonus", markup=False)
        if self._trades and self._stars is None:
            best = max(self._trades, key=lambda trade: view.set_value(trade.cards))
            self._chosen = set(best.cards)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Your cards"
            box.border_subtitle = "Esc: back" if not self._hand else "↑↓ Space or 1-9 · Esc: back"
            with VerticalScroll(can_focus=False):
                yield Static(id="cards")
            yield Static(Text("\n".join(["", *self._odds]), DIM), id="odds")
            yield Static(id="verdict")
            self._bonus.display = False
            yield self._bonus

    def on_mount(self) -> None:
        self._update()

    def on_key(self, event: events.Key) -> None:
        if event.key.isdecimal() and not self._bonus_choices:
            event.stop()
            if 0 < int(event.key) <= len(self._hand):
                self._position = int(event.key) - 1
                self.action_choose()

    def action_move(self, step: int) -> None:
        """Mark another card, or another territory for the extra armies."""
        if self._bonus_choices:
            (self._bonus.action_cursor_down if step > 0 else self._bonus.action_cursor_up)()
        elif self._hand:
            self._position = (self._position + step) % len(self._hand)
            self._update()

    def action_choose(self) -> None:
        """Take the marked card into the set, or out of it; or pick the marked territory."""
        if self._bonus_choices:
            self._bonus.action_select()
        elif self._hand:
            self._chosen ^= {self._hand[self._position]}
            self._update()

    def action_trade(self) -> None:
        """Trade the chosen set; ask for the bonus territory where there is a choice."""
        matching = self._matching_trades()
        if not self._hand:
            self.dismiss(None)
        elif len(matching) == 1:
            self.dismiss(matching[0])
        elif matching:
            self._bonus_choices = matching
            self._update()
            territories = self._view.board.territories
            for trade in matching:
                if trade.bonus is not None:
                    self._bonus.add_option(territories[trade.bonus].name)
            self._bonus.display = True
            self._bonus.highlighted = 0
            self._bonus.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._bonus_choices[event.option_index])

    def _update(self) -> None:
        text = Text("\n").join(
            self._line(position, card) for position, card in enumerate(self._hand)
        )
        if not self._hand:
            text = Text("You hold no cards. Conquer a territory in your turn to draw one.")
        self.query_one("#cards", Static).update(text)
        self.query_one("#verdict", Static).update(Text("\n").append_text(self._verdict()))
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_to_region(Region(0, self._position, 1, 1), animate=False)

    def _traded_cards(self) -> tuple[int, ...]:
        """The cards that are traded for the chosen ones: of equal cards the first."""
        chosen = tuple(sorted(self._chosen))
        return self._stars.matching_cards(chosen, self._hand) if self._stars is not None else chosen

    def _matching_trades(self) -> list[Trade]:
        """The trades that are possible with the chosen cards."""
        cards = set(self._traded_cards())
        return [trade for trade in self._trades if set(trade.cards) == cards]

    def _line(self, position: int, card: int) -> Text:
        view, chosen = self._view, card in self._chosen
        line = Text("▸" if position == self._position else " ", "bold")
        line.append(f"{position + 1:2} ", STRONG if chosen else DIM)
        line.append("✓ " if chosen else "· ", GOLD)
        line.append(f"{SYMBOLS[view.board.deck[card].symbol]} ", "bold")
        line.append(card_name(card, view.board), "bold" if chosen else "")
        if self._stars is not None:
            line.append(f"  {'★' * self._stars.count([card])}", GOLD)
        territory = view.board.deck[card].territory
        if territory is not None and view.owner[territory] == view.seat:
            line.append("  yours", GOOD)
        return line

    def _verdict(self) -> Text:
        if not self._hand:
            return Text("Enter closes this", DIM)
        if self._stars is not None and not self._bonus_choices:
            return self._stars_verdict(self._stars)
        cards = tuple(sorted(self._chosen))
        value = self._view.set_value(cards) if len(cards) == 3 else 0
        if self._bonus_choices:
            armies = self._view.rules.territory_bonus.armies
            return Text(f"Which territory gets {armies} extra armies?", ASKED)
        if value and any(set(trade.cards) == self._chosen for trade in self._trades):
            return Text(f"Enter trades these for {value} armies", ASKED)
        if value:
            return Text(f"A set worth {value} armies; it can be traded when you reinforce.")
        if len(cards) == 3:
            return Text("These three are no set: three alike, or one of each.")
        if getattr(self._view.decision, "must_trade", False):
            return Text("You must trade a set: choose three cards.", "bold")
        prefix = f"{len(cards)} chosen; " if cards else ""
        return Text(f"{prefix}digits or Space choose three cards, Esc goes back", DIM)

    def _stars_verdict(self, rule: StarSets) -> Text:
        """The table of values, and what the chosen stars are worth."""
        stars, value = rule.count(self._traded_cards()), self._view.set_value(self._traded_cards())
        values = self._view.ruleset.cards.star_values
        table = Text("stars  ", DIM)
        worth = Text("armies ", DIM)
        for count, armies in values.items():
            style = ASKED if value and armies == value else DIM
            table.append(f"{count:4}", style)
            worth.append(f"{armies:4}", style)
        text = Text.assemble(table, "\n", worth, "\n\n")
        if self._matching_trades():
            return text.append(f"Enter trades {stars} stars for {value} armies", ASKED)
        if value:
            return text.append(f"{stars} stars are worth {value} armies when you may trade.")
        if stars:
            return text.append(f"{stars} stars cannot be traded: choose more, or fewer.")
        return text.append("Digits or Space choose cards, Esc keeps them all", DIM)
