"""Places for the labels of territories and the captions of continents in a drawn picture."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from risk_tui.boards.land import ACROSS, SEA, Grid, Pixel, Point, all_pixels, find_connected_areas
from risk_tui.boards.picture import LABEL_MARGIN, LABEL_WIDTH, SHORTEST_LABEL
from risk_tui.data.language import _

_MAX_NEARER = 2
"""The distance by which another continent may be nearer than the named one, in columns."""


def place_captions(
    grid: Grid,
    continents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Pixel],
    lanes: set[Pixel],
) -> dict[str, Pixel]:
    """Find a cell for each continent's caption: on free sea, nearest to its own continent.

    Args:
        continents: The territory codes of each continent, by its caption.
        labels: The cell of each territory's label.
        lanes: The pixels of lanes.

    Returns:
        A cell for each caption; captions without room are left out.
    """
    rows, columns = len(grid) // 2, len(grid[0]) // ACROSS
    owners: dict[str, list[str]] = defaultdict(list)
    for text, codes in continents.items():
        for code in codes:
            owners[code].append(text)
    taken = {(x // ACROSS + step, y // 2) for x, y in lanes for step in (-1, 0, 1)}
    taken |= {(x + step, y) for x, y in labels.values() for step in range(-1, LABEL_WIDTH + 2)}
    land: dict[str, set[Pixel]] = defaultdict(set)
    for x, y in all_pixels(grid):
        if grid[y][x]:
            for text in owners[grid[y][x]]:
                land[text].add((x // ACROSS, y // 2))
            taken.add((x // ACROSS, y // 2))
    distances = {text: _distances_from(cells, columns, rows) for text, cells in land.items()}
    nearest = [
        [sorted(it[row][column] for it in distances.values())[:2] for column in range(columns)]
        for row in range(rows)
    ]
    places: dict[str, Pixel] = {}
    for text in continents:
        width = len(text) + LABEL_MARGIN
        best: tuple[float, Pixel] | None = None
        for row in range(rows) if text in distances else ():
            for column in range(columns - width + 1):
                middle = column + len(text) // 2
                near = distances[text][row][middle]
                first, *second = nearest[row][middle]
                foreign = first if first < near else second[0] if second else 99
                cost = near + max(0, near - foreign + 4)
                if near > foreign + _MAX_NEARER or (best is not None and cost >= best[0]):
                    continue
                if taken.isdisjoint((x, row) for x in range(column, column + width)):
                    best = cost, (column, row)
        if best is not None:
            column, row = places[text] = best[1]
            taken |= {(x, row) for x in range(column - 1, column + width + 1)}
    return places


def _distances_from(cells: set[Pixel], columns: int, rows: int) -> list[list[int]]:
    """Return each cell's distance from the nearest of ``cells``: a column counts 1, a row 2."""
    far = columns + 2 * rows
    distances = [[0 if (x, y) in cells else far for x in range(columns)] for y in range(rows)]
    for order in (1, -1):  # Sweep from the upper left corner, then back.
        for y in range(rows)[::order]:
            for x in range(columns)[::order]:
                if 0 <= y - order < rows:
                    distances[y][x] = min(distances[y][x], distances[y - order][x] + 2)
                if 0 <= x - order < columns:
                    distances[y][x] = min(distances[y][x], distances[y][x - order] + 1)
    return distances


_CHOICES, _SEARCHES, _ROUNDS = 60, 60, 12
"""The places tried first for each label, the restarts, and the rounds after a restart."""

_WORK = 1500
"""The greatest product of restarts and territories, so large boards get fewer restarts."""

_OVERLAP = 1000.0
"""The cost of two labels that overlap."""


def place_labels(
    grid: Grid, preferred: Mapping[str, Point], lanes: Sequence[set[Pixel]]
) -> dict[str, Pixel]:
    """Find a cell for every label by repeated local search, without overlaps.

    Args:
        preferred: The preferred cell of each label, if it has one.
        lanes: The cells of each lane.

    Raises:
        LookupError: If there is no room for a label.
    """
    patches: dict[str, list[list[Pixel]]] = defaultdict(list)
    for patch in find_connected_areas(grid):
        patches[grid[patch[0][1]][patch[0][0]]].append(patch)
    by_cell: dict[Pixel, list[int]] = defaultdict(list)
    for number, lane in enumerate(lanes):
        for cell in lane:
            by_cell[cell].append(number)
    choices = {
        code: _choices(grid, areas, preferred.get(code), lanes, by_cell)
        for code, areas in patches.items()
    }
    nearby = {code: places[:_CHOICES] for code, places in choices.items()}
    for offered in (nearby, choices):
        places = _search(offered)
        if not _overlaps(places):
            return places
    raise LookupError(_("there is no room for all labels beside each other"))


