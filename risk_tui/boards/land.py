"""The land of drawn pictures, as a grid of codes: from given coasts, or as cells around places.

A coast gives the part of the land at each pixel: a country of a GeoJSON file or a territory of
another board, ``UNNAMED`` for land without a name, ``SEA`` for water.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise, product
from typing import Any, Protocol, TypeAlias

from risk_tui.boards.board import Board
from risk_tui.boards.picture import SEA as NO_LAND
from risk_tui.boards.picture import SeaLane
from risk_tui.data.language import _
from risk_tui.errors import BoardError

Point: TypeAlias = tuple[float, float]
Pixel: TypeAlias = tuple[int, int]
Grid: TypeAlias = list[list[str]]
"""Lines of territory codes, ``SEA`` for water."""

Window: TypeAlias = tuple[float, float, float, float]
"""The area that a picture shows: left, bottom, right, top."""

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
    patches = []
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
        patches.append(patch)
    return sorted(patches, key=len, reverse=True)


def find_touching_pairs(grid: Grid) -> set[frozenset[str]]:
    """Return the pairs of codes whose pixels touch side by side."""
    pairs: set[tuple[str, str]] = set()
    for line, below in zip(grid, [*grid[1:], grid[-1]], strict=True):
        pairs.update(pairwise(line), zip(line, below, strict=True))
    return {frozenset(pair) for pair in pairs if pair[0] != pair[1] and all(pair)}


def count_pixels(grid: Grid) -> Counter[str]:
    """Count the pixels of each territory."""
    return Counter(code for row in grid for code in row if code)


_MAX_SPECK = 6 * ACROSS
"""The largest patch, in pixels, that its neighbours may absorb."""

_MAX_UNSMOOTHED = 30
"""The largest territory, in pixels, whose border is not smoothed."""


def remove_specks(grid: Grid, smallest: int) -> None:
    """Give stray specks of a territory to its neighbours, and turn tiny islands into sea.

    The largest patch of each territory is not changed.

    Args:
        smallest: The fewest pixels of an island.
    """
    main: set[str] = set()
    for patch in find_connected_areas(grid):
        x, y = patch[0]
        code = grid[y][x]
        shore = Counter(
            grid[b][a]
            for at in patch
            for a, b in adjacent_pixels(at, grid)
            if grid[b][a] not in (SEA, code)
        )
        if code in main and shore and len(patch) <= _MAX_SPECK:
            new = shore.most_common(1)[0][0]
        elif code in main and not shore and len(patch) < smallest:
            new = SEA
        else:
            main.add(code)
            continue
        for column, line in patch:
            grid[line][column] = new


def smooth(grid: Grid) -> None:
    """Smooth borders: a pixel with another territory on three sides joins that territory."""
    areas = count_pixels(grid)
    for x, y in all_pixels(grid):
        code = grid[y][x]
        around = Counter(grid[b][a] for a, b in adjacent_pixels((x, y), grid))
        ((other, count),) = around.most_common(1)
        if code and other and other != code and count == 3 and areas[code] > _MAX_UNSMOOTHED:
            grid[y][x] = other


def join(grid: Grid, by_land: set[frozenset[str]], longest: float = 1e9) -> Iterator[Pixel]:
    """Build bridges between land-linked territories that don't touch, and yield the pixels.

    No bridge is longer than ``longest``, in lines of the grid.
    """
    for one, other in sorted(map(sorted, by_land - find_touching_pairs(grid))):
        shores = find_shores(grid, {one, other})
        if not shores[one] or not shores[other]:
            continue
        length, (start, end) = min(
            (abs(a[0] - b[0]) / ACROSS + abs(a[1] - b[1]), (a, b))
            for a in shores[one]
            for b in shores[other]
        )
        if length > longest:
            continue
        way = list(SeaLane((0, 1), start, end).pixels(len(grid[0]), len(grid)))
        for index, (x, y) in enumerate(way):
            for column, line in ((x, y), (way[max(index - 1, 0)][0], y)):
                if not grid[line][column]:
                    grid[line][column] = one if 2 * index < len(way) else other
                yield column, line


def find_shores(grid: Grid, codes: Collection[str]) -> dict[str, list[Pixel]]:
    """Return the pixels of each territory that are next to another territory or the sea."""
    shores: dict[str, list[Pixel]] = {code: [] for code in codes}
    for y, line in enumerate(grid):
        if shores.keys().isdisjoint(line):
            continue
        for x, code in enumerate(line):
            if code in shores and any(grid[b][a] != code for a, b in adjacent_pixels((x, y), grid)):
                shores[code].append((x, y))
    return shores


def separate_unlinked(grid: Grid, may_touch: set[frozenset[str]], last: Collection[Pixel]) -> None:
    """Turn few pixels into sea, until only pairs in ``may_touch`` touch.

    Pixels of the larger territory are preferred; those in ``last`` are the last resort.
    """
    areas = count_pixels(grid)

    def conflicts_at(pixel: Pixel) -> int:
        code = grid[pixel[1]][pixel[0]]
        return sum(
            bool(code and grid[b][a])
            and code != grid[b][a]
            and frozenset((code, grid[b][a])) not in may_touch
            for a, b in adjacent_pixels(pixel, grid)
        )

    def entry(pixel: Pixel) -> tuple[bool, int, int, Pixel]:
        return pixel in last, -conflicts_at(pixel), -areas[grid[pixel[1]][pixel[0]]], pixel

    rivals = {code for pair in find_touching_pairs(grid) - may_touch for code in pair}
    shores = find_shores(grid, rivals).values()
    pending = [entry(pixel) for shore in shores for pixel in shore if conflicts_at(pixel)]
    heapify(pending)
    while pending:
        worst = heappop(pending)
        pixel = worst[-1]
        if worst != entry(pixel):
            continue  # The entry is out of date; a newer one follows if conflicts are left.
        grid[pixel[1]][pixel[0]] = SEA
        for at in adjacent_pixels(pixel, grid):
            if conflicts_at(at):
                heappush(pending, entry(at))


UNNAMED = "?"

Shape: TypeAlias = "tuple[str, list[list[Point]]]"
"""The name of a polygon, or ``UNNAMED``, and its rings."""

Seed: TypeAlias = tuple[float, float, str]
"""A place in the picture, across and down, and the code of its territory."""

_SAMPLES = 3
"""The samples of each pixel, across and down."""

_MAX_POINTS = 500_000

_MAX_COORDINATE = 1e9
"""The largest coordinate of a coast; larger ones could not be scaled to a picture's window."""


