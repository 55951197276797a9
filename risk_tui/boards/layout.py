"""Places for territories of boards without coasts, found from links and spread apart."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Mapping

from risk_tui.boards.board import Board
from risk_tui.boards.land import Point, count_pixels, draw_cells, find_touching_pairs
from risk_tui.boards.picture import LABEL_WIDTH

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
    lengths = {
        link: _OVER_WATER if link in board.sea_lanes else 1.0 for link in sorted(board.links)
    }
    linked: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for (one, other), length in lengths.items():
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
    at = {code: [x * columns, y * rows] for code, ((x, y), *_) in places.items()}
    for _ in range(_PUSHES):
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
        column, row = int(x / box[0]), int(y / box[1])
        for near_column in range(column - 1, column + 2):
            for near_row in range(row - 1, row + 2):
                pairs += [(other, code) for other in tiles.get((near_column, near_row), ())]
        tiles[column, row].append(code)
    return pairs
