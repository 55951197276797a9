"""Income: the armies that a turn starts with (FAQ Q2.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.sections import Reinforcements


class Income:
    """One army for so many territories, never less than a minimum, plus held continents.

    Some editions count a city like a territory and pay for capitals (cities-and-capitals
    income of the newer rules).
    """

    def __init__(self, section: Reinforcements, board: Board) -> None:
        self.forfeited_by_attackers = section.exclusive
        """Whether one chooses between these armies and attacking (FAQ Q2.4, old UK rules)."""
        self._divisor = section.territories_for_an_army
        self._least = section.least
        self._cities = section.counted == "territories and cities"
        self._capital = section.armies_for_a_capital
        self._continents = [(each.bonus, each.territories) for each in board.continents]

    def for_territories(self, owner: Sequence[int], seat: int, cities: Sequence[int] = ()) -> int:
        """Armies for the number of territories (and cities) that ``seat`` holds."""
        count = owner.count(seat)
        if self._cities:
            count += sum(owner[place] == seat for place in cities)
        return max(self._least, count // self._divisor)

    def for_continents(self, owner: Sequence[int], seat: int) -> tuple[tuple[int, int], ...]:
        """(continent, bonus) for each continent that ``seat`` holds completely."""
        return tuple(
            (number, bonus)
            for number, (bonus, places) in enumerate(self._continents)
            if all(owner[place] == seat for place in places)
        )

    def for_capitals(self, owner: Sequence[int], seat: int, capitals: Sequence[int]) -> int:
        """Armies for the capitals that ``seat`` holds."""
        if not self._capital:
            return 0
        return self._capital * sum(place >= 0 and owner[place] == seat for place in capitals)

    def total(
        self,
        owner: Sequence[int],
        seat: int,
        cities: Sequence[int] = (),
        capitals: Sequence[int] = (),
    ) -> int:
        """Everything that ``seat`` would receive if its turn began now."""
        bonuses = sum(bonus for _, bonus in self.for_continents(owner, seat))
        territories = self.for_territories(owner, seat, cities)
        return territories + bonuses + self.for_capitals(owner, seat, capitals)
