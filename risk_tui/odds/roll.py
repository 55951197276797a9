"""The outcomes of rolls, and the distributions of armies that they lead to.

``RollOutcomes`` and ``propagate`` turn the odds of rolls into those of a fight. Both sides roll as
many dice as they may, as FAQ Q3.1 advises; only a defender who sees the roll may choose fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import TypeAlias

from risk_tui.rules.combat import NO_EXTRA_DICE, CombatRules, CombatSection, ExtraDieRolls
from risk_tui.rules.roll_odds import FAR, RollOdds, best_defence

Distribution: TypeAlias = "list[list[float]]"
"""``ends[a][d]`` is the chance that a fight ends with ``a`` free attackers and ``d`` defenders."""

TABLE_GROWTH = Lock()
"""Held while a shared table grows, because bots and stories compute odds in several threads."""


def mean(chances: Sequence[float]) -> float:
    """Return the mean of a distribution over 0, 1, …, without dividing by its total."""
    return sum([chance * number for number, chance in enumerate(chances)])


def sum_rows(rows: Sequence[Sequence[float]]) -> list[float]:
    """Add rows of numbers element by element."""
    return list(map(sum, zip(*rows, strict=True)))


def initial_distribution(attackers: int) -> list[float]:
    """Return the distribution of a stack with exactly ``attackers`` free armies."""
    return [0.0] * attackers + [1.0]


def propagate(
    start: Sequence[float],
    defenders: int,
    outcomes: RollOutcomes,
    stop_at: int,
    first: Sequence[RollOutcomes],
) -> Distribution:
    """Return the chances of each end of a fight.

    The attacker stops with ``stop_at`` free armies or fewer, or with too few to roll.

    Args:
        start: The chance of each number of free attackers. If they add up to less than 1, so do
            the chances of the ends.
        defenders: The defending armies.
        outcomes: The outcomes of a roll.
        first: The outcomes of each of the first rolls, if they differ from later ones.
    """
    ends = [[0.0] * defenders + [chance] for chance in start]
    for roll_outcomes in first:
        ends = _after_a_roll(ends, roll_outcomes, stop_at)
    for attackers in range(len(ends) - 1, stop_at, -1):
        row, rolls = ends[attackers], outcomes.row(attackers)
        results = [
            [(ends[attackers - lost], killed, chance) for lost, killed, chance in roll]
            for roll in rolls
        ]
        for armies in range(defenders, 0, -1):
            weight, result = row[armies], results[min(armies, len(results)) - 1]
            if weight and result:
                row[armies] = 0.0
                for after, killed, chance in result:
                    after[armies - killed] += weight * chance
    return ends


def _after_a_roll(before: Distribution, outcomes: RollOutcomes, stop_at: int) -> Distribution:
    """Return the distribution after one more roll; finished fights stay as they are."""
    after = [[row[0]] + [0.0] * (len(row) - 1) for row in before]
    for attackers, row in enumerate(before):
        for defenders, weight in enumerate(row):
            if not weight or not defenders:
                continue
            roll = outcomes.at(attackers, defenders) if attackers > stop_at else ()
            if not roll:
                after[attackers][defenders] += weight
            for lost, killed, chance in roll:
                after[attackers - lost][defenders - killed] += weight * chance
    return after


RollOutcome: TypeAlias = "tuple[int, int, float]"
"""Armies lost by the attacker and by the defender, and the chance of these losses."""


class RollOutcomes:
    """The outcomes of the next roll, for every number of armies.

    There are none if the attacker has too few armies to roll.
    """

    def __init__(self, combat: CombatSection, first: ExtraDieRolls) -> None:
        self.attack_dice = combat.attack_dice
        rules = CombatRules(combat)
        self._rows: list[list[tuple[RollOutcome, ...]]] = [
            [
                _to_outcomes(best_defence(combat, dice, armies, first).odds)
                if dice + 1 >= rules.armies_needed(armies)
                else ()
                for armies in range(1, FAR + 1)
            ]
            for dice in range(1, self.attack_dice + 1)
        ]

    def row(self, attackers: int) -> list[tuple[RollOutcome, ...]]:
        """Return the outcomes for these free attackers against 1 to ``FAR`` defenders."""
        return self._rows[min(self.attack_dice, attackers) - 1]

    def at(self, attackers: int, defenders: int) -> tuple[RollOutcome, ...]:
        """Return the outcomes for these free attackers and defenders, both at least 1."""
        return self.row(attackers)[min(defenders, FAR) - 1]


def _to_outcomes(odds: RollOdds) -> tuple[RollOutcome, ...]:
    return tuple((lost, killed, ways / odds.total) for lost, killed, ways in odds.outcomes)


@cache
def roll_outcomes(combat: CombatSection, first: ExtraDieRolls = NO_EXTRA_DICE) -> RollOutcomes:
    """Return the outcomes of rolls under a ruleset's combat section.

    Args:
        first: The next roll, if it differs from later ones.
    """
    return RollOutcomes(combat, first)


def outcomes_of_rolls(
    combat: CombatSection, first: ExtraDieRolls
) -> tuple[RollOutcomes, list[RollOutcomes]]:
    """Return the outcomes of a fight's usual rolls, and of each of the ``first`` ones."""
    if first.lasts:
        return roll_outcomes(combat, first), []
    remaining = (first._replace(rolls=rolls) for rolls in range(first.rolls, 0, -1))
    return roll_outcomes(combat), [roll_outcomes(combat, rolls) for rolls in remaining]