class Coast(Protocol):
    """A source that assigns land to pixels."""

    window: Window
    """The area that the picture shows, unless the sketch has a window."""

    @property
    def names(self) -> set[str]:
        """The names of the coast's parts."""

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """Return the part of the land at each pixel of a picture of this size in pixels."""


class BoardCoast:
    """The coast of another board; its parts are the territories of that board."""

    window: Window = (0, 100, 100, 0)

    def __init__(self, board: Board) -> None:
        self._board = board

    @property
    def names(self) -> set[str]:
        """The names of the territories."""
        return {territory.key for territory in self._board.territories}

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """Return the parts of the board's picture of the nearest size, stretched."""
        columns, rows = width // ACROSS, height // 2
        picture = min(
            self._board.pictures,
            key=lambda each: (abs(math.log(each.columns / columns)), abs(each.rows - rows)),
        )
        names = [territory.key for territory in self._board.territories]
        wide, high = 2 * picture.columns, 2 * picture.rows
        grid = []
        for y in range(height):
            line = picture.pixels[min(int((y + 0.5) * high / height), high - 1)]
            pixels = (line[min(int((x + 0.5) * wide / width), wide - 1)] for x in range(width))
            grid.append([SEA if pixel == NO_LAND else names[pixel] for pixel in pixels])
        return grid


