"""A fight for a territory to the finish, and fast tables of its chances.

The tables use floats, for bots that evaluate hundreds of attacks a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from risk_tui.odds.dice_changes import applicable_changes, optimal_distribution
from risk_tui.odds.roll import (
    FAR,
    Number,
    RollOutcome,
    RollOutcomes,
    defence_costs,
    initial_distribution,
    mean,
    outcomes_of_rolls,
    propagate,
    roll_outcomes,
    sum_rows,
    total,
)
from risk_tui.rules.combat import NO_EXTRA_DICE, NONE, DiceChanges, ExtraDieRolls

if TYPE_CHECKING:
    from fractions import Fraction

    from risk_tui.rules.balanced_fight import FightBalance
    from risk_tui.rules.combat import CombatSection


@dataclass(frozen=True, slots=True)
class FightResult(Generic[Number]):
    """The chances of the ends of a fight, in lists indexed by a number of armies.

    ``attackers_left`` counts the free attackers left, however the fight ends, and
    ``defenders_left`` the defenders; both add up to 1. ``survivors`` counts the free attackers left
    after a conquest and adds up to its ``chance``. ``changes`` are the dice changes included in the
    numbers.
    """

    survivors: tuple[Number, ...]
    attackers_left: tuple[Number, ...]
    defenders_left: tuple[Number, ...]
    changes: DiceChanges

    @property
    def chance(self) -> Number:
        """The chance of conquest."""
        return self.defenders_left[0]

    @property
    def attacker_losses(self) -> Number:
        """The attacker's mean loss in armies."""
        return len(self.attackers_left) - 1 - mean(self.attackers_left)

    @property
    def defender_losses(self) -> Number:
        """The defender's mean loss in armies."""
        return len(self.defenders_left) - 1 - mean(self.defenders_left)

    @property
    def mean_survivors(self) -> Number:
        """The mean number of free attackers after a conquest; 0 if it is impossible."""
        return mean(self.survivors) / self.chance if self.chance else self.chance


@overload
def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = ...,
    dice_changes: DiceChanges = ...,
    first: ExtraDieRolls = ...,
    balance: FightBalance | None = ...,
    exact: Literal[False] = ...,
) -> FightResult[float]: ...


@overload
def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = ...,
    dice_changes: DiceChanges = ...,
    first: ExtraDieRolls = ...,
    exact: Literal[True],
) -> FightResult[Fraction]: ...


def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = 0,
    dice_changes: DiceChanges = NONE,
    first: ExtraDieRolls = NO_EXTRA_DICE,
    balance: FightBalance | None = None,
    exact: bool = False,
) -> FightResult[float] | FightResult[Fraction]:
    """Return the ends of a fight in which both sides roll all dice that ``combat`` lets them.

    Args:
        attackers: The free armies, without the one that stays behind.
        defenders: The defending armies, at least 1.
        combat: The combat rules.
        stop_at: The attacker stops with no more than this many free armies.
        dice_changes: The attacker's dice changes, used as well as possible. The result's
            ``changes`` has those that could be counted; none are with ``first`` or ``balance``.
        first: The first rolls that differ from later ones.
        balance: Changes the chances, and settles the fight in one step; needs floats.
        exact: True for fractions instead of floats.

    Raises:
        ValueError: If the numbers are impossible.

    >>> from risk_tui.rules.library import load_ruleset
    >>> fight_to_finish(2, 1, load_ruleset("us-1993").combat, exact=True).chance
    Fraction(1955, 2592)
    """
    if attackers < 0 or defenders < 1 or stop_at < 0:
        raise ValueError("a fight needs at least one defender and no negative number of armies")
    if exact and balance is not None:
        raise ValueError("a balanced fight has no exact fractions")
    if first.rolls or balance is not None:
        dice_changes = NONE
    applicable = applicable_changes(dice_changes, combat, attackers * defenders)
    return _cached_fight(attackers, defenders, combat, stop_at, applicable, first, balance, exact)


