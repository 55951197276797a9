"""The command that trades cards, and which sets a hand holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Trade
from risk_tui.language.command import Command
from risk_tui.language.completion import complete_words
from risk_tui.language.errors import Ambiguous, Impossible, Unknown, Unreadable
from risk_tui.language.names import BREAK, either, names_of
from risk_tui.language.reading import is_number, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.language.parsed import Parsed


class TradeCommand(Command):
    name = "trade"
    short = ("t",)
    kinds = ("trade", "reinforce")
    usage = "trade [1 2 4] [for TERRITORY]"
    summary = "trade cards by their numbers, or the best set"
    example = "trade 1 2 4"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        rest = [word for word in words if word != BREAK]
        positions, aim = rest, None
        if "for" in rest:
            at = rest.index("for")
            positions = rest[:at]
            if not rest[at + 1 :]:
                raise Unreadable(f"for which territory? {self.form}")
            aim = names_of(view.board).find(tuple(rest[at + 1 :]), view.territories_of(view.turn))
        cards = self._cards(positions, view) if positions else None
        return _chosen(cards, aim, view)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, [spoken_trade(trade, view) for trade in trades_of(view)])

    def _cards(self, words: Sequence[str], view: View) -> tuple[int, ...]:
        hand = sorted(view.hand)
        # Where nobody holds so many cards, 124 means the cards 1, 2 and 4.
        if len(words) == 1 and is_number(words[0]) and int(words[0]) > len(hand):
            words = list(words[0])
        if not all(is_number(word) for word in words):
            raise Unreadable(f"name the cards by their numbers: {self.form}")
        cards = []
        for word in words:
            position = number(word)
            if not 1 <= position <= len(hand):
                held = f"cards 1 to {len(hand)}" if hand else "no cards"
                raise Unknown(f"there is no card {position}: you hold {held}")
            cards.append(hand[position - 1])
        if len(set(cards)) < len(cards):
            raise Unreadable(f"name each card once: {self.form}")
        return meant_cards(cards, view)


def meant_cards(cards: Sequence[int], view: View) -> tuple[int, ...]:
    """The cards that are traded when these are chosen: where stars count, any that are alike."""
    return view.rules.sets.alike(cards, view.hand)


def _chosen(cards: tuple[int, ...] | None, aim: int | None, view: View) -> Trade:
    """The trade that is meant: the set named or the best one, with its bonus territory."""
    trades = trades_of(view)
    if cards is not None:
        trades = [trade for trade in trades if set(trade.cards) == set(cards)]
        if not trades:
            return Trade(cards, aim)  # the rules say why not
    elif not trades:
        raise Impossible("you hold no set that can be traded now")
    if aim is not None:
        shown = [trade for trade in trades if aim in _bonuses(trade, view)]
        if not shown:
            name = view.board.territories[aim].name
            raise Impossible(f"no such set brings extra armies on {name}")
        # Where every territory on the cards gets its armies there is nothing to choose.
        return next((trade for trade in shown if trade.bonus == aim), shown[0])
    best = trades[0]
    same = [trade for trade in trades if trade.cards == best.cards]
    if len(same) > 1:
        raise Ambiguous(
            f"who gets {view.rules.bonus.armies} extra armies? "
            + either([f"trade {spoken_trade(trade, view)}" for trade in same])
        )
    return best


def trades_of(view: View) -> list[Trade]:
    """The sets that can be traded now, the best first: most armies, then fewest jokers."""

    def worth(trade: Trade) -> tuple[int, int, int]:
        jokers = sum(view.board.deck[card].territory is None for card in trade.cards)
        return -view.set_value(trade.cards), -len(_bonuses(trade, view)), jokers

    trades = [offer.action for offer in view.offers if isinstance(offer.action, Trade)]
    return sorted(trades, key=worth)


def _bonuses(trade: Trade, view: View) -> tuple[int, ...]:
    return view.rules.bonus.candidates(trade.cards, view.owner, view.turn, view.bonus)


def spoken_trade(trade: Trade, view: View) -> str:
    """What follows ``trade`` to name this trade."""
    hand = sorted(view.hand)
    positions = " ".join(str(hand.index(card) + 1) for card in sorted(trade.cards))
    if trade.bonus is None:
        return positions
    return f"{positions} for {view.board.territories[trade.bonus].name.lower()}"
