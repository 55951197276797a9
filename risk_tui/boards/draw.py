"""Draw the pictures of a sketch for terminals of every size.

Links give a layout (``lay_out``), and the layout gives the land. Then bridges and lanes make the
picture match the board, and labels and continent names are put in free places.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from risk_tui.boards.land import (
    assign_pixels,
    draw_cells,
    join,
    remove_specks,
    separate_unlinked,
    smooth,
)
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import (
    LABEL_MARGIN,
    LABEL_WIDTH,
    SHORTEST_LABEL,
    SeaLane,
    around,
    continent_label_text,
)
from risk_tui.boards.sketch_file import (
    ACROSS,
    SEA,
    adjacent_pixels,
    all_pixels,
    area,
    find_connected_areas,
    map_text,
    touching,
)
from risk_tui.errors import BoardError, DataError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.boards.land import Coast
    from risk_tui.boards.sketch_file import Grid, Pixel, Point, Sketch, Window


_ASTRAY = 2
"""The factor by which another continent may be nearer than the named one."""


def place_captions(
    grid: Grid,
    continents: Mapping[str, Sequence[str]],
    labels: Mapping[str, Pixel],
    lanes: set[Pixel],
) -> dict[str, Pixel]:
    """Find a cell for each continent caption: free sea, nearest to its own continent.

    Args:
        continents: The territory codes of each continent, by its caption.

    Returns:
        A cell for each caption; captions without room are left out.
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
    """Return the distance of each cell from the nearest of ``cells``: columns count 1, rows 2."""
    far = columns + 2 * rows
    ways = [[0 if (x, y) in cells else far for x in range(columns)] for y in range(rows)]
    for order in (1, -1):  # From the upper left corner, then from the lower right one.
        for y in range(rows)[::order]:
            for x in range(columns)[::order]:
                if 0 <= y - order < rows:
                    ways[y][x] = min(ways[y][x], ways[y - order][x] + 2)
                if 0 <= x - order < columns:
                    ways[y][x] = min(ways[y][x], ways[y][x - order] + 1)
    return ways


_CHOICES, _SEARCHES, _ROUNDS = 60, 60, 12
"""Places tried for each label, restarts of the search, and rounds of each search."""

_OVERLAP = 1000.0
"""The cost of two labels that overlap."""


def place_labels(
    grid: Grid, wished: Mapping[str, Point], lanes: Sequence[set[Pixel]]
) -> dict[str, Pixel]:
    """Find a cell for every label by repeated local search, without overlaps.

    Args:
        wished: The preferred place of each label, if any.
        lanes: The cells of lanes.

    Raises:
        LookupError: If there is no room for a label.
    """
    areas = reversed(find_connected_areas(grid))
    main_areas = {grid[area[0][1]][area[0][0]]: area for area in areas}
    choices = {
        code: _choices(grid, code, area, wished.get(code), lanes)
        for code, area in main_areas.items()
    }
    nearby = {code: places[:_CHOICES] for code, places in choices.items()}
    for offered in (nearby, choices):
        places = _search(offered)
        if not any(_clash(a, b) >= _OVERLAP for a, b in combinations(places.values(), 2)):
            return places
    raise LookupError("there is no room for all labels beside each other")


def _search(choices: Mapping[str, Sequence[tuple[float, Pixel]]]) -> dict[str, Pixel]:
    """Choose the cheapest set of label places by repeated local search."""
    source = random.Random(1957)
    best: tuple[float, dict[str, Pixel]] | None = None
    costs = {code: {place: cost for cost, place in offered} for code, offered in choices.items()}
    for _ in range(_SEARCHES):
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


def _choices(
    grid: Grid,
    code: str,
    patch: Sequence[Pixel],
    wished: Point | None,
    lanes: Sequence[set[Pixel]],
) -> list[tuple[float, Pixel]]:
    """List the possible places of a label with their costs, best first."""
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


