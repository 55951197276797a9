"""Statistics of counted things: intervals, percentiles, and a sequential test."""

from __future__ import annotations

from math import ceil, log, sqrt
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

Z95 = 1.959964
"""Standard deviations on both sides that hold 95 % of a normal distribution."""


def wilson_interval(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval that a share lies in, 95 % sure, after ``wins`` out of ``games``.

    By Wilson's score, which is sound near 0 and 1 too (E. B. Wilson, 1927).

    >>> [round(limit, 3) for limit in wilson_interval(60, 100)]
    [0.502, 0.691]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, z * z
    middle = share + square / (2 * games)
    width = z * sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], part: float) -> float:
    """The least of the values that at least this part of them do not exceed; 0 of nothing.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else 0


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test of a share (A. Wald, 1945).

    After every game it says whether the share is ``high`` rather than ``low``, the other way
    round, or that more games are needed. It is wrong with a chance of about ``alpha`` where the
    share is ``low``, and of ``beta`` where it is ``high``.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, wins: float, games: int) -> float:
        """The logarithm of how much likelier such a count is with ``high`` than with ``low``."""
        lost = games - wins
        return wins * log(self.high / self.low) + lost * log((1 - self.high) / (1 - self.low))

    def verdict(self, wins: float, games: int) -> bool | None:
        """Whether the share is ``high``; ``None`` while it is not known.

        >>> test = SequentialTest(0.5, 0.55)
        >>> test.verdict(120, 200), test.verdict(110, 200), test.verdict(90, 200)
        (True, None, False)
        """
        ratio = self.ratio(wins, games)
        if ratio >= log((1 - self.beta) / self.alpha):
            return True
        return False if ratio <= log(self.beta / (1 - self.alpha)) else None
