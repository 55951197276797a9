"""Drawing a picture of the board: which characters and colours each screen row holds.

Pure computation. A screen cell shows two pixels of the picture, one above the other, as a
half-block; runs of equal cells are drawn as one piece, since every change of colour costs bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.tui.palette import LANE, RGB, SEA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.picture import Picture


@dataclass(frozen=True, slots=True)
class Look:
    """How a territory is shown: its land, its inner borders, and its label."""

    fill: RGB
    edge: RGB
    label: str
    ink: RGB
    tag: RGB
    bold: bool = False


class Piece(NamedTuple):
    """A run of characters of one style."""

    text: str
    ink: RGB
    ground: RGB
    bold: bool


class _Run(NamedTuple):
    """Equal cells in a row: upper and lower pixel (-1: sea), and whether each is an edge."""

    start: int
    length: int
    upper: int
    upper_edge: bool
    lower: int
    lower_edge: bool


class Span(NamedTuple):
    """The columns of a row that belong to a territory or its label."""

    row: int
    start: int
    end: int


LABEL_WIDTH = 5


class Drawing:
    """A picture prepared for drawing: runs, spans of each territory, lanes."""

    def __init__(self, picture: Picture) -> None:
        self.columns = picture.columns
        self.rows = picture.rows
        self.labels = picture.labels
        self._runs = [_runs(picture, row) for row in range(picture.rows)]
        self._labels_of_row: list[list[int]] = [[] for _ in range(picture.rows)]
        for territory, (_, row) in enumerate(picture.labels):
            self._labels_of_row[row].append(territory)
        self._lanes = _lane_cells(picture)
        self.spans = [_spans(picture, territory) for territory in range(len(picture.labels))]

    def row(self, y: int, looks: Sequence[Look]) -> list[Piece]:
        """The pieces of screen row ``y`` from left to right; together ``columns`` cells wide."""
        cells: list[tuple[str, RGB, RGB, bool]] = []
        for run in self._runs[y]:
            upper = _colour(run.upper, run.upper_edge, looks)
            lower = _colour(run.lower, run.lower_edge, looks)
            mark = " " if upper == lower else "▀"
            cells += [(mark, upper, lower, False)] * run.length
        for x in self._lanes.get(y, ()):
            if cells[x][1] == SEA == cells[x][2]:
                cells[x] = ("·", LANE, SEA, False)
        for territory in self._labels_of_row[y]:
            look = looks[territory]
            start = self.labels[territory][0]
            for offset, mark in enumerate(look.label[: self.columns - start]):
                cells[start + offset] = (mark, look.ink, look.tag, look.bold)
        return _pieces(cells)


def _colour(territory: int, edge: bool, looks: Sequence[Look]) -> RGB:
    if territory < 0:
        return SEA
    return looks[territory].edge if edge else looks[territory].fill


def _pieces(cells: Sequence[tuple[str, RGB, RGB, bool]]) -> list[Piece]:
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


def _edge(picture: Picture, x: int, y: int) -> bool:
    """Whether a land pixel borders another land to its right or below it."""
    here = picture.pixels[y][x]
    if here < 0:
        return False
    right = picture.pixels[y][x + 1] if x + 1 < picture.columns else -1
    below = picture.pixels[y + 1][x] if y + 1 < 2 * picture.rows else -1
    return (right >= 0 and right != here) or (below >= 0 and below != here)


def _runs(picture: Picture, row: int) -> list[_Run]:
    runs: list[_Run] = []
    for x in range(picture.columns):
        upper, lower = picture.pixels[2 * row][x], picture.pixels[2 * row + 1][x]
        cell = (upper, _edge(picture, x, 2 * row), lower, _edge(picture, x, 2 * row + 1))
        if runs and runs[-1][2:] == cell:
            runs[-1] = runs[-1]._replace(length=runs[-1].length + 1)
        else:
            runs.append(_Run(x, 1, *cell))
    return runs


def _lane_cells(picture: Picture) -> dict[int, list[int]]:
    cells: dict[int, set[int]] = {}
    for lane in picture.lanes:
        for x, y in lane.pixels(picture.columns, 2 * picture.rows):
            cells.setdefault(y // 2, set()).add(x)
    return {row: sorted(columns) for row, columns in cells.items()}


def _spans(picture: Picture, territory: int) -> list[Span]:
    found: dict[int, tuple[int, int]] = {}
    for y, line in enumerate(picture.pixels):
        columns = [x for x, here in enumerate(line) if here == territory]
        if columns:
            start, end = found.get(y // 2, (columns[0], columns[0]))
            found[y // 2] = (min(start, columns[0]), max(end, columns[-1] + 1))
    column, row = picture.labels[territory]
    start, end = found.get(row, (column, column))
    found[row] = (min(start, column), max(end, min(column + LABEL_WIDTH, picture.columns)))
    return [Span(row, *columns) for row, columns in sorted(found.items())]
