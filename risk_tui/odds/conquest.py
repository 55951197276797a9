"""A fight for a territory to its finish."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, Literal, overload

from risk_tui.odds.ends import added, mean, spread, total
from risk_tui.odds.powers import NONE, Powers, counted, played_out
from risk_tui.odds.shares import CLASSIC, Number, exact_shares_of, shares_of

if TYPE_CHECKING:
    from risk_tui.engine.sections import Combat as CombatSection
    from risk_tui.odds.shares import Shares


@dataclass(frozen=True, slots=True)
class Conquest(Generic[Number]):
    """The ends of a fight, each list indexed by a number of armies and adding up to 1.

    ``attackers_left`` counts the free attackers left, however the fight ends, and ``survivors``
    only those of a conquest (it adds up to its ``chance``). ``powers`` are those that the numbers
    take into account.
    """

    survivors: tuple[Number, ...]
    attackers_left: tuple[Number, ...]
    defenders_left: tuple[Number, ...]
    powers: Powers

    @property
    def chance(self) -> Number:
        """The chance of conquest."""
        return self.defenders_left[0]

    @property
    def attacker_losses(self) -> Number:
        """Armies that the attacker loses on average."""
        return len(self.attackers_left) - 1 - mean(self.attackers_left)

    @property
    def defender_losses(self) -> Number:
        """Armies that the defender loses on average."""
        return len(self.defenders_left) - 1 - mean(self.defenders_left)

    @property
    def mean_survivors(self) -> Number:
        """Free attackers left on average after a conquest; 0 where there can be none."""
        return mean(self.survivors) / self.chance if self.chance else self.chance


@overload
def conquest(
    attackers: int,
    defenders: int,
    combat: CombatSection = ...,
    *,
    stop_at: int = ...,
    powers: Powers = ...,
    exact: Literal[False] = ...,
) -> Conquest[float]: ...


@overload
def conquest(
    attackers: int,
    defenders: int,
    combat: CombatSection = ...,
    *,
    stop_at: int = ...,
    powers: Powers = ...,
    exact: Literal[True],
) -> Conquest[Fraction]: ...


def conquest(
    attackers: int,
    defenders: int,
    combat: CombatSection = CLASSIC,
    *,
    stop_at: int = 0,
    powers: Powers = NONE,
    exact: bool = False,
) -> Conquest[float] | Conquest[Fraction]:
    """The ends of a fight in which both sides roll as many dice as ``combat`` lets them.

    ``attackers`` are the armies free to attack, without the one that stays behind;
    ``defenders`` is at least 1. The attacker breaks off as soon as no more than ``stop_at`` free
    attackers are left. What he may do to his dice (``powers``) he does so that the conquest is
    likeliest; where that takes too long to be counted, or cannot be, it is left out, as the
    answer's ``powers`` tell. Raises ``ValueError`` for impossible numbers.

    >>> conquest(2, 1, exact=True).chance
    Fraction(1955, 2592)
    """
    if attackers < 0 or defenders < 1 or stop_at < 0:
        raise ValueError("a fight needs at least one defender and no negative number of armies")
    used = counted(powers, combat, attackers * defenders)
    return _cached(attackers, defenders, combat, stop_at, used, exact)


@lru_cache(maxsize=1024)
def _cached(
    attackers: int, defenders: int, combat: CombatSection, stop_at: int, powers: Powers, exact: bool
) -> Conquest[float] | Conquest[Fraction]:
    if exact:
        return _fought(attackers, defenders, combat, stop_at, powers, exact_shares_of(combat))
    return _fought(attackers, defenders, combat, stop_at, powers, shares_of(combat))


def _fought(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    stop_at: int,
    powers: Powers,
    shares: Shares[Number],
) -> Conquest[Number]:
    number = shares.number
    if powers == NONE:
        start = [number(0)] * attackers + [number(1)]
        ends = spread(start, defenders, shares, stop_at)
    else:
        ends = played_out(attackers, defenders, combat, stop_at, powers, shares)
    return Conquest(
        survivors=tuple(row[0] for row in ends),
        attackers_left=tuple(total(row, row[0]) for row in ends),
        defenders_left=tuple(added(ends)),
        powers=powers,
    )
