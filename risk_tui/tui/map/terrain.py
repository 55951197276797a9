"""The contents of each cell of a picture: land, sea, lanes, and the borders of territories.

Everything here is computed once per picture. A cell has four pixels but only two colours. Of three
grounds in a cell, the least important is replaced: one land by another, but never the coast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from risk_tui.boards.picture import SEA, Arrow, Picture, cell_pixels

DEEP, SHALLOW, CONTINENT_BORDER = SEA, -2, -3
"""Grounds other than territories, which are ground numbers from 0: the sea, the sea along land, and
the border of a continent.
"""

_IMPORTANCE = (SHALLOW, CONTINENT_BORDER, DEEP)
"""Grounds other than territories, most important first."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
"""The bits of a line's arms in a cell, from its centre to its edges."""
_BLOCKS = {
    0b0001: "▘", 0b0011: "▀", 0b0101: "▌", 0b0111: "▛",
    0b1001: "▚", 0b1011: "▜", 0b1101: "▙", 0b1111: " ",
}  # fmt: skip
"""Block characters by the pixels that they fill: one bit per pixel, the first always set."""

_MAX_PICTURES = 16
"""Maximum number of cached pictures."""

BorderArm: TypeAlias = tuple[int, int, int]
"""Half of a border line in a cell: its bit, and the territories on its two sides."""


class CellGround(NamedTuple):
    """A cell's block character, and the grounds of its foreground and background."""

    block: str
    ink: int
    ground: int


@lru_cache(_MAX_PICTURES)
def cell_grounds(picture: Picture, continents: tuple[int, ...]) -> Sequence[Sequence[CellGround]]:
    """Return the grounds of all cells, row by row; ``continents`` has one number per territory."""
    pixels = _pixel_grounds(picture, continents)
    return [
        [_cell_ground(cell_pixels(pixels, column, row)) for column in range(picture.columns)]
        for row in range(picture.rows)
    ]


@lru_cache(_MAX_PICTURES)
def cell_territories(picture: Picture) -> Sequence[Sequence[int]]:
    """Return the territory with most pixels of each cell, row by row; ``SEA`` for no land."""

    def owner(column: int, row: int) -> int:
        lands = [pixel for pixel in cell_pixels(picture.pixels, column, row) if pixel != SEA]
        return max(lands, key=lands.count) if lands else SEA

    return [
        [owner(column, row) for column in range(picture.columns)] for row in range(picture.rows)
    ]


