"""Pictures of a board: the territory of each pixel, labels and sea lanes.

A screen cell is two pixels wide and two high. Positions of labels are in screen cells (column,
row), those of lanes in letters of the grid; both start at 0 in the upper left corner. A board has a
``PictureSet``, whose pictures are parsed when a terminal of their size first needs them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from math import hypot
from typing import NamedTuple, TypeAlias

from risk_tui.data.clean_text import max_width

SEA = -1
"""The pixel value of ``Picture.pixels`` for sea."""

LABEL_WIDTH = 5
"""The width of a label in cells: a two-letter code and three digits of armies."""

SHORTEST_LABEL = 3
"""The cells of the shortest label, such as ``UK1``; at least one must be on its territory."""


class MapKey(NamedTuple):
    """The code of a territory in a picture file, and its letter in the grid."""

    code: str
    letter: str


class Arrow(Enum):
    """The end of a lane that has an arrow: that of a one-way link's target."""

    NONE = auto()
    AT_START = auto()
    AT_END = auto()


@dataclass(frozen=True, slots=True)
class SeaLane:
    """A line over the sea between two linked territories that don't touch.

    ``start`` is a letter (column, line of grid) on or beside the first territory's land, ``end``
    one on or beside the second's. A lane that ``wraps`` leaves one side of the picture and returns
    on the other, as if the picture were bent into a ring. A letter is ``wide`` pixels wide.
    """

    territories: tuple[int, int]
    start: tuple[int, int]
    end: tuple[int, int]
    wraps: bool = False
    wide: int = 1
    arrow: Arrow = Arrow.NONE

    def pixels(self, width: int, height: int) -> tuple[tuple[int, int], ...]:
        """Return the pixels of the straight line from ``start`` to ``end``, including both.

        A wrapping lane leaves the picture on the side towards ``start``. The line may start and end
        on land; only its sea pixels are drawn.

        Args:
            width: The width of the picture in pixels.
            height: The height of the picture in pixels.

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
        """Return the cells under the line, in order. All are adjacent, if possible on the sea."""
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
    """Return the four pixels of a cell: the upper two, then the lower two."""
    left = 2 * column
    return (*pixels[2 * row][left : left + 2], *pixels[2 * row + 1][left : left + 2])


def count_land(pixels: Sequence[Sequence[int]], column: int, row: int) -> int:
    """Return the number of land pixels in a cell, 0 to 4."""
    return sum(pixel != SEA for pixel in cell_pixels(pixels, column, row))


@dataclass(frozen=True, slots=True)
class ContinentLabel:
    """A continent's name and bonus on the sea, starting at a cell (column, row).

    ``LABEL_MARGIN`` cells stay free after it, for the glyph of the continent's holder.
    """

    continent: int
    column: int
    row: int
    text: str

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells of the text and of its margin, from left to right."""
        return [(self.column + x, self.row) for x in range(len(self.text) + LABEL_MARGIN)]


LABEL_MARGIN = 2


@dataclass(frozen=True, slots=True)
class LinkStub:
    """The end of a link without a lane: a short line at a territory, and its destination.

    It starts at a cell (column, row), and has one cell for the line and one for each character of
    ``text``. The line is on the left if the stub ``leads_right``, else on the right.
    """

    column: int
    row: int
    text: str
    leads_right: bool
    territories: tuple[int, int] = (SEA, SEA)
    """The territory where it is drawn, and its destination."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells of the stub, from left to right."""
        return [(self.column + x, self.row) for x in range(len(self.text) + 1)]


def continent_label_text(name: str, bonus: int) -> str:
    """Return the text of a continent's label.

    >>> continent_label_text("Africa", 3)
    'Africa +3'
    """
    return f"{name} {bonus:+}"


