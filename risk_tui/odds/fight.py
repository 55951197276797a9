"""A fight for a territory to the finish, and fast tables of its chances."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

from risk_tui.odds.dice_changes import applicable_changes, optimal_distribution
from risk_tui.odds.roll import (
    TABLE_GROWTH,
    RollOutcome,
    RollOutcomes,
    initial_distribution,
    mean,
    outcomes_of_rolls,
    propagate,
    roll_outcomes,
    sum_rows,
)
from risk_tui.rules.combat import (
    NO_DICE_CHANGES,
    NO_EXTRA_DICE,
    CombatSection,
    DiceChanges,
    ExtraDieRolls,
)
from risk_tui.rules.roll_odds import FAR, FightBalance, defence_costs


@dataclass(frozen=True, slots=True)
class FightResult:
    """The chances of each end of a fight, in tuples indexed by a number of armies.

    ``attackers_left[n]`` is the chance that ``n`` free attackers are left, however the fight ends;
    ``defenders_left[n]`` is the chance that ``n`` defenders are left. Both add up to 1.
    ``survivors[n]`` is the chance of a conquest with ``n`` free attackers left; its sum is
    ``chance``. ``changes`` are the dice changes included in the numbers.
    """

    survivors: tuple[float, ...]
    attackers_left: tuple[float, ...]
    defenders_left: tuple[float, ...]
    changes: DiceChanges

    @property
    def chance(self) -> float:
        """The chance of conquest."""
        return self.defenders_left[0]

    @property
    def attacker_losses(self) -> float:
        """The attacker's mean loss in armies."""
        return len(self.attackers_left) - 1 - mean(self.attackers_left)

    @property
    def defender_losses(self) -> float:
        """The defender's mean loss in armies."""
        return len(self.defenders_left) - 1 - mean(self.defenders_left)

    @property
    def mean_survivors(self) -> float:
        """The mean number of free attackers after a conquest; 0 if it is impossible."""
        return mean(self.survivors) / self.chance if self.chance else 0.0


def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = 0,
    dice_changes: DiceChanges = NO_DICE_CHANGES,
    first: ExtraDieRolls = NO_EXTRA_DICE,
    balance: FightBalance | None = None,
) -> FightResult:
    """Return the chances of a fight to the finish; both sides roll as many dice as they may.

    Args:
        attackers: The attacker's free armies: all except the one that must stay behind.
        defenders: The defending armies, at least 1.
        combat: The combat rules.
        stop_at: The attacker stops when this many free armies, or fewer, are left.
        dice_changes: The dice changes that the attacker has and uses in the best possible way.
            The result's ``changes`` are those that are counted: none with ``first`` or
            ``balance``.
        first: The first rolls, if they differ from later ones.
        balance: Settles the fight in one step, with changed chances.

    Raises:
        ValueError: If a number of armies is out of range.

    >>> from risk_tui.rules.library import load_ruleset
    >>> fight_to_finish(2, 1, load_ruleset("us-1993").combat).chance == 1955 / 2592
    True
    """
    if attackers < 0 or defenders < 1 or stop_at < 0:
        raise ValueError("a fight needs at least one defender and no negative number of armies")
    if first.rolls or balance is not None:
        dice_changes = NO_DICE_CHANGES
    applicable = applicable_changes(dice_changes, combat, attackers * defenders)
    return _cached_fight(attackers, defenders, combat, stop_at, applicable, first, balance)


@lru_cache(maxsize=1024)
def _cached_fight(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    stop_at: int,
    dice_changes: DiceChanges,
    first: ExtraDieRolls,
    balance: FightBalance | None,
) -> FightResult:
    if dice_changes == NO_DICE_CHANGES:
        outcomes, first_outcomes = outcomes_of_rolls(combat, first)
        start = initial_distribution(attackers)
        ends = propagate(start, defenders, outcomes, stop_at, first_outcomes)
    else:
        ends = optimal_distribution(attackers, defenders, combat, stop_at, dice_changes)
    if balance is not None:
        ends = balance.balanced_distribution(ends)
    defenders_left: list[float] = sum_rows(ends)
    if balance is not None and not any(defenders_left[1:]):
        defenders_left[0] = 1  # An integer marks a certain conquest; a float may be rounded.
    return FightResult(
        survivors=next(zip(*ends, strict=True)),
        attackers_left=tuple(map(sum, ends)),
        defenders_left=tuple(defenders_left),
        changes=dice_changes,
    )


_TABLE_STEP = 64
"""The number of armies by which the tables grow."""
MAX_ARMIES = 200
"""The most armies of a side in a table; larger armies are scaled down, both sides alike."""


class PositionTable:
    """The expected value of every position of a fight, in a table that grows on demand.

    A position is worth 0 if the attacker has too few armies to roll, and ``won`` if an attacker but
    no defender is left. Any other is worth the mean value after the next roll, plus ``a_loss`` for
    each army that the attacker loses by it.
    ``rows[a][d]`` is for ``a`` free attackers and ``d`` defenders.
    """

    def __init__(self, outcomes: RollOutcomes, won: float, a_loss: float) -> None:
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
            for defenders, roll in enumerate(self._outcomes.row(attackers) if attackers else (), 1):
                beyond = size if defenders == FAR else min(defenders + 1, size)
                self._fill(attackers, roll, range(max(defenders, start), beyond))

    def _fill(self, attackers: int, roll: tuple[RollOutcome, ...], defenders: range) -> None:
        """Fill the part of a row in which the next roll has the same outcomes."""
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


