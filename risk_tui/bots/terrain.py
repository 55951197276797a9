"""What never changes on a board, worked out once: borders, and what cards may be worth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.board import Board


class Terrain:
    """A board as a player thinks of it.

    ``borders[c]`` holds, for each territory of continent ``c`` that is linked to another
    continent, the territory and the territories outside that it is linked to. ``taste`` is a
    liking from 0 to 1 for each territory, made from ``seed``: it breaks ties, nothing more.
    """

    __slots__ = ("board", "borders", "continent", "near", "sample_set", "sizes", "taste")

    def __init__(self, board: Board, seed: int | str) -> None:
        self.board = board
        self.near = board.neighbours
        self.continent = [place.continent for place in board.territories]
        self.sizes = [len(each.territories) for each in board.continents]
        self.borders = [self._borders(number) for number in range(len(self.sizes))]
        self.sample_set = _one_of_each(board)
        rng = random.Random(f"risk-tui/taste/{seed}")
        self.taste = [rng.random() for _ in board.territories]

    def _borders(self, number: int) -> list[tuple[int, list[int]]]:
        borders = []
        for place in self.board.continents[number].territories:
            outside = [other for other in self.near[place] if self.continent[other] != number]
            if outside:
                borders.append((place, outside))
        return borders


def _one_of_each(board: Board) -> tuple[int, ...]:
    """A card of each symbol, as a yardstick for what sets are worth by now."""
    first: dict[str, int] = {}
    for number, card in enumerate(board.deck):
        if card.territory is not None:
            first.setdefault(card.symbol, number)
    return tuple(first.values())