def _clash(one: Pixel, other: Pixel) -> float:
    """Return the cost of two labels close to each other."""
    if one[1] != other[1]:
        return 0.0
    gap = abs(one[0] - other[0])
    if gap < LABEL_WIDTH:
        return _OVERLAP
    return 200.0 if gap == LABEL_WIDTH else 0.8 if gap == LABEL_WIDTH + 1 else 0.0


_FOREIGN = 60
"""The cost of a foreign pixel under a lane; a line of the grid costs 1."""

_SMALL = 20 * ACROSS
"""In territories of fewer pixels, clearing a pixel costs more than twice as much."""

_SMALLEST = 4 * ACROSS
"""The pixels that a territory keeps when a lane is cleared through it."""


def find_coast_pixels(grid: Grid, code: str) -> list[Pixel]:
    """Return the sea pixels next to the territory ``code``."""
    return [
        (x, y)
        for x, y in all_pixels(grid)
        if not grid[y][x] and any(grid[b][a] == code for a, b in adjacent_pixels((x, y), grid))
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
    ends = find_coast_pixels(grid, other)
    for start in find_coast_pixels(grid, one):
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
    if find_coast_pixels(grid, code):
        return
    land = [(x, y) for x, y in all_pixels(grid) if grid[y][x] == code]
    goals = [(x, y) for x, y in all_pixels(grid) if grid[y][x] == towards]

    def distance(pixel: Pixel) -> float:
        return min(abs(pixel[0] - x) / ACROSS + abs(pixel[1] - y) for x, y in goals)

    x, y = min(land, key=lambda pixel: (distance(pixel), pixel))
    grid[y][x] = SEA


_LONGEST_BRIDGE = 8
"""The longest bridge, in lines of the grid; wider gaps get a lane."""


def picture_text(board: Board, grid: Grid, wished: Mapping[str, Point], captions: bool) -> str:
    """Return the picture file for these lands, adjusting the grid where rules require it.

    Args:
        wished: The preferred place of each label, across and down.
        captions: True to name continents on the sea.

    Raises:
        LookupError: If something does not fit; the message names it.
    """
    codes = [territory.code for territory in board.territories]
    links = {frozenset((codes[one], codes[other])) for one, other in board.links}
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    spare: set[Pixel] = set()
    _expect_land(board, grid)
    for _ in range(3):  # Carving may separate other territories.
        spare.update(join(grid, by_land, _LONGEST_BRIDGE))
        separate_unlinked(grid, by_land, spare)
    _expect_land(board, grid)
    lanes: dict[tuple[str, str], SeaLane] = {}
    # A lane may separate other territories too.
    while missing := _linked_apart(links, grid, codes) - set(lanes):
        for one, other in sorted(missing):
            wraps = _is_nearer_round_the_edge(grid, one, other)
            lanes[one, other] = draw_lane(grid, one, other, lanes.values(), wraps)
    width, height = len(grid[0]), len(grid)
    cells = [
        {(x // ACROSS, y // 2) for x, y in lane.pixels(width, height) if grid[y][x] == SEA}
        for lane in lanes.values()
    ]
    used = {pixel for lane in lanes.values() for pixel in lane.pixels(width, height)}
    labels = place_labels(grid, wished, cells)
    parts = {
        continent_label_text(each.name, each.bonus): [codes[place] for place in each.territories]
        for each in board.continents
    }
    places = place_captions(grid, parts, labels, used) if captions else {}
    letter = {each.code: each.letter for each in board.territories} | {SEA: " "}
    header = [f"picture: {board.name}", f"size: [{width // ACROSS}, {height // 2}]"]
    header += [f"across: {ACROSS}", "labels:"]
    header += [f"  {code}: [{labels[code][0]}, {labels[code][1]}]" for code in codes]
    header.append("lanes:" if lanes else "lanes: {}")
    for (one, other), lane in sorted(
        lanes.items(), key=lambda item: list(map(codes.index, item[0]))
    ):
        wrap = ", wrap: true" if lane.wraps else ""
        header.append(f"  {one}-{other}: {{from: {[*lane.start]}, to: {[*lane.end]}{wrap}}}")
    if places:
        header.append("captions:")
        for each in board.continents:
            place = places.get(continent_label_text(each.name, each.bonus))
            header += [f"  {each.name}: [{place[0]}, {place[1]}]"] if place else []
    lines = ["".join(letter[code] for code in row).rstrip() for row in grid]
    return "\n".join([*header, "---", *lines]) + "\n"


def _expect_land(board: Board, grid: Grid) -> None:
    """Check that every territory has land.

    Raises:
        LookupError: If a territory has none.
    """
    sizes = area(grid)
    for territory in board.territories:
        if not sizes[territory.code]:
            raise LookupError(f"there is no land left for {territory.name}")


def _linked_apart(
    links: set[frozenset[str]], grid: Grid, codes: Sequence[str]
) -> set[tuple[str, str]]:
    """Find the linked pairs that do not touch, each in board order."""
    one_other = (sorted(pair, key=codes.index) for pair in links - touching(grid))
    return {(one, other) for one, other in one_other}


def _is_nearer_round_the_edge(grid: Grid, one: str, other: str) -> bool:
    """Return True if two territories are closer across the picture's edge."""
    width = len(grid[0])
    ends = {code: find_coast_pixels(grid, code) for code in (one, other)}
    ways = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in ends[one][::3] for b in ends[other][::3]]
    direct = min((max(across, ACROSS * down) for across, down in ways), default=0)
    round_it = min((max(width - across, ACROSS * down) for across, down in ways), default=width)
    return 2 * round_it < direct


_STARTS, _PULLS = 8, 40
"""Layouts tried, and how often each pulls its territories into place."""

_SHIFTS = 300
"""Random shifts tried to improve the layout."""

_GRID = (40, 29)
"""The size in pixels at which layouts are compared."""

_LEAST_LAND = 0.4
"""The smallest share of land; below it islands would become specks."""

_OVER_WATER = 1.5
"""The length of a sea link; a land link has length 1."""


def lay_out(board: Board) -> dict[str, tuple[Point, ...]]:
    """Find a place for every territory, from 0 to 1 across and down. Deterministic.

    Distances come from the links. The best of several layouts is kept: the one whose cells touch
    where there are land links. Then territories are shifted while that helps.

    Returns:
        The places of each territory, by its code.
    """
    distances = _distances(board)
    chooser = random.Random(board.name)
    starts = [_pulled(distances, chooser) for _ in range(_STARTS)]
    at = min(starts, key=lambda each: _faults(board, each))
    faults = _faults(board, at)
    for step in range(_SHIFTS):
        number, reach = chooser.randrange(len(at)), 0.15 * (1 - step / _SHIFTS) + 0.02
        x, y = at[number]
        shifted = [*at]
        shifted[number] = (
            min(max(x + chooser.uniform(-reach, reach), 0.03), 0.97),
            min(max(y + chooser.uniform(-reach, reach), 0.04), 0.96),
        )
        now = _faults(board, shifted)
        if now <= faults:
            at, faults = shifted, now
    return {each.code: (place,) for each, place in zip(board.territories, at, strict=True)}


def _distances(board: Board) -> list[list[float]]:
    """Return the shortest distance between each pair of territories."""
    count = len(board.territories)
    ways = [[math.inf] * count for _ in range(count)]
    for one, other in board.links:
        length = _OVER_WATER if (one, other) in board.sea_lanes else 1.0
        ways[one][other] = ways[other][one] = length
    for middle in range(count):
        ways[middle][middle] = 0.0
        for one in range(count):
            for other in range(count):
                ways[one][other] = min(ways[one][other], ways[one][middle] + ways[middle][other])
    return ways


def _pulled(distances: list[list[float]], chooser: random.Random) -> list[Point]:
    """Find places whose distances match the links as well as possible."""
    count = len(distances)
    at = [[chooser.uniform(0, count), chooser.uniform(0, count)] for _ in range(count)]
    pairs = [(one, other) for one in range(count) for other in range(one)]
    for pull in range(_PULLS):
        chooser.shuffle(pairs)
        step = 20 * math.exp(-5 * pull / _PULLS)
        for one, other in pairs:
            ideal = distances[one][other]
            across, down = (at[one][axis] - at[other][axis] for axis in (0, 1))
            length = math.hypot(across, down) or 1e-6
            share = min(step / ideal**2, 1.0) * (length - ideal) / (2 * length)
            for axis, difference in ((0, across), (1, down)):
                at[one][axis] -= share * difference
                at[other][axis] += share * difference
    return _fitted(at)


def _fitted(at: list[list[float]]) -> list[Point]:
    """Rotate the places so that the layout lies flat, and stretch it to fill the picture."""
    middle = [sum(place[axis] for place in at) / len(at) for axis in (0, 1)]
    flat = [(x - middle[0], y - middle[1]) for x, y in at]
    across, down = (sum(place[axis] ** 2 for place in flat) for axis in (0, 1))
    angle = math.atan2(2 * sum(x * y for x, y in flat), across - down) / 2
    turn, tilt = math.cos(angle), math.sin(angle)
    turned = [(x * turn + y * tilt, y * turn - x * tilt) for x, y in flat]
    ends = [(min(axis), max(axis)) for axis in zip(*turned, strict=True)]

    def scaled(value: float, axis: int) -> float:
        low, high = ends[axis]
        return 0.08 + 0.84 * (value - low) / (high - low) if high > low else 0.5

    return [(scaled(x, 0), scaled(y, 1)) for x, y in turned]


def _faults(board: Board, at: list[Point]) -> float:
    """Return a penalty for differences between a layout and the board's links."""
    codes = [territory.code for territory in board.territories]
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    places = {code: (place,) for code, place in zip(codes, at, strict=True)}
    grid = draw_cells(places, by_land, *_GRID, across=1, wavy=False)
    faults = 10.0 * len(by_land - touching(grid))
    counts = dict.fromkeys(codes, 0)
    for line in grid:
        for code in line:
            if code:
                counts[code] += 1
    drawn, whole = sum(counts.values()), _GRID[0] * _GRID[1]
    fair = max(drawn, _LEAST_LAND * whole) / len(codes)
    faults += sum(2 * max(0.0, 0.6 - count / fair) for count in counts.values())
    for one, other in board.sea_lanes:
        faults += 2 * math.dist(at[one], at[other])
    return faults


SIZES = ((58, 21), (74, 27), (84, 32), (104, 36), (124, 41), (150, 45), (188, 56))
"""Columns and rows for terminals of 80x24, 100x30, 120x36, 140x40, 160x45, 200x50 and 240x60."""

_NAMED_FROM = 84
"""Continents are named on pictures of at least this many columns."""

_SMALLEST_ISLAND = 2 * ACROSS


def draw_map(
    sketch: Sketch,
    coast: Coast | None,
    sizes: Sequence[tuple[int, int]],
    others: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[str, str | BoardError]]:
    """Draw a map's files: first the pictures, then the map file that lists them.

    Args:
        others: Existing pictures to list as well, by name.

    Yields:
        The name and text of each file, or a ``BoardError`` in place of a picture that failed.

    Raises:
        BoardError: If the sketch does not fit its coast.
    """
    lands = _Lands(sketch, coast)
    drawn = []
    for columns, rows in sizes:
        name = f"{sketch.board.name}-{columns}x{rows}.txt"
        try:
            text = lands.picture(columns, rows)
            _validate(sketch, name, text)
        except (LookupError, DataError) as error:
            problem = str(error).removeprefix(f"{name}: ")
            yield name, BoardError(f"{name}: {problem}; leave it out, or put it right by hand")
            continue
        drawn.append(name)
        yield name, text
    for name, text in others.items():
        try:
            _validate(sketch, name, text)
        except DataError as error:
            yield name, BoardError(f"{error}; it is no part of the map until it is right")
            continue
        drawn.append(name)
    drawn.sort(key=lambda name: [int(number) for number in re.findall(r"\d+", name)[-2:]])
    yield f"{sketch.board.name}.yaml", map_text(sketch.board, drawn)


def _validate(sketch: Sketch, name: str, text: str) -> None:
    """Check a drawn picture against its sketch.

    Raises:
        DataError: If the picture does not show the board.
    """
    files = {f"{sketch.board.name}.yaml": map_text(sketch.board, [name]), name: text}
    parse_board(files).validate_pictures()


class _Lands:
    """The positions of a sketch's lands, for pictures of any size."""

    def __init__(self, sketch: Sketch, coast: Coast | None) -> None:
        self._sketch = sketch
        self._coast = coast
        codes = [territory.code for territory in sketch.board.territories]
        self._by_land = {
            frozenset((codes[a], codes[b])) for a, b in sketch.board.links - sketch.board.sea_lanes
        }
        default: Window = coast.window if coast else (0, 100, 100, 0)
        self._window = sketch.window or default
        self._parts = sketch.parts
        if coast is None:
            self._places = self._given_places() if sketch.places else lay_out(sketch.board)
            self._validate_places()
        else:
            self._places = self._given_places()
            self._validate_parts(coast)

    def _given_places(self) -> dict[str, tuple[Point, ...]]:
        left, bottom, right, top = self._window
        return {
            code: tuple(
                ((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in points
            )
            for code, points in self._sketch.places.items()
        }

    def _validate_places(self) -> None:
        for territory in self._sketch.board.territories:
            if territory.code not in self._places:
                raise BoardError(
                    f"{territory.name} has no 'at' where others have; give it a place, or none"
                )

    def _validate_parts(self, coast: Coast) -> None:
        """Check that every territory has a part of the coast or a place on it.

        Raises:
            BoardError: If a territory has neither.
        """
        names = coast.names
        parts: dict[str, tuple[str, ...]] = dict(self._parts)
        for territory in self._sketch.board.territories:
            code = territory.code
            if code not in parts and code not in self._places:
                if territory.name not in names:
                    raise BoardError(
                        f"{territory.name} is nowhere; give it 'at', or parts of the coast as 'of'"
                    )
                parts[code] = (territory.name,)
            for name in parts.get(code, ()):
                if name not in names:
                    raise BoardError(f"{territory.name}: the coast has no part called '{name}'")
        claimed: dict[str, str] = {}
        for code, mine in parts.items():
            for name in mine:
                first = claimed.setdefault(name, code)
                for other in {first, code} - set(self._places) if first != code else ():
                    raise BoardError(
                        f"'{name}' is shared by {first} and {code}: {other} needs a place ('at')"
                    )
        self._parts = parts

    def picture(self, columns: int, rows: int) -> str:
        """Return the text of a picture.

        Raises:
            LookupError: If something does not fit; the message names it.
        """
        width, height = ACROSS * columns, 2 * rows
        grid = self._grid(width, height)
        remove_specks(grid, _SMALLEST_ISLAND)
        smooth(grid)
        return picture_text(
            self._sketch.board, grid, self._wished(columns, rows), columns >= _NAMED_FROM
        )

    def _grid(self, width: int, height: int) -> Grid:
        if self._coast is None:
            return draw_cells(self._places, self._by_land, width, height)
        coast = self._coast.parts(width, height, self._window)
        return assign_pixels(coast, self._places, self._parts)

    def _wished(self, columns: int, rows: int) -> Mapping[str, Point]:
        """Return the preferred place of each label: around the territory's first place."""
        return {
            code: (places[0][0] * columns - 2, places[0][1] * rows - 0.5)
            for code, places in self._places.items()
        }
