"""Sets of cards: which three cards make one, and what it is worth (FAQ Q2.5.1)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.board import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Cards

SET_SIZE = 3
_MIXED = "mixed"


class SetValue(Protocol):
    """What a set is worth."""

    def __call__(self, kind: str, sets_traded: int) -> int:
        """Armies for a set of ``kind`` (a symbol, or mixed) after ``sets_traded`` sets."""


class Escalating:
    """Each set traded by anybody makes the next one worth more: 4 6 8 10 12 15, then +5."""

    def __init__(self, cards: Cards) -> None:
        self._values = cards.escalating
        self._step = cards.escalating_step

    def __call__(self, kind: str, sets_traded: int) -> int:
        beyond = sets_traded - len(self._values) + 1
        if beyond <= 0:
            return self._values[sets_traded]
        return self._values[-1] + self._step * beyond


class ByType:
    """A set is worth what its symbols say."""

    def __init__(self, cards: Cards) -> None:
        self._values: dict[str, int] = {str(kind): value for kind, value in cards.by_type.items()}

    def __call__(self, kind: str, sets_traded: int) -> int:
        return self._values[kind]


_VALUES: dict[str, type[Escalating] | type[ByType]] = {
    "escalating": Escalating,
    "by type": ByType,
}


class SetRules:
    """Three alike, or one of each; a joker stands for any symbol (FAQ Q2.5.1)."""

    def __init__(self, value: SetValue, jokers: int, board: Board) -> None:
        self._value = value
        self._jokers = jokers
        self._symbols = [card.symbol for card in board.deck]

    def kinds(self, cards: Sequence[int]) -> list[str]:
        """Every way to read ``cards`` as a set: a symbol for three alike, ``mixed``, or none."""
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
        return kinds

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Armies for a set, read the way that is worth most (FAQ Q2.5.1); 0 if it is none."""
        return max((self._value(kind, sets_traded) for kind in self.kinds(cards)), default=0)

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every set that a hand holds, each as three cards."""
        for cards in combinations(sorted(hand), SET_SIZE):
            if self.kinds(cards):
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        """Whether a hand holds a set at all."""
        return len(hand) >= SET_SIZE and next(self.sets_in(hand), None) is not None


def make_sets(cards: Cards, board: Board) -> SetRules:
    """The rules about sets that a ruleset chooses."""
    return SetRules(_VALUES[cards.sets](cards), cards.jokers_in_a_set, board)
