"""Fast tables of chances as floats, for players that weigh hundreds of attacks a second."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import TYPE_CHECKING

from risk_tui.odds.defence_dice import FAR, defence_costs
from risk_tui.odds.roll_outcomes import RollOutcome, RollOutcomes, roll_outcomes

if TYPE_CHECKING:
    from risk_tui.rules.balanced_fight import Balance
    from risk_tui.rules.combat import CombatSection

_STEP = 64
MAX_ARMIES = 200
"""The greatest armies in a table. Greater ones are scaled down, both sides alike."""


class ProbabilityTable:
    """A number for every position of a fight, in a table that grows when it is asked for more.

    It is the average of what the next rolls lead to: 0 where there are no attackers left, ``won``
    where there are no defenders, and in between ``a_loss`` more for each army that the attacker
    loses. ``rows[a][d]`` is that of ``a`` free attackers and ``d`` defenders.
    """

    __slots__ = ("_a_loss", "_outcomes", "_won", "rows")

    def __init__(self, outcomes: RollOutcomes[float], won: float, a_loss: float) -> None:
        self._outcomes = outcomes
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
            for first, beyond, roll in self._outcomes.ranges(attackers) if attackers else ():
                self._fill(attackers, roll, range(max(first, start), min(beyond, size)))

    def _fill(self, attackers: int, roll: tuple[RollOutcome[float], ...], defenders: range) -> None:
        """Fill the positions of a row in which the next roll has the same outcomes."""
        gain = self._a_loss * sum(lost * chance for lost, _, chance in roll)
        results = [(self.rows[attackers - lost], killed, chance) for lost, killed, chance in roll]
        row = self.rows[attackers]
        if len(results) == 3:
            # Written out, because nearly all rolls have three outcomes.
            (row0, killed0, chance0), (row1, killed1, chance1), (row2, killed2, chance2) = results
            for armies in defenders:
                row[armies] = (
                    gain
                    + chance0 * row0[armies - killed0]
                    + chance1 * row1[armies - killed1]
                    + chance2 * row2[armies - killed2]
                )
        else:
            for armies in defenders:
                row[armies] = gain + sum(
                    [chance * above[armies - killed] for above, killed, chance in results]
                )


def _sure_of(armies: int) -> int:
    """The fallen armies of the other side from which on a fight against some is all but decided.

    As many as three times what is to be expected, and some for a run of bad luck.
    """
    return 3 * armies + 15


class FastOdds:
    """Chance and cost of conquest under a ruleset's combat section; right to about 1e-12.

    With a ``balance`` the chances are those of fights that are settled in one step; what they cost
    is still counted by dice.
    """

    __slots__ = ("_balance", "_chance", "_lost", "_price", "_rows", "_size")

    def __init__(self, combat: CombatSection, balance: Balance | None = None) -> None:
        outcomes = roll_outcomes(combat)
        self._balance = balance
        self._size = 0
        costs = defence_costs(combat, combat.attack_dice, FAR)
        self._price = float(costs[-1] - costs[FAR // 2]) / (FAR - FAR // 2)
        """The armies that an attacker loses on average for each that the defender loses."""
        self._chance = ProbabilityTable(outcomes, won=1.0, a_loss=0.0)
        self._lost = ProbabilityTable(outcomes, won=0.0, a_loss=1.0)
        self._rows: list[list[float]] = self._chance.rows if balance is None else []
        self._grow(_STEP)

    def conquest_chance(self, attackers: int, defenders: int) -> float:
        """The chance that free ``attackers`` conquer; 0 for none or fewer, 1 without defenders."""
        if attackers <= 0:
            return 0.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, _ = self._scale(attackers, defenders)
        return self._rows[attackers][defenders]

    def chances(self, armies: int) -> list[list[float]]:
        """The table of chances, by free attackers and defenders, for up to ``armies`` of each."""
        self.conquest_chance(armies, armies)
        return self._rows

    def losses(self, attackers: int, defenders: int) -> float:
        """The armies that free ``attackers`` lose on average when they fight to the finish."""
        if attackers <= 0:
            return 0.0
        factor = 1.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, factor = self._scale(attackers, defenders)
        return self._lost.rows[attackers][defenders] * factor

    def lacking(self, attackers: int, defenders: int, wanted: float) -> int:
        """How many more free attackers would conquer with a ``wanted`` chance; 0 if it is safe."""
        chance = self.conquest_chance
        if chance(attackers, defenders) >= wanted:
            return 0
        low, high = max(attackers, 0), 2 * max(attackers, 2)
        while chance(high, defenders) < wanted:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if chance(middle, defenders) < wanted:
                low = middle
            else:
                high = middle
        return high - attackers

    def _scale(self, attackers: int, defenders: int) -> tuple[int, int, float]:
        """Numbers of armies within the tables, and the factor by which they were scaled down.

        The tables grow where they have to. A side so great that it is sure of the fight counts as
        if it were just so great: more armies than that change nothing, and scaled down with them
        a small side would become a great one.
        """
        factor = 1.0
        if max(attackers, defenders) > MAX_ARMIES:
            price = self._price
            attackers = min(attackers, max(ceil(price * _sure_of(defenders)), MAX_ARMIES))
            defenders = min(defenders, max(ceil(_sure_of(attackers) / price), MAX_ARMIES))
        maximum = max(attackers, defenders)
        if maximum > MAX_ARMIES:
            factor = maximum / MAX_ARMIES
            attackers = max(1, round(attackers / factor))
            defenders = max(1, round(defenders / factor)) if defenders else 0
            maximum = MAX_ARMIES
        while self._size <= maximum:
            self._grow(min(self._size + _STEP, MAX_ARMIES + 1))
        return attackers, defenders, factor

    def _grow(self, size: int) -> None:
        self._size = size
        self._chance.grow(size)
        if self._balance is not None:
            won = self._balance.of_winning
            self._rows += [[] for _ in range(len(self._rows), size)]
            for balanced, row in zip(self._rows, self._chance.rows, strict=True):
                balanced += map(won, row[len(balanced) :])
        self._lost.grow(size)


@cache
def fast_odds(combat: CombatSection, balance: Balance | None = None) -> FastOdds:
    """The tables for a ruleset's combat section, and its balance of fights if it has one."""
    return FastOdds(combat, balance)
