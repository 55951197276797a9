"""A picture of a board: the territory of each pixel, its labels and its sea lanes.

A screen cell is two pixels wide and two high. Labels are counted in screen cells (column, row),
lanes in pixels; both start at 0 in the upper left corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SEA = -1
"""The value of a pixel of ``Picture.pixels`` that belongs to no territory."""

LABEL_WIDTH = 5
"""The cells that are free for every label: a code of two letters, three digits of armies."""

SHORTEST_LABEL = 3
"""The cells that every label fills, even ``UK1``; one of them must show the land it names."""


class MapKey(NamedTuple):
    """What a picture file calls a territory: its code, and its letter in the grid."""

    code: str
    letter: str


@dataclass(frozen=True, slots=True)
class SeaLane:
    """A line over the sea between two linked territories whose land does not touch.

    ``start`` is a pixel (column, line of the grid) on or beside the first territory's land,
    ``end`` one on or beside the second's. A lane that ``wraps`` leaves one side of the picture
    and comes in again on the other, as if the picture were bent into a ring. Both ends are letters
    of the grid, which are as many pixels ``wide`` as is said.
    """

    territories: tuple[int, int]
    start: tuple[int, int]
    end: tuple[int, int]
    wraps: bool = False
    wide: int = 1

    def pixels(self, width: int, height: int) -> tuple[tuple[int, int], ...]:
        """Every pixel under the straight line from ``start`` to ``end``, both included, in order.

        ``width`` and ``height`` are the size of the picture in pixels. A wrapping lane leaves by
        the side that ``start`` is nearer to. The line may begin and finish on land; only its sea
        pixels are meant to be drawn.

        >>> SeaLane((0, 1), (1, 0), (8, 0), wraps=True).pixels(10, 2)
        ((1, 0), (0, 0), (9, 0), (8, 0))
        """
        column, line = self.end
        width //= self.wide
        if self.wraps:
            column += width if self.start[0] > column else -width
        steps = _straight(self.start, (column, line))
        return tuple(
            (x % width * self.wide + part, min(max(y, 0), height - 1))
            for x, y in steps
            for part in range(self.wide)
        )

    def cells(self, pixels: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        """The cells under the line, in order, each beside the last; rather over sea than land."""
        cells: list[tuple[int, int]] = []
        for x, y in self.pixels(len(pixels[0]), len(pixels)):
            cell = x // 2, y // 2
            if cells and cell[0] != cells[-1][0] and cell[1] != cells[-1][1]:
                corners = (cell[0], cells[-1][1]), (cells[-1][0], cell[1])
                cells.append(min(corners, key=lambda corner: count_land(pixels, *corner)))
            if not cells or cell != cells[-1]:
                cells.append(cell)
        return cells


def cell_pixels(pixels: Sequence[Sequence[int]], column: int, row: int) -> tuple[int, ...]:
    """The four pixels of a cell: the upper two, then the lower two."""
    left = 2 * column
    return (*pixels[2 * row][left : left + 2], *pixels[2 * row + 1][left : left + 2])


def count_land(pixels: Sequence[Sequence[int]], column: int, row: int) -> int:
    """How many pixels of a cell are land."""
    return sum(pixel != SEA for pixel in cell_pixels(pixels, column, row))


@dataclass(frozen=True, slots=True)
class ContinentLabel:
    """A continent's name and bonus, written on the sea from a cell (column, row) on.

    ``LABEL_MARGIN`` more cells are free behind it, for the glyph of whoever holds the continent.
    """

    continent: int
    column: int
    row: int
    text: str


LABEL_MARGIN = 2


@dataclass(frozen=True, slots=True)
class LinkStub:
    """The end of a link that has no lane: a short line at a territory, and where it leads to.

    It fills a cell for the line and one for each character of ``text``, from a cell (column, row)
    on. The line comes first where it ``leads_right``, else last.
    """

    column: int
    row: int
    text: str
    leads_right: bool

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that it fills, from left to right."""
        return [(self.column + x, self.row) for x in range(len(self.text) + 1)]


def continent_label_text(name: str, bonus: int) -> str:
    """The text of a continent's label.

    >>> continent_label_text("Africa", 3)
    'Africa +3'
    """
    return f"{name} +{bonus}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A board drawn for one size of the screen; ``parse_picture`` proves it against the board.

    ``columns`` and ``rows`` are its size in screen cells. ``pixels`` has ``2 * rows`` lines of
    ``2 * columns`` pixels, each the index of a territory or ``SEA``. ``labels`` gives the cell
    (column, row) where each territory's label starts; five cells are free for it there.
    ``lanes`` holds every link of the board whose territories do not touch on this picture.
    ``continent_labels`` name continents where there is room for it, on free sea. Links that were
    added to the board have ``stubs`` instead of lanes, one at each end. ``walls`` are pairs of
    territories (lower index first) whose land touches though they are not linked any more.
    """

    columns: int
    rows: int
    pixels: tuple[tuple[int, ...], ...]
    labels: tuple[tuple[int, int], ...]
    lanes: tuple[SeaLane, ...]
    continent_labels: tuple[ContinentLabel, ...] = ()
    stubs: tuple[LinkStub, ...] = ()
    walls: frozenset[tuple[int, int]] = frozenset()


def _straight(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The pixels of a straight line, both ends included, one for each step along the longer side.

    Halves are rounded by whole-number arithmetic, so every machine draws the same line.
    """
    (x, y), (across, down) = start, (end[0] - start[0], end[1] - start[1])
    length = max(abs(across), abs(down))
    if length == 0:
        yield start
        return
    for step in range(length + 1):
        yield (
            x + (2 * across * step + length) // (2 * length),
            y + (2 * down * step + length) // (2 * length),
        )


def covered_cells(
    labels: Sequence[tuple[int, int]],
    lanes: Sequence[SeaLane],
    pixels: Sequence[Sequence[int]],
) -> set[tuple[int, int]]:
    """The cells of labels and of lanes."""
    cells = {(column + x, row) for column, row in labels for x in range(LABEL_WIDTH)}
    for lane in lanes:
        cells.update(lane.cells(pixels))
    return cells


def around(
    letter: tuple[int, int], wide: int, pixels: Sequence[Sequence[object]]
) -> Iterator[tuple[int, int]]:
    """A pixel of a letter and of each of the eight round it, as far as they are in the picture."""
    column, line = letter[0] * wide, letter[1]
    for y in range(max(line - 1, 0), min(line + 2, len(pixels))):
        for x in range(max(column - wide, 0), min(column + wide + 1, len(pixels[0])), wide):
            yield x, y


def letter_runs(letters: Iterable[str]) -> str:
    """Letters in order, runs shortened.

    >>> letter_runs("dabcPAB")
    'a-dA-BP'
    """
    runs: list[str] = []
    for letter in sorted(letters, key=lambda each: (each.isupper(), each)):
        if runs and ord(letter) == ord(runs[-1][-1]) + 1:
            runs[-1] = runs[-1][0] + letter
        else:
            runs.append(letter)
    return "".join("-".join(run) if len(run) > 1 else run for run in runs)
