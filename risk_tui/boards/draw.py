"""Draw the pictures of a sketch for terminals of every size.

Without a coast, the links give a layout (``lay_out``), and the layout gives the land. Then bridges
and lanes make the picture match the board, and labels and continent names are put in free places.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from risk_tui.boards import land
from risk_tui.boards.board import Board
from risk_tui.boards.layout import ROOM, lay_out, place_captions, place_labels, spread
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import SeaLane, around, continent_label_text, has_narrow_characters
from risk_tui.boards.picture_file import STUBS
from risk_tui.boards.sketch_file import Sketch, map_text, yaml_word
from risk_tui.data.language import _
from risk_tui.errors import BoardError, DataError

_CLEARING_COST = 60
"""The cost of clearing a pixel of a third territory, in lines of a lane's length."""

_SMALL_TERRITORY = 20 * land.ACROSS
"""The size in pixels at which clearing a pixel costs twice as much; more in smaller ones."""

_MIN_PIXELS_LEFT = 4 * land.ACROSS
"""The fewest pixels that a territory keeps when a lane is cleared through it."""

_MAX_CLEARED = 12 * land.ACROSS
"""The most pixels of land cleared for a lane; a lane that needs more is not drawn."""

_MAX_WAYS = 1000
"""The most pairs of ends that are tried for a lane, shortest first."""


def find_coast_pixels(grid: land.Grid, code: str) -> list[land.Pixel]:
    """Return the sea pixels next to the territory ``code``."""
    return sorted(
        {
            (a, b)
            for pixel in land.find_shores(grid, {code})[code]
            for a, b in land.adjacent_pixels(pixel, grid)
            if not grid[b][a]
        },
        key=lambda pixel: (pixel[1], pixel[0]),
    )


def draw_lane(
    grid: land.Grid, one: str, other: str, lanes: Collection[SeaLane], wraps: bool
) -> SeaLane | None:
    """Draw the shortest straight lane over the sea between two lands.

    If every way crosses land of a third territory, the cheapest way is cleared. The coast at the
    ends of other ``lanes`` and the last pixels of a territory are never cleared. A landlocked
    territory gets a pixel of coast first, if it has another one.

    Returns:
        The lane, or ``None`` if no way is possible.
    """
    width, height = len(grid[0]), len(grid)
    _open_coast(grid, one, other)
    _open_coast(grid, other, one)
    used = {pixel for lane in lanes for pixel in lane.pixels(width, height)}
    coast = {
        pixel
        for lane in lanes
        for end in (lane.start, lane.end)
        for pixel in around(end, 1, grid)
        if grid[pixel[1]][pixel[0]]
    }
    sizes = land.count_pixels(grid)
    best: tuple[float, SeaLane] | None = None
    pairs = []
    ends = find_coast_pixels(grid, other)
    for start in find_coast_pixels(grid, one):
        for end in ends:
            across = abs(start[0] - end[0])
            across = width - across if wraps else across
            pairs.append((max(across / land.ACROSS, abs(start[1] - end[1])), start, end))
    for length, start, end in heapq.nsmallest(_MAX_WAYS, pairs):
        if best is not None and length >= best[0]:
            break
        lane = SeaLane((0, 1), start, end, wraps)
        under = set(lane.pixels(width, height))
        own = sum(grid[y][x] in (one, other) for x, y in under)
        foreign = {(x, y) for x, y in under if grid[y][x] not in (land.SEA, one, other)}
        cleared = Counter(grid[y][x] for x, y in foreign)
        if len(foreign) > _MAX_CLEARED or foreign & coast:
            continue
        if any(sizes[code] - cleared[code] < _MIN_PIXELS_LEFT for code in cleared):
            continue
        cost = length + 0.3 * abs(start[1] - end[1]) + own
        cost += sum(
            _CLEARING_COST * count * (1 + _SMALL_TERRITORY / sizes[code])
            for code, count in cleared.items()
        )
        cost += 1.5 * len(used & under) / land.ACROSS
        if best is None or cost < best[0]:
            best = cost, lane
    if best is None:
        return None
    for x, y in best[1].pixels(width, height):
        if grid[y][x] not in (land.SEA, one, other):
            grid[y][x] = land.SEA
    return best[1]


