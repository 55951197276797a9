"""A fight for a territory to its finish, exactly.

Chances are kept as whole numbers over one common denominator, so that even 200 armies against
200 take a fraction of a second; a ``Fraction`` is made only of what is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from risk_tui.odds.cast import CLASSIC, FACES, DiceLimits, Limits, cast


@dataclass(frozen=True, slots=True)
class Conquest:
    """How a fight may end. Every weight counts in parts of ``total``.

    ``conquered[s]`` is the weight of a conquest with ``s`` free attackers left;
    ``repelled[d]`` of an attack that ends with ``d`` defenders left.
    """

    conquered: tuple[int, ...]
    repelled: tuple[int, ...]
    total: int

    @property
    def chance(self) -> Fraction:
        """The chance of conquest."""
        return Fraction(sum(self.conquered), self.total)

    def survivors(self, armies: int) -> Fraction:
        """The chance of a conquest with exactly ``armies`` free attackers left."""
        return Fraction(_at(self.conquered, armies), self.total)

    def at_least(self, armies: int) -> Fraction:
        """The chance of a conquest with ``armies`` free attackers left, or more."""
        return Fraction(sum(self.conquered[max(armies, 0) :]), self.total)

    def defenders_left(self, armies: int) -> Fraction:
        """The chance that the attack ends with exactly ``armies`` defenders left."""
        return Fraction(_at(self.repelled, armies), self.total)

    @property
    def mean_survivors(self) -> Fraction:
        """Free attackers left on average, where no conquest counts as none."""
        return Fraction(sum(s * weight for s, weight in enumerate(self.conquered)), self.total)


def _at(weights: tuple[int, ...], index: int) -> int:
    return weights[index] if 0 <= index < len(weights) else 0


def conquest(
    attackers: int, defenders: int, combat: DiceLimits = CLASSIC, *, stop_at: int = 0
) -> Conquest:
    """The ends of a fight in which both sides roll as many dice as ``combat`` lets them.

    ``attackers`` are the armies free to attack, without the one that stays behind;
    ``defenders`` is at least 1. The attacker breaks off as soon as no more than ``stop_at`` free
    attackers are left. Raises ``ValueError`` for impossible numbers.

    >>> conquest(2, 1).chance
    Fraction(1955, 2592)
    """
    if attackers < 0 or defenders < 1 or stop_at < 0:
        raise ValueError("a fight needs at least one defender and no negative number of armies")
    return _fight(attackers, defenders, Limits.of(combat), stop_at)


@lru_cache(maxsize=256)
def _fight(attackers: int, defenders: int, limits: Limits, stop_at: int) -> Conquest:
    # The weight of a position counts in parts of unit ** (armies lost so far). A cast costs at
    # least one army, so no weight ever has to be divided.
    unit: int = FACES ** (limits.attack_dice + limits.defence_dice)
    weights = [[0] * (defenders + 1) for _ in range(attackers + 1)]
    weights[attackers][defenders] = 1
    for a in range(attackers, stop_at, -1):
        for d in range(defenders, 0, -1):
            weight = weights[a][d]
            if weight:
                for lost, killed, factor in _factors(limits.dice(a, d), unit):
                    weights[a - lost][d - killed] += weight * factor
    conquered, repelled = [0] * (attackers + 1), [0] * (defenders + 1)
    scale = [unit**power for power in range(attackers + defenders + 1)]
    for a in range(attackers + 1):
        conquered[a] = weights[a][0] * scale[a]
    for a in range(min(stop_at, attackers) + 1):
        for d in range(1, defenders + 1):
            repelled[d] += weights[a][d] * scale[a + d]
    return Conquest(tuple(conquered), tuple(repelled), scale[-1])


@lru_cache(maxsize=256)
def _factors(dice: tuple[int, int], unit: int) -> tuple[tuple[int, int, int], ...]:
    """Each outcome of a cast as (lost, killed, weight in parts of ``unit`` ** armies lost)."""
    thrown = cast(*dice)
    return tuple(
        (lost, killed, ways * unit ** (lost + killed) // thrown.total)
        for lost, killed, ways in thrown.outcomes
    )
