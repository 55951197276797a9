"""One cast of the dice, counted exactly (FAQ Q3.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.engine.rules.combat import SIX, Combat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FACES = SIX
"""Faces of a die."""

Roll: TypeAlias = "tuple[int, ...]"
"""Dice as they lie, from high to low."""


class Outcome(NamedTuple):
    """One way a cast may end; ``ways`` counts the equally likely rolls that end so."""

    attacker_losses: int
    defender_losses: int
    ways: int


@dataclass(frozen=True, slots=True)
class Cast:
    """All outcomes of one cast; their ways add up to ``total``."""

    outcomes: tuple[Outcome, ...]
    total: int

    def chance(self, attacker_losses: int) -> Fraction:
        """The chance that the attacker loses exactly so many armies.

        >>> cast(3, 2).chance(attacker_losses=0)
        Fraction(1445, 3888)
        """
        counts = [each.ways for each in self.outcomes if each.attacker_losses == attacker_losses]
        return Fraction(sum(counts), self.total)

    @property
    def mean_attacker_losses(self) -> Fraction:
        """Armies that the attacker loses on average."""
        return Fraction(sum(e.attacker_losses * e.ways for e in self.outcomes), self.total)

    @property
    def mean_defender_losses(self) -> Fraction:
        """Armies that the defender loses on average."""
        return Fraction(sum(e.defender_losses * e.ways for e in self.outcomes), self.total)


@cache
def rolls(dice: int) -> Mapping[Roll, int]:
    """Every roll of so many dice, and in how many ways it can fall.

    >>> rolls(2)[6, 5], sum(rolls(2).values())
    (2, 36)
    """
    return {
        roll: factorial(dice) // prod(map(factorial, Counter(roll).values()))
        for roll in combinations_with_replacement(range(FACES, 0, -1), dice)
    }


@cache
def cast(attack_dice: int, defence_dice: int) -> Cast:
    """The outcomes of one cast, by rising losses of the attacker.

    Any number of dice from 1 on; the highest dice are compared pair by pair and the defender
    wins ties. Raises ``ValueError`` for less than one die.

    >>> [outcome.ways for outcome in cast(3, 1).outcomes]
    [855, 441]
    """
    if attack_dice < 1:
        raise ValueError("a cast takes at least one die on each side")
    return merged(
        [(against(roll, defence_dice), ways) for roll, ways in rolls(attack_dice).items()]
    )


@cache
def against(attack: Roll, defence_dice: int) -> Cast:
    """The outcomes when so many dice are rolled against an attack that lies on the table.

    Raises ``ValueError`` for less than one die.
    """
    if defence_dice < 1:
        raise ValueError("a cast takes at least one die on each side")
    counts: Counter[tuple[int, int]] = Counter()
    for defence, ways in rolls(defence_dice).items():
        counts[Combat.losses(attack, defence)] += ways
    return _cast(counts, FACES**defence_dice)


def merged(casts: Sequence[tuple[Cast, int]]) -> Cast:
    """One cast out of several, each with the number of ways in which it comes about."""
    total = max(each.total for each, _ in casts)
    counts: Counter[tuple[int, int]] = Counter()
    for each, ways in casts:
        for lost, killed, own_ways in each.outcomes:
            counts[lost, killed] += own_ways * ways * (total // each.total)
    return _cast(counts, total * sum(ways for _, ways in casts))


def _cast(counts: Mapping[tuple[int, int], int], total: int) -> Cast:
    return Cast(tuple(Outcome(*losses, counts[losses]) for losses in sorted(counts)), total)
