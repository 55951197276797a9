"""The world map: the largest picture that fits. Only changed rows are repainted.

A picture that is larger than the widget scrolls with the cursor and has an overview in a corner.
If there is room for all other Earths, they are shown beside it as small maps.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.strip import Strip

from risk_tui.boards.picture import LABEL_WIDTH, small_picture
from risk_tui.data.language import _
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.map.renderer import (
    LabelFrame,
    MapRenderer,
    TexturedRenderer,
    fit_small_label,
)
from risk_tui.tui.text_widgets import LineWidget
from risk_tui.tui.theme.palette import LABEL, RGB, SEA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from risk_tui.boards.board import Board
    from risk_tui.boards.picture import Picture
    from risk_tui.tui.map.renderer import ContinentStyle, TerritoryStyle
    from risk_tui.tui.theme.display_mode import DisplayMode


class BoardMap(LineWidget):
    """Shows a picture of the board with all territories in their styles, centred in the sea."""

    DEFAULT_CSS = "BoardMap { width: 1fr; height: 1fr; background: $house-sea; }"

    class Clicked(Message):
        """A territory was clicked."""

        def __init__(self, territory: int) -> None:
            super().__init__()
            self.territory = territory

    def __init__(
        self,
        board: Board,
        territory_styles: Sequence[TerritoryStyle],
        mode: DisplayMode,
    ) -> None:
        super().__init__()
        self._board = board
        self._continents = [territory.continent for territory in board.one_earth.territories]
        self._earth = 0
        self._mode = mode
        self._territory_styles = list(territory_styles)
        self._continent_styles: Sequence[ContinentStyle] = ()
        self._moves: tuple[tuple[int, int], ...] = ()

    @cached_property
    def picture(self) -> Picture:
        """The current picture."""
        return self._board.pictures_by_earth[self._earth].largest_within(*self.size)

    @cached_property
    def drawing(self) -> MapRenderer:
        """The renderer of the picture."""
        drawing = renderer_for(self.picture, self._continents, self._mode)
        drawing.draw_moves(self._local_moves())
        return drawing

    @cached_property
    def navigation(self) -> MapNavigation:
        """Cursor steps over the picture, and from it to other Earths."""
        board, here = self._board, self._local_territories
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
        return Overview(self.picture, wide // _OVERVIEW_SHARE, high // _OVERVIEW_SHARE, self._mode)

    @property
    def _local_territories(self) -> range:
        """The territories of the current Earth."""
        return range(self._earth * self._board.size, (self._earth + 1) * self._board.size)

    @property
    def _local_styles(self) -> Sequence[TerritoryStyle]:
        """The styles of the current Earth's territories."""
        here = self._local_territories
        return self._territory_styles[here.start : here.stop]

    def _redraw_all(self) -> None:
        """Drop the cached properties, which depend on the picture, and draw again."""
        for name in ("picture", "drawing", "navigation", "overview"):
            self.__dict__.pop(name, None)
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

    def _local_moves(self) -> list[tuple[int, int]]:
        """Return the shown moves within this Earth, in numbers of its territories."""
        here = self._local_territories
        return [
            (source - here.start, target - here.start)
            for source, target in self._moves
            if source in here and target in here
        ]

    def use_mode(self, mode: DisplayMode) -> None:
        """Draw in another mode."""
        if mode != self._mode:
            self._mode = mode
            self._redraw_all()

    def show(
        self,
        territory_styles: Sequence[TerritoryStyle],
        continent_styles: Sequence[ContinentStyle] = (),
        moves: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Show these styles of territories and continents. Only changed rows are drawn again.

        ``moves`` are shown as arrows from one territory to another.
        """
        if moves != self._moves:
            self._moves = moves
            self.drawing.draw_moves(self._local_moves())
            self.refresh()
        here = self._local_territories
        new_styles = territory_styles[here.start : here.stop]
        rows = self.drawing.changed_rows(self._local_styles, new_styles)
        if continent_styles != self._continent_styles:
            rows.update(caption.row for caption in self.picture.continent_labels)
        before = self._offset()
        self._territory_styles, self._continent_styles = list(territory_styles), continent_styles
        left, top = self._offset()
        if rows and (self.overview is not None or (left, top) != before):
            self.refresh()
        self.refresh_rows(top + row for row in sorted(rows))

    def on_resize(self) -> None:
        self._redraw_all()

    def _offset(self) -> tuple[int, int]:
        """Return the column and row of the upper left corner; negative if the map is scrolled."""
        label = self.picture.labels[self._cursor()]
        return (
            _start(self.size.width, self.picture.columns, label[0] + LABEL_WIDTH // 2),
            _start(self.size.height, self.picture.rows, label[1]),
        )

    def _cursor(self) -> int:
        """Return the territory with the cursor, or the first one if the cursor is elsewhere."""
        styles = enumerate(self._local_styles)
        framed = (number for number, style in styles if style.frame is LabelFrame.CURSOR)
        return next(framed, 0)

    def render_line(self, y: int) -> Strip:
        left, top = self._offset()
        sea = rich_style(SEA, SEA, False)
        segments = [Segment(" " * left, sea)] if left else []
        if 0 <= y - top < self.picture.rows:
            count = len(self._continent_styles) // self._board.earths
            continents = self._continent_styles[count * self._earth : count * (self._earth + 1)]
            segments += map_row(self.drawing, y - top, self._local_styles, continents)
        hidden = max(0, -left)
        strip = Strip(segments).crop(hidden, hidden + self.size.width)
        strip = strip.adjust_cell_length(self.size.width, sea)
        if self.overview is None:
            return strip
        return self._with_overview(self.overview, strip, y, self._local_styles)

    def _with_overview(
        self, overview: Overview, strip: Strip, y: int, styles: Sequence[TerritoryStyle]
    ) -> Strip:
        """Return a line with its part of the overview, in the corner away from the cursor."""
        wide, high = overview.columns, overview.rows
        x, row = self.picture.labels[self._cursor()]
        left, top = self._offset()
        start = 0 if 2 * (x + left) > self.size.width else self.size.width - wide
        first = 0 if 2 * (row + top) > self.size.height else self.size.height - high
        if not first <= y < first + high:
            return strip
        part = overview.line(y - first, styles, self._cursor())
        rest = [strip.crop(0, start), Strip(part, wide), strip.crop(start + wide)]
        return Strip.join(rest)

    def on_click(self, event: events.Click) -> None:
        left, top = self._offset()
        column, row = event.x - left, event.y - top
        if not (0 <= column < self.picture.columns and 0 <= row < self.picture.rows):
            return
        territory = self.drawing.territory_at(column, row, self._local_styles)
        self.post_message(self.Clicked(self._local_territories.start + territory))


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

    def line(self, y: int, styles: Sequence[TerritoryStyle], cursor: int) -> list[Segment]:
        """Return a line of the overview; the first is a heading, and the first column an edge."""
        edge = rich_style(LABEL, SEA, False)
        if y == 0:
            return [Segment(_(" whole map").ljust(self.columns)[: self.columns], edge)]
        bare = [replace(look, label="", big=False, frame=LabelFrame.NONE) for look in styles]
        row = Strip(map_row(self._drawing, y - 1, bare, ())).crop(0, self.columns - 1)
        column, line = self._places[cursor]
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


def map_row(
    drawing: MapRenderer,
    row: int,
    territories: Sequence[TerritoryStyle],
    continents: Sequence[ContinentStyle],
) -> list[Segment]:
    """Return a row of a map as segments."""
    return [
        Segment(run.text, rich_style(run.foreground, run.background, run.bold))
        for run in drawing.row(row, territories, continents)
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

    def __init__(self, board: Board, mode: DisplayMode) -> None:
        super().__init__()
        self._board, self._mode = board, mode
        self._map_size: SmallSize | None = None
        self._shown_earths: tuple[int, ...] = ()
        """The shown Earths from top to bottom."""
        self._small_styles: list[TerritoryStyle] = []
        self._drawing: MapRenderer | None = None

    def fit(self, columns: int, rows: int) -> None:
        """Choose the largest size that fits beside the map, or hide if none fits."""
        count = self._board.earths - 1
        fitting = (
            size
            for size in _SMALL_EARTH_SIZES
            if size.columns + MIN_MAP_WIDTH <= columns and count * (size.rows + 1) <= rows
        )
        size = next(fitting, None) if count else None
        if size != self._map_size:
            self._map_size = size
            self.display = size is not None
            self.styles.width = size.columns + 1 if size else 0
            self._redraw_all()

    def use_mode(self, mode: DisplayMode) -> None:
        """Draw in another mode."""
        if mode != self._mode:
            self._mode = mode
            self._redraw_all()

    def _redraw_all(self) -> None:
        self._drawing = None
        if (size := self._map_size) is not None:
            large = self._board.pictures.largest_within(2 * size.columns, 100)
            picture = small_picture(large, size.columns, size.rows, size.label)
            self._drawing = renderer_for(picture, (), self._mode, borders=False)
            self.refresh()

    def show(self, styles: Sequence[TerritoryStyle], earth: int) -> None:
        """Show all Earths but one in these styles. Only changed rows are drawn again."""
        size, drawing = self._map_size, self._drawing
        if size is None or drawing is None:
            return
        # In numerical order, a change of the current Earth changes only one small map.
        shown = tuple(number for number in range(self._board.earths) if number != earth)
        small = [
            replace(
                style, label=fit_small_label(style.label, size.label, glyph=size.glyph), big=False
            )
            for style in styles
        ]
        if shown != self._shown_earths or len(small) != len(self._small_styles):
            self._shown_earths, self._small_styles = shown, small
            self.refresh()
            return
        old, self._small_styles = self._small_styles, small
        rows: list[int] = []
        for index, number in enumerate(shown):
            here = slice(number * self._board.size, (number + 1) * self._board.size)
            top = index * (size.rows + 1) + 1
            rows += [top + y for y in sorted(drawing.changed_rows(old[here], small[here]))]
        self.refresh_rows(rows)

    def render_line(self, y: int) -> Strip:
        sea = rich_style(SEA, SEA, False)
        segments: list[Segment] = []
        if self._drawing is not None:
            index, row = divmod(y, self._drawing.rows + 1)
            if index < len(self._shown_earths) and row:
                cells = map_row(self._drawing, row - 1, self._styles_at(index), ())
                segments = [Segment(" ", sea), *cells]
            elif index < len(self._shown_earths):
                heading = _(" Earth {shown}", shown=self._shown_earths[index] + 1)
                segments = [Segment(heading, rich_style(LABEL, SEA, True))]
        return Strip(segments).adjust_cell_length(self.size.width, sea)

    def _styles_at(self, index: int) -> Sequence[TerritoryStyle]:
        """Return the styles of a small map; ``index`` counts the maps from the top."""
        first = self._shown_earths[index] * self._board.size
        return self._small_styles[first : first + self._board.size]

    def on_click(self, event: events.Click) -> None:
        if (drawing := self._drawing) is None:
            return
        index, row = divmod(event.y, drawing.rows + 1)
        column = event.x - 1
        if index < len(self._shown_earths) and row and 0 <= column < drawing.columns:
            territory = drawing.territory_at(column, row - 1, self._styles_at(index))
            first = self._shown_earths[index] * self._board.size
            self.post_message(BoardMap.Clicked(first + territory))