def _overwhelming_armies(armies: int) -> int:
    """Return the armies that are practically certain to beat ``armies`` if losses are equal.

    That is three times as many, plus a margin for bad luck.
    """
    return 3 * armies + 15


class FastOdds:
    """The chance and cost of conquests under a ruleset's combat section.

    Up to ``MAX_ARMIES`` armies they are accurate to about 1e-12. With a ``balance`` the chances are
    those of fights settled in one step, but losses are still those of fights by dice.
    """

    def __init__(self, combat: CombatSection, balance: FightBalance | None = None) -> None:
        outcomes = roll_outcomes(combat)
        self._balance = balance
        self._size = 0
        costs = defence_costs(combat, combat.attack_dice, FAR)
        self._loss_per_defender = float(costs[-1] - costs[FAR // 2]) / (FAR - FAR // 2)
        """The attacker's mean loss in armies for each defender, in a long fight."""
        self._chance_table = PositionTable(outcomes, won=1.0, a_loss=0.0)
        self._loss_table = PositionTable(outcomes, won=0.0, a_loss=1.0)
        self._rows: list[list[float]] = self._chance_table.rows if balance is None else []
        self._grow(_TABLE_STEP)

    def conquest_chance(self, attackers: int, defenders: int) -> float:
        """Return the chance that ``attackers`` free armies conquer a territory.

        It is 0 without attackers; with attackers, it is 1 without defenders.
        """
        if attackers <= 0:
            return 0.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, _ = self._scale(attackers, defenders)
        return self._rows[attackers][defenders]

    def chances(self, armies: int) -> list[list[float]]:
        """Return the table of the chances of conquest, by free attackers and defenders.

        Args:
            armies: The most armies of each side that are needed, at most ``MAX_ARMIES``. The table
                may have more.
        """
        self.conquest_chance(armies, armies)
        return self._rows

    def losses(self, attackers: int, defenders: int) -> float:
        """Return the mean loss of ``attackers`` free armies that fight to the finish."""
        if attackers <= 0:
            return 0.0
        factor = 1.0
        if attackers >= self._size or defenders >= self._size:
            attackers, defenders, factor = self._scale(attackers, defenders)
        return self._loss_table.rows[attackers][defenders] * factor

    def missing_armies(self, attackers: int, defenders: int, wanted: float) -> int:
        """Return how many more free attackers a ``wanted`` chance of conquest needs, 0 or more."""
        chance = self.conquest_chance
        if chance(attackers, defenders) >= wanted:
            return 0
        low, high = max(attackers, 0), 2 * max(attackers, 2)
        while chance(high, defenders) < wanted:
            low, high = high, 2 * high
        options = range(high)
        enough = bisect_left(options, wanted, low + 1, key=lambda free: chance(free, defenders))
        return enough - attackers

    def _scale(self, attackers: int, defenders: int) -> tuple[int, int, float]:
        """Scale armies down until the tables have them; return them and the divisor.

        The tables grow if necessary. A side that is practically certain to win is capped first,
        because scaling it down would round the small side up too far.
        """
        factor = 1.0
        if max(attackers, defenders) > MAX_ARMIES:
            loss = self._loss_per_defender
            enough = ceil(loss * _overwhelming_armies(defenders))
            attackers = min(attackers, max(enough, MAX_ARMIES))
            enough = ceil(_overwhelming_armies(attackers) / loss)
            defenders = min(defenders, max(enough, MAX_ARMIES))
        maximum = max(attackers, defenders)
        if maximum > MAX_ARMIES:
            factor = maximum / MAX_ARMIES
            attackers = max(1, round(attackers / factor))
            defenders = max(1, round(defenders / factor)) if defenders else 0
            maximum = MAX_ARMIES
        while self._size <= maximum:
            self._grow(min(self._size + _TABLE_STEP, MAX_ARMIES + 1))
        return attackers, defenders, factor

    def _grow(self, size: int) -> None:
        """Extend the tables to ``size - 1`` armies on each side.

        Other threads may read or extend them at the same time.
        """
        with TABLE_GROWTH:
            if size <= self._size:
                return
            self._chance_table.extend_to(size)
            if self._balance is not None:
                won = self._balance.of_winning
                self._rows += [[] for _ in range(len(self._rows), size)]
                for balanced, row in zip(self._rows, self._chance_table.rows, strict=True):
                    balanced += map(won, row[len(balanced) :])
            self._loss_table.extend_to(size)
            self._size = size


@cache
def fast_odds(combat: CombatSection, balance: FightBalance | None = None) -> FastOdds:
    """Return the shared tables for a ruleset's combat section and its balance, if it has one."""
    return FastOdds(combat, balance)
