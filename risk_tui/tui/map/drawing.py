"""Drawing a picture of the board: which characters and colours each screen row holds.

Pure computation. A screen cell shows two pixels of the picture, one above the other, as a
half-block; runs of equal cells are drawn as one piece, since every change of colour costs bytes.
Lands of different owners meet colour against colour; a thin line parts those of one owner. Where
colours or blocks are missing, ``TexturedDrawing`` fills each land with its owner's pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.tui.palette import LANE, RGB, SEA, SHELF, STRAIT, dark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.picture import Picture


class Frame(Enum):
    """What is set round a label: signs at its left and right, where there are no colours."""

    NONE = "  "
    CHOICE = "()"
    SOURCE = "<>"
    TARGET = "><"
    CURSOR = "[]"


@dataclass(frozen=True, slots=True)
class Look:
    """How a territory is shown: its land, and its label.

    ``realm`` is alike for territories of one owner. ``texture`` is the pattern that fills the land
    where colours cannot: lines of a tile that is repeated over the whole map.
    """

    fill: RGB
    label: str
    ink: RGB
    tag: RGB
    bold: bool = False
    realm: int = -1
    frame: Frame = Frame.NONE
    texture: tuple[str, ...] = (" ",)


@dataclass(frozen=True, slots=True)
class Holding:
    """How a continent's caption is shown: its ink, and the glyph of who holds it, if anybody."""

    ink: RGB = LANE
    glyph: str = ""


class Piece(NamedTuple):
    """A run of characters of one style."""

    text: str
    ink: RGB
    ground: RGB
    bold: bool


Cell: TypeAlias = tuple[str, RGB, RGB, bool]
"""A character, its ink, its ground, and whether it is bold."""

Arm: TypeAlias = tuple[int, int, int]
"""A half of a border line in a cell: its bit, and the territories on its two sides."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The line for every sum of arms."""

ASCII_LINES = " |||-+++-+++-+++"

LABEL_CELLS = 6
"""A code of two letters, the owner's glyph, and three digits; a picture owes only five cells."""


