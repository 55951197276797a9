"""Places on a drawn picture: of territories, their labels and the captions of continents.

Territories of boards without coasts get their places from links, and are spread apart.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from risk_tui.boards.board import Board
from risk_tui.boards.land import (
    ACROSS,
    SEA,
    Grid,
    Pixel,
    Point,
    all_pixels,
    count_pixels,
    draw_cells,
    find_connected_areas,
    find_touching_pairs,
    tiles_around,
)
from risk_tui.boards.picture import LABEL_MARGIN, LABEL_WIDTH, SHORTEST_LABEL
from risk_tui.data.language import _

_STARTS, _PULLS = 8, 40
"""The number of layouts tried, and of passes that pull the territories of each into place."""

_SHIFTS = 300
"""The number of random shifts tried to improve the layout."""

_MAX_EASY = 50
"""The most territories for which all layouts and shifts are tried; larger boards get fewer."""

_PIXELS = 45
"""The pixels for each territory, in the picture that layouts are compared by."""

_GRID = (40, 29)
"""The least width and height of that picture in pixels."""

_MIN_LAND = 0.4
"""The least share of the picture that counts as land when fair sizes are computed."""

_OVER_WATER = 1.5
"""The length of a sea link; a land link has length 1."""


def lay_out(board: Board) -> dict[str, tuple[Point, ...]]:
    """Find a place for every territory, from 0 to 1 across and down.

    Distances come from the links. It chooses the layout whose cells match the land links best, and
    then shifts territories while that helps. Equal boards get equal places.

    Returns:
        The places of each territory, by its code.
    """
    distances = _distances(board)
    rng = random.Random(board.name)
    effort = min(1.0, (_MAX_EASY / len(distances)) ** 2)
    starts = [_pull(distances, rng) for _ in range(math.ceil(_STARTS * effort))]
    at = min(starts, key=lambda start: _penalty(board, start))
    penalty = _penalty(board, at)
    shifts = round(_SHIFTS * effort)
    for step in range(shifts):
        number, reach = rng.randrange(len(at)), 0.15 * (1 - step / shifts) + 0.02
        x, y = at[number]
        shifted = [*at]
        shifted[number] = (
            min(max(x + rng.uniform(-reach, reach), 0.03), 0.97),
            min(max(y + rng.uniform(-reach, reach), 0.04), 0.96),
        )
        shifted_penalty = _penalty(board, shifted)
        if shifted_penalty <= penalty:
            at, penalty = shifted, shifted_penalty
    return {
        territory.code: (place,) for territory, place in zip(board.territories, at, strict=True)
    }


def _distances(board: Board) -> list[list[float]]:
    """Return the length of the shortest way between each pair of territories."""
    linked: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for one, other in sorted(board.links):
        length = _OVER_WATER if (one, other) in board.sea_lanes else 1.0
        linked[one].append((other, length))
        linked[other].append((one, length))
    distances = []
    for start in range(len(board.territories)):
        distance_to = [math.inf] * len(board.territories)
        distance_to[start] = 0.0
        pending = [start]
        for one in pending:  # A territory is added again if a shorter way is found.
            for other, length in linked[one]:
                if distance_to[one] + length < distance_to[other]:
                    distance_to[other] = distance_to[one] + length
                    pending.append(other)
        distances.append(distance_to)
    return distances


def _pull(distances: list[list[float]], rng: random.Random) -> list[Point]:
    """Return random places, pulled until their distances match ``distances`` approximately."""
    count = len(distances)
    at = [[rng.uniform(0, count), rng.uniform(0, count)] for _ in range(count)]
    pairs = [(one, other) for one in range(count) for other in range(one)]
    for pull in range(_PULLS):
        rng.shuffle(pairs)
        step = 20 * math.exp(-5 * pull / _PULLS)
        for one, other in pairs:
            ideal = distances[one][other]
            across, down = (at[one][axis] - at[other][axis] for axis in (0, 1))
            length = math.hypot(across, down) or 1e-6
            share = min(step / ideal**2, 1.0) * (length - ideal) / (2 * length)
            for axis, difference in ((0, across), (1, down)):
                at[one][axis] -= share * difference
                at[other][axis] += share * difference
    return _fit(at)


def _fit(at: list[list[float]]) -> list[Point]:
    """Rotate the layout so that it is wider than high, and stretch it to fill the picture."""
    middle = [sum(place[axis] for place in at) / len(at) for axis in (0, 1)]
    centred = [(x - middle[0], y - middle[1]) for x, y in at]
    across, down = (sum(place[axis] ** 2 for place in centred) for axis in (0, 1))
    angle = math.atan2(2 * sum(x * y for x, y in centred), across - down) / 2
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = [(x * cosine + y * sine, y * cosine - x * sine) for x, y in centred]
    ends = [(min(axis), max(axis)) for axis in zip(*turned, strict=True)]

    def scaled(value: float, axis: int) -> float:
        low, high = ends[axis]
        return 0.08 + 0.84 * (value - low) / (high - low) if high > low else 0.5

    return [(scaled(x, 0), scaled(y, 1)) for x, y in turned]


def _penalty(board: Board, at: list[Point]) -> float:
    """Return how badly a layout fits the board; lower is better.

    It counts land links whose territories don't touch, territories much smaller than their fair
    share, and the lengths of sea links.
    """
    codes = [territory.code for territory in board.territories]
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    places = {code: (place,) for code, place in zip(codes, at, strict=True)}
    scale = max(1.0, math.sqrt(_PIXELS * len(codes) / (_GRID[0] * _GRID[1])))
    wide, high = (round(scale * side) for side in _GRID)
    grid = draw_cells(places, by_land, wide, high, across=1, wavy=False)
    penalty = 10.0 * len(by_land - find_touching_pairs(grid))
    counts = count_pixels(grid)
    drawn, whole = sum(counts.values()), wide * high
    fair = max(drawn, _MIN_LAND * whole) / len(codes)
    penalty += sum(2 * max(0.0, 0.6 - counts[code] / fair) for code in codes)
    for one, other in board.sea_lanes:
        penalty += 2 * math.dist(at[one], at[other])
    return penalty


ROOM = 11
"""The cells that a picture needs per territory; labels don't fit in smaller pictures."""

