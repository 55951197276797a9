"""Quick tables of chances as floats, for players that weigh hundreds of attacks a second."""

from __future__ import annotations

from functools import cache

from risk_tui.odds.cast import CLASSIC, DiceLimits, Limits, cast

_STEP = 64
MOST = 200
"""Greater armies are scaled down to this many: the outcome is all but certain by then."""


class Chances:
    """Chance and cost of conquest for one set of dice limits; right to about 1e-12.

    The tables grow when greater armies are asked for.
    """

    __slots__ = ("_chance", "_limits", "_lost", "_size")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._size = 0
        self._chance: list[list[float]] = []
        self._lost: list[list[float]] = []
        self._grow(_STEP)

    def conquest(self, attackers: int, defenders: int) -> float:
        """The chance that free ``attackers`` conquer; 0 for none or fewer, 1 without defenders."""
        if attackers <= 0:
            return 0.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, _ = self._fitted(attackers, defenders)
        return self._chance[attackers][defenders]

    def losses(self, attackers: int, defenders: int) -> float:
        """The armies that free ``attackers`` lose on average when they fight to the finish."""
        if attackers <= 0:
            return 0.0
        factor = 1.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, factor = self._fitted(attackers, defenders)
        return self._lost[attackers][defenders] * factor

    def _fitted(self, attackers: int, defenders: int) -> tuple[int, int, float]:
        """Numbers that the tables hold, and the factor by which they were scaled down."""
        most = max(attackers, defenders)
        factor = 1.0
        if most > MOST:
            factor = most / MOST
            attackers = max(1, round(attackers / factor))
            defenders = max(1, round(defenders / factor)) if defenders else 0
            most = MOST
        while self._size <= most:
            self._grow(min(self._size + _STEP, MOST + 1))
        return attackers, defenders, factor

    def _grow(self, size: int) -> None:
        """Extend the tables to 0 to ``size - 1`` armies on each side."""
        chance, lost = self._chance, self._lost
        for a in range(size):
            if a >= self._size:
                chance.append([1.0 if a else 0.0])
                lost.append([0.0])
            own_chance, own_lost = chance[a], lost[a]
            for d in range(len(own_chance), size):
                won, gone = 0.0, 0.0
                for losses, killed, share in _shares(self._limits.dice(a, d)) if a else ():
                    won += share * chance[a - losses][d - killed]
                    gone += share * (losses + lost[a - losses][d - killed])
                own_chance.append(won)
                own_lost.append(gone)
        self._size = size


@cache
def _shares(dice: tuple[int, int]) -> tuple[tuple[int, int, float], ...]:
    """Each outcome of a cast as (lost, killed, its chance)."""
    thrown = cast(*dice)
    return tuple((lost, killed, ways / thrown.total) for lost, killed, ways in thrown.outcomes)


@cache
def _table(limits: Limits) -> Chances:
    return Chances(limits)


def chances(combat: DiceLimits = CLASSIC) -> Chances:
    """The table for a ruleset's combat section; the same limits share one table."""
    return _table(Limits.of(combat))