class Drawing:
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
        self._grounds = [_grounds(picture, y) for y in range(2 * picture.rows)]
        self._borders = [_borders(picture, row) for row in range(picture.rows)]
        self._labels_of_row: list[list[int]] = [[] for _ in range(picture.rows)]
        for territory, (_, row) in sorted(enumerate(self.labels), key=lambda each: each[1]):
            self._labels_of_row[row].append(territory)
        self._room = [self._room_of(territory) for territory in range(len(self.labels))]
        self._lanes, self._straits = _lanes(picture)
        self.captions = picture.captions
        self._rows = [_rows_of(picture, place) for place in range(len(self.labels))]

    def _room_of(self, territory: int) -> int:
        """The cells from a label's first to the next label of its row, at most."""
        start, row = self.labels[territory]
        others = (self.labels[each][0] for each in self._labels_of_row[row])
        return min([LABEL_CELLS, *(other - start for other in others if other > start)])

    def rows_changed(self, territory: int, old: Look, new: Look) -> tuple[set[int], set[int]]:
        """The screen rows whose ground, and those whose labels show another look of a territory."""
        row = self.labels[territory][1]
        labels = {each for each in (row - 1, row, row + 1) if 0 <= each < self.rows}
        if (old.fill, old.realm, old.texture) == (new.fill, new.realm, new.texture):
            return set(), labels
        return {each for each in self._rows[territory] if 0 <= each < self.rows}, labels

    def ground(self, y: int, looks: Sequence[Look], holdings: Sequence[Holding]) -> list[Cell]:
        """What lies under the labels of a row.

        ``holdings`` says of every continent who holds it; where it is empty, nobody does.
        """
        cells = self.land(y, looks)
        for x in self._lanes.get(y, ()):
            cells[x] = (self.dot, LANE, cells[x][2], False)
        for x, lower in self._straits.get(y, ()):
            cells[x] = self.strait(cells[x], lower)
        for x, arms in self._borders[y]:
            mark, _, ground, _ = cells[x]
            line = self._line(arms, looks)
            if line and mark != "▀":
                cells[x] = (line, dark(ground), ground, False)
        for caption in self.captions:
            if caption.row == y:
                held = holdings[caption.continent] if holdings else Holding()
                written = f"{caption.text} {held.glyph}".rstrip()
                for x, mark in enumerate(written, caption.column):
                    cells[x] = (mark, held.ink, cells[x][2], bool(held.glyph))
        return cells

    def labelled(
        self,
        y: int,
        ground: Sequence[Cell],
        looks: Sequence[Look],
        start: int = 0,
        stop: int | None = None,
    ) -> list[Piece]:
        """A row with its labels, and with the edges of the cursor in the rows beside it.

        The pieces stand from left to right, together as wide as the columns from ``start`` to
        before ``stop``, or all of them.
        """
        cells = list(ground)
        self._rims(y, cells, looks)
        for territory in self._labels_of_row[y]:
            self._label(territory, cells, looks)
        return _pieces(cells[start:stop])

    def land(self, y: int, looks: Sequence[Look]) -> list[Cell]:
        """The cells of a row without lines and labels: land, and the shallow sea round it."""
        cells: list[Cell] = []
        upper, lower = self._pixels[2 * y], self._pixels[2 * y + 1]
        grounds = zip(upper, lower, self._grounds[2 * y], self._grounds[2 * y + 1], strict=True)
        for above, below, sea_above, sea_below in grounds:
            ink = looks[above].fill if above >= 0 else sea_above
            ground = looks[below].fill if below >= 0 else sea_below
            cells.append((" " if ink == ground else "▀", ink, ground, False))
        return cells

    def strait(self, cell: Cell, lower: bool) -> Cell:
        """A cell whose ``lower`` (or upper) pixel is a lane, and whose other pixel is land."""
        _, ink, ground, _ = cell
        return ("▀", ink, STRAIT, False) if lower else ("▀", STRAIT, ground, False)

    def _line(self, arms: Iterable[Arm], looks: Sequence[Look]) -> str:
        """The border line in a cell, as far as it runs between lands of one owner."""
        found = sum(bit for bit, one, other in arms if looks[one].realm == looks[other].realm)
        return self.lines[found] if found else ""

    def _label(self, territory: int, cells: list[Cell], looks: Sequence[Look]) -> None:
        look, (start, row) = looks[territory], self.labels[territory]
        label = self._written(territory, look)
        end = start + len(label)
        taken = {
            x
            for other in self._labels_of_row[row]
            for x in self._under(other, looks)
            if other != territory
        }
        for x in (start - 1, end):
            if 0 <= x < self.columns and x not in taken:
                cells[x] = self.cap(look, cells[x], left=x < start)
        for x, mark in zip(range(start, self.columns), label, strict=False):
            cells[x] = (mark, look.ink, look.tag, look.bold)

    def _under(self, territory: int, looks: Sequence[Look]) -> range:
        """The columns that a label takes."""
        start = self.labels[territory][0]
        return range(start, start + len(self._written(territory, looks[territory])))

    def _written(self, territory: int, look: Look) -> str:
        """A label, without its glyph where a map leaves it no more than the five cells it needs."""
        room = self._room[territory]
        return look.label if len(look.label) <= room else look.label[:2] + look.label[3:]

    def cap(self, look: Look, cell: Cell, *, left: bool) -> Cell:
        """The end of a label's frame, instead of the cell beside the label."""
        if look.frame in (Frame.CURSOR, Frame.SOURCE):
            return ("▐" if left else "▌", look.tag, cell[2], False)
        return cell

    def _rims(self, y: int, cells: list[Cell], looks: Sequence[Look]) -> None:
        """The upper and lower edge of the cursor, which stands out of its row by half a cell."""
        for row, mark in ((y + 1, "▄"), (y - 1, "▀")):
            for territory in self._labels_of_row[row] if 0 <= row < self.rows else ():
                look, start = looks[territory], self.labels[territory][0]
                if look.frame is not Frame.CURSOR:
                    continue
                for x in range(max(start - 1, 0), min(start + len(look.label) + 1, self.columns)):
                    cells[x] = self.rim(mark, look, cells[x])

    def rim(self, mark: str, look: Look, cell: Cell) -> Cell:
        """A cell above or below the cursor's label; its other half stays what it was."""
        ground = cell[1] if mark == "▄" and cell[0] == "▀" else cell[2]
        return (mark, look.tag, ground, False)


class TexturedDrawing(Drawing):
    """A picture for terminals without colours, or without blocks: lands are filled with signs."""

    def __init__(self, picture: Picture, *, ascii: bool) -> None:
        super().__init__(picture)
        if ascii:
            self.lines, self.dot = ASCII_LINES, "."

    def land(self, y: int, looks: Sequence[Look]) -> list[Cell]:
        cells: list[Cell] = []
        for x, place in enumerate(_cell_row(self._pixels, y)):
            if place < 0:
                cells.append((" ", SEA, SEA, False))
                continue
            look = looks[place]
            tile = look.texture[y % len(look.texture)]
            cells.append((tile[x % len(tile)], dark(look.fill), look.fill, False))
        return cells

    def strait(self, cell: Cell, lower: bool) -> Cell:
        return (self.dot, LANE, SEA, False)

    def cap(self, look: Look, cell: Cell, *, left: bool) -> Cell:
        if look.frame is Frame.NONE and cell[0] == self.dot:
            return cell
        return (look.frame.value[0 if left else 1], look.ink, look.tag, look.bold)

    def rim(self, mark: str, look: Look, cell: Cell) -> Cell:
        return cell


