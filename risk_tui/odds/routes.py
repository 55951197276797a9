"""The best routes for one stack that does not split: to a target, or through many territories.

To a target the route is the best there is. Through many territories it is the best of those
searched: all of them where there are few, else as many as ``MAX_POSITIONS`` allows.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count, pairwise
from typing import TYPE_CHECKING

from risk_tui.odds.branching_campaign import CampaignMap, CampaignPlan, straight_campaign
from risk_tui.odds.distribution import initial_distribution
from risk_tui.odds.roll_outcomes import roll_outcomes

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


MAX_POSITIONS = 100_000
"""Positions of fights that are computed in the search for a route through many territories."""

_TOLERANCE = 1e-9


def best_route(
    campaign_map: CampaignMap, source: int, targets: Collection[int], route: Sequence[int] = ()
) -> CampaignPlan | None:
    """The route from a source that most likely takes one of the targets; ``None`` if none exists.

    It begins with ``route``. A path that reaches a territory with no better chance of any number of
    armies than another path is dropped, so few paths have to be followed; once ``MAX_POSITIONS``
    are computed, only the likeliest to each territory is.
    """
    order, positions = count(), MAX_POSITIONS
    stacks: dict[int, list[list[float]]] = {}
    start = _stack_beyond(campaign_map, source, route)
    queue: list[tuple[float, int, tuple[int, ...], list[float]]] = []
    heappush(queue, (-1.0, next(order), tuple(route), start))
    while queue:
        _, _, path, stack = heappop(queue)
        here = path[-1] if path else source
        if here in targets:
            return straight_campaign(campaign_map, source, path)
        for territory in campaign_map.neighbours[here]:
            stacks_here = stacks.setdefault(territory, [])
            if (
                territory not in campaign_map.enemies
                or territory in path
                or (stacks_here and positions < 0)
            ):
                continue
            positions -= len(stack) * campaign_map.armies[territory]
            left = campaign_map.left_in(territory, here, stack)
            if sum(left) > 0 and not any(_no_worse(other, left) for other in stacks_here):
                stacks_here.append(left)
                heappush(queue, (-sum(left), next(order), (*path, territory), left[1:]))
    return None


def _stack_beyond(campaign_map: CampaignMap, source: int, route: Sequence[int]) -> list[float]:
    """The chance of each number of free armies of a stack that has taken a route."""
    outcomes = roll_outcomes(campaign_map.combat)
    stack = initial_distribution(campaign_map.armies[source] - 1, outcomes)
    for here, territory in pairwise((source, *route)):
        stack = campaign_map.left_in(territory, here, stack)[1:]
    return stack


def _no_worse(stack: Sequence[float], other: Sequence[float]) -> bool:
    """Whether a stack has at least the other's chance of every number of armies."""
    first = second = 0.0
    size = max(len(stack), len(other))
    for armies in range(size - 1, -1, -1):
        first += stack[armies] if armies < len(stack) else 0.0
        second += other[armies] if armies < len(other) else 0.0
        if first < second - _TOLERANCE:
            return False
    return True


def best_sweep(
    campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int = MAX_POSITIONS
) -> CampaignPlan | None:
    """The route from a source that takes most of the targets; of several, the likeliest.

    Where the source borders no target, the stack first takes the best route to one. ``None`` if
    no target can be reached.
    """
    search = _Sweep(campaign_map, source, targets, positions)
    first = [
        territory for territory in campaign_map.neighbours[source] if territory in search.targets
    ]
    if first:
        search.search((), first)
    elif (route := best_route(campaign_map, source, search.targets)) is not None:
        search.search(route.territories[:-1], route.territories[-1:])
    return straight_campaign(campaign_map, source, search.best) if search.best else None


class _Sweep:
    """A search through all orders in which one stack can take its targets, the longest first."""

    def __init__(
        self, campaign_map: CampaignMap, source: int, targets: Collection[int], positions: int
    ) -> None:
        self.targets = frozenset(targets) & campaign_map.enemies
        self.best: tuple[int, ...] = ()
        self._map = campaign_map
        self._source = source
        self._rank = (0, -1.0)
        """Targets taken by the best route, and how likely it takes them all."""
        self._positions = positions

    def search(self, route: tuple[int, ...], first: Sequence[int]) -> None:
        """Search all routes that begin with ``route`` and then one of ``first``."""
        self._extend(route, first, _stack_beyond(self._map, self._source, route), 0)

    def _extend(
        self, path: tuple[int, ...], next_territories: Sequence[int], stack: list[float], taken: int
    ) -> None:
        for territory in sorted(
            next_territories, key=lambda territory: len(self._targets_beside(territory, path))
        ):
            if self._positions < 0:
                return
            self._positions -= len(stack) * self._map.armies[territory]
            left = self._map.left_in(territory, path[-1] if path else self._source, stack)
            rank = (taken + 1, sum(left))
            complete = taken + 1 == len(self.targets)
            if not rank[1]:
                continue
            if rank > self._rank:
                self._rank, self.best = rank, (*path, territory)
            # No route gets likelier by being longer.
            if not complete and (self._rank[0] < len(self.targets) or rank[1] > self._rank[1]):
                route = (*path, territory)
                self._extend(route, self._targets_beside(territory, route), left[1:], taken + 1)

    def _targets_beside(self, territory: int, path: Sequence[int]) -> list[int]:
        """The targets next to a territory that are not taken yet."""
        return [
            target
            for target in self._map.neighbours[territory]
            if target in self.targets and target not in path
        ]
