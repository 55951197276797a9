"""Drawing a picture of the board: which characters and colours each screen row holds.

Pure computation. A screen cell shows two pixels of the picture, one above the other, as a
half-block; runs of equal cells are drawn as one piece, since every change of colour costs bytes.
Lands of different owners meet colour against colour; a thin line parts those of one owner. Where
colours or blocks are missing, ``TexturedRenderer`` fills each land with its owner's pattern.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.boards.picture import SEA as SEA_PIXEL
from risk_tui.data.dataclasses import dataclass
from risk_tui.tui.theme.palette import LANE, RGB, SEA, SHELF, STRAIT, darken

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.boards.picture import Picture


class LabelFrame(Enum):
    """The frame of a label: the signs at its left and right, where there are no colours."""

    NONE = "  "
    CHOICE = "()"
    SOURCE = "<>"
    TARGET = "><"
    CURSOR = "[]"


@dataclass(frozen=True, slots=True)
class TerritoryStyle:
    """How a territory is drawn: its land, and its label.

    ``realm`` is the same number for territories of one owner. ``texture`` is the
    pattern that fills the land where colours cannot: lines of a tile that is repeated over the
    whole map.
    """

    fill: RGB
    label: str
    foreground: RGB
    label_background: RGB
    bold: bool = False
    realm: int = -1
    frame: LabelFrame = LabelFrame.NONE
    texture: tuple[str, ...] = (" ",)


@dataclass(frozen=True, slots=True)
class ContinentStyle:
    """How a continent's caption is drawn: its ink, and the glyph of who holds it, if anybody."""

    foreground: RGB = LANE
    glyph: str = ""


class StyledRun(NamedTuple):
    """A run of characters of one style."""

    text: str
    foreground: RGB
    background: RGB
    bold: bool


Cell: TypeAlias = tuple[str, RGB, RGB, bool]
"""A character, its ink, its ground, and whether it is bold."""

BorderSegment: TypeAlias = tuple[int, int, int]
"""A half of a border line in a cell: its bit, and the territories on its two sides."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The character for every sum of the bits ``UP``, ``DOWN``, ``LEFT`` and ``RIGHT``."""

ASCII_LINES = " |||-+++-+++-+++"

LABEL_CELLS = 6
"""Cells of the longest label: a code of two letters, the owner's glyph, and three digits.

A picture guarantees room for five cells only."""


