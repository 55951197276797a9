"""The characters and colours of each screen row of a picture of the board, and arrows.

First, once per picture, the contents of each cell are computed: land, sea, lanes, borders. A cell
has four pixels but only two colours. Of three grounds in a cell, the least important is replaced:
one land by another, but never the coast.

This module computes cells and draws nothing itself. A screen cell shows four pixels of the picture
as a block character of four quarters. Equal cells are joined into runs, because every change of
colour costs bytes. Lands of different owners meet without a line; a thin line separates lands of
one owner, a thick line continents. If colours or blocks are missing, ``TexturedRenderer`` draws
with other signs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from risk_tui.boards.picture import SEA, Arrow, LinkStub, Picture, SeaLane, cell_pixels
from risk_tui.text.words import shorten_number
from risk_tui.tui.theme import palette

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


_ARROW_HEADS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
_ARMS = {(1, 0): RIGHT, (-1, 0): LEFT, (0, 1): DOWN, (0, -1): UP}
_LABEL_CELLS_KEPT = 4
"""Cells at the start of a label that arrows do not cover; few labels are longer."""


def arrow_cells(
    moves: Iterable[tuple[int, int]],
    labels: Sequence[tuple[int, int]],
    columns: int,
    rows: int,
    lines: str,
) -> dict[int, dict[int, str]]:
    """Return the characters of arrows for moves between territories, by row and column.

    ``lines`` has the character for every sum of arms, ``labels`` the cell where each label starts.
    """
    taken = {(column + cell, row) for column, row in labels for cell in range(_LABEL_CELLS_KEPT)}
    arms: dict[tuple[int, int], int] = {}
    heads: dict[tuple[int, int], str] = {}
    for source, target in moves:
        path = _arrow_path(labels[source], labels[target], columns, rows)
        steps = [_step(one, other, columns) for one, other in pairwise(path)]
        head = None
        for index, cell in enumerate(path[1:-1], 1):
            if cell in taken:
                continue
            (back_x, back_y), ahead = steps[index - 1], steps[index]
            arms[cell] = arms.get(cell, 0) | _ARMS[-back_x, -back_y] | _ARMS[ahead]
            head = cell, ahead
        if head is not None:
            heads[head[0]] = _ARROW_HEADS[head[1]]
    arrows: dict[int, dict[int, str]] = {}
    for (x, y), bits in arms.items():
        arrows.setdefault(y, {})[x] = heads.get((x, y)) or lines[bits]
    return arrows


def _arrow_path(
    source: tuple[int, int], target: tuple[int, int], columns: int, rows: int
) -> list[tuple[int, int]]:
    """Return the connected cells between the centres of two labels, the shorter way round."""
    (x, y), (to_x, to_y) = ((column + 1, row) for column, row in (source, target))
    wraps = abs(to_x - x) > columns / 2
    path: list[tuple[int, int]] = []
    for cell in SeaLane((0, 0), (x, y), (to_x, to_y), wraps).pixels(columns, rows):
        if path and cell[0] != path[-1][0] and cell[1] != path[-1][1]:
            path.append((cell[0], path[-1][1]))
        path.append(cell)
    return path


def _step(one: tuple[int, int], other: tuple[int, int], columns: int) -> tuple[int, int]:
    """Return the columns and rows from one cell to another, across the edge if that is shorter."""
    across = (other[0] - one[0] + columns // 2) % columns - columns // 2
    return across, other[1] - one[1]


class LabelFrame(Enum):
    """The frame of a label: the signs to its left and right if there are no colours."""

    NONE = "  "
    CHOICE = "()"
    SOURCE = "<>"
    TARGET = "><"
    CURSOR = "[]"


BIG_FRAME = "{}"
"""The frame of a big stack's label if there are no colours and no other frame."""


@dataclass(frozen=True, slots=True)
class TerritoryStyle:
    """The style of a territory: its land, and its label, which is wider for a ``big`` stack.

    ``realm`` is the same number for territories of one owner. ``texture`` is the pattern that
    replaces colours: lines of a tile that repeats over the whole map. ``shade``, one of ``SHADES``,
    is drawn with signs if there are too few colours for it.
    """

    fill: palette.RGB
    label: str
    foreground: palette.RGB
    label_background: palette.RGB
    bold: bool = False
    realm: int = -1
    frame: LabelFrame = LabelFrame.NONE
    big: bool = False
    texture: tuple[str, ...] = (" ",)
    shade: str = "plain"


