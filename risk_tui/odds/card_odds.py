"""The odds of cards: the chance of a set, and the exact value of a hand.

Only the symbols of cards matter here. The ruleset's ``card_sets`` say which symbols make a set and
what it is worth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod

from risk_tui.boards.board import Card, CardSymbol
from risk_tui.engine.game_rules import Rules
from risk_tui.engine.view import View
from risk_tui.rules.cards import CardSets

CardCounts = tuple[int, ...]
"""Numbers of cards by symbol, in the order of ``CardSymbol``."""

NO_CARDS: CardCounts = (0,) * len(CardSymbol)
"""The counts of no cards."""
_ORDER = {symbol: index for index, symbol in enumerate(CardSymbol)}


class SetOdds:
    """The odds of sets under one ruleset, with the cards of one deck."""

    def __init__(self, sets: CardSets, deck: tuple[Card, ...]) -> None:
        self._sets = sets
        self._deck = deck
        self._cards_by_symbol = [
            [number for number, card in enumerate(deck) if card.symbol is symbol]
            for symbol in CardSymbol
        ]
        self.full_deck: CardCounts = tuple(map(len, self._cards_by_symbol))
        """The symbols of the whole deck."""
        self.holds = cache(lambda counts: sets.has_set(self.cards(counts)))
        """Return True if cards with these symbols contain a set."""
        self.worth = cache(self._worth)
        """Return the armies for the best set among these symbols; 0 without a set.

        Bonus armies for territories on the cards are not counted.
        """

    def count(self, cards: Iterable[int]) -> CardCounts:
        """Count cards by their symbols."""
        counts = [0] * len(CardSymbol)
        for card in cards:
            counts[_ORDER[self._deck[card].symbol]] += 1
        return tuple(counts)

    def cards(self, counts: CardCounts) -> tuple[int, ...]:
        """Return cards of the deck with these symbols."""
        return tuple(
            card
            for cards, count in zip(self._cards_by_symbol, counts, strict=True)
            for card in cards[:count]
        )

    def chance(self, unseen: CardCounts, cards: int, held: CardCounts = NO_CARDS) -> Fraction:
        """Return the chance that ``held`` and ``cards`` random ``unseen`` ones contain a set.

        Raises:
            ValueError: If ``cards`` is negative or more than are unseen.
        """
        return 1 - Fraction(self._ways_without_set(held, unseen, cards), _ways(unseen, cards))

    def by_number(self, maximum: int) -> tuple[Fraction, ...]:
        """Return the chances that 1, 2, … ``maximum`` random cards contain a set (FAQ Q3.5).

        Raises:
            ValueError: If the deck has fewer cards.
        """
        return tuple(self.chance(self.full_deck, cards) for cards in range(1, maximum + 1))

    def chance_after_none(self, unseen: CardCounts, cards: int) -> Fraction:
        """Return the chance that the next card completes a set, after ``cards`` without one.

        FAQ Q3.5 has the chances for a full deck.

        Raises:
            ValueError: If ``cards`` cards always contain a set, or no card is left to draw.
        """
        before = 1 - self.chance(unseen, cards)
        if not before:
            raise ValueError(f"{cards} of these cards always hold a set")
        return 1 - (1 - self.chance(unseen, cards + 1)) / before

    def _worth(self, counts: CardCounts, sets_traded: int) -> int:
        smaller_hands = [
            self.worth((*counts[:index], count - 1, *counts[index + 1 :]), sets_traded)
            for index, count in enumerate(counts)
            if count
        ]
        whole_hand = self._sets.value(self.cards(counts), sets_traded)
        return max(whole_hand, *smaller_hands) if smaller_hands else 0

    def worths(
        self, unseen: CardCounts, cards: int, sets_traded: int, held: CardCounts = NO_CARDS
    ) -> Mapping[int, Fraction]:
        """Return the possible values of the best set in ``held`` and ``cards`` random unseen cards.

        Returns:
            The chance of each value in armies, in ascending order of values.

        Raises:
            ValueError: If ``cards`` is negative or more than are unseen.
        """
        total = _ways(unseen, cards)
        ways: defaultdict[int, int] = defaultdict(int)
        for drawn, count in draws(unseen, cards):
            together = tuple(a + b for a, b in zip(held, drawn, strict=True))
            ways[self.worth(together, sets_traded)] += count
        return {armies: Fraction(ways[armies], total) for armies in sorted(ways)}

    def _ways_without_set(
        self, held: CardCounts, unseen: CardCounts, cards: int, index: int = 0
    ) -> int:
        """Count the draws of ``cards`` unseen cards, from symbol ``index`` on, without a set.

        More cards never undo a set, so the count stops at the first one.
        """
        if index == len(unseen):
            return 0 if cards or self.holds(held) else 1
        ways = 0
        for drawn in range(min(cards, unseen[index]) + 1):
            with_drawn = (*held[:index], held[index] + drawn, *held[index + 1 :])
            if self.holds(with_drawn):
                break
            rest = self._ways_without_set(with_drawn, unseen, cards - drawn, index + 1)
            ways += comb(unseen[index], drawn) * rest
        return ways


def _ways(unseen: CardCounts, cards: int) -> int:
    """Return the number of ways to draw ``cards``.

    Raises:
        ValueError: If ``cards`` is negative or more than are unseen.
    """
    if not 0 <= cards <= sum(unseen):
        raise ValueError(f"{cards} cards cannot be drawn from {sum(unseen)}")
    return comb(sum(unseen), cards)


def draws(unseen: CardCounts, cards: int) -> Iterator[tuple[CardCounts, int]]:
    """Yield each possible draw of ``cards`` by its symbols, with the number of ways to draw it."""

    def card_splits(index: int, cards_left: int) -> Iterator[CardCounts]:
        if index == len(unseen) - 1:
            if cards_left <= unseen[index]:
                yield (cards_left,)
            return
        for count in range(min(cards_left, unseen[index]) + 1):
            for rest in card_splits(index + 1, cards_left - count):
                yield (count, *rest)

    for counts in card_splits(0, cards):
        yield counts, prod(map(comb, unseen, counts))


# Views


def set_odds_for(view: View) -> SetOdds:
    """Return the odds of sets in a view's game; views of one game share the object."""
    return _odds(view.rules, view.board.deck)


