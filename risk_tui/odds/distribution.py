"""How a fight may end, and how likely each end is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.odds.roll_outcomes import Number, RollOutcomes

Distribution: TypeAlias = "list[list[Number]]"
"""``ends[a][d]`` is the chance that a fight ends with ``a`` free attackers and ``d`` defenders."""


def total(chances: Sequence[Number], like: Number) -> Number:
    """The sum of chances, of which there may be none; ``like`` is a number of their type."""
    return sum(chances, type(like)(0))


def mean(chances: Sequence[Number]) -> Number:
    """The mean of a number whose chances are given by number; not divided by their sum."""
    return total([chance * number for number, chance in enumerate(chances)], chances[0])


def sum_rows(rows: Sequence[Sequence[Number]]) -> list[Number]:
    """Rows of numbers added up, one below the other."""
    return [total(column, column[0]) for column in zip(*rows, strict=True)]


def initial_distribution(attackers: int, outcomes: RollOutcomes[Number]) -> list[Number]:
    """The chance of each number of free armies in a stack that has ``attackers`` of them."""
    return [outcomes.number(0)] * attackers + [outcomes.number(1)]


def propagate(
    start: Sequence[Number],
    defenders: int,
    outcomes: RollOutcomes[Number],
    stop_at: int = 0,
    first: Sequence[RollOutcomes[Number]] = (),
) -> Distribution[Number]:
    """The ends of a fight that begins with ``start[a]`` as the chance of ``a`` free attackers.

    The attacker breaks off when no more than ``stop_at`` are left. The chances may add up to less
    than 1: then the ends do, too. ``first`` are the outcomes of each of the first rolls, where they
    differ from those after them.
    """
    zero = outcomes.number(0)
    ends = [[zero] * defenders + [chance] for chance in start]
    for roll_outcomes in first:
        ends = _after_a_roll(ends, roll_outcomes, stop_at)
    for attackers in range(len(ends) - 1, stop_at, -1):
        row, rolls = ends[attackers], outcomes.row(attackers)
        results = [
            [(ends[attackers - lost], killed, chance) for lost, killed, chance in roll]
            for roll in rolls
        ]
        for armies in range(defenders, 0, -1):
            weight = row[armies]
            if weight:
                row[armies] = zero
                for after, killed, chance in results[min(armies, len(results)) - 1]:
                    after[armies - killed] += weight * chance
    return ends


def _after_a_roll(
    before: Distribution[Number], outcomes: RollOutcomes[Number], stop_at: int
) -> Distribution[Number]:
    """How fights stand after one roll more; those that are over stay as they are."""
    zero = outcomes.number(0)
    after = [[row[0]] + [zero] * (len(row) - 1) for row in before]
    for attackers, row in enumerate(before):
        for defenders, weight in enumerate(row):
            if not weight or not defenders:
                continue
            if attackers <= stop_at:
                after[attackers][defenders] += weight
                continue
            for lost, killed, chance in outcomes.at(attackers, defenders):
                after[attackers - lost][defenders - killed] += weight * chance
    return after