@lru_cache(_MAX_PICTURES)
def territory_rows(picture: Picture) -> Sequence[range]:
    """Return the screen rows of each territory, with its borders, which start one row higher."""
    pixel_rows: list[list[int]] = [[] for _ in picture.labels]
    for y, line in enumerate(picture.pixels):
        for territory in set(line) - {SEA}:
            pixel_rows[territory].append(y)
    # In a picture that was scaled down, other territories may cover all pixels of one.
    return [
        range(max(rows[0] // 2 - 1, 0), rows[-1] // 2 + 1) if rows else range(0)
        for rows in pixel_rows
    ]


@lru_cache(_MAX_PICTURES)
def border_cells(picture: Picture) -> Sequence[Sequence[tuple[int, Sequence[BorderArm]]]]:
    """Return the cells of each row with a border: the column, and the border's arms."""
    rows = []
    for lands, corners in zip(cell_territories(picture), _corners(picture), strict=True):
        cells: list[tuple[int, Sequence[BorderArm]]] = []
        for x, arms in enumerate(corners):
            borders = [arm for arm in arms if arm[1] != arm[2] and SEA not in arm[1:]]
            if lands[x] != SEA and borders:
                cells.append((x, borders))
        rows.append(cells)
    return rows


@lru_cache(_MAX_PICTURES)
def coast_lines(picture: Picture) -> Sequence[Mapping[int, int]]:
    """Return the cells of each row with a coast: the column, and the sum of the coast's arms."""
    return [
        {
            x: bits
            for x, arms in enumerate(corners)
            if (bits := sum(bit for bit, one, other in arms if (one == SEA) != (other == SEA)))
        }
        for corners in _corners(picture)
    ]


def _corners(picture: Picture) -> Iterable[list[Sequence[BorderArm]]]:
    """Yield for each row the four arms of each cell.

    Borders and coasts are between cells. All are drawn half a cell further left and up, so that
    four arms meet in the centre of a cell and form lines.
    """
    territories = cell_territories(picture)
    columns = range(picture.columns)
    rows = [[*row, SEA] for row in territories]
    for here, below in zip(rows, [*rows[1:], [SEA] * (len(columns) + 1)], strict=True):
        yield [
            (
                (UP, here[x], here[x + 1]),
                (DOWN, below[x], below[x + 1]),
                (LEFT, here[x], below[x]),
                (RIGHT, here[x + 1], below[x + 1]),
            )
            for x in columns
        ]


def wall_cells(
    borders: Sequence[Sequence[tuple[int, Sequence[BorderArm]]]], walls: Collection[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Return the cells of each row along ``walls``: the column, and a territory beside it."""
    return [
        [
            (x, arms[0][1])
            for x, arms in row
            if any((min(arm[1:]), max(arm[1:])) in walls for arm in arms)
        ]
        for row in borders
    ]


LOOSE_ENDS = {UP: UP | DOWN, LEFT: LEFT | RIGHT, DOWN: 0, RIGHT: 0}
"""The arms that replace the only arm of a border in a cell.

Borders are drawn half a cell too far left and up. A border that ends in this cell would stop before
the other owner's land or the sea, so it is extended to the far side. A border that starts in this
cell would start too early, so it is dropped here.
"""


LANE_DOT = "•"
"""The sign of a lane in a cell."""


@lru_cache(_MAX_PICTURES)
def lane_cells(picture: Picture) -> Mapping[int, Mapping[int, str]]:
    """Return the signs of lanes by row and column: dots on their sea, from coast to coast.

    There are arrows where a lane leaves the picture at its sides, and at the end of a lane that
    leads one way only.
    """
    arrows = {0: "←", picture.columns - 1: "→"}
    rows: dict[int, dict[int, str]] = {}
    for lane in picture.lanes:
        signs = arrows if lane.wraps else {}
        path = lane.pixels(2 * picture.columns, 2 * picture.rows)
        sea = [(x, y) for x, y in path if picture.pixels[y][x] == SEA]
        for x, y in sea:
            rows.setdefault(y // 2, {})[x // 2] = signs.get(x // 2, LANE_DOT)
        if lane.arrow is not Arrow.NONE and sea:
            (x, y), sign = _lane_head(sea if lane.arrow is Arrow.AT_END else sea[::-1])
            rows[y // 2][x // 2] = sign
    return rows


def _lane_head(path: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], str]:
    """Return the last pixel of a path, and the arrow in its last direction."""
    (from_x, from_y), (x, y) = path[max(len(path) - 4, 0)], path[-1]
    across, down = x - from_x, y - from_y
    if abs(across) >= abs(down):
        return (x, y), "→" if across >= 0 else "←"
    return (x, y), "↓" if down > 0 else "↑"


@lru_cache(_MAX_PICTURES)
def coast_cells(picture: Picture) -> Sequence[Collection[int]]:
    """Return the columns of each row with land beside the sea."""
    lands = cell_territories(picture)
    sea = [SEA] * picture.columns
    coasts = []
    for above, here, below in zip([sea, *lands], lands, [*lands[1:], sea], strict=False):
        beside = zip([SEA, *here], above, below, [*here[1:], SEA], strict=False)
        coasts.append({x for x, near in enumerate(beside) if here[x] != SEA and SEA in near})
    return coasts


def _pixel_grounds(picture: Picture, continents: Sequence[int]) -> list[list[int]]:
    grounds = [
        [
            pixel if pixel != SEA else SHALLOW if near else DEEP
            for pixel, near in zip(line, _near_land(picture, y), strict=True)
        ]
        for y, line in enumerate(picture.pixels)
    ]
    if continents:
        for x, y in _continent_borders(picture, continents):
            grounds[y][x] = CONTINENT_BORDER
    return grounds


def _near_land(picture: Picture, y: int) -> list[bool]:
    """Return for each pixel of a line whether it, or one of its eight neighbours, is land."""
    lines = picture.pixels[max(y - 1, 0) : y + 2]
    land = [max(column) for column in zip(*lines, strict=True)]
    three = zip([SEA, *land], land, [*land[1:], SEA], strict=False)
    return [max(near) != SEA for near in three]


def _continent_borders(picture: Picture, continents: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield the pixels of land with another continent to the right or below."""
    beyond = (SEA,) * len(picture.pixels[0])
    for y, line in enumerate(picture.pixels):
        below = picture.pixels[y + 1] if y + 1 < len(picture.pixels) else beyond
        for x, here in enumerate(line):
            for there in (*line[x + 1 : x + 2], below[x]):
                if SEA not in (here, there) and continents[here] != continents[there]:
                    yield x, y


@cache
def _cell_ground(pixels: tuple[int, ...]) -> CellGround:
    grounds = _main_grounds(pixels)
    drawn = [pixel if pixel in grounds else _substitute(pixel, grounds) for pixel in pixels]
    ink = drawn[0]
    bits = sum(1 << index for index, pixel in enumerate(drawn) if pixel == ink)
    return CellGround(_BLOCKS[bits], ink, next((p for p in drawn if p != ink), ink))


def _main_grounds(pixels: tuple[int, ...]) -> list[int]:
    """Return at most two grounds to draw in a cell: the largest land and a ground of another kind.

    If there are only lands, or none, return two grounds of one kind.
    """
    lands = [land for land, _ in Counter(pixel for pixel in pixels if pixel >= 0).most_common()]
    others = [ground for ground in _IMPORTANCE if ground in pixels]
    return [*lands[:1], *others[:1], *lands[1:], *others[1:]][:2]


def _substitute(pixel: int, grounds: list[int]) -> int:
    """Return the ground to draw instead of another: a land for a land, a sea for a sea."""
    return next((ground for ground in grounds if (ground >= 0) == (pixel >= 0)), grounds[0])