def has_narrow_characters(text: str) -> bool:
    """Return True if each character of a text takes one cell, as captions need."""
    return all(max_width(char) == 1 for char in text)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board drawn for one screen size; ``parse_picture`` checks it against the board.

    ``columns`` and ``rows`` are its size in screen cells. ``pixels`` has ``2 * rows`` lines of
    ``2 * columns`` pixels, each the index of a territory or ``SEA``. ``labels`` has the first cell
    (column, row) of each territory's label, which has ``LABEL_WIDTH`` cells. ``lanes`` are links
    between territories that don't touch on this picture; links without a lane have ``stubs``, one
    at each end if there is room. ``continent_labels`` name continents on free sea if there is room.
    ``walls`` are pairs of territories (lower index first) that touch but are no longer linked.
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
    """Yield the pixels of a straight line, one for each step in its longer direction.

    Both ends are included. Halves are rounded in integers, so every machine draws the same line.
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


def covered_cells(picture: Picture) -> set[tuple[int, int]]:
    """Return the cells of labels, lanes and stubs."""
    cells = {(column + x, row) for column, row in picture.labels for x in range(LABEL_WIDTH)}
    for lane in picture.lanes:
        cells.update(lane.cells(picture.pixels))
    for stub in picture.stubs:
        cells.update(stub.cells)
    return cells


def around(
    letter: tuple[int, int], wide: int, pixels: Sequence[Sequence[object]]
) -> Iterator[tuple[int, int]]:
    """Yield the first pixel of a letter and of each of its eight neighbours in the picture."""
    column, line = letter[0] * wide, letter[1]
    for y in range(max(line - 1, 0), min(line + 2, len(pixels))):
        for x in range(max(column - wide, 0), min(column + wide + 1, len(pixels[0])), wide):
            yield x, y


def format_letters(letters: Iterable[str]) -> str:
    """Join letters in alphabetical order, and shorten runs to ranges.

    >>> format_letters("dabcPAB")
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
"""A territory, the territory it is linked to, and the text of the stub: the code of the latter."""

_DETOUR_COST = 0.7
"""The cost of a column away from the straight line to the other territory; a column along the line
gains 1.
"""

_LAND_COST = 10
"""The cost of a stub on land, in columns."""


def overlaid_picture(
    picture: Picture,
    links: Collection[tuple[int, int]],
    below: Collection[tuple[int, int]],
    added: Sequence[LinkEnd],
    captions: Sequence[str],
) -> Picture:
    """Adapt a picture to a board with other links.

    Lanes of removed links disappear, walls mark borders without a link, and stubs mark both ends of
    added links. Captions that don't fit are left out.

    Args:
        picture: The picture of the board below.
        links: The links of the new board.
        below: The links of the board below.
        added: The ends of added links.
        captions: The captions of the continents.
    """
    lanes = tuple(lane for lane in picture.lanes if tuple(sorted(lane.territories)) in links)
    drawn = {tuple(sorted(lane.territories)) for lane in picture.lanes}
    drawn |= {tuple(sorted(stub.territories)) for stub in picture.stubs}
    walls = frozenset(set(below).difference(links) - drawn)
    bare = replace(picture, lanes=lanes, walls=walls)
    labels = tuple(_fit_captions(bare, captions))
    kept = tuple(stub for stub in picture.stubs if tuple(sorted(stub.territories)) in links)
    return add_stubs(replace(bare, continent_labels=labels, stubs=kept), added)


def with_captions(picture: Picture, texts: Sequence[str]) -> Picture:
    """Return the picture with these texts for the labels of continents, if there is room."""
    return replace(picture, continent_labels=tuple(_fit_captions(picture, texts)))


def _fit_captions(picture: Picture, texts: Sequence[str]) -> Iterator[ContinentLabel]:
    covered = covered_cells(picture)
    for label in picture.continent_labels:
        text = texts[label.continent]
        if not has_narrow_characters(text):
            continue
        others = [other for other in picture.continent_labels if other is not label]
        taken = covered.union(*(other.cells for other in others))
        free = {
            x
            for x in range(picture.columns)
            if _is_sea(picture, x, label.row) and (x, label.row) not in taken
        }
        # A longer text may start further to the left, unless it would touch another label there.
        longer_by = max(len(text) - len(label.text), 0)
        for column in range(label.column, label.column - longer_by - 1, -1):
            blank = LABEL_MARGIN if column < label.column else 0
            cells = range(column - blank, column + len(text) + LABEL_MARGIN)
            own = range(label.column, label.column + len(label.text) + LABEL_MARGIN)
            if free.issuperset(x for x in cells if x not in own):
                placed = replace(label, column=column, text=text)
                covered.update(placed.cells)
                yield placed
                break


def _is_sea(picture: Picture, x: int, y: int) -> bool:
    return 0 <= x < picture.columns and not count_land(picture.pixels, x, y)


