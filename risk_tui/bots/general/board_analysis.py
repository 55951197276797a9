"""Analysis of a board, worked out once: its borders, and what its cards may be worth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.rules.cards import CardSets


class EarthPart(NamedTuple):
    """The territories and continents of one Earth, by number."""

    territories: slice
    continents: slice


class BoardAnalysis:
    """A board and what follows from it alone.

    ``borders[c]`` holds, for each territory of continent ``c`` that is linked to another
    continent, the territory and the territories outside that it is linked to; ``reach[t]`` the
    continents that ``t`` lies in or beside, ``earth[t]`` the Earth that it is on; ``earth_parts``
    are the Earths.
    ``tiebreak_noise`` is a number from 0 to 1 for each territory, drawn at random from ``seed``,
    that breaks ties.
    """

    __slots__ = (
        "_best_set",
        "_sample",
        "_sets",
        "board",
        "borders",
        "continent",
        "earth",
        "earth_parts",
        "neighbours",
        "reach",
        "sizes",
        "tiebreak_noise",
    )

    def __init__(self, board: Board, seed: int | str) -> None:
        self.board = board
        self.neighbours = board.neighbours
        self.continent = [territory.continent for territory in board.territories]
        self.reach = [
            {self.continent[number], *(self.continent[other] for other in others)}
            for number, others in enumerate(self.neighbours)
        ]
        self.earth = [board.earth_of(number) for number in range(len(self.continent))]
        continents = len(board.continents) // board.earths
        self.earth_parts = [
            EarthPart(
                slice(earth * board.size, (earth + 1) * board.size),
                slice(earth * continents, (earth + 1) * continents),
            )
            for earth in range(board.earths)
        ]
        self.sizes = [len(continent.territories) for continent in board.continents]
        self.borders = [self._borders(number) for number in range(len(self.sizes))]
        self._sample = _sample_cards(board)
        self._sets: CardSets | None = None
        self._best_set: tuple[int, ...] = ()
        rng = random.Random(f"risk-tui/taste/{seed}")
        self.tiebreak_noise = [rng.random() for _ in board.territories]

    def _borders(self, number: int) -> list[tuple[int, list[int]]]:
        borders = []
        for territory in self.board.continents[number].territories:
            outside = [
                other for other in self.neighbours[territory] if self.continent[other] != number
            ]
            if outside:
                borders.append((territory, outside))
        return borders

    def best_set(self, sets: CardSets) -> tuple[int, ...]:
        """Cards that make a set of the greatest value, to measure their worth; none if no set."""
        if self._sets is not sets:
            self._sets = sets
            best = sets.sets_in(self._sample)
            self._best_set = max(best, key=lambda cards: sets.value(cards, 0), default=())
        return self._best_set


CARDS_PER_SYMBOL = 4
"""Cards of each symbol from which the best set is taken."""


def _sample_cards(board: Board) -> tuple[int, ...]:
    """The first few cards of each symbol, by their numbers in the deck."""
    cards_by_symbol: dict[str, list[int]] = {}
    for number, card in enumerate(board.deck):
        if card.territory is not None:
            cards_by_symbol.setdefault(card.symbol, []).append(number)
    return tuple(card for cards in cards_by_symbol.values() for card in cards[:CARDS_PER_SYMBOL])