class MapRenderer:
    """A picture prepared for drawing with colours and blocks."""

    lines = LINES
    dot = "·"

    def __init__(self, picture: Picture) -> None:
        self.columns = picture.columns
        self.rows = picture.rows
        self.labels = [
            (min(column, max(picture.columns - LABEL_CELLS, 0)), row)
            for column, row in picture.labels
        ]
        self._pixels = picture.pixels
        self._sea_colours = [_sea_colours(picture, y) for y in range(2 * picture.rows)]
        self._borders = [_borders(picture, row) for row in range(picture.rows)]
        self._labels_of_row = [
            [territory for territory, (_, row) in enumerate(self.labels) if row == y]
            for y in range(picture.rows)
        ]
        self._label_widths = [self._label_width(territory) for territory in range(len(self.labels))]
        self._lanes, self._straits = _lane_cells(picture)
        self.captions = picture.continent_labels
        self._rows_of_territory = [
            _territory_rows(picture, territory) for territory in range(len(self.labels))
        ]

    def _label_width(self, territory: int) -> int:
        """The cells that a label may take: up to the next label of its row, at most six."""
        start, row = self.labels[territory]
        others = (self.labels[other][0] for other in self._labels_of_row[row])
        return min([LABEL_CELLS, *(column - start for column in others if column > start)])

    def rows_changed(
        self, territory: int, old: TerritoryStyle, new: TerritoryStyle
    ) -> Iterable[int]:
        """The screen rows that change with a territory's style: only its label's, if those do."""
        if (old.fill, old.realm, old.texture) != (new.fill, new.realm, new.texture):
            return self._rows_of_territory[territory]
        row = self.labels[territory][1]
        return range(max(row - 1, 0), min(row + 2, self.rows))

    def row(
        self, y: int, styles: Sequence[TerritoryStyle], continents: Sequence[ContinentStyle]
    ) -> list[StyledRun]:
        """A screen row, from left to right.

        ``continents`` are the styles of the captions; where it is empty, nobody holds a continent.
        """
        cells = self.land(y, styles)
        for x in self._lanes.get(y, ()):
            cells[x] = (self.dot, LANE, cells[x][2], False)
        for x, lower in self._straits.get(y, ()):
            cells[x] = self.strait(cells[x], lower)
        for x, arms in self._borders[y]:
            char, _, ground, _ = cells[x]
            # It runs between lands of one owner.
            bits = sum(bit for bit, one, other in arms if styles[one].realm == styles[other].realm)
            if bits and char != "▀":
                cells[x] = (self.lines[bits], darken(ground), ground, False)
        for caption in self.captions:
            if caption.row == y:
                style = continents[caption.continent] if continents else ContinentStyle()
                text = f"{caption.text} {style.glyph}".rstrip()
                for x, char in enumerate(text, caption.column):
                    cells[x] = (char, style.foreground, cells[x][2], bool(style.glyph))
        self._draw_cursor_edges(y, cells, styles)
        # A label covers the frame of the one beside it.
        for draw in (self._draw_frame, self._draw_label):
            for territory in self._labels_of_row[y]:
                draw(territory, cells, styles[territory])
        return _merge_cells(cells)

    def land(self, y: int, styles: Sequence[TerritoryStyle]) -> list[Cell]:
        """The cells of a row without lines and labels: land, and the shallow sea round it."""
        cells: list[Cell] = []
        upper, lower = self._pixels[2 * y], self._pixels[2 * y + 1]
        grounds = zip(
            upper, lower, self._sea_colours[2 * y], self._sea_colours[2 * y + 1], strict=True
        )
        for above, below, sea_above, sea_below in grounds:
            ink = styles[above].fill if above >= 0 else sea_above
            ground = styles[below].fill if below >= 0 else sea_below
            cells.append((" " if ink == ground else "▀", ink, ground, False))
        return cells

    def strait(self, cell: Cell, lower: bool) -> Cell:
        """A cell whose ``lower`` (or upper) pixel is a lane, and whose other pixel is land."""
        _, ink, ground, _ = cell
        return ("▀", ink, STRAIT, False) if lower else ("▀", STRAIT, ground, False)

    def _draw_frame(self, territory: int, cells: list[Cell], style: TerritoryStyle) -> None:
        start = self.labels[territory][0]
        for x in (start - 1, start + len(self._label_text(territory, style))):
            if 0 <= x < self.columns:
                cells[x] = self.frame_end(style, cells[x], left=x < start)

    def _draw_label(self, territory: int, cells: list[Cell], style: TerritoryStyle) -> None:
        label = self._label_text(territory, style)
        for x, char in zip(range(self.labels[territory][0], self.columns), label, strict=False):
            cells[x] = (char, style.foreground, style.label_background, style.bold)

    def _label_text(self, territory: int, style: TerritoryStyle) -> str:
        """The text of a label; without its glyph where the map has room for five cells only."""
        width = self._label_widths[territory]
        return style.label if len(style.label) <= width else style.label[:2] + style.label[3:]

    def frame_end(self, style: TerritoryStyle, cell: Cell, *, left: bool) -> Cell:
        """The left or right end of a label's frame, in place of the ``cell`` beside the label."""
        if style.frame in (LabelFrame.CURSOR, LabelFrame.SOURCE):
            return ("▐" if left else "▌", style.label_background, cell[2], False)
        return cell

    def _draw_cursor_edges(
        self, y: int, cells: list[Cell], styles: Sequence[TerritoryStyle]
    ) -> None:
        """Draw the edges of the cursor, which reaches half a cell into the rows above and below."""
        for row, char in ((y + 1, "▄"), (y - 1, "▀")):
            for territory in self._labels_of_row[row] if 0 <= row < self.rows else ():
                style, start = styles[territory], self.labels[territory][0]
                if style.frame is not LabelFrame.CURSOR:
                    continue
                for x in range(max(start - 1, 0), min(start + len(style.label) + 1, self.columns)):
                    cells[x] = self.edge_cell(char, style, cells[x])

    def edge_cell(self, char: str, style: TerritoryStyle, cell: Cell) -> Cell:
        """A cell above or below the cursor's label, half of it drawn in the cursor's colour."""
        ground = cell[1] if char == "▄" and cell[0] == "▀" else cell[2]
        return (char, style.label_background, ground, False)