@lru_cache(maxsize=1024)
def _cached_fight(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    stop_at: int,
    dice_changes: DiceChanges,
    first: ExtraDieRolls,
    balance: FightBalance | None,
    exact: bool,
) -> FightResult[Any]:
    outcomes, first_outcomes = outcomes_of_rolls(combat, first, exact=exact)
    if dice_changes == NONE:
        start = initial_distribution(attackers, outcomes)
        ends = propagate(start, defenders, outcomes, stop_at, first_outcomes)
    else:
        ends = optimal_distribution(attackers, defenders, combat, stop_at, dice_changes, outcomes)
    if balance is not None:
        ends = balance.balanced_distribution(ends)
    defenders_left: list[Any] = sum_rows(ends)
    if balance is not None and not any(defenders_left[1:]):
        defenders_left[0] = 1  # Cut off impossible ends; the integer 1 marks a certain one.
    return FightResult(
        survivors=tuple(row[0] for row in ends),
        attackers_left=tuple(total(row, row[0]) for row in ends),
        defenders_left=tuple(defenders_left),
        changes=dice_changes,
    )


_STEP = 64
MAX_ARMIES = 200
"""The largest armies in a table. Larger ones are scaled down, both sides alike."""


class ProbabilityTable:
    """A number for every position of a fight, in a table that grows on demand.

    Each is the mean over the next roll's outcomes: 0 without attackers, ``won`` without defenders,
    and otherwise ``a_loss`` more for each army that the attacker loses. ``rows[a][d]`` is for ``a``
    free attackers and ``d`` defenders.
    """

    __slots__ = ("_a_loss", "_outcomes", "_won", "rows")

    def __init__(self, outcomes: RollOutcomes[float], won: float, a_loss: float) -> None:
        self._outcomes = outcomes
        self._won = won
        self._a_loss = a_loss
        self.rows: list[list[float]] = []

    def extend_to(self, size: int) -> None:
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
            # Unrolled, because nearly all rolls have three outcomes.
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
    """Return the enemy losses that make a fight against ``armies`` practically decided.

    Three times the expected losses, plus a margin for bad luck.
    """
    return 3 * armies + 15


class FastOdds:
    """Chance and cost of conquest under a ruleset's combat section; accurate to about 1e-12.

    With a ``balance`` the chances are those of fights settled in one step; costs are still counted
    by dice.
    """

    __slots__ = ("_balance", "_chance", "_lost", "_price", "_rows", "_size")

    def __init__(self, combat: CombatSection, balance: FightBalance | None = None) -> None:
        outcomes = roll_outcomes(combat)
        self._balance = balance
        self._size = 0
        costs = defence_costs(combat, combat.attack_dice, FAR)
        self._price = float(costs[-1] - costs[FAR // 2]) / (FAR - FAR // 2)
        """The attacker's mean loss in armies for each army of the defender."""
        self._chance = ProbabilityTable(outcomes, won=1.0, a_loss=0.0)
        self._lost = ProbabilityTable(outcomes, won=0.0, a_loss=1.0)
        self._rows: list[list[float]] = self._chance.rows if balance is None else []
        self._grow(_STEP)

    def conquest_chance(self, attackers: int, defenders: int) -> float:
        """Return the chance that free ``attackers`` conquer; 0 without attackers, 1 without
        defenders.
        """
        if attackers <= 0:
            return 0.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, _ = self._scale(attackers, defenders)
        return self._rows[attackers][defenders]

    def chances(self, armies: int) -> list[list[float]]:
        """Return the table of chances, by free attackers and defenders, for up to ``armies`` of
        each.
        """
        self.conquest_chance(armies, armies)
        return self._rows

    def losses(self, attackers: int, defenders: int) -> float:
        """Return the mean loss in armies of free ``attackers`` who fight to the finish."""
        if attackers <= 0:
            return 0.0
        factor = 1.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, factor = self._scale(attackers, defenders)
        return self._lost.rows[attackers][defenders] * factor

    def missing_armies(self, attackers: int, defenders: int, wanted: float) -> int:
        """Return the missing free attackers for a ``wanted`` chance of conquest; 0 if there are
        enough.
        """
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
        """Return numbers of armies within the tables, and the factor they were scaled down by.

        The tables grow if necessary. A side large enough to be sure of the fight is capped first:
        otherwise scaling it down would make the small side too large.
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
        self._chance.extend_to(size)
        if self._balance is not None:
            won = self._balance.of_winning
            self._rows += [[] for _ in range(len(self._rows), size)]
            for balanced, row in zip(self._rows, self._chance.rows, strict=True):
                balanced += map(won, row[len(balanced) :])
        self._lost.extend_to(size)


@cache
def fast_odds(combat: CombatSection, balance: FightBalance | None = None) -> FastOdds:
    """Return the tables for a ruleset's combat section, and its balance of fights if it has one."""
    return FastOdds(combat, balance)
