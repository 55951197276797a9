"""Arrows on the map: which armies moved where."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from risk_tui.boards.picture import SeaLane
from risk_tui.tui.map.terrain import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_HEADS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
_ARMS = {(1, 0): RIGHT, (-1, 0): LEFT, (0, 1): DOWN, (0, -1): UP}
_LABEL = 4
"""Cells of a label that an arrow leaves free: what most labels fill."""


def arrow_cells(
    moves: Iterable[tuple[int, int]],
    labels: Sequence[tuple[int, int]],
    columns: int,
    rows: int,
    lines: str,
) -> dict[int, dict[int, str]]:
    """The characters of some moves' arrows, by row and column, from label to label.

    ``lines`` has the character for every sum of arms.
    """
    taken = {(column + cell, row) for column, row in labels for cell in range(_LABEL)}
    arms: dict[tuple[int, int], int] = {}
    heads: dict[tuple[int, int], str] = {}
    for source, target in moves:
        way = _way(labels[source], labels[target], columns, rows)
        steps = [_step(one, other, columns) for one, other in pairwise(way)]
        head = None
        for index, cell in enumerate(way[1:-1], 1):
            if cell in taken:
                continue
            (back_x, back_y), ahead = steps[index - 1], steps[index]
            arms[cell] = arms.get(cell, 0) | _ARMS[-back_x, -back_y] | _ARMS[ahead]
            head = cell, steps[index]
        if head is not None:
            heads[head[0]] = _HEADS[head[1]]
    arrows: dict[int, dict[int, str]] = {}
    for (x, y), bits in arms.items():
        arrows.setdefault(y, {})[x] = heads.get((x, y)) or lines[bits]
    return arrows


def _way(
    source: tuple[int, int], target: tuple[int, int], columns: int, rows: int
) -> list[tuple[int, int]]:
    """The cells between the middles of two labels, each beside the last, the shorter way round."""
    (x, y), (to_x, to_y) = ((column + 1, row) for column, row in (source, target))
    wraps = abs(to_x - x) > columns / 2
    way: list[tuple[int, int]] = []
    for cell in SeaLane((0, 0), (x, y), (to_x, to_y), wraps).pixels(columns, rows):
        if way and cell[0] != way[-1][0] and cell[1] != way[-1][1]:
            way.append((cell[0], way[-1][1]))
        way.append(cell)
    return way


def _step(one: tuple[int, int], other: tuple[int, int], columns: int) -> tuple[int, int]:
    across = (other[0] - one[0] + columns // 2) % columns - columns // 2
    return across, other[1] - one[1]
