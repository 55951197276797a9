"""The casts that follow one another in a fight, by the rules of a ruleset.

Both sides roll as many dice as they may, as FAQ Q3.1 advises; only a defender who sees the roll
before he chooses takes what is best against it (``defence``).
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from risk_tui.engine.sections import Combat as CombatSection
from risk_tui.odds.defence import FAR, stand

if TYPE_CHECKING:
    from risk_tui.odds.cast import Cast

Number = TypeVar("Number", float, Fraction)
"""Chances are exact fractions where a proof wants them, and floats on the screen."""

Share: TypeAlias = "tuple[int, int, Number]"
"""Armies lost by the attacker and by the defender, and the chance of it."""

CLASSIC = CombatSection(
    attack_dice=3,
    defence_dice=2,
    armies_for_two_dice=2,
    armies_for_three_dice=None,
    one_against_one=False,
    defence_choice="chosen",
    reroll=False,
    commander=False,
    occupy_at_least="dice",
)
"""Three dice against two, chosen before the roll, as in nearly every edition (FAQ Q2.6)."""

Run: TypeAlias = "tuple[int, int, tuple[Share[Number], ...]]"
"""The first number of defenders that meets a cast, the first that does not any more, the cast."""


class Shares(Generic[Number]):
    """What the next cast may come to, for every number of armies."""

    def __init__(self, combat: CombatSection, number: type[Number]) -> None:
        self.attack_dice = combat.attack_dice
        self.number: type[Number] = number
        self._rows: list[list[tuple[Share[Number], ...]]] = [
            [_shares(stand(combat, dice, armies).cast, number) for armies in range(1, FAR + 1)]
            for dice in range(1, self.attack_dice + 1)
        ]

        self._runs: list[list[Run[Number]]] = [_runs(row) for row in self._rows]

    def runs(self, attackers: int) -> list[Run[Number]]:
        """The casts of so many free attackers, and where they change."""
        return self._runs[min(self.attack_dice, attackers) - 1]

    def row(self, attackers: int) -> list[tuple[Share[Number], ...]]:
        """The casts of so many free attackers against 1 to ``FAR`` defenders."""
        return self._rows[min(self.attack_dice, attackers) - 1]

    def at(self, attackers: int, defenders: int) -> tuple[Share[Number], ...]:
        """The cast of so many free attackers against so many defenders, both at least 1."""
        return self.row(attackers)[min(defenders, FAR) - 1]


def _runs(row: list[tuple[Share[Number], ...]]) -> list[Run[Number]]:
    firsts: list[int] = [1, *(at + 1 for at in range(1, FAR) if row[at] != row[at - 1])]
    beyond = [*firsts[1:], sys.maxsize]
    return [(first, end, row[first - 1]) for first, end in zip(firsts, beyond, strict=True)]


def _shares(thrown: Cast, number: type[Number]) -> tuple[Share[Number], ...]:
    return tuple(
        (lost, killed, number(Fraction(ways, thrown.total)))
        for lost, killed, ways in thrown.outcomes
    )


@cache
def shares_of(combat: CombatSection) -> Shares[float]:
    """The casts under a ruleset's combat section."""
    return Shares(combat, float)


@cache
def exact_shares_of(combat: CombatSection) -> Shares[Fraction]:
    """The same as fractions."""
    return Shares(combat, Fraction)
