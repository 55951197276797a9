"""Sets of cards: which three cards make one, and what it is worth (FAQ Q2.5.1)."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.board import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.sections import Cards

SET_SIZE = 3
_MIXED = "mixed"
_PAIR = "pair and joker"


class SetValue(Protocol):
    """What a set is worth."""

    def __call__(self, kind: str, sets_traded: int) -> int:
        """Armies for a set of ``kind`` (a symbol, or mixed) after ``sets_traded`` sets."""


class Escalating:
    """Each set traded by anybody makes the next one worth more: 4 6 8 10 12 15, then +5.

    House rules start again with the first value, or go back down to it (FAQ Q2.5.1).
    """

    def __init__(self, cards: Cards) -> None:
        self._values = cards.escalating
        self._step = cards.escalating_step
        self._then = cards.escalating_then
        self._way_back = (*self._values, *self._values[-2:0:-1])

    def __call__(self, kind: str, sets_traded: int) -> int:
        if self._then == "again":
            return self._values[sets_traded % len(self._values)]
        if self._then == "back":
            return self._way_back[sets_traded % len(self._way_back)]
        beyond = sets_traded - len(self._values) + 1
        if beyond <= 0:
            return self._values[sets_traded]
        return self._values[-1] + self._step * beyond


class ByType:
    """A set is worth what its symbols say."""

    def __init__(self, cards: Cards) -> None:
        self._values: dict[str, int] = {str(kind): value for kind, value in cards.by_type.items()}

    def __call__(self, kind: str, sets_traded: int) -> int:
        return self._values.get(kind, 0)


class Sets(Protocol):
    """Which cards can be traded together, and what for."""

    least: int
    """Cards that a set has at least."""

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        """Why these cards of a hand cannot be traded; empty if they can."""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for these cards; 0 if they are no set."""

    def values(self, sets_traded: int) -> tuple[int, int]:
        """The least and the most armies that a set is worth after ``sets_traded`` sets."""

    def alike(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """The cards of a hand that are traded when ``cards`` are meant."""

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds."""

    def has_set(self, hand: Sequence[int]) -> bool:
        """Whether a hand holds a set at all."""


class ThreeCards:
    """Three alike, or one of each; a joker stands for any symbol (FAQ Q2.5.1)."""

    least = SET_SIZE

    def __init__(self, value: SetValue, jokers: int, board: Board) -> None:
        self._value = value
        self._jokers = jokers
        self._symbols = [card.symbol for card in board.deck]

    def kinds(self, cards: Sequence[int]) -> list[str]:
        """Every way to read ``cards`` as a set: a symbol for three alike, ``mixed``, or none.

        A pair with a joker is also a kind of its own, which a few editions pay for.
        """
        if len(cards) != SET_SIZE:
            return []
        shown = [self._symbols[card] for card in cards]
        plain = [symbol for symbol in shown if symbol is not Symbol.JOKER]
        if len(shown) - len(plain) > self._jokers:
            return []
        alike = {symbol.value for symbol in plain}
        if not plain:
            return [symbol.value for symbol in Symbol if symbol is not Symbol.JOKER] + [_MIXED]
        kinds = [plain[0].value] if len(alike) == 1 else []
        if len(alike) == len(plain):
            kinds.append(_MIXED)
        if len(alike) == 1 and len(plain) == SET_SIZE - 1:
            kinds.append(_PAIR)
        return kinds

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        if len(cards) != SET_SIZE:
            return "a set is three different cards from your own hand"
        if not self.kinds(cards):
            return "those cards make no set: three alike, one of each, or jokers for the rest"
        return ""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for a set, read the way that is worth most (FAQ Q2.5.1); 0 if it is none."""
        return max((self._value(kind, sets_traded) for kind in self.kinds(cards)), default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        plain = [symbol.value for symbol in Symbol if symbol is not Symbol.JOKER]
        worth = [self._value(kind, sets_traded) for kind in (*plain, _MIXED)]
        pair = self._value(_PAIR, sets_traded) if self._jokers else 0
        return min(worth), max(*worth, pair)

    def alike(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(cards))

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds, each as three cards."""
        for cards in combinations(sorted(hand), SET_SIZE):
            if self.kinds(cards):
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return len(hand) >= SET_SIZE and next(self.sets_in(hand), None) is not None


class Stars:
    """Any number of cards, for the stars that they show together.

    Cards with as many stars are alike, so of those the ones with the lowest numbers are traded
    first: a hand has no more sets than ways to pick numbers of stars.
    """

    def __init__(self, cards: Cards, board: Board) -> None:
        stars = {str(symbol): count for symbol, count in cards.stars.items()}
        self._stars = [stars[card.symbol.value] for card in board.deck]
        self._values = cards.star_values
        self._least_stars = min(self._values)
        self._most_stars = max(self._values)
        self.least = 1 + (self._least_stars - 1) // max(stars.values())

    def count(self, cards: Sequence[int]) -> int:
        """The stars on these cards."""
        return sum(self._stars[card] for card in cards)

    def alike(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """The first cards of the hand with as many stars each as ``cards``."""
        chosen: list[int] = []
        for stars in sorted({self._stars[card] for card in cards}):
            many = sum(self._stars[card] == stars for card in cards)
            chosen += [card for card in sorted(hand) if self._stars[card] == stars][:many]
        return tuple(sorted(chosen))

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        stars = self.count(cards)
        if not self._least_stars <= stars <= self._most_stars:
            return (
                f"trade {self._least_stars} to {self._most_stars} stars; those cards show {stars}"
            )
        if tuple(sorted(cards)) != self.alike(cards, hand):
            return "of cards with as many stars the first ones are traded first"
        return ""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for the greatest number of stars in the table that these cards reach."""
        stars = self.count(cards)
        if stars > self._most_stars:
            return 0
        return max((worth for count, worth in self._values.items() if count <= stars), default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        return min(self._values.values()), max(self._values.values())

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """One set for each way to pick numbers of cards with so many stars."""
        kinds = [
            [card for card in sorted(hand) if self._stars[card] == stars]
            for stars in sorted({self._stars[card] for card in hand})
        ]
        for numbers in product(*(range(len(kind) + 1) for kind in kinds)):
            picked = zip(kinds, numbers, strict=True)
            cards = tuple(sorted(card for kind, many in picked for card in kind[:many]))
            if self._least_stars <= self.count(cards) <= self._most_stars:
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return self.count(hand) >= self._least_stars and any(True for _ in self.sets_in(hand))


def make_sets(cards: Cards, board: Board) -> Sets:
    """The rules about sets that a ruleset chooses."""
    if cards.sets == "stars":
        return Stars(cards, board)
    value = Escalating(cards) if cards.sets == "escalating" else ByType(cards)
    return ThreeCards(value, cards.jokers_in_a_set, board)