class GeoCoast:
    """A coast of polygons with names, which are its parts.

    Raises:
        BoardError: If there are no polygons, or too many points.
    """

    def __init__(self, shapes: Iterable[Shape], *, source: str) -> None:
        self._shapes = [(name, rings) for name, rings in shapes if rings]
        points = [point for _, rings in self._shapes for ring in rings for point in ring]
        columns, lines = zip(*points, strict=True) if points else ((0.0,), (0.0,))
        self.window: Window = (min(columns), min(lines), max(columns), max(lines))
        if not all(max(axis) > min(axis) for axis in (columns, lines)):
            raise BoardError(
                _("{source}: there is no Polygon or MultiPolygon in it", source=source)
            )
        if len(points) > _MAX_POINTS:
            raise BoardError(
                _(
                    "{source}: it has {points_count} points; {max_points} are the most",
                    source=source,
                    points_count=len(points),
                    max_points=_MAX_POINTS,
                )
            )

    @property
    def names(self) -> set[str]:
        """The names of the features."""
        return {name for name, _ in self._shapes} - {UNNAMED}

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """Assign each pixel to the part that covers most of it, or to the sea.

        It is sea if less than half of it is land.
        """
        wide, high = width * _SAMPLES, height * _SAMPLES
        left, bottom, right, top = window
        fine = [[SEA] * wide for _ in range(high)]
        for name, rings in self._shapes:
            scaled = [
                [((x - left) / (right - left) * wide, (y - top) / (bottom - top) * high)
                 for x, y in ring]
                for ring in rings
            ]  # fmt: skip
            for line, first, last in _spans(scaled, wide, high):
                fine[line][first:last] = [name] * (last - first)
        grid: Grid = []
        for y in range(0, high, _SAMPLES):
            rows = fine[y : y + _SAMPLES]
            names: list[str] = []
            for x in range(0, wide, _SAMPLES):
                votes = Counter(name for row in rows for name in row[x : x + _SAMPLES] if name)
                is_land = 2 * votes.total() >= _SAMPLES**2
                names.append(votes.most_common(1)[0][0] if is_land else SEA)
            grid.append(names)
        return grid


def read_coast(text: str, *, source: str) -> GeoCoast:
    """Read the coast of a GeoJSON text; its parts are the features with a name.

    Raises:
        BoardError: If the text is not GeoJSON, or has no polygons.
    """
    data = parse_json(text, source=source)
    try:
        shapes = list(_shapes(data))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise BoardError(
            _(
                "{source}: not GeoJSON, which has a type, and coordinates or features",
                source=source,
            )
        ) from None
    return GeoCoast(shapes, source=source)


def parse_json(text: str, *, source: str) -> Any:
    """Parse JSON, or raise ``BoardError``; its message begins with ``source``."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError(
            _(
                "{source}, line {lineno}: not JSON: {msg}",
                source=source,
                lineno=error.lineno,
                msg=error.msg,
            )
        ) from None
    except (RecursionError, ValueError):
        raise BoardError(_("{source}: it can't be read as JSON", source=source)) from None


def _shapes(value: Any, name: str = UNNAMED) -> Iterator[Shape]:
    """Yield the polygons of a GeoJSON value, each with its name."""
    match value["type"]:
        case "FeatureCollection":
            for feature in value["features"]:
                yield from _shapes(feature)
        case "Feature":
            properties = {
                str(key).lower(): text for key, text in (value["properties"] or {}).items()
            }
            if value["geometry"] is not None:
                yield from _shapes(value["geometry"], str(properties.get("name") or UNNAMED))
        case "GeometryCollection":
            for geometry in value["geometries"]:
                yield from _shapes(geometry, name)
        case "Polygon":
            yield name, [_ring(ring) for ring in value["coordinates"]]
        case "MultiPolygon":
            for polygon in value["coordinates"]:
                yield name, [_ring(ring) for ring in polygon]
        case _:
            return  # Points and lines are not land.


def _ring(points: Sequence[Sequence[float]]) -> list[Point]:
    ring = [(float(x), float(y)) for x, y, *_ in points]
    if not all(abs(x) <= _MAX_COORDINATE and abs(y) <= _MAX_COORDINATE for x, y in ring):
        raise ValueError("a point too far away")
    return ring


def _spans(
    rings: Iterable[Sequence[Point]], width: int, height: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the spans (line, first column, end column) inside some rings, by the even-odd rule."""
    crossings: dict[int, list[float]] = defaultdict(list)
    for ring in rings:
        for (x, y), (to_x, to_y) in pairwise([*ring, *ring[:1]]):
            if y == to_y:
                continue
            (top_x, top), (low_x, low) = sorted(((x, y), (to_x, to_y)), key=lambda p: p[1])
            for line in range(max(0, round(top)), min(height, round(low))):
                crossings[line].append(top_x + (low_x - top_x) * (line + 0.5 - top) / (low - top))
    for line, columns in crossings.items():
        columns.sort()
        for left, right in zip(columns[::2], columns[1::2], strict=False):
            first, last = max(0, round(left)), min(width, round(right))
            if first < last:
                yield line, first, last


