"""An assault in one turn on many territories: a player's last ones, or a continent.

Each stack marches once, along a route of its own. The chance told is that of carrying the whole
plan out; whoever changes it on the way, as the dice fall, does a little better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING

from risk_tui.odds.routes import Land, Route, best_sweep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_STACKS = 4
"""The strongest stacks next to a group of targets: those that are looked at."""


@dataclass(frozen=True, slots=True)
class Assault:
    """The routes of all stacks that take part, and the targets that none of them takes."""

    routes: tuple[Route, ...]
    missed: tuple[int, ...]

    @property
    def chance(self) -> float:
        """The chance that every target falls."""
        if self.missed:
            return 0.0
        return prod(route.campaign.chance for route in self.routes)


def assault(land: Land, sources: Collection[int], targets: Collection[int]) -> Assault:
    """A plan to take all targets from ``sources``, territories with an army to spare each.

    The group of targets that is hardest to take is planned first, from the stack that takes most
    of it. What a route leads through is no enemy any more for those planned after it.
    """
    left = set(targets) & land.enemies
    stacks = set(sources)
    routes: list[Route] = []
    missed: set[int] = set()
    while left:
        groups = clusters(land, left)
        found = [(group, _best(land, stacks, group)) for group in groups]
        missed |= {place for group, route in found if route is None for place in group}
        planned = [(group, route) for group, route in found if route is not None]
        if planned:
            _, route = min(planned, key=lambda each: each[1].campaign.chance)
            routes.append(route)
            stacks.discard(route.source)
            land = replace(land, enemies=land.enemies.difference(route.places))
        left -= missed
        left &= land.enemies
    return Assault(tuple(routes), tuple(sorted(missed)))


def _best(land: Land, stacks: Iterable[int], group: Collection[int]) -> Route | None:
    """The route of the stack that takes most of a group, and that most likely."""
    near = [at for at in stacks if not set(land.neighbours[at]).isdisjoint(group)]
    ranked = sorted(near or stacks, key=lambda at: (-land.armies[at], at))
    found = [best_sweep(land, source, group) for source in ranked[:_STACKS]]
    routes = [route for route in found if route is not None]
    wanted = set(group)
    return max(
        routes,
        key=lambda route: (len(wanted & set(route.places)), route.campaign.chance),
        default=None,
    )


def clusters(land: Land, places: Iterable[int]) -> list[list[int]]:
    """The given territories in groups that hang together."""
    left = set(places)
    groups = []
    while left:
        group = [min(left)]
        left.discard(group[0])
        for place in group:
            for other in land.neighbours[place]:
                if other in left:
                    left.discard(other)
                    group.append(other)
        groups.append(group)
    return groups
