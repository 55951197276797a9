"""The best ways for one stack that does not split: to a target, or through many territories.

To a target the way is the best there is. Through many territories it is the best of those looked
at: all of them where there are few, else as many as ``CELLS`` allows.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from risk_tui.odds.campaign import moved_in, setting_out
from risk_tui.odds.marches import Land, March, along
from risk_tui.odds.shares import shares_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


CELLS = 100_000
"""Positions of fights that are looked at in the search for a way through many territories."""

_CLOSE = 1e-9


def best_route(
    land: Land, source: int, targets: Collection[int], way: Sequence[int] = ()
) -> March | None:
    """The way from a source that takes one of the targets most likely; ``None`` if there is none.

    It begins with ``way``. A stack that comes to a territory with better chances of every number
    of armies than another leaves that one behind for good, so few ways have to be followed; once
    ``CELLS`` are spent, only the likeliest to each territory is.
    """
    shares = shares_of(land.combat)
    order, cells = count(), CELLS
    stacks: dict[int, list[list[float]]] = {}
    start = setting_out(land.armies[source] - 1, shares)
    for place in way:
        start = moved_in(start, land.armies[place], shares)[1:]
    waiting: list[tuple[float, int, tuple[int, ...], list[float]]] = []
    heappush(waiting, (-1.0, next(order), tuple(way), start))
    while waiting:
        _, _, places, stack = heappop(waiting)
        here = places[-1] if places else source
        if here in targets:
            return along(land, source, places)
        for place in land.neighbours[here]:
            known = stacks.setdefault(place, [])
            if place not in land.enemies or place in places or (known and cells < 0):
                continue
            cells -= len(stack) * land.armies[place]
            left = moved_in(stack, land.armies[place], shares)
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


def best_sweep(
    land: Land, source: int, targets: Collection[int], cells: int = CELLS
) -> March | None:
    """The way from a source that takes most of the targets, and those most likely.

    The source borders a target, or the stack first takes the best way to one. ``None`` if no
    target can be reached.
    """
    search = _Sweep(land, source, targets, cells)
    first = [place for place in land.neighbours[source] if place in search.targets]
    if first:
        search.look(first)
    elif (way := best_route(land, source, search.targets)) is not None:
        search.look_beyond(way.places)
    return along(land, source, search.best) if search.best else None


class _Sweep:
    """A search through all orders in which one stack can take its targets, the longest first."""

    def __init__(self, land: Land, source: int, targets: Collection[int], cells: int) -> None:
        self.targets = frozenset(targets) & land.enemies
        self.best: tuple[int, ...] = ()
        self._land = land
        self._shares = shares_of(land.combat)
        self._source = source
        self._rank = (0, -1.0)
        """Targets taken by the best route, and how likely it takes them all."""
        self._cells = cells

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
            if self._cells < 0:
                return
            self._cells -= len(stack) * self._land.armies[place]
            left = moved_in(stack, self._land.armies[place], self._shares)
            rank = (taken + 1, sum(left))
            whole = taken + 1 == len(self.targets)
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
