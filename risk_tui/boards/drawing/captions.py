"""Looks for free sea on which continents can be named."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, all_pixels
from risk_tui.boards.picture import LABEL_MARGIN, LABEL_WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.drawing.grid import Grid, Pixel

_ASTRAY = 2
"""How much nearer another continent may be than the one that is named."""


def place_captions(
    grid: Grid,
    continents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Pixel],
    lanes: set[Pixel],
) -> dict[str, Pixel]:
    """A cell for the captions of continents: free sea, nearer to their own land than to another's.

    ``continents`` holds the codes of each by its caption. One that finds no room is left out.
    """
    rows, columns = len(grid) // 2, len(grid[0]) // ACROSS
    owner = {code: text for text, codes in continents.items() for code in codes}
    taken = {(x // ACROSS + step, y // 2) for x, y in lanes for step in (-1, 0, 1)}
    taken |= {(x + step, y) for x, y in labels.values() for step in range(-1, LABEL_WIDTH + 2)}
    land: dict[str, set[Pixel]] = defaultdict(set)
    for x, y in all_pixels(grid):
        if grid[y][x]:
            land[owner[grid[y][x]]].add((x // ACROSS, y // 2))
            taken.add((x // ACROSS, y // 2))
    ways = {text: _ways(cells, columns, rows) for text, cells in land.items()}
    places: dict[str, Pixel] = {}
    for text in continents:
        width = len(text) + LABEL_MARGIN
        best: tuple[float, Pixel] | None = None
        for row in range(rows):
            for column in range(columns - width + 1):
                if not taken.isdisjoint((x, row) for x in range(column, column + width)):
                    continue
                middle = column + len(text) // 2
                near = {other: table[row][middle] for other, table in ways.items()}
                foreign = min((way for other, way in near.items() if other != text), default=99)
                if near[text] > foreign + _ASTRAY:
                    continue
                cost = near[text] + max(0, near[text] - foreign + 4)
                if best is None or cost < best[0]:
                    best = cost, (column, row)
        if best is not None:
            column, row = places[text] = best[1]
            taken |= {(x, row) for x in range(column - 1, column + width + 1)}
    return places


def _ways(cells: set[Pixel], columns: int, rows: int) -> list[list[int]]:
    """How far each cell is from the nearest of some: a column is 1, a row 2."""
    far = columns + 2 * rows
    ways = [[0 if (x, y) in cells else far for x in range(columns)] for y in range(rows)]
    for order in (1, -1):  # from the upper left corner, then from the lower right one
        for y in range(rows)[::order]:
            for x in range(columns)[::order]:
                if 0 <= y - order < rows:
                    ways[y][x] = min(ways[y][x], ways[y - order][x] + 2)
                if 0 <= x - order < columns:
                    ways[y][x] = min(ways[y][x], ways[y][x - order] + 1)
    return ways
