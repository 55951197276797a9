"""The command that trades cards, and the sets in a hand."""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING

from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import is_number, parse_number
from risk_tui.commands.completion import complete_words
from risk_tui.commands.errors import (
    AmbiguousCommand,
    ImpossibleCommand,
    UnknownName,
    UnreadableCommand,
)
from risk_tui.commands.name_lookup import SEPARATOR, join_or, names_of
from risk_tui.engine.actions import Trade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.base import Command
    from risk_tui.engine.view import View


class TradeCommand(ActionCommand):
    action = Trade
    abbreviations = ("t",)
    kinds = ("trade", "reinforce")
    usage = "trade [1 2 4] [for TERRITORY]"
    example = "trade 1 2 4"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        position = words.index("for") if "for" in words else len(words)
        positions = [word for word in words[:position] if word != SEPARATOR]
        bonus = cls._bonus(words[position + 1 :], view) if "for" in words else ()
        cards = cls._cards(positions, view) if positions else None
        return cls(_choose_trade(cards, bonus, view))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_words(tail, [spoken_trade(trade, view) for trade in trades_of(view)])

    @classmethod
    def _bonus(cls, words: Sequence[str], view: View) -> tuple[int, ...]:
        """The territories for the extra armies."""
        names = [tuple(group) for word, group in groupby(words, SEPARATOR.__ne__) if word]
        if not names:
            raise UnreadableCommand(f"for which territory? {cls.usage_text(view)}")
        own, index = view.territories_of(view.turn), names_of(view.board)
        return tuple(index.find_territory(name, own) for name in names)

    @classmethod
    def _cards(cls, words: Sequence[str], view: View) -> tuple[int, ...]:
        hand = sorted(view.hand)
        # Where nobody holds that many cards, 124 means the cards 1, 2 and 4.
        if len(words) == 1 and is_number(words[0]) and int(words[0]) > len(hand):
            words = list(words[0])
        if not all(is_number(word) for word in words):
            raise UnreadableCommand(f"name the cards by their numbers: {cls.usage_text(view)}")
        cards = []
        for word in words:
            position = parse_number(word)
            if not 1 <= position <= len(hand):
                cards_text = f"cards 1 to {len(hand)}" if hand else "no cards"
                raise UnknownName(f"there is no card {position}: you hold {cards_text}")
            cards.append(hand[position - 1])
        if len(set(cards)) < len(cards):
            raise UnreadableCommand(f"name a card only once: {cls.usage_text(view)}")
        # Where stars count, any cards with equal stars are traded for these.
        return view.rules.card_sets.matching_cards(cards, view.hand)


def _choose_trade(cards: tuple[int, ...] | None, bonus: tuple[int, ...], view: View) -> Trade:
    """The trade with these cards, or else the best one, with its bonus territories."""
    trades = trades_of(view)
    if cards is not None:
        trades = [trade for trade in trades if set(trade.cards) == set(cards)]
        if not trades:
            return Trade.choosing(cards, bonus)  # the rules say why not
    elif not trades:
        raise ImpossibleCommand("you hold no set that can be traded now")
    for territory in bonus:
        trades = [trade for trade in trades if territory in _bonus_territories(trade, view)]
        if not trades:
            name = view.board.territories[territory].name
            raise ImpossibleCommand(f"no such set brings extra armies on {name}")
    if bonus:
        # Where every territory on the cards gets its armies there is nothing to choose.
        chosen = [trade for trade in trades if set(bonus).issuperset(trade.chosen)]
        trades = chosen or trades
    best = trades[0]
    alternatives = [trade for trade in trades if trade.cards == best.cards]
    if len(alternatives) > 1:
        raise AmbiguousCommand(
            f"which territory gets {view.rules.territory_bonus.armies} extra armies? "
            + join_or([f"trade {spoken_trade(trade, view)}" for trade in alternatives])
        )
    return best


def trades_of(view: View) -> list[Trade]:
    """The sets that can be traded now, the best first: most armies, then fewest jokers."""

    def worth(trade: Trade) -> tuple[int, int, int]:
        jokers = sum(view.board.deck[card].territory is None for card in trade.cards)
        return -view.set_value(trade.cards), -len(_bonus_territories(trade, view)), jokers

    trades = [offer.action for offer in view.offers if isinstance(offer.action, Trade)]
    return sorted(trades, key=worth)


def _bonus_territories(trade: Trade, view: View) -> tuple[int, ...]:
    choices = view.rules.territory_bonus.choices(
        trade.cards, view.owner, view.turn, view.territory_bonus_received
    )
    return tuple(chain(*choices))


def spoken_trade(trade: Trade, view: View) -> str:
    """The words after ``trade`` that mean this trade."""
    hand = sorted(view.hand)
    positions = " ".join(str(hand.index(card) + 1) for card in sorted(trade.cards))
    names = [view.board.territories[territory].name.lower() for territory in trade.chosen]
    return f"{positions} for {', '.join(names)}" if names else positions
