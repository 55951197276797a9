"""Grids of territory codes, from which the pictures of drawn maps are made."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Point: TypeAlias = tuple[float, float]
Pixel: TypeAlias = tuple[int, int]
Grid: TypeAlias = list[list[str]]
"""Lines of territory codes, ``SEA`` for water."""

SEA = ""

ACROSS = 2
"""Pixels for each column of the screen; a row has two lines of pixels."""


def adjacent_pixels(pixel: Pixel, grid: Grid) -> Iterator[Pixel]:
    """Yield the pixels to the left and right, above and below, if they are in the grid."""
    x, y = pixel
    for column, line in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= line < len(grid) and 0 <= column < len(grid[0]):
            yield column, line


def all_pixels(grid: Grid) -> Iterator[Pixel]:
    """Yield every pixel of a grid, line by line."""
    for line in range(len(grid)):
        for column in range(len(grid[0])):
            yield column, line


def find_connected_areas(grid: Grid) -> list[list[Pixel]]:
    """Return the connected patches of pixels of one territory each, biggest first."""
    seen: set[Pixel] = set()
    found = []
    for pixel in all_pixels(grid):
        code = grid[pixel[1]][pixel[0]]
        if not code or pixel in seen:
            continue
        patch = [pixel]
        seen.add(pixel)
        for at in patch:
            for x, y in adjacent_pixels(at, grid):
                if grid[y][x] == code and (x, y) not in seen:
                    seen.add((x, y))
                    patch.append((x, y))
        found.append(patch)
    return sorted(found, key=len, reverse=True)


def find_touching_pairs(grid: Grid) -> set[frozenset[str]]:
    """Return the pairs of codes whose pixels touch side by side."""
    pairs: set[tuple[str, str]] = set()
    for line, below in zip(grid, [*grid[1:], grid[-1]], strict=True):
        pairs.update(pairwise(line), zip(line, below, strict=True))
    return {frozenset(pair) for pair in pairs if pair[0] != pair[1] and all(pair)}


def count_pixels(grid: Grid) -> Counter[str]:
    """Count the pixels of each territory."""
    return Counter(code for row in grid for code in row if code)
