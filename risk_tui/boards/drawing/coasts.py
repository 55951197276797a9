"""Coastlines on which territories are drawn: of a GeoJSON file, or of another board's picture.

A coast says for each pixel of a picture which part of the land it is: the name of a country or of
the other board's territory, ``UNNAMED`` for land without a name, ``SEA`` where there is none.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from risk_tui.boards.drawing.grid import ACROSS, SEA
from risk_tui.boards.picture import SEA as NO_LAND
from risk_tui.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.boards.drawing.grid import Grid, Point
    from risk_tui.boards.drawing.sketch_file import Window

UNNAMED = "?"

_FINENESS = 3
"""Samples per pixel, across and down."""

_MAX_POINTS = 500_000


class Coast(Protocol):
    """What says which land a pixel is."""

    window: Window
    """What the edges of a picture stand for where a sketch does not say."""

    @property
    def names(self) -> set[str]:
        """The names of its parts."""

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """The part of the land at each pixel of a picture."""


class BoardCoast:
    """The coast of another board; its parts are the territories of that board."""

    window: Window = (0, 100, 100, 0)

    def __init__(self, board: Board) -> None:
        self._board = board

    @property
    def names(self) -> set[str]:
        """The names of the territories."""
        return {territory.name for territory in self._board.territories}

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """As the picture that is nearest in size has it, stretched where it must be."""
        columns, rows = width // ACROSS, height // 2
        picture = min(
            self._board.pictures,
            key=lambda each: (abs(math.log(each.columns / columns)), abs(each.rows - rows)),
        )
        names = [territory.name for territory in self._board.territories]
        wide, high = 2 * picture.columns, 2 * picture.rows
        grid = []
        for y in range(height):
            line = picture.pixels[min(int((y + 0.5) * high / height), high - 1)]
            pixels = (line[min(int((x + 0.5) * wide / width), wide - 1)] for x in range(width))
            grid.append([SEA if pixel == NO_LAND else names[pixel] for pixel in pixels])
        return grid


class GeoCoast:
    """The coast of a GeoJSON text; its parts are the features with a name.

    Raises ``BoardError`` for a text that is none.
    """

    def __init__(self, text: str, *, source: str) -> None:
        try:
            shapes = list(_shapes(json.loads(text)))
        except json.JSONDecodeError as error:
            raise BoardError(f"{source}, line {error.lineno}: not JSON: {error.msg}") from None
        except (KeyError, TypeError, ValueError, RecursionError):
            raise BoardError(
                f"{source}: not GeoJSON; it has a type, and coordinates or features"
            ) from None
        self._shapes = [(name, rings) for name, rings in shapes if rings]
        points = [point for _, rings in self._shapes for ring in rings for point in ring]
        if not points:
            raise BoardError(f"{source}: there is no Polygon or MultiPolygon in it")
        if len(points) > _MAX_POINTS:
            raise BoardError(f"{source}: it has {len(points)} points; {_MAX_POINTS} are the most")
        columns, lines = [x for x, _ in points], [y for _, y in points]
        self.window: Window = (min(columns), min(lines), max(columns), max(lines))

    @property
    def names(self) -> set[str]:
        """The names of the features."""
        return {name for name, _ in self._shapes} - {UNNAMED}

    def parts(self, width: int, height: int, window: Window) -> Grid:
        """Each pixel is the part that has most of its samples, if that is half of them."""
        wide, high = width * _FINENESS, height * _FINENESS
        left, bottom, right, top = window
        fine = [[SEA] * wide for _ in range(high)]
        for name, rings in self._shapes:
            bent = [
                [((x - left) / (right - left) * wide, (y - top) / (bottom - top) * high)
                 for x, y in ring]
                for ring in rings
            ]  # fmt: skip
            for line, first, last in _spans(bent, wide, high):
                fine[line][first:last] = [name] * (last - first)
        grid: Grid = []
        for y in range(0, high, _FINENESS):
            rows = fine[y : y + _FINENESS]
            names: list[str] = []
            for x in range(0, wide, _FINENESS):
                votes = Counter(name for row in rows for name in row[x : x + _FINENESS] if name)
                is_land = 2 * votes.total() >= _FINENESS**2
                names.append(votes.most_common(1)[0][0] if is_land else SEA)
            grid.append(names)
        return grid


def _shapes(value: Any, name: str = UNNAMED) -> Iterator[tuple[str, list[list[Point]]]]:
    """The polygons of a GeoJSON value, each with its name."""
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
            return  # points and lines are no land


def _ring(points: Sequence[Sequence[float]]) -> list[Point]:
    ring = [(float(x), float(y)) for x, y, *_ in points]
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in ring):
        raise ValueError("a point without a place")
    return ring


def _spans(
    rings: Iterable[Sequence[Point]], width: int, height: int
) -> Iterator[tuple[int, int, int]]:
    """The stretches (line, first column, column after the last) inside some rings, even-odd."""
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
