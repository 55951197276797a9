"""The world map: the largest picture that fits. Only changed rows are repainted.

A picture that is larger than the widget scrolls with the cursor and has an overview in a corner.
If there is room for all other Earths, they are shown beside it as small maps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from risk_tui.boards.board import Board
from risk_tui.boards.picture import LABEL_WIDTH, Picture, small_picture
from risk_tui.data.language import _
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.map.renderer import (
    ContinentStyle,
    LabelFrame,
    MapRenderer,
    TerritoryStyle,
    TexturedRenderer,
    fit_small_label,
)
from risk_tui.tui.text_widgets import LineWidget
from risk_tui.tui.theme.display_mode import DisplayMode
from risk_tui.tui.theme.palette import LABEL, RGB, SEA


class ShownPosition(NamedTuple):
    """The styles of all territories and continents, and the moves that arrows show."""

    territories: Sequence[TerritoryStyle]
    continents: Sequence[ContinentStyle] = ()
    moves: Sequence[tuple[int, int]] = ()

    def on_earth(self, board: Board, earth: int) -> ShownPosition:
        """Return the part that an Earth shows, in numbers of its own territories."""
        here = board.territories_on(earth)
        count = len(self.continents) // board.earths
        moves = [
            (source - here.start, target - here.start)
            for source, target in self.moves
            if source in here and target in here
        ]
        return ShownPosition(
            self.territories[here.start : here.stop],
            self.continents[earth * count : (earth + 1) * count],
            moves,
        )


class BoardMap(LineWidget):
    """Shows a picture of the board with all territories in their styles, centred in the sea."""

    DEFAULT_CSS = "BoardMap { width: 1fr; height: 1fr; background: $house-sea; }"

    mode = var(DisplayMode(), init=False)

    class Clicked(Message):
        """A territory was clicked."""

        def __init__(self, territory: int) -> None:
            super().__init__()
            self.territory = territory

    def __init__(self, board: Board, shown: ShownPosition, mode: DisplayMode) -> None:
        super().__init__()
        self._board = board
        self._continents = [territory.continent for territory in board.one_earth.territories]
        self._earth = 0
        self.set_reactive(BoardMap.mode, mode)
        self._shown = shown

    @cached_property
    def picture(self) -> Picture:
        """The current picture."""
        return self._board.pictures_by_earth[self._earth].largest_within(*self.size)

    @cached_property
    def drawing(self) -> MapRenderer:
        """The renderer of the picture."""
        drawing = renderer_for(self.picture, self._continents, self.mode)
        drawing.show(*self._shown.on_earth(self._board, self._earth))
        return drawing

    @cached_property
    def navigation(self) -> MapNavigation:
        """Cursor steps over the picture, and from it to other Earths."""
        board, here = self._board, self._board.territories_on(self._earth)
        bridges = [
            (place - here.start, other)
            for place in here
            for other in board.neighbours[place]
            if other not in here
        ]
        return MapNavigation(self.picture, self._earth, board.earths, bridges)

    @cached_property
    def overview(self) -> Overview | None:
        """The whole picture at a small size; ``None`` if there is room for the picture itself."""
        wide, high = self.size
        if self.picture.columns <= wide and self.picture.rows <= high:
            return None
        overview = Overview(
            self.picture, wide // _OVERVIEW_SHARE, high // _OVERVIEW_SHARE, self.mode
        )
        overview.show(self.drawing.styles, self._cursor)
        return overview

    @cached_property
    def _cursor(self) -> int:
        """The territory with the cursor, or the first one if the cursor is elsewhere."""
        styles = enumerate(self.drawing.styles)
        framed = (number for number, style in styles if style.frame is LabelFrame.CURSOR)
        return next(framed, 0)

    @cached_property
    def _offset(self) -> tuple[int, int]:
        """The column and row of the upper left corner; negative if the map is scrolled."""
        label = self.picture.labels[self._cursor]
        return (
            _start(self.size.width, self.picture.columns, label[0] + LABEL_WIDTH // 2),
            _start(self.size.height, self.picture.rows, label[1]),
        )

    def _forget(self, *names: str) -> None:
        """Drop cached properties."""
        for name in names:
            self.__dict__.pop(name, None)

    def _redraw_all(self) -> None:
        """Drop everything that depends on the picture, and draw again."""
        self._forget("picture", "drawing", "navigation", "overview", "_cursor", "_offset")
        self.refresh()

    @property
    def earth(self) -> int:
        """The current Earth."""
        return self._earth

    def show_earth(self, earth: int) -> None:
        """Show another of several Earths."""
        if earth != self._earth:
            self._earth = earth
            self._redraw_all()

    def watch_mode(self) -> None:
        self._redraw_all()

    def show(self, shown: ShownPosition) -> None:
        """Show a position. Only changed rows are drawn again."""
        before, self._shown = self._offset, shown
        rows = self.drawing.show(*shown.on_earth(self._board, self._earth))
        if not rows:
            return
        self._forget("_cursor", "_offset")
        left, top = self._offset
        if self.overview is not None:
            self.overview.show(self.drawing.styles, self._cursor)
        if self.overview is not None or (left, top) != before:
            self.refresh()
        self.refresh_rows(top + row for row in rows)

    def on_resize(self) -> None:
        self._redraw_all()

    def render_line(self, y: int) -> Strip:
        left, top = self._offset
        sea = rich_style(SEA, SEA, False)
        segments = [Segment(" " * left, sea)] if left else []
        if 0 <= y - top < self.picture.rows:
            segments += map_row(self.drawing, y - top)
        hidden = max(0, -left)
        strip = Strip(segments).crop(hidden, hidden + self.size.width)
        strip = strip.adjust_cell_length(self.size.width, sea)
        return strip if self.overview is None else self._with_overview(self.overview, strip, y)

    def _with_overview(self, overview: Overview, strip: Strip, y: int) -> Strip:
        """Return a line with its part of the overview, in the corner away from the cursor."""
        wide, high = overview.columns, overview.rows
        x, row = self.picture.labels[self._cursor]
        left, top = self._offset
        start = 0 if 2 * (x + left) > self.size.width else self.size.width - wide
        first = 0 if 2 * (row + top) > self.size.height else self.size.height - high
        if not first <= y < first + high:
            return strip
        part = Strip(overview.line(y - first), wide)
        return Strip.join([strip.crop(0, start), part, strip.crop(start + wide)])

    def on_click(self, event: events.Click) -> None:
        left, top = self._offset
        column, row = event.x - left, event.y - top
        if 0 <= column < self.picture.columns and 0 <= row < self.picture.rows:
            first = self._board.territories_on(self._earth).start
            self.post_message(self.Clicked(first + self.drawing.territory_at(column, row)))


_OVERVIEW_SHARE = 4
"""The map is this many times as wide and high as its overview."""


class Overview:
    """A small version of a picture that shows the owners of the land, and the cursor."""

    def __init__(self, picture: Picture, columns: int, rows: int, mode: DisplayMode) -> None:
        self.columns, self.rows = max(columns, 8) + 1, max(rows, 3) + 1
        small = small_picture(picture, self.columns - 1, self.rows - 1, 0)
        self._drawing = renderer_for(small, (), mode, borders=False)
        self._places = [
            (x * small.columns // picture.columns, y * small.rows // picture.rows)
            for x, y in picture.labels
        ]

    def show(self, styles: Sequence[TerritoryStyle], cursor: int) -> None:
        """Show these styles without their labels, and a cross at the cursor."""
        self._drawing.show(
            [replace(look, label="", big=False, frame=LabelFrame.NONE) for look in styles]
        )
        self._cross = self._places[cursor]

    def line(self, y: int) -> list[Segment]:
        """Return a line of the overview; the first is a heading, and the first column an edge."""
        edge = rich_style(LABEL, SEA, False)
        if y == 0:
            return [Segment(_(" whole map").ljust(self.columns)[: self.columns], edge)]
        row = Strip(map_row(self._drawing, y - 1)).crop(0, self.columns - 1)
        column, line = self._cross
        if line == y - 1:
            mark = Strip([Segment("+", rich_style(SEA, LABEL, True))], 1)
            row = Strip.join([row.crop(0, column), mark, row.crop(column + 1)])
        return [Segment(" ", edge), *row]


def _start(room: int, size: int, middle: int) -> int:
    """Return the first column or row of a picture: centred if it fits in ``room``.

    A larger picture is scrolled to bring its cell ``middle`` as near to the middle as possible.
    """
    if size <= room:
        return (room - size) // 2
    return max(room - size, min(0, room // 2 - middle))


@lru_cache(512)  # More than the colours of six players need.
def rich_style(ink: RGB, ground: RGB, bold: bool) -> Style:
    """Return Rich's style for colours and boldness."""
    return Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground), bold=bold)


