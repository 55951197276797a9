"""The contents of each cell of a picture: land, sea, lanes, and the borders of territories.

Pure computation, once per picture. A cell has four pixels but only two colours, so of three kinds
of ground in a cell the least important is dropped: a land for another, never the coast.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.boards.picture import SEA, Arrow, cell_pixels

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from risk_tui.boards.picture import Picture

DEEP, SHALLOW, RIDGE = SEA, -2, -3
"""Grounds beside the territories (by their numbers): the sea, the sea along land, and the border
of a continent.
"""

_IMPORTANCE = (SHALLOW, RIDGE, DEEP)

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
_BLOCKS = {
    0b0001: "▘", 0b0011: "▀", 0b0101: "▌", 0b0111: "▛",
    0b1001: "▚", 0b1011: "▜", 0b1101: "▙", 0b1111: " ",
}  # fmt: skip
"""The block that fills some of a cell's pixels, always including the first; one bit per pixel, in
order.
"""

_PICTURES = 16
"""The number of pictures that are cached."""

BorderArm: TypeAlias = tuple[int, int, int]
"""Half of a border line in a cell: its bit, and the territories on its two sides."""


class CellGround(NamedTuple):
    """A cell's block character, and the grounds of its foreground and background."""

    block: str
    ink: int
    ground: int


@lru_cache(_PICTURES)
def cell_grounds(picture: Picture, continents: tuple[int, ...]) -> Sequence[Sequence[CellGround]]:
    """Return the grounds of all cells, row by row; ``continents`` has one number per territory."""
    pixels = _pixel_grounds(picture, continents)
    return [
        [_cell_ground(cell_pixels(pixels, column, row)) for column in range(picture.columns)]
        for row in range(picture.rows)
    ]


@lru_cache(_PICTURES)
def cell_territories(picture: Picture) -> Sequence[Sequence[int]]:
    """Return the territory of each cell, row by row: that of most of its pixels, or ``SEA``."""

    def owner(column: int, row: int) -> int:
        lands = [pixel for pixel in cell_pixels(picture.pixels, column, row) if pixel != SEA]
        return max(lands, key=lands.count) if lands else SEA

    return [
        [owner(column, row) for column in range(picture.columns)] for row in range(picture.rows)
    ]


@lru_cache(_PICTURES)
def territory_rows(picture: Picture) -> Sequence[range]:
    """Return the screen rows of each territory and its borders, which begin one row higher."""
    pixel_rows: list[list[int]] = [[] for _ in picture.labels]
    for y, line in enumerate(picture.pixels):
        for territory in set(line) - {SEA}:
            pixel_rows[territory].append(y)
    # When a picture is scaled down, a territory may vanish below another.
    return [
        range(max(rows[0] // 2 - 1, 0), rows[-1] // 2 + 1) if rows else range(0)
        for rows in pixel_rows
    ]


@lru_cache(_PICTURES)
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


@lru_cache(_PICTURES)
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

    Borders and coasts lie between cells. All are drawn half a cell further left and up, so that
    four arms meet in the centre of a cell and join to lines.
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
    """Return the cells of each row along ``walls``: the column, and a land beside it."""
    return [
        [
            (x, arms[0][1])
            for x, arms in row
            if any((min(arm[1:]), max(arm[1:])) in walls for arm in arms)
        ]
        for row in borders
    ]


def without_loose_ends(bits: int) -> int:
    """Return the arms of a border in a cell. A single arm that enters continues to the far side.

    Borders are drawn half a cell too far left and up. So one that ends at another owner's land, or
    at the sea, would stop short of it, and one that begins there would begin too soon.
    """
    return {UP: UP | DOWN, LEFT: LEFT | RIGHT, DOWN: 0, RIGHT: 0}.get(bits, bits)


LANE_DOT = "•"
"""The sign of a lane in a cell."""


@lru_cache(_PICTURES)
def lane_cells(picture: Picture) -> Mapping[int, Mapping[int, str]]:
    """Return the signs of lanes by row and column: dots on their sea, from coast to coast.

    Arrows are at the sides of the picture, where a lane leaves it, and at the end of a lane that
    leads one way only.
    """
    arrows = {0: "←", picture.columns - 1: "→"}
    rows: dict[int, dict[int, str]] = {}
    for lane in picture.lanes:
        signs = arrows if lane.wraps else {}
        way = lane.pixels(2 * picture.columns, 2 * picture.rows)
        sea = [(x, y) for x, y in way if picture.pixels[y][x] == SEA]
        for x, y in sea:
            rows.setdefault(y // 2, {})[x // 2] = signs.get(x // 2, LANE_DOT)
        if lane.arrow is not Arrow.NONE and sea:
            (x, y), sign = _lane_head(sea if lane.arrow is Arrow.AT_END else sea[::-1])
            rows[y // 2][x // 2] = sign
    return rows


def _lane_head(way: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], str]:
    """Return the last pixel of a way, and the arrow in its last direction."""
    (from_x, from_y), (x, y) = way[max(len(way) - 4, 0)], way[-1]
    across, down = x - from_x, y - from_y
    if abs(across) >= abs(down):
        return (x, y), "→" if across >= 0 else "←"
    return (x, y), "↓" if down > 0 else "↑"


@lru_cache(_PICTURES)
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
        for x, y in _ridges(picture, continents):
            grounds[y][x] = RIDGE
    return grounds


def _near_land(picture: Picture, y: int) -> list[bool]:
    """Return for each pixel of a line if it, or one of its eight neighbours, is land."""
    lines = picture.pixels[max(y - 1, 0) : y + 2]
    land = [max(column) for column in zip(*lines, strict=True)]
    three = zip([SEA, *land], land, [*land[1:], SEA], strict=False)
    return [max(near) != SEA for near in three]


def _ridges(picture: Picture, continents: Sequence[int]) -> Iterable[tuple[int, int]]:
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
    kept = _kept(pixels)
    drawn = [pixel if pixel in kept else _nearest(pixel, kept) for pixel in pixels]
    ink = drawn[0]
    bits = sum(1 << index for index, pixel in enumerate(drawn) if pixel == ink)
    return CellGround(_BLOCKS[bits], ink, next((p for p in drawn if p != ink), ink))


def _kept(pixels: tuple[int, ...]) -> list[int]:
    """Return the two grounds of a cell to draw: the largest land, and one that is not land."""
    lands = [land for land, _ in Counter(pixel for pixel in pixels if pixel >= 0).most_common()]
    others = [ground for ground in _IMPORTANCE if ground in pixels]
    return [*lands[:1], *others[:1], *lands[1:], *others[1:]][:2]


def _nearest(pixel: int, kept: list[int]) -> int:
    """Return the ground that replaces a dropped one: land for land, sea for sea."""
    return next((ground for ground in kept if (ground >= 0) == (pixel >= 0)), kept[0])
