"""The odds of cards: the chance of a set, and what a hand is worth, counted exactly.

Cards count by their symbols alone, which is all that the rules of sets look at. Which symbols
make a set, and what for, is asked of the ruleset's own rules (``engine.rules.sets``).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, prod
from typing import TYPE_CHECKING

from risk_tui.engine.board import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from risk_tui.engine.board import Card
    from risk_tui.engine.rules import Rules
    from risk_tui.engine.rules.sets import Sets
    from risk_tui.engine.view import View

Counts = tuple[int, ...]
"""Cards by symbol, in the order of ``Symbol``."""

NONE: Counts = (0,) * len(Symbol)
_ORDER = {symbol: place for place, symbol in enumerate(Symbol)}


class SetOdds:
    """The odds of sets under one ruleset, with cards of one deck."""

    def __init__(self, sets: Sets, deck: tuple[Card, ...]) -> None:
        self._sets = sets
        self._deck = deck
        self._like = [
            [card for card, shown in enumerate(deck) if shown.symbol is symbol] for symbol in Symbol
        ]
        self._holds: dict[Counts, bool] = {}
        self._worth: dict[tuple[Counts, int], int] = {}

    @cached_property
    def whole(self) -> Counts:
        """All cards of the deck."""
        return tuple(map(len, self._like))

    def count(self, cards: Iterable[int]) -> Counts:
        """Cards by their symbols."""
        counts = [0] * len(Symbol)
        for card in cards:
            counts[_ORDER[self._deck[card].symbol]] += 1
        return tuple(counts)

    def cards(self, counts: Counts) -> tuple[int, ...]:
        """Some cards of the deck that show these symbols."""
        return tuple(
            card for like, many in zip(self._like, counts, strict=True) for card in like[:many]
        )

    def holds(self, counts: Counts) -> bool:
        """Whether cards with these symbols hold a set."""
        found = self._holds.get(counts)
        if found is None:
            found = self._holds[counts] = self._sets.has_set(self.cards(counts))
        return found

    def chance(self, unseen: Counts, cards: int, held: Counts = NONE) -> Fraction:
        """The chance that ``held`` and so many random ``unseen`` cards together hold a set.

        Raises ``ValueError`` for a negative number, or more cards than are unseen.
        """
        return 1 - Fraction(self._barren(held, unseen, cards), _ways(unseen, cards))

    def by_number(self, most: int) -> tuple[Fraction, ...]:
        """The chance that 1, 2, … ``most`` random cards of the whole deck hold a set (FAQ Q3.5).

        Raises ``ValueError`` for more cards than the deck has.
        """
        return tuple(self.chance(self.whole, cards) for cards in range(1, most + 1))

    def chance_after_none(self, unseen: Counts, cards: int) -> Fraction:
        """The chance that the next card makes a set of so many cards that hold none (FAQ Q3.5).

        Raises ``ValueError`` where so many cards always hold a set, or no card is left to draw.
        """
        before = 1 - self.chance(unseen, cards)
        if not before:
            raise ValueError(f"{cards} of these cards always hold a set")
        return 1 - (1 - self.chance(unseen, cards + 1)) / before

    def worth(self, counts: Counts, sets_traded: int) -> int:
        """Armies for the best set among cards with these symbols; 0 without a set.

        Extra armies for territories shown on the cards are not counted.
        """
        known = (counts, sets_traded)
        found = self._worth.get(known)
        if found is None:
            less = [
                self.worth((*counts[:place], many - 1, *counts[place + 1 :]), sets_traded)
                for place, many in enumerate(counts)
                if many
            ]
            all_of_it = self._sets.value(self.cards(counts), sets_traded)
            found = self._worth[known] = max(all_of_it, *less) if less else 0
        return found

    def worths(
        self, unseen: Counts, cards: int, sets_traded: int, held: Counts = NONE
    ) -> Mapping[int, Fraction]:
        """How likely ``held`` and so many random ``unseen`` cards are worth how many armies.

        Raises ``ValueError`` like ``chance``.
        """
        total = _ways(unseen, cards)
        ways: defaultdict[int, int] = defaultdict(int)
        for drawn, many in hands(unseen, cards):
            together = tuple(a + b for a, b in zip(held, drawn, strict=True))
            ways[self.worth(together, sets_traded)] += many
        return {armies: Fraction(ways[armies], total) for armies in sorted(ways)}

    def _barren(self, held: Counts, unseen: Counts, cards: int, place: int = 0) -> int:
        """Ways to draw so many of the ``unseen`` cards, from symbol ``place`` on, and no set.

        More cards never undo a set, so there is nothing to count beyond the first one.
        """
        if place == len(unseen):
            return 0 if cards or self.holds(held) else 1
        ways = 0
        for drawn in range(min(cards, unseen[place]) + 1):
            grown = (*held[:place], held[place] + drawn, *held[place + 1 :])
            if self.holds(grown):
                break
            rest = self._barren(grown, unseen, cards - drawn, place + 1)
            ways += comb(unseen[place], drawn) * rest
        return ways


def _ways(unseen: Counts, cards: int) -> int:
    if not 0 <= cards <= sum(unseen):
        raise ValueError(f"{cards} cards cannot be drawn from {sum(unseen)}")
    return comb(sum(unseen), cards)


def hands(unseen: Counts, cards: int) -> Iterator[tuple[Counts, int]]:
    """Every hand of so many cards by its symbols, and the number of ways to draw it."""

    def picked(place: int, left: int) -> Iterator[Counts]:
        if place == len(unseen) - 1:
            if left <= unseen[place]:
                yield (left,)
            return
        for many in range(min(left, unseen[place]) + 1):
            for rest in picked(place + 1, left - many):
                yield (many, *rest)

    for counts in picked(0, cards):
        yield counts, prod(map(comb, unseen, counts))


# What a view shows


def odds_of(view: View) -> SetOdds:
    """The odds of sets in a view's game; all views of a game share what was counted."""
    return _odds(view.rules, view.board.deck)


