"""What every seat has of the chance to win, as far as that can be seen."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING

from risk_tui.bots.planner.seat_sums import UNCHANGED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.bots.planner.seat_sums import Gains, SeatSums
    from risk_tui.bots.planner.valuation import Valuation

SET_SHARE = 0.7
"""How much armies count that will come for a set."""
_COARSE = 4096.0
"""Added and subtracted, it leaves twelve digits of a value: positions that are worth the same are
equal then, in whatever order their sums were added up.
"""


class Shares:
    """The features of the seats in a position and their shares of the whole.

    ``sums`` are those of the position, and may still be added up until a share is asked for.
    """

    __slots__ = ("_cards", "_known", "_sums", "_v")

    def __init__(self, v: Valuation, sums: SeatSums, cards: Sequence[int]) -> None:
        self._v = v
        self._sums = sums
        self._cards = cards
        self._known: dict[int, float] = {}
        """What seats come to if nothing changes, as far as that was asked for."""

    def features(self) -> dict[int, tuple[float, ...]]:
        """The features of each seat, in the order of ``FEATURES``."""
        return {
            seat: self._features(seat, UNCHANGED, self._cards[seat])
            for seat in self._v.playing
            if self._sums.counts[seat]
        }

    def value(self, gains: Mapping[int, Gains], cards: Sequence[int]) -> float:
        """The share of the seat that chooses once some have changed, and hold so many ``cards``."""
        v, known, held = self._v, self._known, self._cards
        total = mine = 0.0
        for seat in v.playing:
            if seat in gains or cards[seat] != held[seat]:
                share = self._weight(seat, gains.get(seat, UNCHANGED), cards[seat])
            elif seat in known:
                share = known[seat]
            else:
                share = known[seat] = self._weight(seat, UNCHANGED, cards[seat])
            total += share
            if seat == v.seat:
                mine = share
        return (mine / total + _COARSE) - _COARSE if mine else 0.0

    def _weight(self, seat: int, more: Gains, cards: int) -> float:
        """What a seat's features come to; 0 without any territory."""
        if not self._sums.counts[seat] + more.counts:
            return 0.0
        score = 0.0
        features = self._features(seat, more, cards)
        for weight, number in zip(self._v.weights, features):  # noqa: B905 - faster without
            score += weight * number
        return exp(score)

    def _features(self, seat: int, more: Gains, cards: int) -> tuple[float, ...]:
        """What a seat's share is reckoned from."""
        v, sums = self._v, self._sums
        armies = sums.armies[seat] + more.armies
        left = sums.left[seat] + more.left
        income, fronts = left / v.per_army, sums.fronts[seat] + more.fronts
        worth = armies + SET_SHARE * v.set_values[cards if cards < 10 else 10]
        if seat == v.seat:
            worth += sums.kept + more.kept
        return (
            log(worth + 1.0) if worth > 0.0 else 0.0,
            log((income if income > v.least else v.least) + (sums.bonus[seat] + more.bonus)),
            left / len(v.continent),
            sqrt(fronts) / (sums.totals[seat] + more.totals) if fronts > 0 else 0.0,
            log(1.0 + (sums.prospect[seat] + more.prospect)),
            v.tempo[seat],
            log(1.0 + v.card_value * cards / v.usual_armies) if cards else 0.0,
        )
