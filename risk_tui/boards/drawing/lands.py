"""Draws the lands of territories: on given coasts, or as cells round the places where they are."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.coasts import UNNAMED
from risk_tui.boards.drawing.grid import ACROSS, SEA

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from risk_tui.boards.drawing.grid import Grid, Point

_REACH = 0.8
"""How far land reaches from its place, where the nearest neighbour is 1 away."""

_STRAIT = 0.16
"""How wide the water between lands is that no link by land joins."""

_WAVES = 0.22
"""How far coasts and borders waver."""


def draw_cells(
    places: Mapping[str, tuple[Point, ...]],
    by_land: Collection[frozenset[str]],
    width: int,
    height: int,
    *,
    across: int = ACROSS,
    wavy: bool = True,
) -> Grid:
    """Lands round places (from 0 to 1): what is nearest to each, sea where all are far.

    Between lands without a link by land there is a strait. A column of the screen is ``across``
    pixels wide.
    """
    seeds = _seeds(places, width / across, height)
    reach = _typical_distance(seeds)
    grid = []
    for y in range(height):
        line = []
        for x in range(width):
            at = ((x + 0.5) / across, y + 0.5)
            if wavy:
                at = _wavered(at, reach)
            line.append(_cell_of(at, seeds, by_land, reach))
        grid.append(line)
    return grid


def _seeds(
    places: Mapping[str, tuple[Point, ...]], wide: float, high: float
) -> list[tuple[float, float, str]]:
    return [(x * wide, y * high, code) for code, points in places.items() for x, y in points]


def _typical_distance(seeds: list[tuple[float, float, str]]) -> float:
    """How far the nearest other territory is, half of them nearer and half farther."""
    nearest = sorted(
        min((math.hypot(x - a, y - b) for a, b, other in seeds if other != code), default=1.0)
        for x, y, code in seeds
    )
    return nearest[len(nearest) // 2]


def _cell_of(
    at: Point,
    seeds: list[tuple[float, float, str]],
    by_land: Collection[frozenset[str]],
    reach: float,
) -> str:
    best, second = math.inf, math.inf
    nearest, next_to_it = SEA, SEA
    for x, y, code in seeds:
        away = math.hypot(at[0] - x, at[1] - y)
        if away < best:
            if code != nearest:
                second, next_to_it = best, nearest
            best, nearest = away, code
        elif away < second and code != nearest:
            second, next_to_it = away, code
    if best > _REACH * reach:
        return SEA
    if second - best < _STRAIT * reach * 2 and frozenset((nearest, next_to_it)) not in by_land:
        return SEA
    return nearest


def _wavered(at: Point, reach: float) -> Point:
    """A point a little aside, so that borders are not straight; the same each time."""
    x, y = at[0] / reach * 5, at[1] / reach * 5
    across = math.sin(x + 1.7 * math.sin(0.7 * y)) + 0.6 * math.sin(2.3 * y + 0.9 * x)
    down = math.sin(1.1 * y + 1.3 * math.sin(0.8 * x)) + 0.6 * math.sin(1.9 * x - 1.3 * y)
    return at[0] + _WAVES * reach * across / 2.5, at[1] + _WAVES * reach * down / 2.5


def divide(
    coast: Grid,
    places: Mapping[str, tuple[Point, ...]],
    parts: Mapping[str, tuple[str, ...]],
) -> Grid:
    """The lands of a coast: each pixel belongs to who names its part, the nearest of them.

    Land without a name, and all land where nobody names any, belongs to whose place is nearest.
    """
    width, height = len(coast[0]), len(coast)
    claims: dict[str, list[str]] = defaultdict(list)
    for code, names in parts.items():
        for name in names:
            claims[name].append(code)
    seeds = _seeds(places, width / ACROSS, height)
    reach = _typical_distance(seeds) if seeds else 1.0

    def owner(x: int, y: int) -> str:
        part = coast[y][x]
        if part == SEA:
            return SEA
        claimants = claims.get(part, [])
        if len(claimants) == 1:
            return claimants[0]
        if not claimants and claims and part != UNNAMED:
            return SEA
        at = _wavered(((x + 0.5) / ACROSS, y + 0.5), reach / 2)
        rivals = [seed for seed in seeds if not claimants or seed[2] in claimants]
        return min(rivals, key=lambda seed: math.hypot(at[0] - seed[0], at[1] - seed[1]))[2]

    return [[owner(x, y) for x in range(width)] for y in range(height)]
