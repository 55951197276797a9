"""The dialog with a player's own hand of cards, from which they trade sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.widgets import Static

from risk_tui.boards.board import CardSymbol
from risk_tui.data.language import _, join_and, ngettext, pgettext
from risk_tui.engine.actions import Trade
from risk_tui.engine.view import View
from risk_tui.rules.cards import StarSets
from risk_tui.table.seats import Seat
from risk_tui.text.prompts import describe_chances, describe_empty_hand, describe_worth
from risk_tui.text.wrapping import wrap
from risk_tui.tui.key_hints import KeyHint, keys_markup
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.theme.styles import ASKED, CALM, DIM, GOOD, STRONG, fit

SYMBOLS = {
    CardSymbol.INFANTRY: "♟",
    CardSymbol.CAVALRY: "♞",
    CardSymbol.ARTILLERY: "♜",
    CardSymbol.JOKER: "★",
    CardSymbol.POWER: "✦",
}

ROWS = 6
"""Rows of a card."""

_COLUMNS = 14
"""Columns inside a card's frame, enough for a territory's name in two rows."""

CARD_WIDTH = _COLUMNS + 3
"""Columns of a card with its frame and the gap after it."""


def card_lines(
    number: int,
    symbol: CardSymbol,
    name: str,
    foot: str = "",
    *,
    is_current: bool = False,
    is_chosen: bool = False,
    is_own: bool = False,
) -> list[Text]:
    """Return the rows of a card.

    Args:
        number: The place of the card in the hand, from 1; up to 9 also the key that chooses it.
        symbol: The symbol on it.
        name: The name of its territory, or of the card itself.
        foot: The text in the lower edge of its frame.
        is_current: True if it is highlighted.
        is_chosen: True if it is chosen for a trade.
        is_own: True if the holder of the card also holds its territory.
    """
    frame = ASKED if is_chosen else STRONG if is_current else DIM
    top = f"{'▸' if is_current else '─'}{number}"
    top = f"{top.ljust(3, '─')} {_('chosen')} " if is_chosen else top
    foot = fit(foot, min(cell_len(foot), _COLUMNS - 2))
    first, *more = wrap(name, _COLUMNS)
    rows: list[tuple[str, Style]] = [
        (f"{SYMBOLS[symbol]} {pgettext('card', symbol)}", STRONG if is_chosen else CALM),
        (first, CALM),
        (" ".join(more), CALM),
        (_("yours") if is_own else "", GOOD),
    ]
    return [
        Text(f"╭{top.ljust(_COLUMNS, '─')}╮", frame),
        *(
            Text.assemble(("│", frame), (fit(row, _COLUMNS), style), ("│", frame))
            for row, style in rows
        ),
        Text(f"╰{(f' {foot} ' if foot else '').center(_COLUMNS, '─')}╯", frame),
    ]


def side_by_side(cards: Sequence[Sequence[Text]], in_row: int) -> Text:
    """Join cards into rows with ``in_row`` cards each."""
    rows: list[Text] = []
    for start in range(0, len(cards), in_row):
        rows += [
            Text(" ").join(parts) for parts in zip(*cards[start : start + in_row], strict=True)
        ]
    return Text("\n", no_wrap=True).join(rows)


class CardsDialog(RiskDialog[Trade | None]):
    """A player's own cards with the chances of sets. Returns the chosen trade, if any."""

    DEFAULT_CSS = """
    CardsDialog > .box { width: auto; max-width: 95%; }
    CardsDialog Static { width: auto; height: auto; }
    CardsDialog VerticalScroll { width: auto; height: auto; max-height: 52vh; }
    CardsDialog Menu { background: $house-bar; max-height: 6; }
    """
    BINDINGS = [
        ("escape,q,c", "dismiss(None)"),
        ("enter", "trade"),
        ("left,h", "move(-1)"),
        ("right,l", "move(1)"),
        ("up,k", "move_row(-1)"),
        ("down,j", "move_row(1)"),
        ("space", "choose"),
        ("tab", "next_set"),
    ]
    AUTO_FOCUS = ""  # The list of bonuses must not take keys before it is shown.

    def __init__(
        self, look: Callable[[], View], seats: Sequence[Seat], *, advice: bool = True
    ) -> None:
        """Show the hand of the player whose current view ``look`` returns."""
        super().__init__()
        self._look = look
        self._seats = seats
        self._advice = advice
        self._position = 0
        self._sets: list[tuple[int, ...]] = []
        """The cards of each set that can be traded; most valuable first unless stars are traded."""
        self._chosen: set[int] = set()
        self._bonus_choices: list[Trade] = []
        self._bonus = Menu(keys=True)

    def _read_view(self) -> None:
        """Read the current view. As soon as sets of three can be traded, choose the best one."""
        view = self._view = self._look()
        self._hand = sorted(view.hand)
        self._position = min(self._position, max(len(self._hand) - 1, 0))
        sets = view.rules.card_sets
        self._stars = sets if isinstance(sets, StarSets) else None
        """The rule for trading stars; ``None`` if sets of three are traded."""
        had_sets = bool(self._sets)
        self._trades = [offer.action for offer in view.offers if isinstance(offer.action, Trade)]
        self._sets = list(dict.fromkeys(trade.cards for trade in self._trades))
        self._chosen &= set(self._hand)
        if self._stars is None:
            self._sets.sort(key=view.set_value, reverse=True)
            if self._sets and not had_sets and not self._chosen:
                self._chosen = set(self._sets[0])

    def follow(self) -> None:
        self._read_view()
        if not set(self._bonus_choices) <= set(self._trades):
            self._bonus_choices = []
            self._bonus.display = False
        self.query_one("#odds", Static).update(self._odds())
        self._update()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Your cards")
            with VerticalScroll(can_focus=False):
                yield Static(id="cards")
            yield Static(id="odds")
            yield Static(id="verdict")
            self._bonus.display = False
            yield self._bonus

    def _odds(self) -> Text:
        """Return the value of the hand, and with advice the chances of sets."""
        chances = describe_chances(self._view, self._seats) if self._advice else []
        return Text("\n".join(["", describe_worth(self._view), *chances]), DIM)

    def _keys(self) -> list[KeyHint]:
        back = KeyHint("Esc", _("back"), "escape")
        if not self._hand or not self._view.board.has_sets:
            return [back]
        if self._bonus_choices:
            return [
                KeyHint("↑↓", _("select"), "up down"),
                KeyHint("Enter", _("trade"), "enter"),
                back,
            ]
        keys = [KeyHint(_("1-9 ←→ Space"), _("choose"), "")]
        if len(self._sets) > 1 and not self._stars:
            keys.append(KeyHint("Tab", _("another set"), "tab"))
        if self._matching_trades():
            keys.append(KeyHint("Enter", _("trade"), "enter"))
        return [*keys, back]

    @property
    def _cards_per_row(self) -> int:
        """The number of cards side by side."""
        return max((self.app.size.width * 95 // 100 - 7) // CARD_WIDTH, 1)

    def on_mount(self) -> None:
        self.follow()

    def on_resize(self, event: events.Resize) -> None:
        self.follow()

    def on_key(self, event: events.Key) -> None:
        if event.key.isdecimal() and not self._bonus_choices:
            event.stop()
            if 0 < int(event.key) <= len(self._hand):
                self._position = int(event.key) - 1
                self.action_choose()

    def action_move(self, step: int) -> None:
        """Highlight another card, or another territory for the extra armies.

        After the last card comes the first.
        """
        if self._bonus_choices:
            self._bonus.action_step(step)
        elif self._hand:
            self._position = (self._position + step) % len(self._hand)
            self._update()

    def action_move_row(self, step: int) -> None:
        """Highlight a card in the row above or below, or the next card if there is only one row."""
        in_row = self._cards_per_row
        if len(self._hand) <= in_row or self._bonus_choices:
            self.action_move(step)
            return
        places = ceil(len(self._hand) / in_row) * in_row
        position = (self._position + step * in_row) % places
        self._position = min(position, len(self._hand) - 1)
        self._update()

    def action_next_set(self) -> None:
        """Choose the cards of the next set that can be traded."""
        if self._sets and self._stars is None and not self._bonus_choices:
            chosen = tuple(sorted(self._chosen))
            following = self._sets.index(chosen) + 1 if chosen in self._sets else 0
            self._chosen = set(self._sets[following % len(self._sets)])
            self._update()

    def action_choose(self) -> None:
        """Add the highlighted card to the set or remove it, or choose the highlighted territory."""
        if self._bonus_choices:
            self._bonus.action_choose()
        elif self._hand and self._view.board.has_sets:
            self._chosen ^= {self._hand[self._position]}
            self._update()

    def action_trade(self) -> None:
        """Trade the chosen set, after asking for the bonus territory if there is a choice.

        Without cards that can be traded, close the dialog.
        """
        matching = self._matching_trades()
        if not self._hand or not self._view.board.has_sets:
            self.dismiss(None)
        elif len(matching) == 1:
            self.dismiss(matching[0])
        elif matching:
            self._bonus_choices = matching
            self._update()
            territories = self._view.board.territories
            self._bonus.set_items(
                [
                    Item(str(number), Text(join_and([territories[at].name for at in trade.chosen])))
                    for number, trade in enumerate(matching, 1)
                ]
            )
            self._bonus.display = True
            self._bonus.focus()

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self.dismiss(self._bonus_choices[int(event.item.key) - 1])

    def on_click(self, event: events.Click) -> None:
        """Choose the card that was clicked."""
        offset = event.get_content_offset(self.query_one("#cards", Static))
        if offset is None or self._bonus_choices:
            return
        position = offset.y // ROWS * self._cards_per_row + offset.x // CARD_WIDTH
        if position < len(self._hand):
            self._position = position
            self.action_choose()

    def _update(self) -> None:
        self.query_one(Vertical).border_subtitle = keys_markup(*self._keys())
        text = side_by_side(
            [self._card(*card) for card in enumerate(self._hand)], self._cards_per_row
        )
        if not self._hand:
            text = Text(describe_empty_hand(self._view))
        self.query_one("#cards", Static).update(text)
        self.query_one("#verdict", Static).update(Text("\n").append_text(self._verdict()))
        scroll = self.query_one(VerticalScroll)
        row = self._position // self._cards_per_row * ROWS
        scroll.scroll_to_region(Region(0, row, 1, ROWS), animate=False)

    def _traded_cards(self) -> tuple[int, ...]:
        """Return the cards that a trade would use: of equal cards, the first in the hand."""
        chosen = tuple(sorted(self._chosen))
        return self._stars.matching_cards(chosen, self._hand) if self._stars is not None else chosen

    def _matching_trades(self) -> list[Trade]:
        """Return the trades of the chosen cards, one for each choice of a bonus territory."""
        cards = set(self._traded_cards())
        return [trade for trade in self._trades if set(trade.cards) == cards]

    def _card(self, position: int, card: int) -> list[Text]:
        """Return the rows of a card in the hand."""
        view, printed = self._view, self._view.board.deck[card]
        territory = printed.territory
        stars = self._stars.count([card]) if self._stars is not None else 0
        in_set = any(card in cards for cards in self._sets)
        return card_lines(
            position + 1,
            printed.symbol,
            pgettext("card", printed.name)
            if territory is None
            else view.board.base_territory(territory).name,
            "★" * stars or (_("a set") if in_set else ""),
            is_current=position == self._position,
            is_chosen=card in self._chosen,
            is_own=any(
                view.owner[named] == view.seat for named in view.board.territories_on_card(card)
            ),
        )

    def _verdict(self) -> Text:
        if not self._hand or not self._view.board.has_sets:
            return Text(_("Enter: close"), DIM)
        if self._stars is not None and not self._bonus_choices:
            return self._stars_verdict(self._stars)
        cards = tuple(sorted(self._chosen))
        value = self._view.set_value(cards) if len(cards) == 3 else 0
        if self._bonus_choices:
            armies = self._view.rules.territory_bonus.armies
            question = ngettext(
                "Which territory gets {number} extra army?",
                "Which territory gets {number} extra armies?",
                armies,
            )
            return Text(question, ASKED)
        if value and self._matching_trades():
            return Text(_("Enter trades these for {value} armies", value=value), ASKED)
        if value:
            return Text(_("A set worth {value} armies; trade it when you reinforce.", value=value))
        if len(cards) == 3:
            if self._view.ruleset.cards.kinds == "different":
                return Text(_("Not a set: you need one of each."))
            return Text(_("Not a set: you need three alike, or one of each."))
        if getattr(self._view.decision, "must_trade", False):
            return Text(_("You must trade a set: choose three cards."), "bold")
        if cards:
            return Text(_("{cards_count} chosen: choose three", cards_count=len(cards)), DIM)
        if len(self._hand) < 3:
            return Text(_("You need three cards for a set"), DIM)
        return Text(_("Choose three cards to see what they are worth"), DIM)

    def _stars_verdict(self, rule: StarSets) -> Text:
        """Return the table of values for stars, and a sentence on the chosen stars."""
        stars, value = rule.count(self._traded_cards()), self._view.set_value(self._traded_cards())
        values = self._view.ruleset.cards.star_values
        width = max(map(cell_len, (_("stars"), _("armies")))) + 1
        table = Text(fit(_("stars"), width), DIM)
        worth = Text(fit(_("armies"), width), DIM)
        for count, armies in values.items():
            style = ASKED if value and armies == value else DIM
            table.append(f"{count:4}", style)
            worth.append(f"{armies:4}", style)
        text = Text.assemble(table, "\n", worth, "\n\n")
        numbers = {"stars": stars, "value": value}
        if self._matching_trades():
            trades = _("Enter trades {stars} stars for {value} armies", **numbers)
            return text.append(trades, ASKED)
        if value:
            would = _("{stars} stars would bring {value} armies when you can trade.", **numbers)
            return text.append(would)
        if stars:
            return text.append(
                _("You can't trade {stars} stars: choose more or fewer.", stars=stars)
            )
        return text.append(_("Choose cards whose stars you want to trade"), DIM)