def _cell_row(pixels: Sequence[Sequence[int]], row: int) -> list[int]:
    """Whose land each cell of a row is: land before sea, the upper pixel before the lower."""
    pairs = zip(pixels[2 * row], pixels[2 * row + 1], strict=True)
    return [above if above >= 0 else below for above, below in pairs]


def _pieces(cells: Sequence[Cell]) -> list[Piece]:
    pieces: list[Piece] = []
    text = ""
    ink = ground = SEA
    bold = False
    for mark, new_ink, new_ground, new_bold in cells:
        # The ink of a blank is not seen, so it never ends a run.
        same_ink = mark == " " or new_ink == ink or not text.strip()
        if text and same_ink and new_ground == ground and new_bold == bold:
            if mark != " ":
                ink = new_ink
            text += mark
            continue
        if text:
            pieces.append(Piece(text, ink, ground, bold))
        text, ink, ground, bold = mark, new_ink, new_ground, new_bold
    if text:
        pieces.append(Piece(text, ink, ground, bold))
    return pieces


def _grounds(picture: Picture, y: int) -> list[RGB]:
    """The sea in a line of pixels: lighter where it is shallow, a pixel round every land."""
    lines = [picture.pixels[each] for each in range(max(y - 1, 0), min(y + 2, 2 * picture.rows))]
    return [
        SHELF if any(here >= 0 for line in lines for here in line[max(x - 1, 0) : x + 2]) else SEA
        for x in range(picture.columns)
    ]


def _borders(picture: Picture, row: int) -> list[tuple[int, list[Arm]]]:
    """The cells of a row through which borders run.

    Borders lie between cells. All are drawn half a cell further left and up, so that four arms
    meet in the middle of a cell and join to lines.
    """
    here = _cell_row(picture.pixels, row)
    below = _cell_row(picture.pixels, row + 1) if row + 1 < picture.rows else None
    found: list[tuple[int, list[Arm]]] = []
    for x in range(picture.columns):
        arms = list(_arms(here, below, x))
        if here[x] >= 0 and arms:
            found.append((x, arms))
    return found


def _arms(here: Sequence[int], below: Sequence[int] | None, x: int) -> Iterator[Arm]:
    """The arms of the lines that meet at the lower right corner of a cell."""
    after = x + 1 < len(here)
    pairs = [(UP, here[x], here[x + 1] if after else -1)]
    if below is not None:
        pairs.append((DOWN, below[x], below[x + 1] if after else -1))
        pairs.append((LEFT, here[x], below[x]))
        if after:
            pairs.append((RIGHT, here[x + 1], below[x + 1]))
    for bit, one, other in pairs:
        if one >= 0 and other >= 0 and one != other:
            yield bit, one, other


def _lanes(picture: Picture) -> tuple[dict[int, list[int]], dict[int, list[tuple[int, bool]]]]:
    """Where lanes show in each row: the cells of nothing but sea, and the pixels of straits.

    A strait is a lane so short that land shares every cell of it; its pixel is shown instead
    (column, and whether it is the lower one).
    """
    dots: dict[int, set[int]] = {}
    straits: dict[int, list[tuple[int, bool]]] = {}
    for lane in picture.lanes:
        way = lane.pixels(picture.columns, 2 * picture.rows)
        sea = [(x, y) for x, y in way if picture.pixels[y][x] < 0]
        free = [(x, y) for x, y in sea if picture.pixels[y ^ 1][x] < 0]
        for x, y in free:
            dots.setdefault(y // 2, set()).add(x)
        for x, y in sea if not free else ():
            straits.setdefault(y // 2, []).append((x, bool(y % 2)))
    return {row: sorted(columns) for row, columns in dots.items()}, straits


def _rows_of(picture: Picture, territory: int) -> range:
    """The screen rows of a territory and of its borders, which begin a row further up."""
    rows = [y // 2 for y, line in enumerate(picture.pixels) if territory in line]
    return range(rows[0] - 1, rows[-1] + 1)