@lru_cache(maxsize=8)
def _odds(rules: Rules, deck: tuple[Card, ...]) -> SetOdds:
    return SetOdds(rules.card_sets, deck)


def unseen(view: View) -> CardCounts:
    """Count the cards that a seat can't see: those of the deck and of all other hands.

    A seat sees its own hand and the discard pile. Cards set aside are out of the game. Cards seen
    earlier and hidden again are not remembered: a traded set shuffled back into the deck, or a card
    shown to alter the dice.
    """
    odds = set_odds_for(view)
    seen = {*view.hand, *view.discard, *view.cards_set_aside}
    return odds.count(card for card in range(len(view.board.deck)) if card not in seen)


def drawable_cards(view: View) -> CardCounts:
    """Count the cards that may be drawn next, all equally likely; ``NO_CARDS`` if none is left.

    The deck and other hands can't be told apart; an empty deck is replaced by the discard pile.
    """
    return unseen(view) if view.deck_count else set_odds_for(view).count(view.discard)


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The value of a seat's own hand, now and with one more card."""

    now: int
    """Armies for the best set; 0 without a set."""
    after_next_trade: int
    """Armies for the best set after one more has been traded in the game; 0 without a set."""
    worths: Mapping[int, Fraction]
    """The chance of each value in armies with one more card; empty if none can be drawn."""
    set_with_one_more: Fraction
    """The chance that the hand contains a set with one more card, if one can be drawn."""

    @property
    def better(self) -> Fraction:
        """The chance that one more card raises the value of the best set."""
        chances = (chance for armies, chance in self.worths.items() if armies > self.now)
        return sum(chances, Fraction(0))


def mean(worths: Mapping[int, Fraction]) -> Fraction:
    """Return the mean value of a hand in armies; a hand without a set counts 0."""
    return sum((armies * chance for armies, chance in worths.items()), Fraction(0))


def own_hand(view: View) -> HandOdds:
    """Return the odds of the viewing seat's own hand, as if it drew the next card."""
    odds, drawn = set_odds_for(view), drawable_cards(view)
    held = odds.count(view.hand)
    sets_traded = view.sets_traded_for(view.seat)
    cards = min(1, sum(drawn))
    return HandOdds(
        now=odds.worth(held, sets_traded),
        after_next_trade=odds.worth(held, sets_traded + 1),
        worths=odds.worths(drawn, 1, sets_traded, held) if cards else {},
        set_with_one_more=odds.chance(drawn, cards, held),
    )


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """The odds of a hand that includes cards which the viewing seat can't see."""

    chance: Fraction
    """The chance that it contains a set."""
    worths: Mapping[int, Fraction]
    """The chance of each value of its best set, in armies, if that were traded now."""


def other_hands(view: View) -> dict[int, HiddenHand]:
    """Return the odds of the other seats' hands that have enough cards for a set.

    Every unseen card is equally likely to be in any hand. Past decisions are ignored, although a
    player who did not trade is less likely to have a set (see ``chance_after_none``).

    Returns:
        The odds by seat.
    """
    odds, hidden, minimum = set_odds_for(view), unseen(view), view.rules.card_sets.min_cards
    return {
        seat: HiddenHand(
            odds.chance(hidden, cards), odds.worths(hidden, cards, view.sets_traded_for(seat))
        )
        for seat, cards in enumerate(view.card_counts)
        if seat != view.seat and cards >= minimum
    }


def captured(view: View, victim: int) -> HiddenHand:
    """Return the odds of the viewing seat's hand together with all cards of another seat."""
    odds, cards = set_odds_for(view), view.card_counts[victim]
    hidden, held = unseen(view), odds.count(view.hand)
    worths = odds.worths(hidden, cards, view.sets_traded_for(view.seat), held)
    return HiddenHand(odds.chance(hidden, cards, held), worths)
