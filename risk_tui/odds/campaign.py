"""A campaign: one stack that takes one territory after the other.

After each conquest all survivors move in, or as many as may, one of them stays, and the others
fight on. What an attacker may do to their dice is left out: when they do it best depends on the
whole route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from risk_tui.data.dataclasses import dataclass
from risk_tui.odds.distribution import initial_distribution, mean, propagate, total
from risk_tui.odds.fight import fight_to_finish
from risk_tui.odds.roll_outcomes import (
    Number,
    exact_roll_outcomes,
    outcomes_of_rolls,
    roll_outcomes,
)
from risk_tui.rules.combat import ALL_ALIKE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from risk_tui.odds.roll_outcomes import RollOutcomes
    from risk_tui.rules.balanced_fight import Balance
    from risk_tui.rules.combat import CombatSection, FirstRolls


@dataclass(frozen=True, slots=True)
class CampaignOdds(Generic[Number]):
    """The odds of how far a stack comes.

    ``reached[m]`` is the chance that at least ``m`` territories fall, from 0 (certain) to all of
    them; ``left[n]`` the chance that all of them fall and ``n`` armies stand in the last one.
    """

    reached: tuple[Number, ...]
    left: tuple[Number, ...]

    @property
    def chance(self) -> Number:
        """The chance of reaching the end."""
        return self.reached[-1]

    @property
    def mean(self) -> Number:
        """Territories that fall on average."""
        return total(self.reached[1:], self.chance)

    def territories_at_confidence(self, confidence: float = 0.9) -> int:
        """The most territories that fall with at least this chance (Risk wiki: 90 percentile)."""
        return sum(chance >= confidence for chance in self.reached[1:])

    @property
    def mean_left(self) -> Number:
        """Armies in the last territory on average, once it has fallen; 0 if it cannot fall."""
        return mean(self.left) / self.chance if self.chance else self.chance


@overload
def campaign_odds(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection,
    *,
    most_to_follow: int | None = ...,
    first: Sequence[FirstRolls] = ...,
    exact: Literal[True],
) -> CampaignOdds[Fraction]: ...


@overload
def campaign_odds(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection,
    *,
    balance: Balance | None = ...,
    most_to_follow: int | None = ...,
    first: Sequence[FirstRolls] = ...,
    exact: Literal[False] = ...,
) -> CampaignOdds[float]: ...


def campaign_odds(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection,
    *,
    balance: Balance | None = None,
    most_to_follow: int | None = None,
    first: Sequence[FirstRolls] = (),
    exact: bool = False,
) -> CampaignOdds[float] | CampaignOdds[Fraction]:
    """How far ``attackers`` free armies come along territories with these ``defenders``.

    Args:
        balance: As in ``fight_to_finish``: each territory is taken, or not, in one step.
        most_to_follow: The most armies that move into a conquered territory; ``None``: all may.
        first: The first rolls in the fight for each territory that differ from those after them;
            none differ where it is empty.

    Raises:
        ValueError: If the number of attackers is negative, or there are no defenders.

    >>> from risk_tui.rules.library import load_ruleset
    >>> campaign_odds(3, [1, 1], load_ruleset("us-1993").combat, exact=True).reached[1]
    Fraction(342035, 373248)
    """
    if attackers < 0 or not defenders or min(defenders) < 1:
        raise ValueError("a campaign leads through territories with at least one defender each")
    outcomes: RollOutcomes[Any] = exact_roll_outcomes(combat) if exact else roll_outcomes(combat)
    stack = initial_distribution(attackers, outcomes)
    reached = [outcomes.number(1)]
    left: list[Any] = []
    for armies, rolls in zip(defenders, first or [ALL_ALIKE] * len(defenders), strict=True):
        if balance is None:
            usual, first_outcomes = outcomes_of_rolls(combat, rolls, exact=exact)
            left = advance(stack, armies, usual, first_outcomes)
        else:
            left = advance_balanced(stack, armies, combat, rolls, balance)
        left = limit_garrison(left, most_to_follow)
        stack = left[1:]
        reached.append(total(left, reached[0]))
    return CampaignOdds(tuple(reached), tuple(left))


def advance(
    stack: Sequence[Number],
    defenders: int,
    outcomes: RollOutcomes[Number],
    first: Sequence[RollOutcomes[Number]] = (),
) -> list[Number]:
    """The chance of each number of armies in a territory once such a stack has taken it.

    ``first`` are the outcomes of the first rolls, as for ``propagate``.
    One of them stays there; the numbers without the first are the stack that fights on.
    """
    return [row[0] for row in propagate(stack, defenders, outcomes, 0, first)] or [
        outcomes.number(0)
    ]


def limit_garrison(left: list[Number], most_to_follow: int | None) -> list[Number]:
    """The chance of each number of armies in a territory into which at most so many may move.

    >>> limit_garrison([0.0, 0.25, 0.5, 0.125], 2)
    [0.0, 0.25, 0.625]
    """
    if most_to_follow is None or len(left) <= most_to_follow:
        return left
    limited = left[: most_to_follow + 1]
    limited[-1] = total(left[most_to_follow:], left[0])
    return limited


def advance_balanced(
    stack: Sequence[float],
    defenders: int,
    combat: CombatSection,
    first: FirstRolls,
    balance: Balance,
) -> list[float]:
    """What ``advance`` is, where each fight is settled in one step with changed chances."""
    left = [0.0] * max(len(stack), 1)
    for free, weight in enumerate(stack):
        if weight and free:
            ends = fight_to_finish(free, defenders, combat, first=first, balance=balance)
            for armies, chance in enumerate(ends.survivors):
                left[armies] += weight * chance
    return left
