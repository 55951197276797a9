"""Sets of cards: which three cards make one, and what it is worth (FAQ Q2.5.1)."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Protocol

from risk_tui.boards.board import CardSymbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.cards_section import CardsSection

SET_SIZE = 3
_PLAIN = (CardSymbol.INFANTRY, CardSymbol.CAVALRY, CardSymbol.ARTILLERY)
_MIXED = "mixed"
_PAIR = "pair and joker"


class SetValue(Protocol):
    """Computes the armies that a set is worth."""

    def __call__(self, kind: str, sets_traded: int) -> int:
        """Armies for a set of ``kind`` (a symbol, or mixed) after ``sets_traded`` sets."""


class EscalatingValue:
    """Each set traded by anybody makes the next one worth more: 4 6 8 10 12 15, then +5.

    House rules start again with the first value, or go back down to it (FAQ Q2.5.1).
    """

    def __init__(self, cards: CardsSection) -> None:
        self._values = cards.escalating
        self._step = cards.escalating_step
        self._then = cards.escalating_then
        self._up_and_down = (*self._values, *self._values[-2:0:-1])

    def __call__(self, kind: str, sets_traded: int) -> int:
        if self._then == "again":
            return self._values[sets_traded % len(self._values)]
        if self._then == "back":
            return self._up_and_down[sets_traded % len(self._up_and_down)]
        steps = sets_traded - len(self._values) + 1
        if steps <= 0:
            return self._values[sets_traded]
        return self._values[-1] + self._step * steps


class ValueByType:
    """A set is worth what its symbols say."""

    def __init__(self, cards: CardsSection) -> None:
        self._values: dict[str, int] = {str(kind): value for kind, value in cards.by_type.items()}

    def __call__(self, kind: str, sets_traded: int) -> int:
        return self._values.get(kind, 0)


class CardSets(Protocol):
    """Decides which cards can be traded together, and for how many armies."""

    min_cards: int
    """The smallest number of cards in a set."""

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        """Why these cards of a hand cannot be traded; empty if they can."""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for these cards; 0 if they are no set."""

    def values(self, sets_traded: int) -> tuple[int, int]:
        """The least and the most armies that a set is worth after ``sets_traded`` sets."""

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """The cards of a hand that are traded for ``cards``: of cards that are alike the first."""

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds."""

    def has_set(self, hand: Sequence[int]) -> bool:
        """Whether a hand holds a set at all."""


class ThreeCardSets:
    """Three alike, or one of each; a joker stands for any symbol (FAQ Q2.5.1)."""

    min_cards = SET_SIZE

    def __init__(
        self, value: SetValue, jokers: int, board: Board, *, different: bool = False
    ) -> None:
        """``different``: whether only three different cards make a set."""
        self._different = different
        self._value = value
        self._jokers = jokers
        self._symbols = [card.symbol for card in board.deck]

    def kinds(self, cards: Sequence[int]) -> list[str]:
        """The kinds of set that ``cards`` can be: a symbol for three alike, ``mixed``; or none.

        A pair with a joker is also a kind of its own, which a few editions pay for.
        """
        if len(cards) != SET_SIZE:
            return []
        symbols = [self._symbols[card] for card in cards]
        if CardSymbol.POWER in symbols:
            return []
        plain = [symbol for symbol in symbols if symbol is not CardSymbol.JOKER]
        if len(symbols) - len(plain) > self._jokers:
            return []
        distinct = set(plain)
        if self._different:
            return [_MIXED] if len(distinct) == len(plain) else []
        if not plain:
            return [symbol.value for symbol in _PLAIN] + [_MIXED]
        kinds = [plain[0].value] if len(distinct) == 1 else []
        if len(distinct) == len(plain):
            kinds.append(_MIXED)
        if len(distinct) == 1 and len(plain) == SET_SIZE - 1:
            kinds.append(_PAIR)
        return kinds

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        if len(cards) != SET_SIZE:
            return "a set is three different cards from your own hand"
        if not self.kinds(cards):
            if self._different:
                return "those cards make no set: one of each, or jokers for the rest"
            return "those cards make no set: three alike, one of each, or jokers for the rest"
        return ""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for a set, read as the kind that is worth most (FAQ Q2.5.1); 0 if it is none."""
        return max((self._value(kind, sets_traded) for kind in self.kinds(cards)), default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        plain = [] if self._different else [symbol.value for symbol in _PLAIN]
        worth = [self._value(kind, sets_traded) for kind in (*plain, _MIXED)]
        has_pairs = self._jokers and not self._different
        pair = self._value(_PAIR, sets_traded) if has_pairs else 0
        return min(worth), max(*worth, pair)

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(cards))

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds, each as three cards."""
        # A hand of power cards alone is asked at every step of a game.
        plain = [card for card in sorted(hand) if self._symbols[card] is not CardSymbol.POWER]
        for cards in combinations(plain, SET_SIZE):
            if self.kinds(cards):
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return len(hand) >= SET_SIZE and next(self.sets_in(hand), None) is not None


class StarSets:
    """Any number of cards, for the stars that they show together.

    Cards with as many stars are alike, so of those the ones with the lowest numbers are traded
    first: a hand has no more sets than there are choices of how many cards of each number of stars.
    """

    def __init__(self, cards: CardsSection, board: Board) -> None:
        stars = {str(symbol): count for symbol, count in cards.stars.items()}
        self._stars = [stars[card.symbol.value] for card in board.deck]
        self._values = cards.star_values
        self._min_stars = min(self._values)
        self._max_stars = max(self._values)
        self.min_cards = 1 + (self._min_stars - 1) // max(stars.values())

    def count(self, cards: Sequence[int]) -> int:
        """The stars on these cards."""
        return sum(self._stars[card] for card in cards)

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """The first cards of the hand with as many stars each as ``cards``."""
        chosen: list[int] = []
        for stars in sorted({self._stars[card] for card in cards}):
            count = sum(self._stars[card] == stars for card in cards)
            chosen += [card for card in sorted(hand) if self._stars[card] == stars][:count]
        return tuple(sorted(chosen))

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        stars = self.count(cards)
        if not self._min_stars <= stars <= self._max_stars:
            return f"trade {self._min_stars} to {self._max_stars} stars; those cards show {stars}"
        if tuple(sorted(cards)) != self.matching_cards(cards, hand):
            return "of cards with as many stars the first ones are traded first"
        return ""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for the greatest number of stars in the table that these cards reach."""
        stars = self.count(cards)
        if stars > self._max_stars:
            return 0
        return max((worth for count, worth in self._values.items() if count <= stars), default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        return min(self._values.values()), max(self._values.values())

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds: one for each choice of cards by their stars."""
        kinds = [
            [card for card in sorted(hand) if self._stars[card] == stars]
            for stars in sorted({self._stars[card] for card in hand})
        ]
        for numbers in product(*(range(len(kind) + 1) for kind in kinds)):
            picked = zip(kinds, numbers, strict=True)
            cards = tuple(sorted(card for kind, count in picked for card in kind[:count]))
            if self._min_stars <= self.count(cards) <= self._max_stars:
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return self.count(hand) >= self._min_stars and any(True for _ in self.sets_in(hand))


def make_sets(cards: CardsSection, board: Board) -> CardSets:
    """Make the rules about sets that a ruleset chooses."""
    if cards.sets == "stars":
        return StarSets(cards, board)
    value = EscalatingValue(cards) if cards.sets == "escalating" else ValueByType(cards)
    different = cards.kinds == "different"
    return ThreeCardSets(value, cards.jokers_in_a_set, board, different=different)
