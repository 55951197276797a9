"""The best routes for a campaign: to a target, or through all territories of a player or continent.

A route is one stack's way, without turning off: armies that were left behind take no further part.
The chance of every route told is exact. To a target the route is the best there is. Through many
territories it is the best of those looked at: all of them where there are few, else as many as
``_MOST_STEPS`` allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from risk_tui.odds.campaign import Campaign, campaign, moved_in, setting_out
from risk_tui.odds.shares import shares_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.engine.sections import Combat as CombatSection

_MOST_STEPS = 2_000
"""Territories entered in the search for a route through many."""

_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Land:
    """What a campaign has to know: lists by territory, and who is attacked.

    ``neighbours[p]`` are the territories that can be attacked from ``p``, ``armies[p]`` the armies
    there, and ``enemies`` the territories that may be attacked.
    """

    neighbours: Sequence[Sequence[int]]
    armies: Sequence[int]
    enemies: frozenset[int]
    combat: CombatSection


@dataclass(frozen=True, slots=True)
class Route:
    """A way from ``source`` through ``places`` in that order, and what is to be expected of it."""

    source: int
    places: tuple[int, ...]
    campaign: Campaign[float]


def along(land: Land, source: int, places: Sequence[int]) -> Route:
    """A route that somebody chose. Raises ``ValueError`` for a gap, or for what is no enemy."""
    here = source
    for place in places:
        if place not in land.neighbours[here] or place not in land.enemies:
            raise ValueError(f"there is no way from territory {here} to {place}")
        here = place
    defenders = [land.armies[place] for place in places]
    return Route(source, tuple(places), campaign(land.armies[source] - 1, defenders, land.combat))


def best_route(land: Land, source: int, target: int) -> Route | None:
    """The route from a source that takes the target most likely; ``None`` where there is none.

    A stack that comes to a territory with better chances of every number of armies than another
    leaves that one behind for good, so few ways have to be followed to the end.
    """
    shares = shares_of(land.combat)
    order = count()
    stacks: dict[int, list[list[float]]] = {}
    waiting: list[tuple[float, int, tuple[int, ...], list[float]]] = []
    start = setting_out(land.armies[source] - 1, shares)
    heappush(waiting, (-1.0, next(order), (), start))
    while waiting:
        _, _, places, stack = heappop(waiting)
        here = places[-1] if places else source
        if here == target:
            return along(land, source, places)
        for place in land.neighbours[here]:
            if place not in land.enemies or place in places:
                continue
            left = moved_in(stack, land.armies[place], shares)
            known = stacks.setdefault(place, [])
            if sum(left) > 0 and not any(_no_worse(other, left) for other in known):
                known.append(left)
                heappush(waiting, (-sum(left), next(order), (*places, place), left[1:]))
    return None


def _no_worse(stack: Sequence[float], other: Sequence[float]) -> bool:
    """Whether a stack has at least the other's chance of every number of armies, or of more."""
    first = second = 0.0
    size = max(len(stack), len(other))
    for armies in range(size - 1, -1, -1):
        first += stack[armies] if armies < len(stack) else 0.0
        second += other[armies] if armies < len(other) else 0.0
        if first < second - _CLOSE:
            return False
    return True


def best_sweep(land: Land, source: int, targets: Collection[int]) -> Route | None:
    """The route from a source that takes most of the targets, and those most likely.

    The source borders a target, or the stack first takes the best way to one. ``None`` if no
    target can be reached.
    """
    search = _Sweep(land, source, targets)
    first = [place for place in land.neighbours[source] if place in search.targets]
    if first:
        search.look(first)
    else:
        ways = [best_route(land, source, target) for target in sorted(search.targets)]
        near = [
            way for way in ways if way is not None and search.targets.isdisjoint(way.places[:-1])
        ]
        if near:
            search.look_beyond(max(near, key=lambda way: way.campaign.chance).places)
    return along(land, source, search.best) if search.best else None


class _Sweep:
    """A search through all orders in which one stack can take its targets, the longest first."""

    def __init__(self, land: Land, source: int, targets: Collection[int]) -> None:
        self.targets = frozenset(targets) & frozenset(land.enemies)
        self.best: tuple[int, ...] = ()
        self._land = land
        self._shares = shares_of(land.combat)
        self._source = source
        self._rank = (0, -1.0)
        """Targets taken by the best route, and how likely it takes them all."""
        self._steps = 0

    def look(self, first: Sequence[int]) -> None:
        """Look at all routes that begin with one of ``first``."""
        start = setting_out(self._land.armies[self._source] - 1, self._shares)
        self._go_on((), first, start, 0)

    def look_beyond(self, way: Sequence[int]) -> None:
        """Look at all routes that begin with a whole way, of which the end is a target."""
        stack = setting_out(self._land.armies[self._source] - 1, self._shares)
        for place in way[:-1]:
            stack = moved_in(stack, self._land.armies[place], self._shares)[1:]
        self._go_on(tuple(way[:-1]), way[-1:], stack, 0)

    def _go_on(
        self, places: tuple[int, ...], nexts: Sequence[int], stack: list[float], taken: int
    ) -> None:
        for place in sorted(nexts, key=lambda place: len(self._open(place, places))):
            self._steps += 1
            left = moved_in(stack, self._land.armies[place], self._shares)
            rank = (taken + 1, sum(left))
            whole = taken + 1 == len(self.targets)
            if self._steps > _MOST_STEPS:
                return
            if not rank[1]:
                continue
            if rank > self._rank:
                self._rank, self.best = rank, (*places, place)
            # No route gets likelier by being longer.
            if not whole and (self._rank[0] < len(self.targets) or rank[1] > self._rank[1]):
                way = (*places, place)
                self._go_on(way, self._open(place, way), left[1:], taken + 1)

    def _open(self, place: int, places: Sequence[int]) -> list[int]:
        """The targets next to a territory that are not taken yet."""
        return [
            each
            for each in self._land.neighbours[place]
            if each in self.targets and each not in places
        ]
