"""Draws the pictures of a sketch for terminals of every size."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from risk_tui.boards.drawing.grid import ACROSS, area
from risk_tui.boards.drawing.land import smooth, tidy
from risk_tui.boards.drawing.lands import divide, draw_cells
from risk_tui.boards.drawing.picture_text import picture_text
from risk_tui.boards.drawing.sketch_file import map_text
from risk_tui.boards.drawing.territory_layout import lay_out
from risk_tui.boards.map_file import parse_board
from risk_tui.errors import BoardError, DataError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from risk_tui.boards.drawing.coasts import Coast
    from risk_tui.boards.drawing.grid import Grid, Point
    from risk_tui.boards.drawing.sketch_file import Sketch, Window

SIZES = ((58, 21), (74, 27), (84, 32), (104, 36), (124, 41), (150, 45), (188, 56))
"""Columns and rows for terminals of 80x24, 100x30, 120x36, 140x40, 160x45, 200x50 and 240x60."""

_NAMED_FROM = 84
"""The columns from which on continents are named on the sea."""

_SMALLEST_ISLAND = 2 * ACROSS


def draw_map(
    sketch: Sketch,
    coast: Coast | None,
    sizes: Sequence[tuple[int, int]],
    others: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[str, str | BoardError]]:
    """The files of a map by their names: its pictures, then the map itself, which lists them.

    It lists the ``others`` too, pictures that are there already, by their names. Where a picture
    does not become what it must be, or is not, its error stands for it. Raises ``BoardError`` where
    the sketch does not fit its coast.
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
    """Prove a picture of a sketch. Raises ``DataError`` where it is not what it must be."""
    files = {f"{sketch.board.name}.yaml": map_text(sketch.board, [name]), name: text}
    parse_board(files).validate_pictures()


class _Lands:
    """Where the lands of a sketch are, for pictures of any size."""

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
            self._validate_places(codes)
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

    def _validate_places(self, codes: Sequence[str]) -> None:
        for territory in self._sketch.board.territories:
            if territory.code not in self._places:
                raise BoardError(
                    f"{territory.name} has no 'at' where others have; give it a place, or none"
                )

    def _validate_parts(self, coast: Coast) -> None:
        """Raise ``BoardError`` unless every territory has a part of the coast or a place on it."""
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
        """The text of a picture. Raises ``LookupError`` with what there is no room for."""
        width, height = ACROSS * columns, 2 * rows
        grid = self._grid(width, height)
        tidy(grid, _SMALLEST_ISLAND)
        smooth(grid)
        areas = area(grid)
        for territory in self._sketch.board.territories:
            if not areas[territory.code]:
                raise LookupError(f"there is no land left for {territory.name}")
        return picture_text(
            self._sketch.board, grid, self._wished(columns, rows), columns >= _NAMED_FROM
        )

    def _grid(self, width: int, height: int) -> Grid:
        if self._coast is None:
            return draw_cells(self._places, self._by_land, width, height)
        coast = self._coast.parts(width, height, self._window)
        return divide(coast, self._places, self._parts)

    def _wished(self, columns: int, rows: int) -> Mapping[str, Point]:
        """Where labels should be about: round the first place of a territory."""
        return {
            code: (places[0][0] * columns - 2, places[0][1] * rows - 0.5)
            for code, places in self._places.items()
        }
