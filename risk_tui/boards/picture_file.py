"""Pictures of a board: text files that people can edit, checked against their board.

A picture file has three parts::

    picture: classic            the header, a small YAML table
    size: [58, 21]              columns and rows of the screen
    across: 2                   pixels for a column of the screen: 1 (if left out) or 2
    grid: letters               a letter for each pixel, or codes: two letters for each pixel
    labels:                     start of each territory's label: column, row
      AL: [0, 4]
    lanes:                      the links that do not touch on this picture
      AL-KA: {from: [0, 9], to: [57, 10], wrap: true}
      AL-JA: stubs              no line, but a short end at each of the two, with the other's code
    captions:                   optional continent names on the sea: column, row
      Africa: [30, 17]
    ---                         one line of three dashes
       aaa bbbbb                the grid, to the end of the file

Every character of the grid (with ``grid: codes``, every two) is one *pixel*. It is a column wide,
or half a column, and half a screen row high, so two lines of the grid make one row. It names the
pixel's territory by letter or code; spaces are sea. Short lines and missing lines at the end are
filled with sea.

Positions of labels are in screen cells (column, row), those of lanes in pixels (column, line of the
grid); both start at 0 in the upper left corner. A ``Picture`` always has two pixels for a column;
the module ``picture`` calls the pixels of a file *letters*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from risk_tui.boards.picture import (
    LABEL_MARGIN,
    LABEL_WIDTH,
    SEA,
    SHORTEST_LABEL,
    Arrow,
    ContinentLabel,
    MapKey,
    Picture,
    SeaLane,
    add_stubs,
    around,
    cell_pixels,
    count_land,
    covered_cells,
    format_letters,
    has_narrow_characters,
)
from risk_tui.data.documents import DocumentReader, KeyPath, read_document
from risk_tui.data.language import N_, _
from risk_tui.errors import BoardError

MIN_PIXELS = 4
"""The fewest pixels that keep a territory visible."""

MAX_COLUMNS, MAX_ROWS = 300, 120
MAX_CHARACTERS = 200_000

_KEYS = ("picture", "size", "across", "grid", "labels", "lanes", "captions")
_LANE_KEYS = ("from", "to", "wrap")

STUBS = "stubs"
"""Stands for a lane of which only the ends are drawn."""


def parse_picture(
    text: str,
    *,
    source: str,
    territories: Sequence[MapKey],
    links: Collection[frozenset[int]],
    one_way: Collection[tuple[int, int]] = (),
    captions: Mapping[str, str],
) -> Picture:
    """Read a picture and check that it shows exactly this board.

    Every territory must be visible. Territories may touch (side by side, not corner to corner) only
    if they are linked. Linked territories that do not touch need a lane, and no other pair may have
    one. Lanes start and end at their territories and cross no other land. Labels are inside the
    picture and on their land, and do not overlap. Captions hide no land, lane or label.

    Args:
        text: The text of the file.
        source: The file's name for messages.
        territories: The codes and letters, in board order.
        links: A set of two territory indices for each link.
        one_way: The links that lead only from the first to the second. They need a lane for their
            arrow, so their territories may not touch.
        captions: The caption of each continent by its name, in board order.

    Raises:
        BoardError: If the picture is wrong. The message names the file, the line if it is known,
            and the correction.
        DataError: If the header is not YAML.
    """
    return _PictureReader(text, source, territories, links, one_way, captions).picture()


class _PictureReader(DocumentReader):
    """Reads one picture, part by part, and reports errors with their place."""

    def __init__(
        self,
        text: str,
        source: str,
        territories: Sequence[MapKey],
        links: Collection[frozenset[int]],
        one_way: Collection[tuple[int, int]],
        captions: Mapping[str, str],
    ) -> None:
        self.captions = captions
        self.territories = territories
        self.links, self.one_way = links, one_way
        self.one_way_pairs = {frozenset(link) for link in one_way}
        if len(text) > MAX_CHARACTERS:
            problem = _(
                "too large; a picture has at most {max_characters} characters",
                max_characters=MAX_CHARACTERS,
            )
            raise BoardError(f"{source}: {problem}")
        lines = [line.rstrip() for line in text.removesuffix("\n").split("\n")]
        if "---" not in lines:
            problem = _("write a line '---' between the header and the grid")
            raise BoardError(f"{source}: {problem}")
        divider = lines.index("---")
        self.grid = lines[divider + 1 :]
        while self.grid and not self.grid[-1]:
            self.grid.pop()
        self.first_line = divider + 2
        super().__init__(read_document("\n".join(lines[:divider]), source=source))
        if not isinstance(self.data, dict):
            raise self.error_at(
                (), "the header must be a table with the keys {keys}", keys=", ".join(_KEYS)
            )
        self.validate_keys((), self.data, _KEYS)
        self.codes = {key.code: index for index, key in enumerate(territories)}
        self.stubs: list[tuple[int, int]] = []

    def error_at_pixel(self, line: int, problem: str, /, **slots: object) -> BoardError:
        """Return an error in a line of the grid, with the sentence ``problem``."""
        where = _("{source}, line {line}", source=self.document.source, line=self.first_line + line)
        return BoardError(f"{where}: {_(problem, **slots)}")

    def code(self, territory: int) -> str:
        return self.territories[territory].code

    def picture(self) -> Picture:
        columns, rows = self.size()
        self.across = self.pixels_across()
        pixels = self.pixels(columns, rows)
        self.validate_visible(pixels)
        lanes = self.lanes(pixels, self.find_touching_pairs(pixels))
        labels = self.labels(pixels, columns, rows)
        picture = Picture(columns, rows, pixels, labels, lanes)
        covered = covered_cells(picture)
        names = (
            self.at(("captions",), dict, _("a table of places by continent"))
            if "captions" in self.data
            else ()
        )
        captions = tuple(self.caption(str(name), pixels, covered) for name in names)
        picture = replace(picture, continent_labels=captions)
        # A one-way link has a sign before the code on its stubs.
        signs = dict.fromkeys(self.one_way, ">")
        signs |= {link[::-1]: "<" for link in self.one_way}
        ends = [
            (*end, signs.get(end, "") + self.code(end[1]))
            for pair in self.stubs
            for end in (pair, pair[::-1])
        ]
        return add_stubs(picture, ends) if ends else picture

    # The header

    def pair(self, path: KeyPath, expected: str) -> tuple[int, int]:
        """Return the value at a path, which must be two whole numbers."""
        value = self.at(path, list, expected)
        # Compare types, because bool is a subclass of int and [true, 1] must be rejected.
        if [type(number) for number in value] != [int, int]:
            raise self.error_at(
                path, "'{path}' must be two whole numbers, as in [3, 4]", path=path[-1]
            )
        return value[0], value[1]

    def point(self, path: KeyPath, expected: str, width: int, height: int) -> tuple[int, int]:
        """Return a point: two whole numbers from 0, below ``width`` and ``height``."""
        first, second = self.pair(path, expected)
        if not (0 <= first < width and 0 <= second < height):
            raise self.error_at(
                path,
                "'{path}' is at [{first}, {second}], outside the picture; the last place is "
                "[{width}, {height}]",
                path=path[-1],
                first=first,
                second=second,
                width=width - 1,
                height=height - 1,
            )
        return first, second

    def size(self) -> tuple[int, int]:
        self.at(("picture",), str, _("the name of the map"))
        columns, rows = self.pair(("size",), _("[columns, rows]"))
        if not (LABEL_WIDTH <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_ROWS):
            raise self.error_at(
                ("size",),
                "'size' must be from [{label_width}, 1] to [{max_columns}, {max_rows}]",
                label_width=LABEL_WIDTH,
                max_columns=MAX_COLUMNS,
                max_rows=MAX_ROWS,
            )
        return columns, rows

    def pixels_across(self) -> int:
        """Return the pixels per column of the screen, 1 or 2."""
        value = self.data.get("across", 1)
        if type(value) is not int or value not in (1, 2):
            raise self.error_at(("across",), "'across' must be 1 or 2, pixels a column")
        return value

    def names(self) -> dict[str, int]:
        """Return the territory of each name in the grid. All names have the same length."""
        kind = self.data.get("grid", "letters")
        if kind == "codes":
            return self.codes
        if kind != "letters":
            raise self.error_at(("grid",), "'grid' must be letters or codes")
        for key in self.territories:
            if not key.letter:
                raise self.error_at(
                    ("grid",),
                    "{key} has no letter; write its pixels by code: 'grid: codes'",
                    key=key.code,
                )
        return {key.letter: index for index, key in enumerate(self.territories)}

    # The grid

    def pixels(self, columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
        names = self.names()
        name_length = len(next(iter(names)))
        index = names | {" " * name_length: SEA}
        if len(self.grid) > 2 * rows:
            raise self.error_at_pixel(
                2 * rows,
                "the grid has {grid_count} lines; {rows} rows are {text} lines",
                grid_count=len(self.grid),
                rows=rows,
                text=2 * rows,
            )
        width, copies = columns * self.across, range(2 // self.across)
        pixels = []
        for number, row in enumerate(self.grid):
            if len(row) > width * name_length:
                raise self.error_at_pixel(
                    number,
                    "{row_count} characters wide; a line of this picture has {width}",
                    row_count=len(row),
                    width=width * name_length,
                )
            row = row.ljust(width * name_length)
            starts = range(0, len(row), name_length)
            parts = [row[start : start + name_length] for start in starts]
            if unknown := next((part for part in parts if part not in index), None):
                known = _("write its codes")
                if name_length == 1:
                    known = _(
                        "letters of this map are {format_letters}",
                        format_letters=format_letters(names),
                    )
                raise self.error_at_pixel(
                    number,
                    "{unknown!r} stands for no territory; {known}",
                    unknown=unknown,
                    known=known,
                )
            pixels.append(tuple(index[part] for part in parts for _ in copies))
        sea = (SEA,) * (2 * columns)
        return (*pixels, *[sea] * (2 * rows - len(pixels)))

    def validate_visible(self, pixels: tuple[tuple[int, ...], ...]) -> None:
        count = Counter(chain.from_iterable(pixels))
        for index, key in enumerate(self.territories):
            drawn = count[index] * self.across // 2
            if drawn < MIN_PIXELS:
                name = key.letter or key.code
                raise self.error_at(
                    ("labels", key.code),
                    "{key} ('{name}') has {drawn} pixels; every territory needs {min_pixels} "
                    "or more: draw its '{name}' below",
                    key=key.code,
                    name=name,
                    drawn=drawn,
                    min_pixels=MIN_PIXELS,
                )

    def find_touching_pairs(self, pixels: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
        """Return the pairs of territories that touch.

        Raises:
            BoardError: If a pair is not linked, or linked one way only.
        """
        pairs: set[frozenset[int]] = set()
        for number, line in enumerate(pixels):
            below = pixels[number + 1] if number + 1 < len(pixels) else line
            for one, other in {*pairwise(line), *zip(line, below, strict=True)}:
                if one == other or SEA in (one, other):
                    continue
                pair = frozenset((one, other))
                if pair not in self.links or pair in self.one_way_pairs:
                    problem = (
                        N_(
                            "{one} and {other} touch here but are linked one way only; put a "
                            "pixel of sea between them"
                        )
                        if pair in self.one_way_pairs
                        else N_(
                            "{one} and {other} touch here but are not linked; put a pixel of sea "
                            "between them"
                        )
                    )
                    raise self.error_at_pixel(
                        number, problem, one=self.code(one), other=self.code(other)
                    )
                pairs.add(pair)
        return pairs

    # Lanes

    def lanes(
        self, pixels: tuple[tuple[int, ...], ...], touching: set[frozenset[int]]
    ) -> tuple[SeaLane, ...]:
        lanes: dict[frozenset[int], SeaLane] = {}
        for name in self.at(("lanes",), dict, _("a table of sea lanes, {} where there are none")):
            path: KeyPath = ("lanes", str(name))
            ends = self.ends(path)
            pair = frozenset(ends)
            if pair in lanes or pair in map(frozenset, self.stubs):
                raise self.error_at(path, "the lane {name} is drawn twice", name=name)
            if pair not in self.links:
                raise self.error_at(path, "there is no link {name}; a lane needs one", name=name)
            if pair in touching:
                raise self.error_at(
                    path, "the land of {name} touches already; drop this lane", name=name
                )
            if self.data["lanes"][name] == STUBS:
                self.stubs.append(ends)
                continue
            lane = self.lane(path, ends, pixels)
            self.validate_lane(path, lane, pixels)
            lanes[pair] = lane
        drawn = {*lanes, *touching, *map(frozenset, self.stubs)}
        for link in sorted(self.links, key=sorted):
            if link not in drawn:
                name = "-".join(map(self.code, sorted(link)))
                raise self.error_at(
                    ("lanes",),
                    "{name} is a link, but the two do not touch; it needs a lane",
                    name=name,
                )
        return tuple(lanes.values())

    def ends(self, path: KeyPath) -> tuple[int, int]:
        """Return the two territories in a lane's name."""
        name = str(path[-1])
        ends = [self.codes.get(code) for code in name.split("-")]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            raise self.error_at(
                path, "'{name}' is no lane; write two codes, as in AL-KA", name=name
            )
        return ends[0], ends[1]

    def lane(
        self, path: KeyPath, ends: tuple[int, int], pixels: tuple[tuple[int, ...], ...]
    ) -> SeaLane:
        table = self.at(path, dict, _("a table with 'from' and 'to', or the word 'stubs'"))
        self.validate_keys(path, table, _LANE_KEYS)
        wraps = table.get("wrap", False)
        if not isinstance(wraps, bool):
            raise self.error_at((*path, "wrap"), "'wrap' must be true or false")
        expected = _("a pixel: [column, line of the grid]")
        width, height = len(pixels[0]) * self.across // 2, len(pixels)
        start = self.point((*path, "from"), expected, width, height)
        end = self.point((*path, "to"), expected, width, height)
        arrow = Arrow.NONE
        if ends in self.one_way:
            arrow = Arrow.AT_END
        elif ends[::-1] in self.one_way:
            arrow = Arrow.AT_START
        return SeaLane(ends, start, end, wraps, 2 // self.across, arrow)

    def validate_lane(
        self, path: KeyPath, lane: SeaLane, pixels: tuple[tuple[int, ...], ...]
    ) -> None:
        for territory, end, key in zip(
            lane.territories, (lane.start, lane.end), ("from", "to"), strict=True
        ):
            if not any(pixels[y][x] == territory for x, y in around(end, lane.wide, pixels)):
                raise self.error_at(
                    (*path, key),
                    "'{key}' of {path} must be on or beside the land of {code}",
                    key=key,
                    path=path[-1],
                    code=self.code(territory),
                )
        crossed = [pixels[y][x] for x, y in lane.pixels(len(pixels[0]), len(pixels))]
        for pixel in crossed:
            if pixel not in (SEA, *lane.territories):
                raise self.error_at(
                    path,
                    "the lane {path} crosses the land of {code}",
                    path=path[-1],
                    code=self.code(pixel),
                )
        if SEA not in crossed:
            raise self.error_at(
                path, "the lane {path} has no pixel of sea to be seen on", path=path[-1]
            )

    # Labels

    def labels(
        self, pixels: tuple[tuple[int, ...], ...], columns: int, rows: int
    ) -> tuple[tuple[int, int], ...]:
        for code in self.at(("labels",), dict, _("a table of places by code")):
            if code not in self.codes:
                raise self.error_at(("labels", str(code)), "unknown territory '{code}'", code=code)
        labels: list[tuple[int, int]] = []
        for index, key in enumerate(self.territories):
            path: KeyPath = ("labels", key.code)
            expected = _("the label's first cell: [column, row]")
            column, row = self.point(path, expected, columns, rows)
            if column + LABEL_WIDTH > columns:
                raise self.error_at(
                    path,
                    "the label {key} leaves the picture; its {label_width} cells must start "
                    "at column {columns} or before",
                    key=key.code,
                    label_width=LABEL_WIDTH,
                    columns=columns - LABEL_WIDTH,
                )
            cells = range(column, column + SHORTEST_LABEL)
            if not any(index in cell_pixels(pixels, cell, row) for cell in cells):
                raise self.error_at(
                    path,
                    "the label {key} is off its land; one of its first {shortest_label} "
                    "cells must show '{text}'",
                    key=key.code,
                    shortest_label=SHORTEST_LABEL,
                    text=key.letter or key.code,
                )
            labels.append((column, row))
        self.validate_apart(labels)
        return tuple(labels)

    def validate_apart(self, labels: list[tuple[int, int]]) -> None:
        order = sorted(range(len(labels)), key=lambda index: labels[index][::-1])
        for one, other in pairwise(order):
            same_row = labels[one][1] == labels[other][1]
            if same_row and labels[other][0] - labels[one][0] < LABEL_WIDTH:
                code = self.code(other)
                raise self.error_at(
                    ("labels", code),
                    "the label {code} overlaps the label {other}; each needs {label_width} "
                    "cells of its own",
                    code=code,
                    other=self.code(one),
                    label_width=LABEL_WIDTH,
                )

    # Captions

    def caption(
        self, name: str, pixels: tuple[tuple[int, ...], ...], covered: Collection[tuple[int, int]]
    ) -> ContinentLabel:
        path: KeyPath = ("captions", name)
        if name not in self.captions:
            names = ", ".join(self.captions)
            raise self.error_at(
                path, "unknown continent '{name}'; known: {names}", name=name, names=names
            )
        text = self.captions[name]
        if not has_narrow_characters(text):
            raise self.error_at(
                path,
                "the caption {name} has characters that are not one column wide; drop it",
                name=name,
            )
        width, rows = len(pixels[0]) // 2, len(pixels) // 2
        expected = _("the caption's first cell: [column, row]")
        column, row = self.point(path, expected, width, rows)
        for x in range(column, column + len(text) + LABEL_MARGIN):
            if x >= width or count_land(pixels, x, row) or (x, row) in covered:
                raise self.error_at(
                    path,
                    "the caption {name} needs {text_count} free cells of sea",
                    name=name,
                    text_count=len(text) + LABEL_MARGIN,
                )
        return ContinentLabel(list(self.captions).index(name), column, row, text)