@dataclass(frozen=True, slots=True)
class ContinentStyle:
    """The style of a continent's caption: its ink, and the glyph of its holder, if any."""

    foreground: palette.RGB = palette.DIM
    glyph: str = ""


class StyledRun(NamedTuple):
    """A run of characters of one style."""

    text: str
    foreground: palette.RGB
    background: palette.RGB
    bold: bool


Cell: TypeAlias = tuple[str, palette.RGB, palette.RGB, bool]
"""A character, its ink, its ground, and whether it is bold."""

_GROUND_COLOURS = {
    DEEP: palette.SEA,
    SHALLOW: palette.SHELF,
    CONTINENT_BORDER: palette.CONTINENT_BORDER,
}
"""The colours of grounds other than territories."""

LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The character for every sum of the bits ``UP``, ``DOWN``, ``LEFT`` and ``RIGHT``."""

DOUBLE_LINES = " ║║║═╝╗╣═╚╔╠═╩╦╬"
COAST_LINES = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
ASCII_LINES = " |||-'.|-'.|--.+"
ASCII_THICK_LINES = " " + 15 * "#"
ASCII_LANES = {LANE_DOT: ".", "←": "<", "→": ">", "↑": "^", "↓": "v"}

DITHER = "▒"
"""The sign that darkens land on a dark ground, and makes it paler on a light one."""

WALL = "X"
"""The sign along a border that cannot be crossed, in every mode. No pattern of land has it."""

LABEL_CELLS = 6
"""Cells of the longest label: a code of two letters, the owner's glyph, and three digits.

A picture guarantees room for five cells only; see ``fit_label``.
"""


_LABEL = re.compile(r"(..)(\D)(\D?)(\d+)")
"""A label's code, the owner's glyph, an optional symbol, and the armies."""


def fit_label(label: str, cells: int) -> str:
    """Shorten a label to ``cells``.

    The glyph is dropped first, then the symbol. If that is not enough, the armies are rounded, and
    the label keeps its glyph if that fits.

    >>> [fit_label(label, 6) for label in ("BRo123", "BRo1234", "BRo12345", "BRo123456")]
    ['BRo123', 'BR1234', 'BRo12k', 'BR123k']
    """
    if len(label) <= cells:
        return label
    parts = _LABEL.fullmatch(label)
    if parts is None:  # Not all labels end in armies: some show a chance, or hide the armies.
        return label if label[2:3].isdigit() else label[:2] + label[3:]
    code, glyph, symbol, number = parts.groups()
    rounded = [shorten_number(int(number), cells - size) for size in (len(code + glyph), len(code))]
    forms = [code + symbol + number, code + number]
    forms += [
        start + short
        for start, short in zip((code + glyph, code), rounded, strict=True)
        if short[:-1].isdigit() and short[-1] != "+"
    ]
    return next((form for form in forms if len(form) <= cells), code + rounded[1])


def fit_small_label(label: str, cells: int, *, glyph: bool) -> str:
    """Shorten a label to ``cells``: without its code, and with the owner's glyph if ``glyph``."""
    parts = _LABEL.fullmatch(label)
    if parts is None:
        return label[2 if glyph else 3 :][:cells]
    _, sign, symbol, number = parts.groups()
    start = sign if glyph else ""
    if glyph and len(start + symbol + number) <= cells:
        return start + symbol + number
    return start + shorten_number(int(number), cells - len(start))