def renderer_for(
    picture: Picture, continents: Sequence[int], mode: DisplayMode, *, borders: bool = True
) -> MapRenderer:
    """Return the renderer of a picture in a mode; ``continents`` has one number per territory."""
    if mode.is_textured:
        coloured = mode.colours != "none"
        return TexturedRenderer(
            picture, continents, ascii=mode.ascii, coloured=coloured, borders=borders
        )
    return MapRenderer(picture, continents, borders=borders, dithered=mode.colours == "16")


def map_row(drawing: MapRenderer, row: int) -> list[Segment]:
    """Return a row of a map as segments."""
    return [
        Segment(run.text, rich_style(run.foreground, run.background, run.bold))
        for run in drawing.row(row)
    ]


MIN_MAP_WIDTH = 84
"""Minimum columns of the map beside small maps."""


class SmallSize(NamedTuple):
    """The size of a small map, and the cells of its labels."""

    columns: int
    rows: int
    label: int
    glyph: bool
    """True if the label shows the owner's glyph; it never shows the code."""


_SMALL_EARTH_SIZES = (
    SmallSize(58, 21, 4, True),
    SmallSize(46, 14, 4, True),
    SmallSize(30, 10, 2, False),
)
"""Sizes from the largest to the smallest."""


class SmallEarths(LineWidget):
    """Shows the other Earths, each with a heading, in the colours of their owners."""

    DEFAULT_CSS = """
    SmallEarths { width: 0; height: 1fr; background: $house-sea; display: none; }
    """

    mode = var(DisplayMode(), init=False)

    def __init__(self, board: Board, mode: DisplayMode) -> None:
        super().__init__()
        self._board = board
        self.set_reactive(SmallEarths.mode, mode)
        self._map_size: SmallSize | None = None
        self._drawings: list[MapRenderer] = []
        """The maps from top to bottom."""
        self._shown_earths: list[int] = []
        """The Earths that they show; none before the first styles."""

    def fit(self, columns: int, rows: int) -> None:
        """Choose the largest size that fits beside the map, or hide if none fits."""
        count = self._board.earths - 1
        fitting = (
            size
            for size in _SMALL_EARTH_SIZES
            if size.columns + 1 + MIN_MAP_WIDTH <= columns and count * (size.rows + 1) <= rows
        )
        size = next(fitting, None) if count else None
        if size != self._map_size:
            self._map_size = size
            self.display = size is not None
            self.styles.width = size.columns + 1 if size else 0
            self._redraw_all()

    def watch_mode(self) -> None:
        self._redraw_all()

    def _redraw_all(self) -> None:
        self._shown_earths = []
        if (size := self._map_size) is not None:
            large = self._board.pictures.largest_within(2 * size.columns, 100)
            picture = small_picture(large, size.columns, size.rows, size.label)
            self._drawings = [
                renderer_for(picture, (), self.mode, borders=False)
                for _ in range(self._board.earths - 1)
            ]
            self.refresh()

    def show(self, styles: Sequence[TerritoryStyle], earth: int) -> None:
        """Show all Earths but one in these styles. Only changed rows are drawn again."""
        if (size := self._map_size) is None:
            return
        # In numerical order, a change of the current Earth changes only one small map.
        earths = [number for number in range(self._board.earths) if number != earth]
        rows: list[int] = []
        for index, (number, drawing) in enumerate(zip(earths, self._drawings, strict=True)):
            here, top = self._board.territories_on(number), index * (size.rows + 1)
            small = [
                replace(
                    look, label=fit_small_label(look.label, size.label, glyph=size.glyph), big=False
                )
                for look in styles[here.start : here.stop]
            ]
            rows += [top + 1 + y for y in drawing.show(small)]
            if earths != self._shown_earths:
                rows.append(top)
        self._shown_earths = earths
        self.refresh_rows(rows)

    def _map_at(self, y: int) -> tuple[int, MapRenderer, int] | None:
        """Return the Earth of a line, its map, and the map's row; -1 is its heading."""
        for index, (earth, drawing) in enumerate(
            zip(self._shown_earths, self._drawings, strict=False)
        ):
            row = y - index * (drawing.rows + 1) - 1
            if row < drawing.rows:
                return earth, drawing, row
        return None

    def render_line(self, y: int) -> Strip:
        sea = rich_style(SEA, SEA, False)
        segments: list[Segment] = []
        if place := self._map_at(y):
            earth, drawing, row = place
            if row < 0:
                heading = _(" Earth {shown}", shown=earth + 1)
                segments = [Segment(heading, rich_style(LABEL, SEA, True))]
            else:
                segments = [Segment(" ", sea), *map_row(drawing, row)]
        return Strip(segments).adjust_cell_length(self.size.width, sea)

    def on_click(self, event: events.Click) -> None:
        if place := self._map_at(event.y):
            earth, drawing, row = place
            if row >= 0 and 0 < event.x <= drawing.columns:
                first = self._board.territories_on(earth).start
                territory = drawing.territory_at(event.x - 1, row)
                self.post_message(BoardMap.Clicked(first + territory))
