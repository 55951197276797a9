"""A fight for a territory to its finish."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from risk_tui.data.dataclasses import dataclass
from risk_tui.odds.dice_changes import applicable_changes, optimal_distribution
from risk_tui.odds.distribution import initial_distribution, mean, propagate, sum_rows, total
from risk_tui.odds.roll_outcomes import Number, outcomes_of_rolls
from risk_tui.rules.combat import ALL_ALIKE, NONE, DiceChanges, FirstRolls

if TYPE_CHECKING:
    from fractions import Fraction

    from risk_tui.rules.balanced_fight import Balance
    from risk_tui.rules.combat import CombatSection


@dataclass(frozen=True, slots=True)
class FightResult(Generic[Number]):
    """The chances of the ends of a fight, in lists indexed by a number of armies.

    ``attackers_left`` counts the free attackers left, however the fight ends, and
    ``defenders_left`` the defenders; both add up to 1. ``survivors`` counts the free attackers left
    after a conquest and adds up to its ``chance``. ``changes`` are those changes of dice that the
    numbers take into account.
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
        """Armies that the attacker loses on average."""
        return len(self.attackers_left) - 1 - mean(self.attackers_left)

    @property
    def defender_losses(self) -> Number:
        """Armies that the defender loses on average."""
        return len(self.defenders_left) - 1 - mean(self.defenders_left)

    @property
    def mean_survivors(self) -> Number:
        """Free attackers left on average after a conquest; 0 where there can be none."""
        return mean(self.survivors) / self.chance if self.chance else self.chance


@overload
def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = ...,
    dice_changes: DiceChanges = ...,
    first: FirstRolls = ...,
    balance: Balance | None = ...,
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
    first: FirstRolls = ...,
    exact: Literal[True],
) -> FightResult[Fraction]: ...


def fight_to_finish(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    *,
    stop_at: int = 0,
    dice_changes: DiceChanges = NONE,
    first: FirstRolls = ALL_ALIKE,
    balance: Balance | None = None,
    exact: bool = False,
) -> FightResult[float] | FightResult[Fraction]:
    """The ends of a fight in which both sides roll as many dice as ``combat`` lets them.

    ``attackers`` are the armies free to attack, without the one that stays behind;
    ``defenders`` is at least 1. The attacker breaks off as soon as no more than ``stop_at`` free
    attackers are left. They make the ``dice_changes`` that they may so that the conquest is
    likeliest; where that takes too long to be counted, or cannot be, it is left out: the result's
    ``changes`` are those that were counted. None are where the ``first`` rolls differ from those
    after them. With a ``balance`` the fight is settled in one step, and its chances are changed so;
    that takes floats. Raises ``ValueError`` for impossible numbers.

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
    first: FirstRolls,
    balance: Balance | None,
    exact: bool,
) -> FightResult[Any]:
    outcomes, first_outcomes = outcomes_of_rolls(combat, first, exact=exact)
    if dice_changes == NONE:
        start = initial_distribution(attackers, outcomes)
        ends = propagate(start, defenders, outcomes, stop_at, first_outcomes)
    else:
        ends = optimal_distribution(attackers, defenders, combat, stop_at, dice_changes, outcomes)
    if balance is not None:
        ends = balance.of_ends(ends)
    defenders_left: list[Any] = sum_rows(ends)
    if balance is not None and not any(defenders_left[1:]):
        defenders_left[0] = 1  # what never comes is cut off: a whole number says that it is sure
    return FightResult(
        survivors=tuple(row[0] for row in ends),
        attackers_left=tuple(total(row, row[0]) for row in ends),
        defenders_left=tuple(defenders_left),
        changes=dice_changes,
    )