def _overlaps(places: Mapping[str, Pixel]) -> bool:
    """Return True if two labels overlap."""
    order = sorted((row, column) for column, row in places.values())
    return any(
        row == next_row and start - column < LABEL_WIDTH
        for (row, column), (next_row, start) in pairwise(order)
    )


def _search(choices: Mapping[str, Sequence[tuple[float, Pixel]]]) -> dict[str, Pixel]:
    """Choose a cheap set of places for the labels by repeated local search."""
    rng = random.Random(1957)
    best: tuple[float, dict[str, Pixel]] | None = None
    costs = {code: {place: cost for cost, place in offered} for code, offered in choices.items()}
    for _unused in range(max(2, min(_SEARCHES, _WORK // len(choices)))):
        order = sorted(choices)
        rng.shuffle(order)
        at = {code: choices[code][0][1] for code in order}
        rows: dict[int, set[str]] = defaultdict(set)
        for code, (_unused, row) in at.items():
            rows[row].add(code)
        for _unused in range(_ROUNDS):
            before = dict(at)
            for code in order:
                rows[at[code][1]].discard(code)
                at[code] = min(
                    choices[code],
                    key=lambda choice: (
                        choice[0] + _clash_cost(choice[1], (at[it] for it in rows[choice[1][1]]))
                    ),
                )[1]
                rows[at[code][1]].add(code)
            if at == before:
                break
        cost = sum(
            costs[code][place]
            + _clash_cost(place, (at[other] for other in rows[place[1]] if other < code))
            for code, place in at.items()
        )
        if best is None or cost < best[0]:
            best = cost, at
    assert best is not None
    return best[1]


def _choices(
    grid: Grid,
    patches: Sequence[Sequence[Pixel]],
    preferred: Point | None,
    lanes: Sequence[set[Pixel]],
    by_cell: Mapping[Pixel, Sequence[int]],
) -> list[tuple[float, Pixel]]:
    """List the possible places of a label with their costs, best first."""
    main, columns = patches[0], len(grid[0]) // ACROSS
    code, size = grid[main[0][1]][main[0][0]], sum(map(len, patches))
    centre = sum(x for x, _ in main) / len(main), sum(y for _, y in main) / len(main)
    cells = {
        (x // ACROSS - step, y // 2)
        for patch in patches
        for x, y in patch
        for step in range(SHORTEST_LABEL)
    }
    found = []
    for column, row in sorted(cells):
        if not 0 <= column <= columns - LABEL_WIDTH:
            continue
        cost = _cost(grid, code, centre, size, (column, row))
        covered = {(x, row) for x in range(column, column + LABEL_WIDTH + 1)}
        for lane in {lane for cell in covered for lane in by_cell.get(cell, ())}:
            cost += len(covered & lanes[lane]) + 30 * (lanes[lane] <= covered)
        if preferred is not None:
            cost += 2 * (abs(column - preferred[0]) + 2 * abs(row - preferred[1]))
        found.append((cost, (column, row)))
    if not found:
        raise LookupError(_("there is no place for the label {code}", code=code))
    return sorted(found)


def _cost(grid: Grid, code: str, centre: Point, size: int, cell: Pixel) -> float:
    """Return the cost of a label at a cell; 0 is ideal."""
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
    # Keep part of a small territory visible beside its label.
    cost += 50 * max(0, hidden / size - 0.45)
    middle = column + 2.0, 2 * row + 1.0
    return cost + 0.22 * (abs(middle[0] - centre[0] / ACROSS) + abs(middle[1] - centre[1]))


def _clash_cost(place: Pixel, others: Iterable[Pixel]) -> float:
    """Return the cost of a label that is close to others of its row."""
    cost = 0.0
    for column, _unused in others:
        gap = abs(column - place[0])
        if gap < LABEL_WIDTH:
            cost += _OVERLAP
        elif gap <= LABEL_WIDTH + 1:
            cost += 200.0 if gap == LABEL_WIDTH else 0.8
    return cost