def _open_coast(grid: land.Grid, code: str, towards: str) -> None:
    """Turn the pixel of a landlocked territory that is nearest to another one into sea.

    A territory keeps its last pixel.
    """
    shores = land.find_shores(grid, {code, towards})
    if len(shores[code]) < 2 or find_coast_pixels(grid, code):
        return

    def distance(pixel: land.Pixel) -> float:
        return min(abs(pixel[0] - x) / land.ACROSS + abs(pixel[1] - y) for x, y in shores[towards])

    x, y = min(shores[code], key=lambda pixel: (distance(pixel), pixel))
    grid[y][x] = land.SEA


_MAX_BRIDGE = 8
"""The longest bridge, in lines of the grid; wider gaps get a lane."""


def picture_text(
    board: Board, grid: land.Grid, preferred: Mapping[str, land.Point], captions: bool
) -> str:
    """Return the text of a picture file for a grid, which is adjusted to the links of the board.

    Args:
        preferred: The preferred cell of each label: column, row.
        captions: True to name continents on the sea.

    Raises:
        LookupError: If something does not fit; the message names it.
    """
    codes = [territory.code for territory in board.territories]
    lanes, stubs = _fit_to_links(board, grid)
    width, height = len(grid[0]), len(grid)
    cells = [
        {
            (x // land.ACROSS, y // 2)
            for x, y in lane.pixels(width, height)
            if grid[y][x] == land.SEA
        }
        for lane in lanes.values()
    ]
    used = {pixel for lane in lanes.values() for pixel in lane.pixels(width, height)}
    labels = place_labels(grid, preferred, cells)
    named = {
        each.key: continent_label_text(each.key, each.bonus)
        for each in board.continents
        if each.exists
    }
    codes_by_caption = {
        named[each.key]: [codes[place] for place in each.territories]
        for each in board.continents
        if each.key in named and has_narrow_characters(named[each.key])
    }
    placed = place_captions(grid, codes_by_caption, labels, used) if captions else {}
    caption_cells = {key: placed[text] for key, text in named.items() if text in placed}
    return _format_picture(board, grid, labels, lanes, stubs, caption_cells)


def _fit_to_links(
    board: Board, grid: land.Grid
) -> tuple[dict[tuple[str, str], SeaLane], set[tuple[str, str]]]:
    """Change a grid so that exactly the linked territories touch, or have a lane.

    Returns:
        The lanes, and the links without room for a lane; both by pairs of codes.

    Raises:
        LookupError: If a territory has no land, before or after.
    """
    codes = [territory.code for territory in board.territories]
    links = {frozenset((codes[one], codes[other])) for one, other in board.links}
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    bridges: set[land.Pixel] = set()
    _expect_land(board, grid)
    for _unused in range(3):  # Separating some territories may cut others in two.
        bridges.update(land.join(grid, by_land, _MAX_BRIDGE))
        land.separate_unlinked(grid, by_land, bridges)
    _expect_land(board, grid)
    lanes: dict[tuple[str, str], SeaLane] = {}
    stubs: set[tuple[str, str]] = set()
    # A lane may separate other territories too.
    while missing := _find_links_apart(links, grid, codes) - set(lanes) - stubs:
        for one, other in sorted(missing):
            wraps = _is_nearer_round_the_edge(grid, one, other)
            lane = draw_lane(grid, one, other, lanes.values(), wraps)
            if lane is None:
                stubs.add((one, other))
            else:
                lanes[one, other] = lane
    return lanes, stubs


def _format_picture(
    board: Board,
    grid: land.Grid,
    labels: Mapping[str, land.Pixel],
    lanes: Mapping[tuple[str, str], SeaLane],
    stubs: Collection[tuple[str, str]],
    captions: Mapping[str, land.Pixel],
) -> str:
    """Return the text of a picture file.

    Args:
        labels: The cells of the labels by the codes of territories.
        stubs: The links that are drawn as stubs.
        captions: The cells of the captions by the keys of continents.
    """
    codes = [territory.code for territory in board.territories]
    names = {each.code: each.letter for each in board.territories} | {land.SEA: " "}
    size = f"[{len(grid[0]) // land.ACROSS}, {len(grid) // 2}]"
    header = [f"picture: {yaml_word(board.name)}", f"size: {size}", f"across: {land.ACROSS}"]
    if "" in names.values():
        names = {code: code for code in codes} | {land.SEA: "  "}
        header.append("grid: codes")
    header.append("labels:")
    header += [f"  {code}: [{labels[code][0]}, {labels[code][1]}]" for code in codes]
    header.append("lanes:" if lanes or stubs else "lanes: {}")
    for one, other in sorted({*lanes, *stubs}, key=lambda pair: list(map(codes.index, pair))):
        if (one, other) in stubs:
            header.append(f"  {one}-{other}: {STUBS}")
            continue
        lane = lanes[one, other]
        wrap = ", wrap: true" if lane.wraps else ""
        header.append(f"  {one}-{other}: {{from: {[*lane.start]}, to: {[*lane.end]}{wrap}}}")
    if captions:
        header.append("captions:")
        header += [f"  {yaml_word(key)}: [{x}, {y}]" for key, (x, y) in captions.items()]
    lines = ["".join(names[code] for code in row).rstrip() for row in grid]
    return "\n".join([*header, "---", *lines]) + "\n"


def _expect_land(board: Board, grid: land.Grid) -> None:
    """Check that every territory has land.

    Raises:
        LookupError: If a territory has none.
    """
    sizes = land.count_pixels(grid)
    for territory in board.territories:
        if not sizes[territory.code]:
            raise LookupError(_("there is no land left for {territory}", territory=territory.key))


def _find_links_apart(
    links: set[frozenset[str]], grid: land.Grid, codes: Sequence[str]
) -> set[tuple[str, str]]:
    """Return the linked pairs that do not touch, each in board order."""
    pairs = (sorted(pair, key=codes.index) for pair in links - land.find_touching_pairs(grid))
    return {(one, other) for one, other in pairs}


def _is_nearer_round_the_edge(grid: land.Grid, one: str, other: str) -> bool:
    """Return True if the way over the picture's edge is less than half as long."""
    width = len(grid[0])
    ends = {code: find_coast_pixels(grid, code) for code in (one, other)}
    ways = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in ends[one][::3] for b in ends[other][::3]]
    direct = min((max(across, land.ACROSS * down) for across, down in ways), default=0)
    round_it = min(
        (max(width - across, land.ACROSS * down) for across, down in ways), default=width
    )
    return 2 * round_it < direct


