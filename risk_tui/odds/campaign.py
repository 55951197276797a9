"""Campaigns: one stack that takes one territory after another, and may split at forks.

After each conquest all survivors move in, or as many as may; one of them stays, and the others
continue. Dice changes are left out, because their best use depends on the whole route.

At a fork all free armies fight for the first branch; a detachment moves into it, just large enough
to finish there, and the others continue with the next branch. All remaining armies move into the
last branch. The chance of a plan is exact, but a better plan may exist.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from risk_tui.odds.fight import fight_to_finish
from risk_tui.odds.roll import initial_distribution, mean, outcomes_of_rolls, propagate
from risk_tui.rules.combat import NO_EXTRA_DICE, CombatSection, ExtraDieRolls
from risk_tui.rules.roll_odds import FightBalance


@dataclass(frozen=True, slots=True)
class CampaignOdds:
    """The odds of how far a stack advances.

    ``reached[m]`` is the chance that at least ``m`` territories fall, from 0 (certain) to all of
    them; ``left[n]`` is the chance that all fall with ``n`` armies in the last one.
    """

    reached: tuple[float, ...]
    left: tuple[float, ...]

    @property
    def chance(self) -> float:
        """The chance of taking every territory."""
        return self.reached[-1]

    @property
    def mean_territories(self) -> float:
        """The mean number of territories that fall."""
        return sum(self.reached[1:])

    def territories_at_confidence(self, confidence: float = 0.9) -> int:
        """Return how many territories fall with at least this chance.

        The Risk wiki uses 0.9.
        """
        return sum(chance >= confidence for chance in self.reached[1:])

    @property
    def mean_left(self) -> float:
        """The mean number of armies in the last territory after its fall; 0 if it can't fall."""
        return mean(self.left) / self.chance if self.chance else 0.0


def campaign_odds(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection,
    *,
    balance: FightBalance | None = None,
    most_to_follow: int | None = None,
    first: Sequence[ExtraDieRolls] = (),
) -> CampaignOdds:
    """Return how far ``attackers`` free armies advance along territories with these ``defenders``.

    Args:
        attackers: The free armies, without the one that stays in the source.
        defenders: The armies in each territory, in order.
        combat: The combat rules.
        balance: Settles each fight in one step, with changed chances; ``None`` for dice.
        most_to_follow: The most armies that move into a conquered territory; ``None`` for all.
        first: For each territory, the first rolls that differ from later ones; empty if none do.

    Raises:
        ValueError: If ``attackers`` is negative, there are no territories, or one has no defenders.

    >>> from risk_tui.rules.library import load_ruleset
    >>> round(campaign_odds(3, [1, 1], load_ruleset("us-1993").combat).reached[1], 6)
    0.916375
    """
    if attackers < 0:
        raise ValueError("a campaign has at least 0 attackers")
    if not defenders or min(defenders) < 1:
        raise ValueError("a campaign leads through territories with at least one defender each")
    line = range(1, len(defenders) + 1)
    campaign_map = CampaignMap(
        [[territory] for territory in line],
        [attackers + 1, *defenders],
        frozenset(line),
        combat,
        dict(zip(pairwise([0, *line]), first, strict=True)) if first else {},
        balance,
        most_to_follow,
    )
    return plan_campaign(campaign_map, 0, linear_branches(line)).odds


def cap_moved_armies(left: list[float], most_to_follow: int | None) -> list[float]:
    """Cap a distribution of armies at the most that may move in; ``None`` for no limit.

    >>> cap_moved_armies([0.0, 0.25, 0.5, 0.125], 2)
    [0.0, 0.25, 0.625]
    """
    if most_to_follow is None or len(left) <= most_to_follow:
        return left
    limited = left[: most_to_follow + 1]
    limited[-1] = sum(left[most_to_follow:])
    return limited


_CONFIDENCE_LEVELS = (0.9, 0.97, 0.99, 0.999, 0.9999)
"""The chances of finishing a branch that are tried when sizing detachments."""

_MAX_DETACHMENT = 256
"""The most free armies in a detachment."""


