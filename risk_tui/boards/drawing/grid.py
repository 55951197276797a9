"""The grid that a picture is drawn on: the territory of each pixel, by its code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Point: TypeAlias = tuple[float, float]
Pixel: TypeAlias = tuple[int, int]
Grid: TypeAlias = list[list[str]]
"""Lines of territory codes, ``SEA`` where there is none."""

SEA = ""

ACROSS = 2
"""Pixels for a column of the screen; a row has two lines of them."""


def sides(pixel: Pixel, grid: Grid) -> Iterator[Pixel]:
    """The pixels left, right, above and below, as far as they are in the grid."""
    x, y = pixel
    for column, line in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= line < len(grid) and 0 <= column < len(grid[0]):
            yield column, line


def all_pixels(grid: Grid) -> Iterator[Pixel]:
    """Every pixel of a grid, line by line."""
    for line in range(len(grid)):
        for column in range(len(grid[0])):
            yield column, line


def patches(grid: Grid) -> list[list[Pixel]]:
    """The connected patches of one territory each, biggest first."""
    seen: set[Pixel] = set()
    found = []
    for pixel in all_pixels(grid):
        code = grid[pixel[1]][pixel[0]]
        if not code or pixel in seen:
            continue
        patch = [pixel]
        seen.add(pixel)
        for at in patch:
            for x, y in sides(at, grid):
                if grid[y][x] == code and (x, y) not in seen:
                    seen.add((x, y))
                    patch.append((x, y))
        found.append(patch)
    return sorted(found, key=len, reverse=True)


def touching(grid: Grid) -> set[frozenset[str]]:
    """The pairs of codes that touch."""
    return {
        frozenset((grid[y][x], grid[b][a]))
        for x, y in all_pixels(grid)
        for a, b in sides((x, y), grid)
        if grid[y][x] and grid[b][a] and grid[y][x] != grid[b][a]
    }


def area(grid: Grid) -> Counter[str]:
    """How many pixels each territory has."""
    return Counter(code for row in grid for code in row if code)
