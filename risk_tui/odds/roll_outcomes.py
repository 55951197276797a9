"""The outcomes of the next roll in a fight, by the rules of a ruleset.

Both sides roll as many dice as they may, as FAQ Q3.1 advises; only a defender who sees the roll
before they choose takes what is best against it (``defence_dice``).
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from risk_tui.odds.defence_dice import FAR, best_defence
from risk_tui.rules.combat import ALL_ALIKE, FirstRolls

if TYPE_CHECKING:
    from risk_tui.odds.roll import RollOdds
    from risk_tui.rules.combat import CombatSection

Number = TypeVar("Number", float, Fraction)
"""The type of chances: exact fractions for proofs, floats for the screen."""

RollOutcome: TypeAlias = "tuple[int, int, Number]"
"""Armies lost by the attacker and by the defender, and the chance of these losses."""

OutcomeRange: TypeAlias = "tuple[int, int, tuple[RollOutcome[Number], ...]]"
"""The first number of defenders with these outcomes, the first without them, and the outcomes."""


class RollOutcomes(Generic[Number]):
    """The outcomes of the next roll, for every number of armies."""

    def __init__(
        self, combat: CombatSection, number: type[Number], first: FirstRolls = ALL_ALIKE
    ) -> None:
        self.attack_dice = combat.attack_dice
        self.number: type[Number] = number
        self._rows: list[list[tuple[RollOutcome[Number], ...]]] = [
            [
                _to_outcomes(best_defence(combat, dice, armies, first).odds, number)
                for armies in range(1, FAR + 1)
            ]
            for dice in range(1, self.attack_dice + 1)
        ]

        self._ranges: list[list[OutcomeRange[Number]]] = [_find_ranges(row) for row in self._rows]

    def ranges(self, attackers: int) -> list[OutcomeRange[Number]]:
        """The outcomes for these free attackers, and the ranges of defenders that meet them."""
        return self._ranges[min(self.attack_dice, attackers) - 1]

    def row(self, attackers: int) -> list[tuple[RollOutcome[Number], ...]]:
        """The outcomes for these free attackers against 1 to ``FAR`` defenders."""
        return self._rows[min(self.attack_dice, attackers) - 1]

    def at(self, attackers: int, defenders: int) -> tuple[RollOutcome[Number], ...]:
        """The outcomes for these free attackers and defenders, both at least 1."""
        return self.row(attackers)[min(defenders, FAR) - 1]


def _find_ranges(row: list[tuple[RollOutcome[Number], ...]]) -> list[OutcomeRange[Number]]:
    firsts: list[int] = [1, *(index + 1 for index in range(1, FAR) if row[index] != row[index - 1])]
    beyond = [*firsts[1:], sys.maxsize]
    return [(first, end, row[first - 1]) for first, end in zip(firsts, beyond, strict=True)]


def _to_outcomes(odds: RollOdds, number: type[Number]) -> tuple[RollOutcome[Number], ...]:
    return tuple(
        (lost, killed, number(Fraction(ways, odds.total))) for lost, killed, ways in odds.outcomes
    )


@cache
def roll_outcomes(combat: CombatSection, first: FirstRolls = ALL_ALIKE) -> RollOutcomes[float]:
    """The outcomes of rolls under a ruleset's combat section, with floats.

    With ``first``, those of the next roll, where it differs from others.
    """
    return RollOutcomes(combat, float, first)


@cache
def exact_roll_outcomes(
    combat: CombatSection, first: FirstRolls = ALL_ALIKE
) -> RollOutcomes[Fraction]:
    """The outcomes of rolls as ``roll_outcomes``, with fractions."""
    return RollOutcomes(combat, Fraction, first)


def outcomes_of_rolls(
    combat: CombatSection, first: FirstRolls, *, exact: bool = False
) -> tuple[RollOutcomes[Any], list[RollOutcomes[Any]]]:
    """The outcomes of the usual rolls of a fight, and those of each of the ``first`` ones."""
    outcomes_of: Any = exact_roll_outcomes if exact else roll_outcomes
    if first.lasts:
        return outcomes_of(combat, first), []
    return outcomes_of(combat), [outcomes_of(combat, rolls) for rolls in first.one_by_one()]
