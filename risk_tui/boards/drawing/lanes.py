"""Finds ways for sea lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, SEA, all_pixels, sides
from risk_tui.boards.picture import SeaLane

if TYPE_CHECKING:
    from risk_tui.boards.drawing.grid import Grid, Pixel

_FOREIGN = 60
"""What a pixel of another's land under a lane costs, where a line of the grid costs 1."""


def shores(grid: Grid, code: str) -> list[Pixel]:
    """The sea pixels beside the land of ``code``."""
    return [
        (x, y)
        for x, y in all_pixels(grid)
        if not grid[y][x] and any(grid[b][a] == code for a, b in sides((x, y), grid))
    ]


def find_lane(grid: Grid, one: str, other: str, used: set[Pixel], wraps: bool) -> SeaLane:
    """The shortest straight way over the sea; where there is none, the one that costs least land.

    Land of third parties under it is turned into sea. ``used`` are the pixels of other lanes, and
    its own are added. Raises ``LookupError`` where one of them has no coast.
    """
    width, height = len(grid[0]), len(grid)
    best: tuple[float, SeaLane] | None = None
    pairs = []
    ends = shores(grid, other)
    for start in shores(grid, one):
        for end in ends:
            across = abs(start[0] - end[0])
            across = width - across if wraps else across
            pairs.append((max(across / ACROSS, abs(start[1] - end[1])), start, end))
    pairs.sort()
    for length, start, end in pairs:
        if best is not None and length >= best[0]:
            break
        lane = SeaLane((0, 1), start, end, wraps)
        under = lane.pixels(width, height)
        foreign = sum(grid[y][x] not in (SEA, one, other) for x, y in under)
        own = sum(bool(grid[y][x]) for x, y in under)
        cost = length + 0.3 * abs(start[1] - end[1]) + _FOREIGN * foreign + own
        cost += 1.5 * len(used.intersection(under)) / ACROSS
        if best is None or cost < best[0]:
            best = cost, lane
    if best is None:
        raise LookupError(f"{one}-{other}: one of them has no coast")
    for x, y in best[1].pixels(width, height):
        if grid[y][x] not in (SEA, one, other):
            grid[y][x] = SEA
        used.add((x, y))
    return best[1]
