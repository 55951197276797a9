"""Finds ways for sea lanes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, SEA, all_pixels, area, sides
from risk_tui.boards.picture import SeaLane, around

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.boards.drawing.grid import Grid, Pixel

_FOREIGN = 60
"""What a pixel of another's land under a lane costs, where a line of the grid costs 1."""

_SMALL = 20 * ACROSS
"""The pixels of a land under which a cleared pixel costs more than twice as much."""

_SMALLEST = 4 * ACROSS
"""The pixels that a territory keeps when a lane is cleared through its land."""


def shores(grid: Grid, code: str) -> list[Pixel]:
    """The sea pixels beside the land of ``code``."""
    return [
        (x, y)
        for x, y in all_pixels(grid)
        if not grid[y][x] and any(grid[b][a] == code for a, b in sides((x, y), grid))
    ]


def draw_lane(grid: Grid, one: str, other: str, lanes: Collection[SeaLane], wraps: bool) -> SeaLane:
    """Draw the shortest straight lane over the sea between two lands.

    If every way crosses land of a third territory, the way that costs least land is cleared. The
    coast at the ends of other ``lanes`` and the last pixels of a territory are never cleared. A
    landlocked territory gets a pixel of coast first.

    Raises:
        LookupError: If no way is left.
    """
    width, height = len(grid[0]), len(grid)
    _open_coast(grid, one, other)
    _open_coast(grid, other, one)
    used = {pixel for lane in lanes for pixel in lane.pixels(width, height)}
    coast = {
        pixel
        for lane in lanes
        for end in (lane.start, lane.end)
        for pixel in around(end, 1, grid)
        if grid[pixel[1]][pixel[0]]
    }
    sizes = area(grid)
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
        under = set(lane.pixels(width, height))
        own = sum(grid[y][x] in (one, other) for x, y in under)
        foreign = {(x, y) for x, y in under if grid[y][x] not in (SEA, one, other)}
        cleared = Counter(grid[y][x] for x, y in foreign)
        if foreign & coast or any(sizes[code] - cleared[code] < _SMALLEST for code in cleared):
            continue
        cost = length + 0.3 * abs(start[1] - end[1]) + own
        cost += sum(
            _FOREIGN * count * (1 + _SMALL / sizes[code]) for code, count in cleared.items()
        )
        cost += 1.5 * len(used & under) / ACROSS
        if best is None or cost < best[0]:
            best = cost, lane
    if best is None:
        raise LookupError(f"there is no way for a sea lane between {one} and {other}")
    for x, y in best[1].pixels(width, height):
        if grid[y][x] not in (SEA, one, other):
            grid[y][x] = SEA
    return best[1]


def _open_coast(grid: Grid, code: str, towards: str) -> None:
    """Turn a landlocked territory's pixel that is nearest to another land into sea."""
    if shores(grid, code):
        return
    land = [(x, y) for x, y in all_pixels(grid) if grid[y][x] == code]
    goals = [(x, y) for x, y in all_pixels(grid) if grid[y][x] == towards]

    def distance(pixel: Pixel) -> float:
        return min(abs(pixel[0] - x) / ACROSS + abs(pixel[1] - y) for x, y in goals)

    x, y = min(land, key=lambda pixel: (distance(pixel), pixel))
    grid[y][x] = SEA