class MapRenderer:
    """A picture prepared for drawing with colours and blocks, and the styles that it shows."""

    lines = LINES

    def __init__(
        self,
        picture: Picture,
        continents: Sequence[int] = (),
        *,
        borders: bool = True,
        dithered: bool = False,
    ) -> None:
        """Prepare a picture.

        Args:
            picture: The picture of the board.
            continents: The number of each territory's continent; if empty, continents have no
                borders.
            borders: False draws no borders between lands of one owner.
            dithered: True draws quiet land as a mixture with the sea, for terminals with too few
                colours for shades.
        """
        self._dithered = dithered
        self.picture = picture
        self.columns = picture.columns
        self.rows = picture.rows
        self.labels = [
            (min(column, max(picture.columns - LABEL_CELLS, 0)), row)
            for column, row in picture.labels
        ]
        self.styles: Sequence[TerritoryStyle] = ()
        self._continent_styles: Sequence[ContinentStyle] = ()
        self._moves: Sequence[tuple[int, int]] = ()
        self._label_texts = [""] * len(picture.labels)
        """The texts of labels, in the cells available."""
        self._arrows: dict[int, dict[int, str]] = {}
        self._continents = continents or [0] * len(picture.labels)
        self._lanes = lane_cells(picture)
        self._territories = cell_territories(picture)
        self._borders = border_cells(picture) if borders else [[]] * self.rows
        self._walls = wall_cells(self._borders, picture.walls)
        self._labels_of_row = [
            [territory for territory, (_, row) in enumerate(self.labels) if row == y]
            # A label without room has the row below the picture.
            for y in range(picture.rows + 1)
        ]
        self._label_widths = [self._label_width(territory) for territory in range(len(self.labels))]
        self._rows_of_territory = territory_rows(picture)
        self._prepare(picture)

    def _prepare(self, picture: Picture) -> None:
        self._grounds = cell_grounds(picture, tuple(self._continents))

    def _label_width(self, territory: int) -> int:
        """Return the cells available for a label: up to the next label of its row, at most six."""
        start, row = self.labels[territory]
        others = (self.labels[other][0] for other in self._labels_of_row[row])
        return min([LABEL_CELLS, *(column - start for column in others if column > start)])

    def show(
        self,
        styles: Sequence[TerritoryStyle],
        continents: Sequence[ContinentStyle] = (),
        moves: Sequence[tuple[int, int]] = (),
    ) -> set[int]:
        """Show these styles, and return the rows that change; often only at labels.

        Args:
            styles: The styles of all territories.
            continents: The styles of the captions; empty if no continent is held.
            moves: The moves that arrows show, over everything but labels.
        """
        rows: set[int] = set()
        before: Sequence[TerritoryStyle | None] = self.styles or [None] * len(styles)
        for territory, (old, new) in enumerate(zip(before, styles, strict=True)):
            if old == new:
                continue
            self._label_texts[territory] = fit_label(new.label, self._label_widths[territory])
            land = new.fill, new.realm, new.texture
            if old is None or (old.fill, old.realm, old.texture) != land:
                rows.update(self._rows_of_territory[territory])
            # The cursor extends into the rows above and below a label.
            row = self.labels[territory][1]
            rows.update(range(max(row - 1, 0), min(row + 2, self.rows)))
        if continents != self._continent_styles:
            rows.update(caption.row for caption in self.picture.continent_labels)
        if not self.styles or moves != self._moves:
            self._arrows = arrow_cells(moves, self.labels, self.columns, self.rows, self.lines)
            rows.update(range(self.rows))
        self.styles, self._continent_styles, self._moves = styles, continents, moves
        return rows

    def row(self, y: int) -> list[StyledRun]:
        """Return a screen row from left to right."""
        cells = self.land(y)
        self._draw_borders(y, cells)
        for x, sign in self._lanes.get(y, {}).items():
            cells[x] = (sign, palette.LANE, palette.SEA, True)
        if self._walls[y]:
            self._draw_walls(y, cells)
        for caption in self.picture.continent_labels:
            if caption.row == y:
                held = self._continent_styles
                holder = held[caption.continent] if held else ContinentStyle()
                text = f"{caption.text} {holder.glyph}".rstrip()
                for x, char in enumerate(text, caption.column):
                    # The shallow sea along the coasts can be as dark as the caption.
                    cells[x] = (char, holder.foreground, palette.SEA, bool(holder.glyph))
        for stub in self.picture.stubs:
            if stub.row == y:
                self._draw_stub(stub, cells)
        for x, char in self._arrows.get(y, {}).items():
            cells[x] = (char, palette.INK, palette.ROUTE, True)
        self._draw_cursor_edges(y, cells)
        # Draw labels last: a label covers the frame of its neighbour.
        labels = [
            (self.styles[territory], self._label_columns(territory), self._label_texts[territory])
            for territory in self._labels_of_row[y]
        ]
        for style, columns, _text in labels:
            for x in (columns.start - 1, columns.stop):
                if 0 <= x < self.columns:
                    cells[x] = self.frame_end(style, cells[x], left=x < columns.start)
        for style, columns, text in labels:
            bold = self.is_bold(style)
            for x, char in zip(columns, text, strict=True):
                if x < self.columns:
                    cells[x] = (char, style.foreground, style.label_background, bold)
        return _merge_cells(cells)

    def _label_columns(self, territory: int) -> range:
        """Return the columns of a label; the last can be outside a tiny picture."""
        start = self.labels[territory][0]
        return range(start, start + len(self._label_texts[territory]))

    def is_bold(self, style: TerritoryStyle) -> bool:
        """Return True if a label is drawn in bold."""
        return style.bold

    def _draw_stub(self, stub: LinkStub, cells: list[Cell]) -> None:
        """Draw the end of a link: on the sea like a lane, on land as a tag."""
        line = self.lines[LEFT | RIGHT]
        text = line + stub.text if stub.leads_right else stub.text + line
        for (x, _), char in zip(stub.cells, text, strict=True):
            sea = self._territories[stub.row][x] == DEEP
            ink, ground = (palette.LANE, cells[x][2]) if sea else (palette.INK, palette.LANE)
            cells[x] = (char, ink, ground, char != line)

    def land(self, y: int) -> list[Cell]:
        """Return the cells of a row with land, sea and borders of continents, but nothing on it."""
        cells: list[Cell] = []
        styles = self.styles
        for block, first, second in self._grounds[y]:
            ink = styles[first].fill if first >= 0 else _GROUND_COLOURS[first]
            ground = styles[second].fill if second >= 0 else _GROUND_COLOURS[second]
            if ink != ground:
                cells.append((block, ink, ground, False))
            elif self._dithered and first >= 0 and styles[first].shade == "quiet":
                cells.append((DITHER, ink, palette.SEA, False))
            else:
                cells.append((" ", ink, ground, False))
        return cells

    def _draw_borders(self, y: int, cells: list[Cell]) -> None:
        """Draw the borders between territories of one owner and one continent."""
        styles, continents = self.styles, self._continents
        for x, arms in self._borders[y]:
            bits = sum(
                bit
                for bit, one, other in arms
                if styles[one].realm == styles[other].realm and continents[one] == continents[other]
            )
            bits = LOOSE_ENDS.get(bits, bits)
            _, first, second = self._grounds[y][x]
            if bits and min(first, second) >= 0 and styles[first].realm == styles[second].realm:
                # If their shades differ, the line follows one of them.
                style = styles[self._territories[y][x]]
                ink, ground = palette.darken(style.fill), style.fill
                if self._dithered and style.shade == "quiet":
                    ink, ground = ground, palette.SEA
                cells[x] = (self.lines[bits], ink, ground, False)

    def _draw_walls(self, y: int, cells: list[Cell]) -> None:
        """Draw the signs of walls, but not beside a label, where they would read as letters."""
        labels = [self._label_columns(territory) for territory in self._labels_of_row[y]]
        beside = {x for columns in labels for x in (columns.start - 1, columns.stop)}
        for x, ground in self._walls[y]:
            if x not in beside:
                cells[x] = (WALL, palette.LABEL, palette.darken(self.styles[ground].fill), True)

    def territory_at(self, column: int, row: int) -> int:
        """Return the territory whose label or land covers a cell, or else the nearest label.

        A label can cover other land. A screen row counts as two columns.
        """
        for territory in self._labels_of_row[row]:
            if column in self._label_columns(territory):
                return territory
        if (land := self._territories[row][column]) >= 0:
            return land

        def distance(territory: int) -> float:
            x, y = self.labels[territory]
            return abs(x + 1.5 - column) + 2 * abs(y - row)

        return min(range(len(self.labels)), key=distance)

    def frame_end(self, style: TerritoryStyle, cell: Cell, *, left: bool) -> Cell:
        """Return the left or right end of a label's frame, which replaces ``cell``."""
        if style.big or style.frame in (LabelFrame.CURSOR, LabelFrame.SOURCE):
            return ("▐" if left else "▌", style.label_background, cell[2], False)
        return cell

    def _draw_cursor_edges(self, y: int, cells: list[Cell]) -> None:
        """Draw the edges of the cursor, which extends half a cell into the rows above and below."""
        for row, char in ((y + 1, "▄"), (y - 1, "▀")):
            for territory in self._labels_of_row[row] if 0 <= row < self.rows else ():
                style = self.styles[territory]
                if style.frame is LabelFrame.CURSOR:
                    columns = self._label_columns(territory)
                    for x in range(max(columns.start - 1, 0), min(columns.stop + 1, self.columns)):
                        cells[x] = self.edge_cell(char, style, cells[x])

    def edge_cell(self, char: str, style: TerritoryStyle, cell: Cell) -> Cell:
        """Return a cell above or below the cursor's label, half of it in the cursor's colour."""
        ground = cell[1] if char == "▄" and cell[0] in "▀▛▜▘" else cell[2]
        return (char, style.label_background, ground, False)


