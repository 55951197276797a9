"""An assault in one turn on many territories: a player's last ones, or a continent.

Several stacks may take part, and each may split. The chance told is exactly that of carrying the
whole plan out; whoever changes it on the way, as the dice fall, may do better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from risk_tui.odds.marches import Fork, Land, March, clusters, divided, places_of
from risk_tui.odds.routes import CELLS, best_sweep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_NEAR, _FAR = 3, 1
"""The strongest stacks that are looked at: beside a group of targets, and elsewhere."""

_MOST_CELLS = 600_000
"""Positions of fights that are looked at for a whole assault."""


@dataclass(frozen=True)
class Assault:
    """The marches of all stacks that take part, and the targets that none of them takes."""

    marches: tuple[March, ...]
    missed: tuple[int, ...]

    @cached_property
    def chance(self) -> float:
        """The chance that every target falls."""
        if self.missed:
            return 0.0
        return prod(each.campaign.chance for each in self.marches)


def assault(land: Land, sources: Collection[int], targets: Collection[int]) -> Assault:
    """A plan to take all targets from ``sources``, territories with an army to spare each.

    Group by group, each is given to the stack that takes most of it at the least cost to what
    that stack has to do already.
    """
    left = set(targets) & land.enemies
    groups = clusters(sorted(left, reverse=True), land.neighbours)
    cells = _MOST_CELLS // max(1, len(groups) * (_NEAR + _FAR))
    found: dict[int, March] = {}
    for group in groups:
        free = replace(land, enemies=land.enemies.difference(*(m.places for m in found.values())))
        wanted = free.enemies.intersection(group)
        tried = [
            _joined(free, source, wanted, found.get(source), min(cells, CELLS))
            for source in _stacks(land, sources, group)
        ]
        plans = [each for each in tried if each is not None]
        if plans:
            best = max(plans, key=lambda plan: plan.rank)
            found[best.march.source] = best.march
    taken = {place for each in found.values() for place in each.places}
    return Assault(tuple(found.values()), tuple(sorted(left - taken)))


@dataclass(frozen=True, slots=True)
class _Plan:
    march: March
    rank: tuple[int, float]
    """Targets of the group that it takes, and how likely, if all else that it does goes well."""


def _joined(
    land: Land, source: int, group: Collection[int], before: March | None, cells: int
) -> _Plan | None:
    """The march of a stack that takes a group of targets besides what it is to take ``before``."""
    forks = tree(land, source, group, cells)
    if not forks:
        return None
    old = before.forks if before is not None else ()
    whole = divided(land, source, (*old, *forks))
    was = before.campaign.chance if before is not None else 1.0
    taken = len(set(group) & set(whole.places))
    return _Plan(whole, (taken, whole.campaign.chance / was if was else 0.0))


def _stacks(land: Land, sources: Collection[int], group: Iterable[int]) -> list[int]:
    """The strongest stacks beside a group, and the strongest elsewhere."""
    beside = {other for place in group for other in land.neighbours[place]}
    ranked = sorted(sources, key=lambda at: (-land.armies[at], at))
    near = [at for at in ranked if at in beside][:_NEAR]
    return near + [at for at in ranked if at not in beside][:_FAR]


def tree(land: Land, source: int, targets: Collection[int], cells: int = CELLS) -> tuple[Fork, ...]:
    """Forks from a source through as many of the targets as it can reach, off a longest way."""
    way = best_sweep(land, source, targets, cells)
    if way is None:
        return ()
    left = set(targets).difference(way.places)
    branches: list[tuple[Fork, ...]] = []
    for here in (source, *way.places):
        # No more can split off than come so far.
        armies = [*land.armies]
        armies[here] = land.armies[source]
        open_land = replace(land, armies=armies, enemies=frozenset(left))
        found: list[Fork] = []
        for group in clusters(sorted(left, reverse=True), land.neighbours):
            if not set(group).isdisjoint(land.neighbours[here]):
                found += tree(open_land, here, group, cells // 4)
        branches.append(tuple(found))
        left = left.difference(places_of(found))
    forks = branches.pop()
    for place in reversed(way.places):
        forks = (*branches.pop(), Fork(place, None, forks))
    return forks
