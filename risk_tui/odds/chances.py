"""Quick tables of chances as floats, for players that weigh hundreds of attacks a second."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from risk_tui.odds.shares import CLASSIC, Share, Shares, shares_of

if TYPE_CHECKING:
    from risk_tui.engine.sections import Combat as CombatSection

_STEP = 64
MOST = 200
"""Greater armies are scaled down to this many: the outcome is all but certain by then."""


class Table:
    """A number for every position of a fight, grown as greater armies are asked for.

    It is what the next casts lead to on average: ``lost`` where there are no attackers left,
    ``won`` where there are no defenders, and in between ``a_loss`` more for each army lost.
    """

    __slots__ = ("_a_loss", "_shares", "_won", "rows")

    def __init__(self, shares: Shares[float], won: float, a_loss: float) -> None:
        self._shares = shares
        self._won = won
        self._a_loss = a_loss
        self.rows: list[list[float]] = []

    def grow(self, size: int) -> None:
        """Extend the table to 0 to ``size - 1`` armies on each side."""
        rows = self.rows
        for attackers in range(size):
            if attackers == len(rows):
                rows.append([self._won if attackers else 0.0])
            start = len(rows[attackers])
            rows[attackers] += [0.0] * (size - start)
            for first, beyond, cast in self._shares.runs(attackers) if attackers else ():
                self._fill(attackers, cast, range(max(first, start), min(beyond, size)))

    def _fill(self, attackers: int, cast: tuple[Share[float], ...], defenders: range) -> None:
        """Fill the positions of a row in all of which the same cast follows."""
        gain = self._a_loss * sum(lost * share for lost, _, share in cast)
        parts = [(self.rows[attackers - lost], killed, share) for lost, killed, share in cast]
        row = self.rows[attackers]
        if len(parts) == 3:
            # Written out, because nearly all casts end in one of three ways.
            (row0, killed0, share0), (row1, killed1, share1), (row2, killed2, share2) = parts
            for d in defenders:
                row[d] = (
                    gain
                    + share0 * row0[d - killed0]
                    + share1 * row1[d - killed1]
                    + share2 * row2[d - killed2]
                )
        else:
            for d in defenders:
                row[d] = gain + sum([share * above[d - killed] for above, killed, share in parts])


class Chances:
    """Chance and cost of conquest under one ruleset's combat section; right to about 1e-12."""

    __slots__ = ("_chance", "_lost", "_size")

    def __init__(self, combat: CombatSection) -> None:
        shares = shares_of(combat)
        self._size = 0
        self._chance = Table(shares, won=1.0, a_loss=0.0)
        self._lost = Table(shares, won=0.0, a_loss=1.0)
        self._grow(_STEP)

    def conquest(self, attackers: int, defenders: int) -> float:
        """The chance that free ``attackers`` conquer; 0 for none or fewer, 1 without defenders."""
        if attackers <= 0:
            return 0.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, _ = self._fitted(attackers, defenders)
        return self._chance.rows[attackers][defenders]

    def losses(self, attackers: int, defenders: int) -> float:
        """The armies that free ``attackers`` lose on average when they fight to the finish."""
        if attackers <= 0:
            return 0.0
        factor = 1.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, factor = self._fitted(attackers, defenders)
        return self._lost.rows[attackers][defenders] * factor

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
        self._size = size
        self._chance.grow(size)
        self._lost.grow(size)


@cache
def chances(combat: CombatSection = CLASSIC) -> Chances:
    """The table for a ruleset's combat section."""
    return Chances(combat)