_REACH = 0.8
"""The radius of land around a place, as a multiple of the median distance to neighbours."""

_STRAIT = 0.16
"""Half the width of the strait between territories without a land link, on that scale."""

_WAVES = 0.22
"""The size of waves in coasts and borders, on that scale."""

_MAX_NECK = 4
"""The most radii between two linked territories that are joined by a neck of land."""


def draw_cells(
    places: Mapping[str, tuple[Point, ...]],
    by_land: Collection[frozenset[str]],
    width: int,
    height: int,
    *,
    across: int = ACROSS,
    wavy: bool = True,
) -> Grid:
    """Draw lands as cells around places: pixels belong to the nearest place, far ones are sea.

    Territories without a land link are separated by a strait.

    Args:
        places: The places of each territory, from 0 to 1 across and down.
        by_land: The pairs of codes with a land link.
        width: The width of the grid in pixels.
        height: The height of the grid in pixels.
        across: The pixels for each column of the screen.
        wavy: False for straight borders.
    """
    seeds = _seeds(places, width / across, height)
    reach = _typical_distance(seeds)
    if wavy:
        seeds += _necks(seeds, by_land, reach)
    tiles = _Tiles(seeds, reach * (_REACH + 2 * _STRAIT))
    grid = []
    for y in range(height):
        line = []
        for x in range(width):
            at = ((x + 0.5) / across, y + 0.5)
            if wavy:
                at = _shift(at, reach)
            line.append(_cell_of(at, tiles.around(at), by_land, reach))
        grid.append(line)
    return grid


def tiles_around(tile: Pixel) -> Iterable[Pixel]:
    """Return a tile and the eight tiles around it, column by column."""
    column, line = tile
    return product(range(column - 1, column + 2), range(line - 1, line + 2))


class _Tiles:
    """Seeds by tile of the picture, so that only those near a point are compared."""

    def __init__(self, seeds: list[Seed], size: float) -> None:
        self._size = size
        self._around: dict[tuple[int, int], list[Seed]] = defaultdict(list)
        for seed in seeds:
            for near in tiles_around(self._tile(seed[:2])):
                self._around[near].append(seed)

    def _tile(self, at: Point) -> tuple[int, int]:
        return math.floor(at[0] / self._size), math.floor(at[1] / self._size)

    def around(self, at: Point) -> Sequence[Seed]:
        """Return all seeds within a tile's size of a point, and some others."""
        return self._around.get(self._tile(at), ())


