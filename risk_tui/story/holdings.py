"""Which seat held which continent from when to when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat held a ``continent`` from moment ``start`` up to, but not at, moment ``end``.

    ``lost`` says whether somebody ended it: else it lasted to the end of the game.
    """

    continent: int
    seat: int
    start: int
    end: int
    lost: bool


class HoldingsLog:
    """Collects holdings from one view after the other."""

    def __init__(self) -> None:
        self._done: list[Holding] = []
        self._since: list[tuple[int, int]] = []
        """For each continent its holder, and since which moment."""
        self._owner: tuple[int, ...] = ()
        self._outside: tuple[int, ...] = ()

    def add(self, moment: int, view: View) -> None:
        """Take in the next view."""
        if view.owner == self._owner and view.outside_continents == self._outside:
            return
        self._owner, self._outside = view.owner, view.outside_continents
        continents = view.board.continents
        self._since = self._since or [(NOBODY, 0)] * len(continents)
        for number, continent in enumerate(continents):
            holder = continent.holder(view.owner, view.outside_continents)
            if holder != self._since[number][0]:
                self._end(number, moment, lost=True)
                self._since[number] = (holder, moment)

    def close(self, end: int) -> tuple[Holding, ...]:
        """All holdings, in the order in which they began; ``end`` is the last moment."""
        for number in range(len(self._since)):
            self._end(number, end + 1, lost=False)
        return tuple(sorted(self._done, key=lambda holding: (holding.start, holding.continent)))

    def _end(self, continent: int, moment: int, *, lost: bool) -> None:
        seat, start = self._since[continent]
        if seat != NOBODY:
            self._done.append(Holding(continent, seat, start, moment, lost))


def holder_at(holdings: Sequence[Holding], continent: int, moment: int) -> int:
    """The seat that held a continent at a moment, or ``NOBODY``."""
    return next(
        (
            holding.seat
            for holding in holdings
            if holding.continent == continent and holding.start <= moment < holding.end
        ),
        NOBODY,
    )