@lru_cache(maxsize=8)
def _odds(rules: Rules, deck: tuple[Card, ...]) -> SetOdds:
    return SetOdds(rules.sets, deck)


def unseen(view: View) -> Counts:
    """The cards that a seat cannot see: those of the deck and those of all other hands.

    Seen are its own hand and the discard pile. Cards of capitals that were set aside are in
    nobody's hand and never will be. What was seen once and is hidden again is not remembered:
    a traded set that was shuffled back into the deck, or a card shown to alter the dice.
    """
    odds = odds_of(view)
    seen = {*view.hand, *view.discard}
    in_play = view.deck_count + sum(view.card_counts) + len(view.discard)
    if in_play < len(view.board.deck) and view.rules.capitals.cards_set_aside:
        capitals = set(view.capitals)
        seen |= {n for n, card in enumerate(view.board.deck) if card.territory in capitals}
    return odds.count(card for card in range(len(view.board.deck)) if card not in seen)


def next_card(view: View) -> Counts:
    """The cards one of which is drawn next, each as likely: ``NONE`` if none is left.

    Those of the deck look the same as those in other hands; an empty deck is made anew from the
    discard pile.
    """
    return unseen(view) if view.deck_count else odds_of(view).count(view.discard)


@dataclass(frozen=True, slots=True)
class HandOdds:
    """What a seat's own hand is worth, and what one more card would do."""

    now: int
    """Armies for its best set; 0 without one."""
    next: int
    """Armies for the same when one more set has been traded."""
    worths: Mapping[int, Fraction]
    """How likely it is worth how many armies with one more card; empty if none can be drawn."""
    set_with_one_more: Fraction
    """The chance that it holds a set with one more card."""

    @property
    def better(self) -> Fraction:
        """The chance that one more card makes its best set worth more."""
        shares = (share for armies, share in self.worths.items() if armies > self.now)
        return sum(shares, Fraction(0))


def mean(worths: Mapping[int, Fraction]) -> Fraction:
    """The armies that a hand is worth on average; without a set it is worth none."""
    return sum((armies * share for armies, share in worths.items()), Fraction(0))


def own_hand(view: View) -> HandOdds:
    """The odds of the viewing seat's own hand, as if it drew the next card."""
    odds, held, drawn = odds_of(view), odds_of(view).count(view.hand), next_card(view)
    traded = view.sets_traded
    cards = min(1, sum(drawn))
    return HandOdds(
        now=odds.worth(held, traded),
        next=odds.worth(held, traded + 1),
        worths=odds.worths(drawn, 1, traded, held) if cards else {},
        set_with_one_more=odds.chance(drawn, cards, held),
    )


@dataclass(frozen=True, slots=True)
class OtherHand:
    """What may be in another seat's hand."""

    chance: Fraction
    """The chance that it holds a set."""
    worths: Mapping[int, Fraction]
    """How likely its best set is worth how many armies, if it were traded now."""


def other_hands(view: View) -> dict[int, OtherHand]:
    """What may be in the hands of other seats, of each with cards enough for a set.

    To the viewing seat any unseen card may be in any hand, each as likely. Nothing is concluded
    from what a seat did: whoever kept his cards when he could have traded a set is less likely to
    hold one (see ``chance_after_none``).
    """
    odds, hidden, least = odds_of(view), unseen(view), view.rules.sets.least
    return {
        seat: OtherHand(odds.chance(hidden, cards), odds.worths(hidden, cards, view.sets_traded))
        for seat, cards in enumerate(view.card_counts)
        if seat != view.seat and cards >= least
    }


def captured(view: View, victim: int) -> OtherHand:
    """What the seat's own hand comes to with all cards of another seat."""
    odds, cards = odds_of(view), view.card_counts[victim]
    hidden, held = unseen(view), odds.count(view.hand)
    worths = odds.worths(hidden, cards, view.sets_traded, held)
    return OtherHand(odds.chance(hidden, cards, held), worths)