_BOX = (LABEL_WIDTH + 2.5, 2.0)
"""The columns and rows that a territory needs: its label, and land around it."""

_PUSHES = 120
"""The most passes that push places apart."""


def spread(
    places: Mapping[str, tuple[Point, ...]], columns: int, rows: int, fill: float
) -> dict[str, tuple[Point, ...]]:
    """Push places apart until every territory has room for its label.

    Further places of a territory move with its first one.

    Args:
        places: The places of each territory, from 0 to 1.
        columns: The width of the picture in cells.
        rows: The height of the picture in cells.
        fill: The greatest share of the picture that territories may take.
    """
    size = (columns, rows)
    share = min(1.0, math.sqrt(columns * rows / (_BOX[0] * _BOX[1] * len(places)) * fill))
    box = (_BOX[0] * share, max(_BOX[1] * share, 1.2))
    at = {code: [x * columns, y * rows] for code, ((x, y), *_others) in places.items()}
    for _push in range(_PUSHES):
        moved = False
        for one, other in _near_pairs(at, box):
            gaps = [at[other][axis] - at[one][axis] for axis in (0, 1)]
            lacks = [box[axis] - abs(gaps[axis]) for axis in (0, 1)]
            if min(lacks) <= 0.05:
                continue
            moved = True
            axis = min((0, 1), key=lambda axis: lacks[axis] / box[axis])
            push = lacks[axis] / 2 if gaps[axis] >= 0 else -lacks[axis] / 2
            at[one][axis] -= push
            at[other][axis] += push
            for code in (one, other):
                half = box[axis] / 2
                at[code][axis] = min(max(at[code][axis], half), size[axis] - half)
        if not moved:
            break
    moved_places = {}
    for code, points in places.items():
        right, down = at[code][0] / columns - points[0][0], at[code][1] / rows - points[0][1]
        moved_places[code] = tuple((x + right, y + down) for x, y in points)
    return moved_places


def _near_pairs(at: Mapping[str, list[float]], box: tuple[float, float]) -> list[tuple[str, str]]:
    """Return the pairs of places that may overlap, without repetition."""
    tiles: dict[tuple[int, int], list[str]] = defaultdict(list)
    pairs = []
    for code, (x, y) in at.items():
        tile = int(x / box[0]), int(y / box[1])
        for near in tiles_around(tile):
            pairs += [(other, code) for other in tiles.get(near, ())]
        tiles[tile].append(code)
    return pairs


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
    choices = []
    for column, row in sorted(cells):
        if not 0 <= column <= columns - LABEL_WIDTH:
            continue
        cost = _cost(grid, code, centre, size, (column, row))
        covered = {(x, row) for x in range(column, column + LABEL_WIDTH + 1)}
        for lane in {lane for cell in covered for lane in by_cell.get(cell, ())}:
            cost += len(covered & lanes[lane]) + 30 * (lanes[lane] <= covered)
        if preferred is not None:
            cost += 2 * (abs(column - preferred[0]) + 2 * abs(row - preferred[1]))
        choices.append((cost, (column, row)))
    if not choices:
        raise LookupError(_("there is no place for the label {code}", code=code))
    return sorted(choices)


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
