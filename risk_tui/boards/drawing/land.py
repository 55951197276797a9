"""Makes lands true to the rules of pictures: tidy, joined by links, parted where there is none."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, SEA, all_pixels, area, patches, sides, touching
from risk_tui.boards.picture import SeaLane

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from risk_tui.boards.drawing.grid import Grid, Pixel

_SPECK = 6 * ACROSS
"""The most pixels of a patch that its neighbours may swallow."""

_SMOOTHED = 30
"""The fewest pixels of a territory whose border is smoothed."""


def tidy(grid: Grid, smallest: int) -> None:
    """Give specks of a territory that cling to another one away, and drown the smallest islands."""
    main: set[str] = set()
    for patch in patches(grid):
        x, y = patch[0]
        code = grid[y][x]
        shore = Counter(
            grid[b][a] for at in patch for a, b in sides(at, grid) if grid[b][a] not in (SEA, code)
        )
        if code in main and shore and len(patch) <= _SPECK:
            new = shore.most_common(1)[0][0]
        elif code in main and not shore and len(patch) < smallest:
            new = SEA
        else:
            main.add(code)
            continue
        for column, line in patch:
            grid[line][column] = new


def smooth(grid: Grid) -> None:
    """Pull the teeth of borders: a pixel with another land on three sides becomes part of it."""
    areas = area(grid)
    for x, y in all_pixels(grid):
        code = grid[y][x]
        other, count = Counter(grid[b][a] for a, b in sides((x, y), grid)).most_common(1)[0]
        if code and other and other != code and count == 3 and areas[code] > _SMOOTHED:
            grid[y][x] = other


def join(grid: Grid, by_land: set[frozenset[str]], longest: float = 1e9) -> Iterator[Pixel]:
    """Build a bridge where lands that are linked by land do not touch; yields its pixels.

    One that would be more than ``longest`` lines long is not built.
    """
    missing = by_land - touching(grid)
    for one, other in sorted(map(sorted, missing)):
        places: dict[str, list[Pixel]] = {one: [], other: []}
        for x, y in all_pixels(grid):
            code = grid[y][x]
            if code in places and any(grid[b][a] != code for a, b in sides((x, y), grid)):
                places[code].append((x, y))
        length, (start, end) = min(
            (abs(a[0] - b[0]) / ACROSS + abs(a[1] - b[1]), (a, b))
            for a in places[one]
            for b in places[other]
        )
        if length > longest:
            continue
        way = list(SeaLane((0, 1), start, end).pixels(len(grid[0]), len(grid)))
        for index, (x, y) in enumerate(way):
            for column, line in ((x, y), (way[max(index - 1, 0)][0], y)):
                if not grid[line][column]:
                    grid[line][column] = one if 2 * index < len(way) else other
                yield column, line


def carve(grid: Grid, may_touch: set[frozenset[str]], spare: Collection[Pixel] = ()) -> None:
    """Turn pixels into sea until only lands that may touch do; the fewest, from the bigger land.

    Pixels in ``spare`` are kept if there is any other way.
    """
    areas = area(grid)

    def conflicts_at(pixel: Pixel) -> int:
        code = grid[pixel[1]][pixel[0]]
        return sum(
            bool(code and grid[b][a])
            and code != grid[b][a]
            and frozenset((code, grid[b][a])) not in may_touch
            for a, b in sides(pixel, grid)
        )

    conflicts = {at: count for at in all_pixels(grid) if (count := conflicts_at(at))}
    while conflicts:
        x, y = max(
            sorted(conflicts),
            key=lambda at: (at not in spare, conflicts[at], areas[grid[at[1]][at[0]]]),
        )
        grid[y][x] = SEA
        for at in ((x, y), *sides((x, y), grid)):
            conflicts.pop(at, None)
            if count := conflicts_at(at):
                conflicts[at] = count
