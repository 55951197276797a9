"""What never changes on a board, worked out once: borders, and what cards may be worth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.rules.sets import Sets


class Terrain:
    """A board as a player thinks of it.

    ``borders[c]`` holds, for each territory of continent ``c`` that is linked to another
    continent, the territory and the territories outside that it is linked to. ``taste`` is a
    liking from 0 to 1 for each territory, made from ``seed``: it breaks ties, nothing more.
    """

    __slots__ = (
        "_best_set",
        "_hand",
        "_sets",
        "board",
        "borders",
        "continent",
        "near",
        "sizes",
        "taste",
    )

    def __init__(self, board: Board, seed: int | str) -> None:
        self.board = board
        self.near = board.neighbours
        self.continent = [place.continent for place in board.territories]
        self.sizes = [len(each.territories) for each in board.continents]
        self.borders = [self._borders(number) for number in range(len(self.sizes))]
        self._hand = _some_of_each(board)
        self._sets: Sets | None = None
        self._best_set: tuple[int, ...] = ()
        rng = random.Random(f"risk-tui/taste/{seed}")
        self.taste = [rng.random() for _ in board.territories]

    def _borders(self, number: int) -> list[tuple[int, list[int]]]:
        borders = []
        for place in self.board.continents[number].territories:
            outside = [other for other in self.near[place] if self.continent[other] != number]
            if outside:
                borders.append((place, outside))
        return borders

    def best_set(self, sets: Sets) -> tuple[int, ...]:
        """Cards that are worth as much as any set: a yardstick for what cards may bring."""
        if self._sets is not sets:
            self._sets = sets
            self._best_set = max(sets.sets_in(self._hand), key=lambda cards: sets.value(cards, 0))
        return self._best_set


SAMPLE = 4


def _some_of_each(board: Board) -> tuple[int, ...]:
    """A few cards of each symbol."""
    found: dict[str, list[int]] = {}
    for number, card in enumerate(board.deck):
        if card.territory is not None:
            found.setdefault(card.symbol, []).append(number)
    return tuple(card for cards in found.values() for card in cards[:SAMPLE])
