"""Where the cursor goes: the territory that the eye expects in a direction."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, pairwise
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.engine.picture import SEA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from risk_tui.engine.picture import Picture

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}

_ASIDE = 1.7
"""How many columns ahead one column to the side counts for."""

_LINKED = 0.55
_SLANTING = 0.8
"""What a way counts for when the eye can follow it over land or a lane: straight, or slanting."""

_SLANT = 1.6
_STEEPEST = 3.0
"""Columns to the side for each ahead on a wide slant, where the eye can follow it; and on the
steepest, which is taken before the cursor goes round the world."""

_ROUND = 1.5
"""How many times a column counts on the way round the world."""

_A_ROW = 2.0
"""What differs by no more than a row is not above or below."""

_TO_RETURN = 1.3
"""How many times longer than the shortest a way may be so that the step back returns."""


class _Way(NamedTuple):
    """A way that a step can take to a territory."""

    cost: float
    to: int
    straight: bool
    """Whether it leads ahead more than aside."""

    linked: bool


class Compass:
    """Steps between the labels of a picture. A screen row counts as two columns.

    A step prefers what lies straight ahead and what the eye can follow: land that touches, and
    sea lanes. Two territories that are good for each other's steps are paired, so that going
    back returns.
    """

    def __init__(self, picture: Picture) -> None:
        self._centres = [(column + 1.5, row * 2.0) for column, row in picture.labels]
        self._picture = picture
        self.order = sorted(range(len(picture.labels)), key=picture.labels.__getitem__)
        """The territories from left to right."""

    def step(self, territory: int, direction: str) -> int:
        """The territory next to ``territory`` in a direction; itself if nothing lies there.

        Over the left or right edge the cursor comes back in on the other side, as on a globe.
        """
        return self._steps[direction].get(territory, territory)

    def at(self, column: int, row: int) -> int:
        """The territory whose label is nearest to a screen cell."""
        return min(
            range(len(self._centres)),
            key=lambda place: (
                abs(self._centres[place][0] - column) + abs(self._centres[place][1] - 2 * row)
            ),
        )

    def nearest(self, territory: int, places: Iterable[int]) -> int:
        """The nearest of some places; of those as near, the one that is read first."""

        def far(place: int) -> tuple[float, float, float]:
            column, row = self._centres[place]
            return dist(self._centres[territory], (column, row)), row, column

        return min(places, key=far)

    @cached_property
    def _steps(self) -> dict[str, dict[int, int]]:
        """Every step, by direction and territory."""
        steps: dict[str, dict[int, int]] = {}
        for forth, back in (("right", "left"), ("down", "up")):
            ways = {each: self._all_ways(each) for each in (forth, back)}
            steps[forth], steps[back] = _paired(ways[forth], ways[back])
            for direction in (forth, back):
                for place, found in ways[direction].items():
                    steps[direction].setdefault(place, found[0].to)
        return steps

    def _all_ways(self, direction: str) -> dict[int, list[_Way]]:
        """The ways from each territory that has any in a direction, the best first."""
        found = {place: self._ways(place, direction) for place in range(len(self._centres))}
        return {place: sorted(ways) for place, ways in found.items() if ways}

    def _ways(self, territory: int, direction: str) -> list[_Way]:
        """The ways on this side of the world; only where there are none, those round it."""
        width = self._picture.columns * DIRECTIONS[direction][0]
        return (
            list(self._ways_to(territory, direction, _SLANT))
            or list(self._ways_to(territory, direction, _STEEPEST))
            or list(self._ways_to(territory, direction, _SLANT, width))
        )

    def _ways_to(
        self, territory: int, direction: str, steepest: float, shift: int = 0
    ) -> Iterator[_Way]:
        """The ways to all that is shown ``shift`` columns further right."""
        dx, dy = DIRECTIONS[direction]
        here = self._centres[territory]
        for place, (x, y) in enumerate(self._centres):
            across, down = x + shift - here[0], y - here[1]
            along, aside = across * dx + down * dy, abs(across * dy) + abs(down * dx)
            linked = (territory, place) in self._linked
            slant = steepest if linked else 1.0
            if place == territory or along <= _A_ROW * abs(dy) or aside > slant * along:
                continue
            straight, far = aside < along, _ROUND * along if shift else along
            cost = far + _ASIDE * aside
            if linked:
                cost *= _LINKED if straight else _SLANTING
            yield _Way(cost, place, straight, linked)

    @cached_property
    def _linked(self) -> set[tuple[int, int]]:
        """The territories between which the picture shows a way, both ways round."""
        rows = self._picture.pixels
        beside = chain.from_iterable(map(pairwise, rows))
        below = chain.from_iterable(map(zip, rows, rows[1:]))
        touching = {pair for pair in chain(beside, below) if SEA not in pair}
        found = touching | {lane.territories for lane in self._picture.lanes}
        return found | {(other, one) for one, other in found}


def _paired(
    forth: dict[int, list[_Way]], back: dict[int, list[_Way]]
) -> tuple[dict[int, int], dict[int, int]]:
    """Steps that return, the shortest first; each territory has one at most in a direction."""
    pairs = sorted(
        (way.cost + other.cost, place, way.to)
        for place, ways in forth.items()
        for way in _good(ways)
        for other in _good(back.get(way.to, []))
        if other.to == place and way.straight
    )
    there: dict[int, int] = {}
    again: dict[int, int] = {}
    for _, one, other in pairs:
        if one not in there and other not in again:
            there[one], again[other] = other, one
    return there, again


def _good(ways: list[_Way]) -> Iterator[_Way]:
    """The ways that are hardly worse than the best: no detour, and no sea where it has land."""
    for way in ways:
        if way.cost <= ways[0].cost * _TO_RETURN and (way.linked or not ways[0].linked):
            yield way


class Cursor:
    """Where the cursor is. Turning round at once always leads back to where it came from."""

    def __init__(self, place: int = 0) -> None:
        self.place = place
        self._back: tuple[str, int] | None = None

    def go(self, place: int) -> None:
        """Jump to a territory."""
        self.place = place
        self._back = None

    def move(self, compass: Compass, direction: str) -> None:
        """One step in a direction."""
        came = self.place
        if self._back is not None and self._back[0] == direction:
            self.place = self._back[1]
        else:
            self.place = compass.step(self.place, direction)
        self._back = (OPPOSITE[direction], came) if self.place != came else None