def add_stubs(picture: Picture, ends: Sequence[LinkEnd]) -> Picture:
    """Return the picture with stubs for these link ends, if there is room."""
    taken = covered_cells(picture)
    for column, row in picture.labels:
        taken |= {(column + x, row) for x in range(-1, LABEL_WIDTH + 2)}
    taken.update(cell for label in picture.continent_labels for cell in label.cells)
    stubs = []
    for territory, there, code in ends:
        stub = _best_stub(picture, territory, there, code, taken)
        if stub is not None:
            stubs.append(replace(stub, territories=(territory, there)))
            taken.update(stub.cells)
    return replace(picture, stubs=picture.stubs + tuple(stubs))


def _best_stub(
    picture: Picture, territory: int, there: int, code: str, taken: Collection[Cell]
) -> LinkStub | None:
    """Return the best stub at a territory: towards ``there``, and on the sea if possible.

    Returns:
        ``None`` if there is no room.
    """
    (x, y), (to_x, to_y) = picture.labels[territory], picture.labels[there]
    across, down = float(to_x - x), 2.0 * (to_y - y)
    if abs(across) > picture.columns / 2:  # The shorter way wraps around the picture.
        across -= picture.columns if across > 0 else -picture.columns
    length = hypot(across, down) or 1
    across, down = across / length, down / length

    def worth(stub: LinkStub) -> float:
        aside, ahead = stub.column - x, 2 * (stub.row - y)
        on_the_way = aside * across + ahead * down
        off_it = abs(aside * down - ahead * across)
        on_sea = all(_is_sea(picture, *cell) for cell in stub.cells)
        return on_the_way - _DETOUR_COST * off_it - (0 if on_sea else _LAND_COST)

    return max(_possible_stubs(picture, territory, code, taken), key=worth, default=None)


def _possible_stubs(
    picture: Picture, territory: int, code: str, taken: Collection[Cell]
) -> Iterator[LinkStub]:
    """Yield every possible stub of a territory: on adjacent free sea or on its own land."""
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
    """Return the cells of which a territory has at least half."""
    rows = {y // 2 for y, line in enumerate(picture.pixels) if territory in line}
    return {
        (x, y)
        for y in rows
        for x in range(picture.columns)
        if cell_pixels(picture.pixels, x, y).count(territory) > 1
    }


_SIZE = re.compile(r"^size: *\[ *(\d{1,3}), *(\d{1,3}) *\]", re.MULTILINE)
"""The usual notation of a picture's size; other notations require parsing the picture."""


class PictureSet:
    """The pictures of a board, smallest first. Each is parsed and checked when it is first needed.

    ``files`` has their texts by name; ``parse`` makes a picture from a text and its name.
    """

    def __init__(self, files: Mapping[str, str], parse: Callable[[str, str], Picture]) -> None:
        self._files = files
        self._picture = cache(lambda name: parse(files[name], name))
        self._names = sorted(files, key=self._cells)

    def changed(self, change: Callable[[Picture], Picture]) -> PictureSet:
        """Return the set with a change applied to each picture; it must not change the size."""
        return PictureSet(self._files, lambda _, name: change(self._picture(name)))

    def __iter__(self) -> Iterator[Picture]:
        return map(self._picture, self._names)

    def largest_within(self, columns: int, rows: int) -> Picture:
        """Return the largest picture that fits; the smallest if none does."""
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
"""The cells at the right edge in which no label starts: the width of the longest label."""

_LAND_SHARE = 0.4
"""The share of land that makes a pixel of the smaller picture land."""


def small_picture(picture: Picture, columns: int, rows: int, label: int) -> Picture:
    """Scale the lands of a picture, without lanes and captions.

    Args:
        picture: The picture to scale, usually larger than the new one.
        columns: The new width in cells.
        rows: The new height in cells.
        label: The width of each label in cells. A label without room gets the row ``rows``, outside
            the picture.
    """
    wide, high = len(picture.pixels[0]), len(picture.pixels)

    def shrunk(x: int, y: int) -> int:
        top = y * high // (2 * rows)
        lines = picture.pixels[top : max((y + 1) * high // (2 * rows), top + 1)]
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
    for territory, (x, y) in enumerate(centres):  # Keep even the smallest territory visible.
        if not any(territory in line for line in pixels):
            pixels[2 * y][2 * x] = pixels[2 * y + 1][2 * x] = territory
    labels = _place_labels(centres, columns, rows, label)
    return Picture(columns, rows, tuple(map(tuple, pixels)), labels, ())


def _place_labels(
    centres: Sequence[tuple[int, int]], columns: int, rows: int, label: int
) -> tuple[tuple[int, int], ...]:
    """Return the first cell of each label: around its centre, moved a little to avoid others."""
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