class TexturedRenderer(MapRenderer):
    """A picture for terminals without colours or blocks.

    Without colours, lands are filled with the patterns of their owners inside a coast line. ASCII
    has no lines for coasts, so the pattern is brighter at the coast. In ASCII with colours, only
    quiet land has a pattern.
    """

    thick_lines = DOUBLE_LINES

    def __init__(
        self,
        picture: Picture,
        continents: Sequence[int] = (),
        *,
        ascii: bool,
        coloured: bool = False,
        borders: bool = True,
    ) -> None:
        super().__init__(picture, continents, borders=borders)
        self._ascii, self._coloured = ascii, coloured
        self._bright_cells = coast_cells(picture) if ascii else [()] * self.rows
        self._coast_lines = [{}] * self.rows if ascii else coast_lines(picture)
        if ascii:
            self.lines, self.thick_lines = ASCII_LINES, ASCII_THICK_LINES
            self._lanes = {
                y: {x: ASCII_LANES[sign] for x, sign in row.items()}
                for y, row in self._lanes.items()
            }

    def _prepare(self, picture: Picture) -> None:
        """Prepare nothing: patterns fill whole cells."""

    def land(self, y: int) -> list[Cell]:
        return [
            self._pattern_cell(x, y, self.styles[territory])
            if territory >= 0
            else (" ", palette.SEA, palette.SEA, False)
            for x, territory in enumerate(self._territories[y])
        ]

    def _pattern_cell(self, x: int, y: int, style: TerritoryStyle) -> Cell:
        """Return a cell of land: its pattern, brighter if the land can be chosen, or its colour."""
        if self._coloured and style.shade != "quiet":
            return (" ", style.fill, style.fill, False)
        tile = style.texture[y % len(style.texture)]
        is_bright = style.shade in ("choice", "glow") or x in self._bright_cells[y]
        ink = (
            palette.LABEL_QUIET if is_bright and not self._coloured else palette.darken(style.fill)
        )
        return (tile[x % len(tile)], ink, style.fill, False)

    def _draw_borders(self, y: int, cells: list[Cell]) -> None:
        """Draw the coast, and the borders between territories, thick ones between continents.

        Lands of different owners meet without a thin line: their patterns differ.
        """
        coasts, styles = self._coast_lines[y], self.styles
        for x, bits in coasts.items():
            cells[x] = (COAST_LINES[bits], palette.LABEL_QUIET, palette.SEA, False)
        for x, arms in self._borders[y]:
            thick = any(self._continents[one] != self._continents[other] for _, one, other in arms)
            bits = sum(
                bit for bit, one, other in arms if thick or styles[one].realm == styles[other].realm
            )
            bits = LOOSE_ENDS.get(bits, bits)
            if bits and x not in coasts:
                lines = self.thick_lines if thick else self.lines
                ink = palette.darken(cells[x][2]) if self._ascii else palette.LABEL_QUIET
                cells[x] = (lines[bits], ink, cells[x][2], thick)

    def is_bold(self, style: TerritoryStyle) -> bool:
        # In ASCII, land too consists of letters and signs, so labels must be bold.
        return style.bold or (self._ascii and not self._coloured)

    def frame_end(self, style: TerritoryStyle, cell: Cell, *, left: bool) -> Cell:
        if style.frame is LabelFrame.NONE and not style.big:
            return cell if cell[2] == palette.SEA else (" ", style.foreground, cell[2], False)
        signs = style.frame.value if style.frame is not LabelFrame.NONE else BIG_FRAME
        return (signs[0 if left else 1], style.foreground, style.label_background, style.bold)

    def edge_cell(self, char: str, style: TerritoryStyle, cell: Cell) -> Cell:
        return cell


def _merge_cells(cells: Iterable[Cell]) -> list[StyledRun]:
    """Merge cells of one style into runs. The ink of a blank is invisible, so it can be any."""
    runs: list[StyledRun] = []
    for char, ink, ground, bold in cells:
        text, last_ink, *last = runs[-1] if runs else ("", ink)
        if last == [ground, bold] and (char == " " or ink == last_ink or not text.strip()):
            runs[-1] = StyledRun(text + char, last_ink if char == " " else ink, ground, bold)
        else:
            runs.append(StyledRun(char, ink, ground, bold))
    return runs
