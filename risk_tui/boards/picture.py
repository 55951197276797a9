"""Pictures of a board: the territory of each pixel, labels and sea lanes.

A screen cell is two pixels wide and two high. Labels are counted in screen cells (column, row),
lanes in pixels; both start at 0 in the upper left corner. A board has a ``PictureSet``, whose
pictures are read when a terminal of their size first needs them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence


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


Cell: TypeAlias = tuple[int, int]

LinkEnd: TypeAlias = tuple[int, int, str]
"""A territory, the one to which a link leads from it, and how that is called there."""

_ASIDE = 0.7
"""What a column to the side of the way to the other territory costs; one ahead is worth 1."""

_ON_LAND = 10
"""What it costs to write over land."""


def overlaid_picture(
    picture: Picture,
    links: Collection[tuple[int, int]],
    below: Collection[tuple[int, int]],
    added: Sequence[LinkEnd],
    captions: Sequence[str],
) -> Picture:
    """The picture of a board with the links ``below``, for one with these and with ``added`` ends.

    Lanes of links that it has no more are left out; where land without a link touches stands a
    wall, and each end of a new one has a stub. A caption that has grown too long for its place is
    left out.
    """
    lanes = tuple(lane for lane in picture.lanes if tuple(sorted(lane.territories)) in links)
    drawn = {tuple(sorted(lane.territories)) for lane in picture.lanes}
    walls = frozenset(set(below).difference(links) - drawn)
    bare = replace(picture, lanes=lanes, walls=walls)
    labels = tuple(_captions(bare, captions))
    return _with_stubs(replace(bare, continent_labels=labels), added)


def _captions(picture: Picture, texts: Sequence[str]) -> Iterator[ContinentLabel]:
    covered = covered_cells(picture.labels, picture.lanes, picture.pixels)
    for label in picture.continent_labels:
        end = label.column + LABEL_MARGIN
        more = range(end + len(label.text), end + len(texts[label.continent]))
        if all(_is_sea(picture, x, label.row) and (x, label.row) not in covered for x in more):
            yield replace(label, text=texts[label.continent])


def _is_sea(picture: Picture, x: int, y: int) -> bool:
    return 0 <= x < picture.columns and not count_land(picture.pixels, x, y)


def _with_stubs(picture: Picture, ends: Sequence[LinkEnd]) -> Picture:
    """The picture with stubs for these ends of links, as far as there is room for them."""
    taken = covered_cells(picture.labels, picture.lanes, picture.pixels)
    for column, row in picture.labels:
        taken |= {(column + x, row) for x in range(-1, LABEL_WIDTH + 2)}
    for label in picture.continent_labels:
        cells = range(len(label.text) + LABEL_MARGIN)
        taken |= {(label.column + x, label.row) for x in cells}
    stubs = []
    for territory, there, code in ends:
        stub = _stub(picture, territory, there, code, taken)
        if stub is not None:
            stubs.append(stub)
            taken.update(stub.cells)
    return replace(picture, stubs=tuple(stubs))


def _stub(
    picture: Picture, territory: int, there: int, code: str, taken: Collection[Cell]
) -> LinkStub | None:
    """The stub at a territory that is nearest to the straight way there."""
    (x, y), (to_x, to_y) = picture.labels[territory], picture.labels[there]
    across, down = float(to_x - x), 2.0 * (to_y - y)
    if abs(across) > picture.columns / 2:  # the shorter way is round the world
        across -= picture.columns if across > 0 else -picture.columns
    length = hypot(across, down) or 1
    across, down = across / length, down / length

    def worth(stub: LinkStub) -> float:
        aside, ahead = stub.column - x, 2 * (stub.row - y)
        on_the_way = aside * across + ahead * down
        off_it = abs(aside * down - ahead * across)
        on_sea = all(_is_sea(picture, *cell) for cell in stub.cells)
        return on_the_way - _ASIDE * off_it - (0 if on_sea else _ON_LAND)

    return max(_places(picture, territory, code, taken), key=worth, default=None)


def _places(
    picture: Picture, territory: int, code: str, taken: Collection[Cell]
) -> Iterator[LinkStub]:
    """Every stub at a territory: on free sea beside its land, or on nothing but its land."""
    land = _cells_of(picture, territory)
    for column, row in land:
        for stub in (
            LinkStub(column + 1, row, code, True),
            LinkStub(column - 1 - len(code), row, code, False),
            LinkStub(column, row, code, True),
        ):
            on_land = land.issuperset(stub.cells)
            on_sea = all(_is_sea(picture, *cell) for cell in stub.cells)
            if (on_land or on_sea) and not any(cell in taken for cell in stub.cells):
                yield stub


def _cells_of(picture: Picture, territory: int) -> set[Cell]:
    """The cells of which a territory has most pixels."""
    rows = [y // 2 for y, line in enumerate(picture.pixels) if territory in line]
    return {
        (x, y)
        for y in set(rows)
        for x in range(picture.columns)
        if cell_pixels(picture.pixels, x, y).count(territory) > 1
    }


_SIZE = re.compile(r"^size: *\[ *(\d{1,3}), *(\d{1,3}) *\]", re.MULTILINE)
"""How almost every picture says its size; one that says it otherwise is read to know it."""


class PictureSet:
    """The pictures of a board, smallest first; to read one is to prove it.

    ``files`` holds their texts by name; ``parse`` makes a picture of a text and its name.
    """

    def __init__(self, files: Mapping[str, str], parse: Callable[[str, str], Picture]) -> None:
        self._files = files
        self._picture = cache(lambda name: parse(files[name], name))
        self._names = sorted(files, key=self._cells)

    def changed(self, change: Callable[[Picture], Picture]) -> PictureSet:
        """The same pictures with a change that leaves their sizes as they are."""
        return PictureSet(self._files, lambda _, name: change(self._picture(name)))

    def __iter__(self) -> Iterator[Picture]:
        return map(self._picture, self._names)

    def largest_within(self, columns: int, rows: int) -> Picture:
        """The largest picture that fits; the smallest if none does."""
        best = self._names[0]
        for name in self._names:
            wide, high = self._size(name)
            if wide <= columns and high <= rows:
                best = name
        return self._picture(best)

    def _cells(self, name: str) -> int:
        columns, rows = self._size(name)
        return columns * rows

    def _size(self, name: str) -> tuple[int, int]:
        match = _SIZE.search(self._files[name])
        if match is not None:
            return int(match[1]), int(match[2])
        picture = self._picture(name)
        return picture.columns, picture.rows


_RIGHT_EDGE = 6
"""Cells at the right edge in which no label begins: as many as the longest label fills."""

_LAND_SHARE = 0.4
"""The share of land from which a pixel is land."""


def small_picture(picture: Picture, columns: int, rows: int, label: int) -> Picture:
    """The lands of a picture in a smaller number of cells, without lanes and captions.

    Every label has ``label`` cells; one for which there is no room stands below the picture.
    """
    wide, high = len(picture.pixels[0]), len(picture.pixels)

    def shrunk(x: int, y: int) -> int:
        lines = picture.pixels[y * high // (2 * rows) : max((y + 1) * high // (2 * rows), 1)]
        start = x * wide // (2 * columns)
        stop = max((x + 1) * wide // (2 * columns), start + 1)
        counts = Counter(pixel for line in lines for pixel in line[start:stop])
        sea = counts.pop(SEA, 0)
        land = sum(counts.values())
        return counts.most_common(1)[0][0] if land > _LAND_SHARE * (land + sea) else SEA

    pixels = [[shrunk(x, y) for x in range(2 * columns)] for y in range(2 * rows)]
    centres = [
        ((column + 2) * columns // picture.columns, row * rows // picture.rows)
        for column, row in picture.labels
    ]
    for territory, (x, y) in enumerate(centres):  # none is too small to be seen
        if not any(territory in line for line in pixels):
            pixels[2 * y][2 * x] = pixels[2 * y + 1][2 * x] = territory
    labels = _labels(centres, columns, rows, label)
    return Picture(columns, rows, tuple(map(tuple, pixels)), labels, ())


def _labels(
    centres: Sequence[tuple[int, int]], columns: int, rows: int, label: int
) -> tuple[tuple[int, int], ...]:
    """Where each label begins: round its centre, or a cell away, where no other stands."""
    taken: set[tuple[int, int]] = set()
    labels = []
    for x, y in centres:
        start = min(max(x - label // 2, 0), columns - _RIGHT_EDGE)
        places = (
            (min(max(start + aside, 0), columns - _RIGHT_EDGE), y + down)
            for down, aside in ((0, 0), (0, 1), (0, -1), (0, 2), (0, -2), (1, 0), (-1, 0))
            if 0 <= y + down < rows
        )
        free = (
            place
            for place in places
            if taken.isdisjoint((place[0] + cell, place[1]) for cell in range(-1, label))
        )
        column, row = next(free, (0, rows))
        taken.update((column + cell, row) for cell in range(label))
        labels.append((column, row))
    return tuple(labels)
