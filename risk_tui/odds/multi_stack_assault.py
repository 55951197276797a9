"""An assault in one turn on many territories: a player's last ones, or a continent.

Several stacks may take part, and each may split. The chance of a plan is exactly that of carrying
the whole plan out; a player who changes it on the way, as the dice fall, may do better.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.odds.branching_campaign import (
    Branch,
    CampaignMap,
    CampaignPlan,
    clusters,
    split_campaign,
    territories_of,
)
from risk_tui.odds.routes import MAX_POSITIONS, best_sweep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_ADJACENT_STACKS, _OTHER_STACKS = 3, 1
"""The number of strongest stacks that are tried: beside a group of targets, and elsewhere."""

_MAX_ASSAULT_POSITIONS = 600_000
"""Positions of fights that are computed for a whole assault."""


@dataclass(frozen=True)
class Assault:
    """The plans of all stacks that take part, and the targets that none of them takes."""

    campaigns: tuple[CampaignPlan, ...]
    missed: tuple[int, ...]

    @cached_property
    def chance(self) -> float:
        """The chance that every target falls."""
        if self.missed:
            return 0.0
        return prod(plan.campaign.chance for plan in self.campaigns)


def plan_assault(
    campaign_map: CampaignMap, sources: Collection[int], targets: Collection[int]
) -> Assault:
    """A plan to take all targets from ``sources``, territories with an army to spare each.

    Group by group, each is given to the stack that takes most of it at the least cost to what
    that stack has to do already.
    """
    left = set(targets) & campaign_map.enemies
    groups = clusters(sorted(left, reverse=True), campaign_map.neighbours)
    positions = _MAX_ASSAULT_POSITIONS // max(1, len(groups) * (_ADJACENT_STACKS + _OTHER_STACKS))
    plans: dict[int, CampaignPlan] = {}
    for group in groups:
        open_map = replace(
            campaign_map,
            enemies=campaign_map.enemies.difference(*(plan.territories for plan in plans.values())),
        )
        open_targets = open_map.enemies.intersection(group)
        candidates = [
            _with_group(
                open_map, source, open_targets, plans.get(source), min(positions, MAX_POSITIONS)
            )
            for source in _stacks(campaign_map, sources, group)
        ]
        options = [candidate for candidate in candidates if candidate is not None]
        if options:
            _, best = max(options, key=itemgetter(0))
            plans[best.source] = best
    taken = {territory for plan in plans.values() for territory in plan.territories}
    return Assault(tuple(plans.values()), tuple(sorted(left - taken)))


def _with_group(
    campaign_map: CampaignMap,
    source: int,
    group: Collection[int],
    before: CampaignPlan | None,
    positions: int,
) -> tuple[tuple[int, float], CampaignPlan] | None:
    """The plan of a stack that takes a group of targets as well as those of its plan ``before``.

    Before it stands its rank among the plans for the group: targets of the group that it takes,
    and how likely if all else in the plan succeeds.
    """
    branches = tree(campaign_map, source, group, positions)
    if not branches:
        return None
    branches_before = before.branches if before is not None else ()
    plan = split_campaign(campaign_map, source, (*branches_before, *branches))
    chance_before = before.campaign.chance if before is not None else 1.0
    taken = len(set(group) & set(plan.territories))
    return (taken, plan.campaign.chance / chance_before if chance_before else 0.0), plan


def _stacks(campaign_map: CampaignMap, sources: Collection[int], group: Iterable[int]) -> list[int]:
    """The strongest stacks beside a group, and the strongest elsewhere."""
    beside = {other for territory in group for other in campaign_map.neighbours[territory]}
    ranked = sorted(sources, key=lambda source: (-campaign_map.armies[source], source))
    adjacent = [source for source in ranked if source in beside][:_ADJACENT_STACKS]
    return adjacent + [source for source in ranked if source not in beside][:_OTHER_STACKS]


def tree(
    campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int = MAX_POSITIONS
) -> tuple[Branch, ...]:
    """Branches through as many of the targets as a source can reach, off a longest route."""
    route = best_sweep(campaign_map, source, targets, positions)
    if route is None:
        return ()
    left = set(targets).difference(route.territories)
    branches_by_step: list[tuple[Branch, ...]] = []
    for fork in (source, *route.territories):
        # No more armies can split off than come so far.
        armies = [*campaign_map.armies]
        armies[fork] = campaign_map.armies[source]
        if fork != source and campaign_map.most_to_follow is not None:
            armies[fork] = min(armies[fork], campaign_map.most_to_follow)
        fork_map = replace(campaign_map, armies=armies, enemies=frozenset(left))
        side_branches: list[Branch] = []
        for group in clusters(sorted(left, reverse=True), campaign_map.neighbours):
            if not set(group).isdisjoint(campaign_map.neighbours[fork]):
                side_branches += tree(fork_map, fork, group, positions // 4)
        branches_by_step.append(tuple(side_branches))
        left = left.difference(territories_of(side_branches))
    branches = branches_by_step.pop()
    for territory in reversed(route.territories):
        branches = (*branches_by_step.pop(), Branch(territory, None, branches))
    return branches