@dataclass(frozen=True, slots=True)
class CampaignMap:
    """The board as a campaign sees it, by territory.

    ``neighbours[p]`` are the territories that can be attacked from ``p``, ``armies[p]`` the armies
    there, and ``enemies`` the territories that may be attacked. ``first`` has the first rolls by
    source and target if they differ from later ones. ``balance`` settles each fight in one step,
    with changed chances; ``None`` for dice. At most ``most_to_follow`` armies move into a conquered
    territory; ``None`` for any number.
    """

    neighbours: Sequence[Sequence[int]]
    armies: Sequence[int]
    enemies: frozenset[int]
    combat: CombatSection
    first: Mapping[tuple[int, int], ExtraDieRolls] = field(default_factory=dict)
    balance: FightBalance | None = None
    most_to_follow: int | None = None

    def armies_left_in(self, source: int, target: int, stack: Sequence[float]) -> list[float]:
        """Return the distribution of armies in a target after a stack has moved in.

        One army stays there; the list without its first element is the stack that fights on.

        Args:
            stack: The chance of each number of free armies in the source.
        """
        return cap_moved_armies(self.survivors(source, target, stack), self.most_to_follow)

    def survivors(self, source: int, target: int, stack: Sequence[float]) -> list[float]:
        """Return the distribution of a stack's free armies after it has beaten a target."""
        combat, defenders = self.combat, self.armies[target]
        first = self.first.get((source, target), NO_EXTRA_DICE)
        if self.balance is None:
            outcomes, first_outcomes = outcomes_of_rolls(combat, first)
            ends = propagate(stack, defenders, outcomes, 0, first_outcomes)
            return [row[0] for row in ends] or [0.0]
        left = [0.0] * max(len(stack), 1)
        for free, weight in enumerate(stack):
            if weight and free:
                fight = fight_to_finish(free, defenders, combat, first=first, balance=self.balance)
                for armies, chance in enumerate(fight.survivors):
                    left[armies] += weight * chance
        return left


@dataclass(frozen=True, slots=True)
class Branch:
    """A territory to take, the armies that move in, and the territories to take from there.

    ``moved`` is ``None`` for the last branch of a fork: all remaining armies move in, or as many as
    may.
    """

    territory: int
    moved: int | None = None
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """A stack's route from ``source``, and its odds.

    ``odds.reached`` counts the territories in the order of ``territories``.
    """

    source: int
    branches: tuple[Branch, ...]
    odds: CampaignOdds

    @property
    def steps(self) -> list[tuple[int, int]]:
        """The source and target of each fight, in order."""
        return steps_of(self.source, self.branches)

    @property
    def territories(self) -> tuple[int, ...]:
        """The territories to take, in order."""
        return territories_of(self.branches)


def territories_of(branches: Sequence[Branch]) -> tuple[int, ...]:
    """Return the territories of branches, in the order in which they are taken."""
    return tuple(
        territory
        for branch in branches
        for territory in (branch.territory, *territories_of(branch.branches))
    )


def steps_of(source: int, branches: Sequence[Branch]) -> list[tuple[int, int]]:
    """Return the sources and targets of a campaign's fights, in order."""
    steps: list[tuple[int, int]] = []
    for branch in branches:
        steps += [(source, branch.territory), *steps_of(branch.territory, branch.branches)]
    return steps


def linear_branches(territories: Sequence[int]) -> tuple[Branch, ...]:
    """Return branches that lead through the territories in order, without a fork."""
    branches: tuple[Branch, ...] = ()
    for territory in reversed(territories):
        branches = (Branch(territory, None, branches),)
    return branches


def linear_campaign(
    campaign_map: CampaignMap, source: int, territories: Sequence[int]
) -> CampaignPlan:
    """Return the plan to take these territories in order.

    Raises:
        ValueError: If a territory is not next to the one before, or is not an enemy's.
    """
    current = source
    for territory in territories:
        if (
            territory not in campaign_map.neighbours[current]
            or territory not in campaign_map.enemies
        ):
            raise ValueError(f"there is no way from territory {current} to {territory}")
        current = territory
    return plan_campaign(campaign_map, source, linear_branches(territories))


def plan_campaign(
    campaign_map: CampaignMap, source: int, branches: tuple[Branch, ...]
) -> CampaignPlan:
    """Return the plan and odds of these branches for the stack in the source.

    Raises:
        ValueError: If the source or a fork has no last branch, with ``moved`` ``None``.
    """
    stack = initial_distribution(max(campaign_map.armies[source] - 1, 0))
    chances, left = _follow(campaign_map, source, stack, branches)
    return CampaignPlan(source, branches, CampaignOdds((1.0, *chances), tuple(left)))