class TexturedRenderer(MapRenderer):
    """A picture for terminals without colours, or without blocks: lands are filled with signs."""

    def __init__(self, picture: Picture, *, ascii: bool) -> None:
        super().__init__(picture)
        if ascii:
            self.lines, self.dot = ASCII_LINES, "."

    def land(self, y: int, styles: Sequence[TerritoryStyle]) -> list[Cell]:
        cells: list[Cell] = []
        for x, territory in enumerate(_cell_row(self._pixels, y)):
            if territory < 0:
                cells.append((" ", SEA, SEA, False))
                continue
            style = styles[territory]
            tile = style.texture[y % len(style.texture)]
            cells.append((tile[x % len(tile)], darken(style.fill), style.fill, False))
        return cells

    def strait(self, cell: Cell, lower: bool) -> Cell:
        return (self.dot, LANE, SEA, False)

    def frame_end(self, style: TerritoryStyle, cell: Cell, *, left: bool) -> Cell:
        if style.frame is LabelFrame.NONE and cell[0] == self.dot:
            return cell
        return (
            style.frame.value[0 if left else 1],
            style.foreground,
            style.label_background,
            style.bold,
        )

    def edge_cell(self, char: str, style: TerritoryStyle, cell: Cell) -> Cell:
        return cell


def _cell_row(pixels: Sequence[Sequence[int]], row: int) -> list[int]:
    """The territory of each cell of a row: land before sea, the upper pixel before the lower."""
    pairs = zip(pixels[2 * row], pixels[2 * row + 1], strict=True)
    return [above if above >= 0 else below for above, below in pairs]


def _merge_cells(cells: Iterable[Cell]) -> list[StyledRun]:
    """The runs of cells of one style; the ink of a blank is not seen, so it never ends a run."""
    runs: list[StyledRun] = []
    for char, ink, ground, bold in cells:
        text, last_ink, *last = runs[-1] if runs else ("", ink)
        if last == [ground, bold] and (char == " " or ink == last_ink or not text.strip()):
            runs[-1] = StyledRun(text + char, last_ink if char == " " else ink, ground, bold)
        else:
            runs.append(StyledRun(char, ink, ground, bold))
    return runs


def _sea_colours(picture: Picture, y: int) -> list[RGB]:
    """The colours of the sea in a line of pixels: lighter where it is next to land."""
    lines = [picture.pixels[row] for row in range(max(y - 1, 0), min(y + 2, 2 * picture.rows))]
    return [
        SHELF if any(pixel >= 0 for line in lines for pixel in line[max(x - 1, 0) : x + 2]) else SEA
        for x in range(picture.columns)
    ]


def _borders(picture: Picture, row: int) -> list[tuple[int, list[BorderSegment]]]:
    """The cells of a row through which borders run: the column, and the border's arms.

    Borders lie between cells. All are drawn half a cell further left and up, so that four arms
    meet in the middle of a cell and join to lines.
    """
    sea = [SEA_PIXEL] * (picture.columns + 1)
    here = [*_cell_row(picture.pixels, row), SEA_PIXEL]
    below = [*_cell_row(picture.pixels, row + 1), SEA_PIXEL] if row + 1 < picture.rows else sea
    borders: list[tuple[int, list[BorderSegment]]] = []
    for x in range(picture.columns):
        segments = (
            (UP, here[x], here[x + 1]),
            (DOWN, below[x], below[x + 1]),
            (LEFT, here[x], below[x]),
            (RIGHT, here[x + 1], below[x + 1]),
        )
        arms = [arm for arm in segments if arm[1] != arm[2] and SEA_PIXEL not in arm[1:]]
        if here[x] != SEA_PIXEL and arms:
            borders.append((x, arms))
    return borders


def _lane_cells(picture: Picture) -> tuple[dict[int, list[int]], dict[int, list[tuple[int, bool]]]]:
    """The cells of each row that show lanes: those of nothing but sea, and the pixels of straits.

    A strait is a lane so short that land shares every cell of it; its pixel is shown instead
    (column, and whether it is the lower one).
    """
    dots: dict[int, set[int]] = {}
    straits: dict[int, list[tuple[int, bool]]] = {}
    for lane in picture.lanes:
        pixels = lane.pixels(picture.columns, 2 * picture.rows)
        sea = [(x, y) for x, y in pixels if picture.pixels[y][x] < 0]
        free = [(x, y) for x, y in sea if picture.pixels[y ^ 1][x] < 0]
        for x, y in free:
            dots.setdefault(y // 2, set()).add(x)
        for x, y in sea if not free else ():
            straits.setdefault(y // 2, []).append((x, bool(y % 2)))
    return {row: sorted(columns) for row, columns in dots.items()}, straits


def _territory_rows(picture: Picture, territory: int) -> range:
    """The screen rows of a territory and of its borders, which begin a row further up."""
    rows = [y // 2 for y, line in enumerate(picture.pixels) if territory in line]
    return range(max(rows[0] - 1, 0), rows[-1] + 1)
