"""One roll of both sides' dice, counted exactly (FAQ Q3.2)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.data.dataclasses import dataclass
from risk_tui.rules.combat import SIX, CombatRules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FACES = SIX
"""Faces of a die."""

Dice: TypeAlias = "tuple[int, ...]"
"""The faces of a roll, from high to low."""


class RollResult(NamedTuple):
    """An outcome of a roll; ``ways`` counts the equally likely rolls with this outcome."""

    attacker_losses: int
    defender_losses: int
    ways: int


@dataclass(frozen=True, slots=True)
class RollOdds:
    """All outcomes of one roll; their ``ways`` add up to ``total``."""

    outcomes: tuple[RollResult, ...]
    total: int

    def chance(self, attacker_losses: int) -> Fraction:
        """The chance that the attacker loses exactly this number of armies.

        >>> roll_odds(3, 2).chance(attacker_losses=0)
        Fraction(1445, 3888)
        """
        counts = [
            outcome.ways for outcome in self.outcomes if outcome.attacker_losses == attacker_losses
        ]
        return Fraction(sum(counts), self.total)

    @property
    def mean_attacker_losses(self) -> Fraction:
        """Armies that the attacker loses on average."""
        return Fraction(
            sum(outcome.attacker_losses * outcome.ways for outcome in self.outcomes), self.total
        )


@cache
def rolls(dice: int) -> Mapping[Dice, int]:
    """Every roll of a number of dice, and the number of ways in which it can come about.

    >>> rolls(2)[6, 5], sum(rolls(2).values())
    (2, 36)
    """
    return {
        roll: factorial(dice) // prod(map(factorial, Counter(roll).values()))
        for roll in combinations_with_replacement(range(FACES, 0, -1), dice)
    }


@cache
def roll_odds(attack_dice: int, defence_dice: int) -> RollOdds:
    """The outcomes of one roll, by rising losses of the attacker.

    Any number of dice from 1 on; the highest dice are compared pair by pair and the defender
    wins ties. Raises ``ValueError`` for less than one die.

    >>> [outcome.ways for outcome in roll_odds(3, 1).outcomes]
    [855, 441]
    """
    if attack_dice < 1:
        raise ValueError("a cast takes at least one die on each side")
    return merge_outcomes(
        [(losses_against(roll, defence_dice), ways) for roll, ways in rolls(attack_dice).items()]
    )


@cache
def losses_against(attack: Dice, defence_dice: int) -> RollOdds:
    """The outcomes when a number of dice is rolled against an attack that lies on the table.

    Raises ``ValueError`` for less than one die.
    """
    if defence_dice < 1:
        raise ValueError("a cast takes at least one die on each side")
    counts: Counter[tuple[int, int]] = Counter()
    for defence, ways in rolls(defence_dice).items():
        counts[CombatRules.losses(attack, defence)] += ways
    return _to_odds(counts, FACES**defence_dice)


def at_most(odds: RollOdds, armies: int) -> RollOdds:
    """The odds of a roll against defenders that lose no more armies than they have."""
    if all(outcome.defender_losses <= armies for outcome in odds.outcomes):
        return odds
    counts: Counter[tuple[int, int]] = Counter()
    for lost, killed, ways in odds.outcomes:
        counts[lost, min(killed, armies)] += ways
    return _to_odds(counts, odds.total)


def merge_outcomes(parts: Sequence[tuple[RollOdds, int]]) -> RollOdds:
    """The odds of several rolls together, each with the number of ways in which it comes about."""
    total = max(odds.total for odds, _ in parts)
    counts: Counter[tuple[int, int]] = Counter()
    for odds, ways in parts:
        for lost, killed, own_ways in odds.outcomes:
            counts[lost, killed] += own_ways * ways * (total // odds.total)
    return _to_odds(counts, total * sum(ways for _, ways in parts))


def _to_odds(counts: Mapping[tuple[int, int], int], total: int) -> RollOdds:
    return RollOdds(tuple(RollResult(*losses, counts[losses]) for losses in sorted(counts)), total)