def _necks(seeds: list[Seed], by_land: Collection[frozenset[str]], reach: float) -> Iterator[Seed]:
    """Yield seeds between land-linked territories that are apart, unless a third one is near."""
    first = {code: (x, y) for x, y, code in reversed(seeds)}
    for one, other in sorted(map(sorted, by_land)):
        (x, y), (to_x, to_y) = first[one], first[other]
        parts = round(math.dist((x, y), (to_x, to_y)) / (_REACH * reach))
        way = [
            (x + (to_x - x) * part / parts, y + (to_y - y) * part / parts, part)
            for part in range(1, parts)
        ]
        is_clear = parts <= _MAX_NECK and all(
            code in (one, other) or math.dist((a, b), (c, d)) > _REACH * reach
            for a, b, _ in way
            for c, d, code in seeds
        )
        if is_clear:
            yield from ((a, b, one if 2 * part < parts else other) for a, b, part in way)


def _seeds(places: Mapping[str, tuple[Point, ...]], wide: float, high: float) -> list[Seed]:
    return [(x * wide, y * high, code) for code, points in places.items() for x, y in points]


def _typical_distance(seeds: list[Seed]) -> float:
    """Return the median distance to the nearest other territory; 1 if most are in one place."""
    nearest = sorted(
        min((math.hypot(x - a, y - b) for a, b, other in seeds if other != code), default=1.0)
        for x, y, code in seeds
    )
    return nearest[len(nearest) // 2] or 1.0


def _cell_of(
    at: Point,
    seeds: Sequence[Seed],
    by_land: Collection[frozenset[str]],
    reach: float,
) -> str:
    """Return the code of the cell that a point is in; ``SEA`` if far away or in a strait."""
    best, second = math.inf, math.inf
    nearest, next_to_it = SEA, SEA
    for x, y, code in seeds:
        away = math.hypot(at[0] - x, at[1] - y)
        if away < best:
            if code != nearest:
                second, next_to_it = best, nearest
            best, nearest = away, code
        elif away < second and code != nearest:
            second, next_to_it = away, code
    if best > _REACH * reach:
        return SEA
    if second - best < _STRAIT * reach * 2 and frozenset((nearest, next_to_it)) not in by_land:
        return SEA
    return nearest


def _shift(at: Point, reach: float) -> Point:
    """Shift a point a little, so that borders are not straight; equal points move equally."""
    x, y = at[0] / reach * 5, at[1] / reach * 5
    across = math.sin(x + 1.7 * math.sin(0.7 * y)) + 0.6 * math.sin(2.3 * y + 0.9 * x)
    down = math.sin(1.1 * y + 1.3 * math.sin(0.8 * x)) + 0.6 * math.sin(1.9 * x - 1.3 * y)
    return at[0] + _WAVES * reach * across / 2.5, at[1] + _WAVES * reach * down / 2.5


def assign_pixels(
    coast: Grid,
    places: Mapping[str, tuple[Point, ...]],
    parts: Mapping[str, tuple[str, ...]],
) -> Grid:
    """Assign the land of a coast to the nearest territory that claims its part.

    Land without a name goes to the nearest place. Named land that no territory claims becomes sea,
    unless nothing is claimed: then it goes to the nearest place too. It is sea if there are no
    places.
    """
    width, height = len(coast[0]), len(coast)
    claims: dict[str, list[str]] = defaultdict(list)
    for code, names in parts.items():
        for name in names:
            claims[name].append(code)
    seeds = _seeds(places, width / ACROSS, height)
    reach = _typical_distance(seeds) if seeds else 1.0

    def owner(x: int, y: int) -> str:
        part = coast[y][x]
        if part == SEA:
            return SEA
        claimants = claims.get(part, [])
        if len(claimants) == 1:
            return claimants[0]
        if not claimants and claims and part != UNNAMED:
            return SEA
        at = _shift(((x + 0.5) / ACROSS, y + 0.5), reach / 2)
        rivals = [seed for seed in seeds if not claimants or seed[2] in claimants]
        if not rivals:
            return SEA
        return min(rivals, key=lambda seed: math.hypot(at[0] - seed[0], at[1] - seed[1]))[2]

    return [[owner(x, y) for x in range(width)] for y in range(height)]