SIZES = ((58, 21), (74, 27), (84, 32), (104, 36), (124, 41), (150, 45), (188, 56))
"""Columns and rows for terminals of 80x24, 100x30, 120x36, 140x40, 160x45, 200x50 and 240x60."""

_MIN_CAPTION_COLUMNS = 84
"""The fewest columns of a picture that names continents."""

_MIN_ISLAND = 2 * land.ACROSS
"""The fewest pixels of an island."""

_CROWDED = 60
"""The cells per territory below which territories are pushed apart for their labels."""

_MAX_PUSHES = 5
"""The most attempts at a picture; the lands are pushed further apart each time."""


def draw_map(
    sketch: Sketch,
    coast: land.Coast | None,
    sizes: Sequence[tuple[int, int]],
    others: Mapping[str, str],
) -> Iterator[tuple[str, str | BoardError]]:
    """Draw a map's files: first the pictures, then the map that lists them.

    Args:
        others: The texts of existing pictures to list too, by name.

    Yields:
        The name and text of each file; a ``BoardError`` in place of a picture that failed.

    Raises:
        BoardError: If the sketch does not fit its coast, or places only some territories.
    """
    lands = _Lands(sketch, coast)
    drawn = []
    for columns, rows in sizes:
        name = f"{sketch.board.name}-{columns}x{rows}.txt"
        text = _picture(lands, name, columns, rows)
        if isinstance(text, str):
            drawn.append(name)
        yield name, text
    for name, text in others.items():
        try:
            _validate(sketch, name, text)
        except DataError as error:
            yield (
                name,
                BoardError(_("{error}; the map leaves it out until it is corrected", error=error)),
            )
            continue
        drawn.append(name)
    drawn.sort(key=lambda name: [int(number) for number in re.findall(r"\d+", name)[-2:]])
    yield f"{sketch.board.name}.yaml", map_text(sketch.board, drawn)


def _picture(lands: _Lands, name: str, columns: int, rows: int) -> str | BoardError:
    """Draw and check one picture; after a failure push the lands apart and try again."""
    for push in range(_MAX_PUSHES if lands.can_be_pushed else 1):
        try:
            text = lands.picture(columns, rows, push)
            _validate(lands.sketch, name, text)
        except (LookupError, DataError) as error:
            problem = str(error).removeprefix(f"{name}: ")
            continue
        return text
    return BoardError(
        _("{name}: {problem}; leave it out, or correct it by hand", name=name, problem=problem)
    )


