"""The best routes for one stack without splitting, and assaults by several stacks.

A route to one target, or through many territories, is the best one unless ``MAX_POSITIONS`` ends
the search early.

An assault takes many territories in one turn, such as a continent or a player's last territories.
Several stacks may take part, and each may split. Its chance is that of completing the plan as it
is; a player who adapts to the dice may do better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, pairwise
from math import prod
from operator import itemgetter

from risk_tui.odds.campaign import (
    Branch,
    CampaignMap,
    CampaignPlan,
    clusters,
    linear_campaign,
    split_campaign,
    territories_of,
)
from risk_tui.odds.roll import initial_distribution

MAX_POSITIONS = 100_000
"""The most fight positions computed in a search for a route through many territories."""

_TOLERANCE = 1e-9
"""The difference between chances that counts as a rounding error."""


def best_route(
    campaign_map: CampaignMap, source: int, targets: Collection[int], route: Sequence[int] = ()
) -> CampaignPlan | None:
    """Return the likeliest route to one of the targets; ``None`` if none exists.

    A path is dropped if another one reaches the same territory and is no worse there, as in
    ``_no_worse``. After ``MAX_POSITIONS`` only the first path found to a territory is followed.

    Args:
        route: The territories that the route must start with.

    Raises:
        ValueError: If ``route`` is impossible.
    """
    order, positions = count(), MAX_POSITIONS
    stacks: dict[int, list[list[float]]] = {}
    start = _stack_after(campaign_map, source, route)
    queue: list[tuple[float, int, tuple[int, ...], list[float]]] = []
    heappush(queue, (-1.0, next(order), tuple(route), start))
    while queue:
        _, _, path, stack = heappop(queue)
        here = path[-1] if path else source
        if here in targets:
            return linear_campaign(campaign_map, source, path)
        for territory in campaign_map.neighbours[here]:
            stacks_here = stacks.setdefault(territory, [])
            if (
                territory not in campaign_map.enemies
                or territory in path
                or (stacks_here and positions < 0)
            ):
                continue
            positions -= len(stack) * campaign_map.armies[territory]
            left = campaign_map.armies_left_in(here, territory, stack)
            if sum(left) > 0 and not any(_no_worse(other, left) for other in stacks_here):
                stacks_here.append(left)
                heappush(queue, (-sum(left), next(order), (*path, territory), left[1:]))
    return None


def _stack_after(campaign_map: CampaignMap, source: int, route: Sequence[int]) -> list[float]:
    """Return the distribution of free armies of a stack that has taken a route."""
    stack = initial_distribution(campaign_map.armies[source] - 1)
    for here, territory in pairwise((source, *route)):
        stack = campaign_map.armies_left_in(here, territory, stack)[1:]
    return stack


def _no_worse(stack: Sequence[float], other: Sequence[float]) -> bool:
    """Return True if a stack is at least as likely as the other to have ``n`` or more armies.

    This must hold for every ``n``.
    """
    first = second = 0.0
    size = max(len(stack), len(other))
    for armies in range(size - 1, -1, -1):
        first += stack[armies] if armies < len(stack) else 0.0
        second += other[armies] if armies < len(other) else 0.0
        if first < second - _TOLERANCE:
            return False
    return True


def best_visit_order(
    campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int = MAX_POSITIONS
) -> CampaignPlan | None:
    """Return the route from target to target that takes the most; of several, the likeliest.

    If the source borders no target, the stack first takes the best route to one.

    Args:
        positions: The number of fight positions after which the search ends.

    Returns:
        ``None`` if no target can be reached.
    """
    search = _VisitOrderSearch(campaign_map, source, targets, positions)
    path: tuple[int, ...] = ()
    first = search.targets_beside(source, path)
    if not first:
        route = best_route(campaign_map, source, search.targets)
        if route is None:
            return None
        path, first = route.territories[:-1], [route.territories[-1]]
    search.extend(path, first, _stack_after(campaign_map, source, path), 0)
    return linear_campaign(campaign_map, source, search.best) if search.best else None


class _VisitOrderSearch:
    """A depth-first search for the order in which one stack takes the most targets."""

    def __init__(
        self, campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int
    ) -> None:
        self.targets = frozenset(targets) & campaign_map.enemies
        self.best: tuple[int, ...] = ()
        self._map = campaign_map
        self._source = source
        self._rank = (0, -1.0)
        """The number of targets on the best route, and the chance of taking them all."""
        self._positions = positions

    def extend(
        self, path: tuple[int, ...], next_territories: Sequence[int], stack: list[float], taken: int
    ) -> None:
        """Search all extensions of a path, first where the fewest targets are next."""
        for territory in sorted(
            next_territories, key=lambda territory: len(self.targets_beside(territory, path))
        ):
            if self._positions < 0:
                return
            self._positions -= len(stack) * self._map.armies[territory]
            here = path[-1] if path else self._source
            left = self._map.armies_left_in(here, territory, stack)
            rank = (taken + 1, sum(left))
            complete = taken + 1 == len(self.targets)
            if not rank[1]:
                continue
            if rank > self._rank:
                self._rank, self.best = rank, (*path, territory)
            # A longer route is never likelier, so search only if it can still be better.
            if not complete and (self._rank[0] < len(self.targets) or rank[1] > self._rank[1]):
                route = (*path, territory)
                self.extend(route, self.targets_beside(territory, route), left[1:], taken + 1)

    def targets_beside(self, territory: int, path: Sequence[int]) -> list[int]:
        """Return the untaken targets next to a territory."""
        return [
            target
            for target in self._map.neighbours[territory]
            if target in self.targets and target not in path
        ]


_ADJACENT_STACKS, _OTHER_STACKS = 3, 1
"""The most stacks tried for a group of targets: next to it, and elsewhere."""

_MAX_ASSAULT_POSITIONS = 600_000
"""The most fight positions computed for a whole assault."""


@dataclass(frozen=True)
class MultiStackAttack:
    """The plans of all stacks that take part, and the targets that no plan takes."""

    campaigns: tuple[CampaignPlan, ...]
    untaken_targets: tuple[int, ...]

    @cached_property
    def chance(self) -> float:
        """The chance that every target falls."""
        if self.untaken_targets:
            return 0.0
        return prod(plan.odds.chance for plan in self.campaigns)


def plan_assault(
    campaign_map: CampaignMap, sources: Collection[int], targets: Collection[int]
) -> MultiStackAttack:
    """Plan the conquest of all targets by the stacks in ``sources``.

    Each group of connected targets goes to the stack that takes the most of it; of several, to the
    one whose other tasks it endangers least.

    Args:
        sources: Territories with an army to spare.
    """
    attackable = set(targets) & campaign_map.enemies
    groups = clusters(sorted(attackable, reverse=True), campaign_map.neighbours)
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
            for source in _candidate_sources(campaign_map, sources, group)
        ]
        options = [candidate for candidate in candidates if candidate is not None]
        if options:
            _, best = max(options, key=itemgetter(0))
            plans[best.source] = best
    taken = {territory for plan in plans.values() for territory in plan.territories}
    return MultiStackAttack(tuple(plans.values()), tuple(sorted(attackable - taken)))


def _with_group(
    campaign_map: CampaignMap,
    source: int,
    group: Collection[int],
    before: CampaignPlan | None,
    positions: int,
) -> tuple[tuple[int, float], CampaignPlan] | None:
    """Return a stack's plan extended by a group of targets, with its rank.

    Args:
        before: The stack's plan so far, if any.

    Returns:
        The rank and the plan, or ``None`` if the group can't be reached. The rank is the number of
        targets taken in the group, and their chance if everything else in the plan succeeds.
    """
    branches = branch_to_targets(campaign_map, source, group, positions)
    if not branches:
        return None
    branches_before = before.branches if before is not None else ()
    plan = split_campaign(campaign_map, source, (*branches_before, *branches))
    chance_before = before.odds.chance if before is not None else 1.0
    taken = len(set(group) & set(plan.territories))
    return (taken, plan.odds.chance / chance_before if chance_before else 0.0), plan


def _candidate_sources(
    campaign_map: CampaignMap, sources: Collection[int], group: Iterable[int]
) -> list[int]:
    """Return the sources of the strongest stacks: those next to a group, then those elsewhere."""
    beside = {other for territory in group for other in campaign_map.neighbours[territory]}
    ranked = sorted(sources, key=lambda source: (-campaign_map.armies[source], source))
    adjacent = [source for source in ranked if source in beside][:_ADJACENT_STACKS]
    return adjacent + [source for source in ranked if source not in beside][:_OTHER_STACKS]


def branch_to_targets(
    campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int = MAX_POSITIONS
) -> tuple[Branch, ...]:
    """Return branches through as many targets as a source can reach.

    The best route is the trunk. Side branches lead to the targets that it leaves out.
    """
    route = best_visit_order(campaign_map, source, targets, positions)
    if route is None:
        return ()
    left = set(targets).difference(route.territories)
    branches_by_step: list[tuple[Branch, ...]] = []
    for fork in (source, *route.territories):
        # The side branches of a fork get at most the armies that can arrive there.
        armies = [*campaign_map.armies]
        armies[fork] = campaign_map.armies[source]
        if fork != source and campaign_map.most_to_follow is not None:
            armies[fork] = min(armies[fork], campaign_map.most_to_follow)
        fork_map = replace(campaign_map, armies=armies, enemies=frozenset(left))
        side_branches: list[Branch] = []
        for group in clusters(sorted(left, reverse=True), campaign_map.neighbours):
            if not set(group).isdisjoint(campaign_map.neighbours[fork]):
                side_branches += branch_to_targets(fork_map, fork, group, positions // 4)
        branches_by_step.append(tuple(side_branches))
        left = left.difference(territories_of(side_branches))
    branches = branches_by_step.pop()
    for territory in reversed(route.territories):
        branches = (*branches_by_step.pop(), Branch(territory, None, branches))
    return branches