def _follow(
    campaign_map: CampaignMap, source: int, stack: list[float], branches: Sequence[Branch]
) -> tuple[list[float], list[float]]:
    """Return the chance that everything succeeds up to each territory, and the armies left.

    Args:
        stack: The chance of each number of free armies; may add up to less than 1.

    Returns:
        The chances in the order of the territories, and the distribution of armies in the last
        one, of which one stays there.
    """
    chances: list[float] = []
    for branch in branches:
        territory = branch.territory
        survivors = campaign_map.survivors(source, territory, stack)
        chances.append(sum(survivors))
        if branch.moved is None:
            left = cap_moved_armies(survivors, campaign_map.most_to_follow)
            if branch.branches:
                more, left = _follow(campaign_map, territory, left[1:], branch.branches)
                chances += more
            return chances, left
        more, stack = _detach(campaign_map, survivors, branch, branch.moved)
        chances += more
    raise ValueError("all remaining armies move into the last branch")


def _detach(
    campaign_map: CampaignMap, survivors: list[float], branch: Branch, moved: int
) -> tuple[list[float], list[float]]:
    """Return the chances of a detachment in its branch, and the free armies left behind.

    Args:
        survivors: The chance of each number of free armies after the branch's territory falls.
        moved: The armies that move into the branch.

    Returns:
        The chance of each territory beyond the first one of the branch, and the distribution of
        the armies left behind if the detachment succeeds.
    """
    if campaign_map.most_to_follow is not None:
        moved = min(moved, campaign_map.most_to_follow)

    @cache
    def chances_with(armies: int) -> list[float]:
        """Return the chances if ``armies`` move in; the first territory has fallen already."""
        stack, branches = initial_distribution(armies - 1), branch.branches
        beyond = _follow(campaign_map, branch.territory, stack, branches)[0] if branches else []
        return [1.0, *beyond]

    chances = [0.0] * len(territories_of((branch,)))
    left = [0.0] * max(len(survivors) - 1, 1)
    for armies in range(1, len(survivors)):
        if weight := survivors[armies]:
            moving = min(armies, moved)
            inside = chances_with(moving)
            chances = [
                before + weight * chance for before, chance in zip(chances, inside, strict=True)
            ]
            left[armies - moving] += weight * inside[-1]
    return chances[1:], left


def split_campaign(
    campaign_map: CampaignMap, source: int, branches: tuple[Branch, ...]
) -> CampaignPlan:
    """Try several splits of the stack at forks, and return the plan most likely to succeed."""
    plans = [
        plan_campaign(campaign_map, source, _split_branches(campaign_map, branches, confidence))
        for confidence in _CONFIDENCE_LEVELS
    ]
    return max(plans, key=lambda plan: plan.odds.chance)


def _split_branches(
    campaign_map: CampaignMap, branches: Sequence[Branch], confidence: float
) -> tuple[Branch, ...]:
    """Reorder branches so that the one that needs the most armies is last and gets the rest.

    The others get no more armies than they need.
    """
    inner = [
        replace(branch, branches=_split_branches(campaign_map, branch.branches, confidence))
        for branch in branches
    ]
    needs = [
        (_armies_needed(campaign_map, branch, confidence) if len(branches) > 1 else 0, branch)
        for branch in inner
    ]
    needs.sort(key=lambda pair: pair[0])
    if not needs:
        return ()
    *others, (_, last) = needs
    return (*(replace(branch, moved=need) for need, branch in others), replace(last, moved=None))


def _armies_needed(campaign_map: CampaignMap, branch: Branch, confidence: float) -> int:
    """Return the armies to move into a branch: the minimum, or enough to finish it.

    Args:
        confidence: The chance of finishing it that is enough, 0 to 1.
    """
    combat = campaign_map.combat
    minimum = combat.attack_dice if combat.occupy_at_least == "dice" else 1
    if not branch.branches:
        return minimum
    low, high = 0, 1
    while high < _MAX_DETACHMENT and _finish_chance(campaign_map, branch, high) < confidence:
        low, high = high, high * 2
    enough = bisect_left(
        range(high),
        confidence,
        lo=low + 1,
        key=lambda free: _finish_chance(campaign_map, branch, free),
    )
    return max(minimum, enough + 1)


def _finish_chance(campaign_map: CampaignMap, branch: Branch, free: int) -> float:
    """Return the chance that ``free`` armies in a branch's territory take everything beyond it."""
    stack = initial_distribution(free)
    return _follow(campaign_map, branch.territory, stack, branch.branches)[0][-1]


def clusters(territories: Iterable[int], neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """Split territories into connected groups, starting with the last one given.

    >>> clusters([1, 2, 4], [[1], [0, 2], [1], [4], [3]])
    [[4], [2, 1]]
    """
    left = dict.fromkeys(territories)
    groups = []
    while left:
        group = [left.popitem()[0]]
        for territory in group:
            for other in neighbours[territory]:
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups
