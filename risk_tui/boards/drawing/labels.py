"""Looks for the places where labels show their land and hide no other."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, SEA, area, patches
from risk_tui.boards.picture import LABEL_WIDTH, SHORTEST_LABEL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.drawing.grid import Grid, Pixel, Point

_CHOICES, _STARTS, _ROUNDS = 60, 60, 12
"""How many places of a label are weighed, and how often the search restarts and goes round."""

_OVERLAP = 1000.0
"""The cost of two labels that overlap."""


def place_labels(
    grid: Grid, wished: Mapping[str, Point], lanes: Sequence[set[Pixel]]
) -> dict[str, Pixel]:
    """A cell for every label, none over another; found by repeated local search.

    ``wished`` says where labels should be about, if anywhere. ``lanes`` are the cells of lanes.
    Raises ``LookupError`` where a label finds no place.
    """
    choices = {
        code: _choices(grid, code, patch, wished.get(code), lanes)
        for code, patch in _main_patches(grid).items()
    }
    nearby = {code: places[:_CHOICES] for code, places in choices.items()}
    for offered in (nearby, choices):
        places = _search(offered)
        if not any(_clash(a, b) >= _OVERLAP for a, b in combinations(places.values(), 2)):
            return places
    raise LookupError("there is no room for all labels beside each other")


def _search(choices: Mapping[str, Sequence[tuple[float, Pixel]]]) -> dict[str, Pixel]:
    """Choose the place of every label that costs least in all, by repeated local search."""
    source = random.Random(1957)
    best: tuple[float, dict[str, Pixel]] | None = None
    costs = {code: {place: cost for cost, place in offered} for code, offered in choices.items()}
    for _ in range(_STARTS):
        order = sorted(choices)
        source.shuffle(order)
        at = {code: choices[code][0][1] for code in order}
        for _ in range(_ROUNDS):
            before = dict(at)
            for code in order:
                others = [at[other] for other in order if other != code]
                at[code] = min(
                    choices[code],
                    key=lambda choice: choice[0] + sum(_clash(choice[1], at) for at in others),
                )[1]
            if at == before:
                break
        cost = sum(costs[code][at[code]] for code in order)
        cost += sum(_clash(at[a], at[b]) for a in order for b in order if a < b)
        if best is None or cost < best[0]:
            best = cost, at
    assert best is not None
    return best[1]


def _main_patches(grid: Grid) -> dict[str, list[Pixel]]:
    return {grid[patch[0][1]][patch[0][0]]: patch for patch in reversed(patches(grid))}


def _choices(
    grid: Grid,
    code: str,
    patch: Sequence[Pixel],
    wished: Point | None,
    lanes: Sequence[set[Pixel]],
) -> list[tuple[float, Pixel]]:
    """List the places of a label with their costs, the best first."""
    columns, size = len(grid[0]) // ACROSS, area(grid)[code]
    centre = sum(x for x, _ in patch) / len(patch), sum(y for _, y in patch) / len(patch)
    cells = {
        (x // ACROSS - step, y // 2)
        for y, line in enumerate(grid)
        for x, owner in enumerate(line)
        if owner == code
        for step in range(SHORTEST_LABEL)
    }
    found = []
    for column, row in sorted(cells):
        if not 0 <= column <= columns - LABEL_WIDTH:
            continue
        cost = _cost(grid, code, centre, size, (column, row))
        covered = {(x, row) for x in range(column, column + LABEL_WIDTH + 1)}
        for lane in lanes:
            cost += len(covered & lane) + 30 * (lane <= covered)
        if wished is not None:
            cost += 2 * (abs(column - wished[0]) + 2 * abs(row - wished[1]))
        found.append((cost, (column, row)))
    if not found:
        raise LookupError(f"there is no place for the label {code}")
    return sorted(found)


def _cost(grid: Grid, code: str, centre: Point, size: int, cell: Pixel) -> float:
    """How badly a label sits at a cell."""
    column, row = cell
    cost, hidden = 0.0, 0
    for weight, x in zip((1, 1, 1, 0.8, 0.5), range(column, column + LABEL_WIDTH), strict=True):
        for y in (2 * row, 2 * row + 1):
            for pixel in grid[y][ACROSS * x : ACROSS * (x + 1)]:
                hidden += pixel == code
                if pixel == SEA:
                    cost += 1.3 * weight / ACROSS
                elif pixel != code:
                    cost += 4 * weight / ACROSS
    # A small land should look out from under its label.
    cost += 50 * max(0, hidden / size - 0.45)
    middle = column + 2.0, 2 * row + 1.0
    return cost + 0.22 * (abs(middle[0] - centre[0] / ACROSS) + abs(middle[1] - centre[1]))


def _clash(one: Pixel, other: Pixel) -> float:
    """What it costs that two labels are so near."""
    if one[1] != other[1]:
        return 0.0
    gap = abs(one[0] - other[0])
    if gap < LABEL_WIDTH:
        return _OVERLAP
    return 200.0 if gap == LABEL_WIDTH else 0.8 if gap == LABEL_WIDTH + 1 else 0.0
