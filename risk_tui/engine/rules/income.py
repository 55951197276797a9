"""Income: the armies that a turn starts with (FAQ Q2.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Reinforcements


class Income:
    """One army for so many territories, never less than a minimum, plus held continents."""

    def __init__(self, section: Reinforcements, board: Board) -> None:
        self._divisor = section.territories_for_an_army
        self._least = section.least
        self._continents = [(each.bonus, each.territories) for each in board.continents]

    def for_territories(self, owner: Sequence[int], seat: int) -> int:
        """Armies for the number of territories that ``seat`` holds."""
        return max(self._least, list(owner).count(seat) // self._divisor)

    def for_continents(self, owner: Sequence[int], seat: int) -> tuple[tuple[int, int], ...]:
        """(continent, bonus) for each continent that ``seat`` holds completely."""
        return tuple(
            (number, bonus)
            for number, (bonus, places) in enumerate(self._continents)
            if all(owner[place] == seat for place in places)
        )

    def total(self, owner: Sequence[int], seat: int) -> int:
        """Everything that ``seat`` would receive if its turn began now."""
        bonuses = sum(bonus for _, bonus in self.for_continents(owner, seat))
        return self.for_territories(owner, seat) + bonuses
