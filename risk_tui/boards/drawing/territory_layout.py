"""Lays territories out where nobody says where they are: neighbours near, others apart."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import touching
from risk_tui.boards.drawing.lands import draw_cells

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.boards.drawing.grid import Point

_STARTS, _PULLS = 8, 40
"""How many layouts are begun, and how often their territories are pulled into place."""

_SHIFTS = 300
"""How often a territory is shifted to see whether the picture gets better."""

_GRID = (40, 29)
"""The pixels on which a layout is judged."""

_OVER_WATER = 1.5
"""How far a link over water is, where one by land is 1."""


def lay_out(board: Board) -> dict[str, tuple[Point, ...]]:
    """A place for every territory by its code, across and down from 0 to 1; the same each time.

    Distances come from the links. Of several beginnings the one is taken whose cells touch where
    there is a link by land; then territories are shifted as long as that gets better.
    """
    distances = _distances(board)
    chooser = random.Random(board.name)
    starts = [_pulled(distances, chooser) for _ in range(_STARTS)]
    at = min(starts, key=lambda each: _faults(board, each))
    faults = _faults(board, at)
    for step in range(_SHIFTS):
        number, reach = chooser.randrange(len(at)), 0.15 * (1 - step / _SHIFTS) + 0.02
        x, y = at[number]
        shifted = [*at]
        shifted[number] = (
            min(max(x + chooser.uniform(-reach, reach), 0.03), 0.97),
            min(max(y + chooser.uniform(-reach, reach), 0.04), 0.96),
        )
        now = _faults(board, shifted)
        if now <= faults:
            at, faults = shifted, now
    return {each.code: (place,) for each, place in zip(board.territories, at, strict=True)}


def _distances(board: Board) -> list[list[float]]:
    """The length of the shortest way between any two territories."""
    count = len(board.territories)
    ways = [[math.inf] * count for _ in range(count)]
    for one, other in board.links:
        length = _OVER_WATER if (one, other) in board.sea_lanes else 1.0
        ways[one][other] = ways[other][one] = length
    for middle in range(count):
        ways[middle][middle] = 0.0
        for one in range(count):
            for other in range(count):
                ways[one][other] = min(ways[one][other], ways[one][middle] + ways[middle][other])
    return ways


def _pulled(distances: list[list[float]], chooser: random.Random) -> list[Point]:
    """Places between which the ways are as long as they should be, as far as that can be."""
    count = len(distances)
    at = [[chooser.uniform(0, count), chooser.uniform(0, count)] for _ in range(count)]
    pairs = [(one, other) for one in range(count) for other in range(one)]
    for pull in range(_PULLS):
        chooser.shuffle(pairs)
        step = 20 * math.exp(-5 * pull / _PULLS)
        for one, other in pairs:
            ideal = distances[one][other]
            across, down = (at[one][axis] - at[other][axis] for axis in (0, 1))
            length = math.hypot(across, down) or 1e-6
            share = min(step / ideal**2, 1.0) * (length - ideal) / (2 * length)
            for axis, difference in ((0, across), (1, down)):
                at[one][axis] -= share * difference
                at[other][axis] += share * difference
    return _fitted(at)


def _fitted(at: list[list[float]]) -> list[Point]:
    """The places turned so that the layout lies flat, and stretched to fill the picture."""
    middle = [sum(place[axis] for place in at) / len(at) for axis in (0, 1)]
    flat = [(x - middle[0], y - middle[1]) for x, y in at]
    across, down = (sum(place[axis] ** 2 for place in flat) for axis in (0, 1))
    angle = math.atan2(2 * sum(x * y for x, y in flat), across - down) / 2
    turn, tilt = math.cos(angle), math.sin(angle)
    turned = [(x * turn + y * tilt, y * turn - x * tilt) for x, y in flat]
    ends = [(min(axis), max(axis)) for axis in zip(*turned, strict=True)]

    def scaled(value: float, axis: int) -> float:
        low, high = ends[axis]
        return 0.08 + 0.84 * (value - low) / (high - low) if high > low else 0.5

    return [(scaled(x, 0), scaled(y, 1)) for x, y in turned]


def _faults(board: Board, at: list[Point]) -> float:
    """How far the lands of a layout are from the links of the board."""
    codes = [territory.code for territory in board.territories]
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    places = {code: (place,) for code, place in zip(codes, at, strict=True)}
    grid = draw_cells(places, by_land, *_GRID, across=1, wavy=False)
    faults = 10.0 * len(by_land - touching(grid))
    counts = dict.fromkeys(codes, 0)
    for line in grid:
        for code in line:
            if code:
                counts[code] += 1
    fair = max(1, sum(counts.values())) / len(codes)
    faults += sum(2 * max(0.0, 0.6 - count / fair) for count in counts.values())
    for one, other in board.sea_lanes:
        faults += 2 * math.dist(at[one], at[other])
    return faults