def _validate(sketch: Sketch, name: str, text: str) -> None:
    """Check a drawn picture against its sketch.

    Raises:
        DataError: If the picture does not show the board.
    """
    files = {f"{sketch.board.name}.yaml": map_text(sketch.board, [name]), name: text}
    parse_board(files).validate_pictures()


class _Lands:
    """The positions of a sketch's lands, for pictures of any size."""

    def __init__(self, sketch: Sketch, coast: land.Coast | None) -> None:
        self.sketch = sketch
        self._coast = coast
        codes = [territory.code for territory in sketch.board.territories]
        self._by_land = {
            frozenset((codes[a], codes[b])) for a, b in sketch.board.links - sketch.board.sea_lanes
        }
        default: land.Window = coast.window if coast else (0, 100, 100, 0)
        self._window = sketch.window or default
        self._parts = sketch.parts
        if coast is None:
            self._places = self._given_places() if sketch.places else lay_out(sketch.board)
            for territory in sketch.board.territories:
                if territory.code not in self._places:
                    raise BoardError(
                        _(
                            "{territory} has no 'at', but others do; give it to all or none",
                            territory=territory.key,
                        )
                    )
        else:
            self._places = self._given_places()
            self._complete_parts(coast)

    def _given_places(self) -> dict[str, tuple[land.Point, ...]]:
        """Return the sketch's places as shares of the window, 0 to 1 across and down."""
        left, bottom, right, top = self._window
        return {
            code: tuple(
                ((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in points
            )
            for code, points in self.sketch.places.items()
        }

    def _complete_parts(self, coast: land.Coast) -> None:
        """Give territories without a part or a place the part of the coast with their name.

        Raises:
            BoardError: If a territory has neither and no part has its name, a part is unknown, or
                it is shared with a territory without a place.
        """
        names = coast.names
        parts: dict[str, tuple[str, ...]] = dict(self._parts)
        for territory in self.sketch.board.territories:
            code = territory.code
            if code not in parts and code not in self._places:
                if territory.key not in names:
                    raise BoardError(
                        _(
                            "{territory} has no place; add 'at', or parts of the coast as 'of'",
                            territory=territory.key,
                        )
                    )
                parts[code] = (territory.key,)
            for name in parts.get(code, ()):
                if name not in names:
                    raise BoardError(
                        _(
                            "{territory}: the coast has no part called '{name}'",
                            territory=territory.key,
                            name=name,
                        )
                    )
        claimed: dict[str, str] = {}
        for code, own in parts.items():
            for name in own:
                first = claimed.setdefault(name, code)
                unplaced = [each for each in (first, code) if each not in self._places]
                if first != code and unplaced:
                    raise BoardError(
                        _(
                            "'{name}' is shared by {first} and {code}: {other} needs a place "
                            "('at')",
                            name=name,
                            first=first,
                            code=code,
                            other=unplaced[0],
                        )
                    )
        self._parts = parts

    @property
    def can_be_pushed(self) -> bool:
        """True if territories are only placed, not on a given coast."""
        return self._coast is None

    def picture(self, columns: int, rows: int, push: int) -> str:
        """Return the text of a picture.

        Args:
            push: The number of steps by which territories are pushed apart.

        Raises:
            LookupError: If something does not fit; the message names it.
        """
        count = len(self.sketch.board.territories)
        if columns * rows < ROOM * count:
            raise LookupError(
                _(
                    "{count} territories do not fit in {columns}x{rows}",
                    count=count,
                    columns=columns,
                    rows=rows,
                )
            )
        places = self._places
        if self.can_be_pushed and (push or columns * rows < _CROWDED * count):
            places = spread(places, columns, rows, 0.7 + 0.15 * push)
        grid = self._grid(places, land.ACROSS * columns, 2 * rows)
        land.remove_specks(grid, _MIN_ISLAND)
        land.smooth(grid)
        preferred = {
            code: (points[0][0] * columns - 2, points[0][1] * rows - 0.5)
            for code, points in places.items()
        }
        return picture_text(self.sketch.board, grid, preferred, columns >= _MIN_CAPTION_COLUMNS)

    def _grid(
        self, places: Mapping[str, tuple[land.Point, ...]], width: int, height: int
    ) -> land.Grid:
        if self._coast is None:
            return land.draw_cells(places, self._by_land, width, height)
        coast = self._coast.parts(width, height, self._window)
        return land.assign_pixels(coast, places, self._parts)
