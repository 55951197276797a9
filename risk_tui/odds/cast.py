"""One cast of the dice, counted exactly (FAQ Q3.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

FACES = 6


class DiceLimits(Protocol):
    """How many dice may be rolled; the ``combat`` section of a ruleset is one."""

    @property
    def attack_dice(self) -> int:
        """The most dice of the attacker; he rolls no more than he has free armies."""

    @property
    def defence_dice(self) -> int:
        """The most dice of the defender; he rolls no more than he has armies."""

    @property
    def armies_for_two_dice(self) -> int:
        """The armies with which the defender may roll more than one die."""

    @property
    def armies_for_three_dice(self) -> int | None:
        """The armies with which the defender may roll three dice, where there are three."""

    @property
    def one_against_one(self) -> bool:
        """Whether against a single die the defender rolls a single one too."""


class Limits(NamedTuple):
    """Dice limits as a plain value: what tables are kept by."""

    attack_dice: int = 3
    defence_dice: int = 2
    armies_for_two_dice: int = 2
    armies_for_three_dice: int | None = None
    one_against_one: bool = False

    @classmethod
    def of(cls, combat: DiceLimits) -> Limits:
        """The limits of a ruleset's combat section."""
        return cls(
            combat.attack_dice,
            combat.defence_dice,
            combat.armies_for_two_dice,
            combat.armies_for_three_dice,
            combat.one_against_one,
        )

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """The most dice of (attacker, defender); ``attackers`` are those free to attack."""
        attack = min(self.attack_dice, attackers)
        if defenders < self.armies_for_two_dice or (self.one_against_one and attack == 1):
            return attack, 1
        three = self.armies_for_three_dice
        most = 2 if three is None or defenders < three else 3
        return attack, min(self.defence_dice, most, defenders)


CLASSIC = Limits()
"""Three dice against two, as in every edition but a few (FAQ Q2.6, Q2.6.1). In some of those few
the defender rolls three, and against a single die never more than one."""


class CastOutcome(NamedTuple):
    """One way a cast may end; ``ways`` counts the equally likely rolls that end so."""

    attacker_losses: int
    defender_losses: int
    ways: int


@dataclass(frozen=True, slots=True)
class Cast:
    """All outcomes of one cast; the counts add up to ``total``, six to the power of the dice."""

    outcomes: tuple[CastOutcome, ...]
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
def cast(attack_dice: int, defence_dice: int) -> Cast:
    """The outcomes of one cast, by rising losses of the attacker.

    Any number of dice from 1 on; the highest dice are compared pair by pair and the defender
    wins ties. Raises ``ValueError`` for less than one die.

    >>> [outcome.ways for outcome in cast(3, 1).outcomes]
    [855, 441]
    """
    if attack_dice < 1 or defence_dice < 1:
        raise ValueError("a cast takes at least one die on each side")
    compared = min(attack_dice, defence_dice)
    counts: Counter[int] = Counter()
    defences = list(_rolls(defence_dice))
    for attack, ways in _rolls(attack_dice):
        for defence, other_ways in defences:
            lost = sum(a <= d for a, d in zip(attack, defence, strict=False))
            counts[lost] += ways * other_ways
    outcomes = tuple(CastOutcome(lost, compared - lost, counts[lost]) for lost in sorted(counts))
    return Cast(outcomes, FACES ** (attack_dice + defence_dice))


def _rolls(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every roll with its dice from high to low, and the number of orders it can fall in."""
    for roll in combinations_with_replacement(range(FACES, 0, -1), dice):
        yield roll, factorial(dice) // prod(map(factorial, Counter(roll).values()))
