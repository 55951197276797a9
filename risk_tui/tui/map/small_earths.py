"""The Earths beside the one that is shown: small maps, as many as there is room for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from risk_tui.boards.picture import cell_pixels, small_picture
from risk_tui.tui.map.map_widget import BoardMap, cached_styles, map_row, renderer_for
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.map.renderer import fit_small_label
from risk_tui.tui.theme.palette import LABEL, SEA
from risk_tui.tui.widgets.text_lines import LineWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from risk_tui.boards.board import Board
    from risk_tui.boards.picture import Picture
    from risk_tui.tui.map.renderer import MapRenderer, TerritoryStyle
    from risk_tui.tui.theme.display_mode import DisplayMode

LEAST_MAP = 84
"""Columns that the map beside them keeps at least."""


class SmallSize(NamedTuple):
    """The size of a small map, and the cells of its labels."""

    columns: int
    rows: int
    label: int
    glyph: bool
    """True if the label shows whose the territory is; its code is always left out."""


_SIZES = (SmallSize(58, 21, 4, True), SmallSize(46, 14, 4, True), SmallSize(30, 10, 2, False))
"""From the largest to the smallest."""


def small_size(earths: int, columns: int, rows: int) -> SmallSize | None:
    """The size of the maps of all Earths but one, one below the other; ``None`` without room."""
    for size in _SIZES:
        fits = size.columns + LEAST_MAP <= columns and (earths - 1) * (size.rows + 1) <= rows
        if earths > 1 and fits:
            return size
    return None


class SmallEarths(LineWidget):
    """Shows the other Earths, each with a heading, in the colours of their owners."""

    DEFAULT_CSS = """
    SmallEarths { width: 0; height: 1fr; background: $house-sea; display: none; }
    """

    def __init__(self, board: Board, mode: DisplayMode) -> None:
        super().__init__()
        self._board, self._mode = board, mode
        self._rich_style = cached_styles()
        self._small: SmallSize | None = None
        self._shown: tuple[int, ...] = ()
        """The Earths, from the uppermost on."""
        self._small_styles: list[TerritoryStyle] = []
        self._picture: Picture | None = None
        self._drawing: MapRenderer | None = None

    def fit(self, columns: int, rows: int) -> None:
        """Take as much of the room for maps as can be spared."""
        size = small_size(self._board.earths, columns, rows)
        if size != self._small:
            self._small = size
            self.display = size is not None
            self.styles.width = size.columns + 1 if size else 0
            self._draw_anew()

    def use_mode(self, mode: DisplayMode) -> None:
        """Draw in another mode from now on."""
        if mode != self._mode:
            self._mode = mode
            self._draw_anew()

    def _draw_anew(self) -> None:
        self._picture = self._drawing = None
        if (size := self._small) is None:
            return
        large = self._board.pictures.largest_within(2 * size.columns, 100)
        self._picture = small_picture(large, size.columns, size.rows, size.label)
        self._drawing = renderer_for(self._picture, (), self._mode, borders=False)
        self.refresh()

    def show(self, styles: Sequence[TerritoryStyle], earth: int) -> None:
        """Show all Earths but one in these styles; only changed rows are drawn again."""
        size, drawing = self._small, self._drawing
        if size is None or drawing is None:
            return
        # In the order of their numbers: to cross to the next one changes no other.
        shown = tuple(number for number in range(self._board.earths) if number != earth)
        small = [_small(style, size) for style in styles]
        if shown != self._shown or len(small) != len(self._small_styles):
            self._shown, self._small_styles = shown, small
            self.refresh()
            return
        old, self._small_styles = self._small_styles, small
        rows: set[int] = set()
        for place, number in enumerate(shown):
            first = number * self._board.size
            for territory in range(self._board.size):
                before, now = old[first + territory], small[first + territory]
                if before != now:
                    top = place * (size.rows + 1) + 1
                    rows.update(top + y for y in drawing.rows_changed(territory, before, now))
        self.refresh_rows(sorted(rows))

    def render_line(self, y: int) -> Strip:
        sea = self._rich_style(SEA, SEA, False)
        segments: list[Segment] = []
        if self._small is not None and self._drawing is not None:
            place, row = divmod(y, self._small.rows + 1)
            if place < len(self._shown) and row:
                first = self._shown[place] * self._board.size
                styles = self._small_styles[first : first + self._board.size]
                cells = map_row(self._drawing, row - 1, styles, (), self._rich_style)
                segments = [Segment(" ", sea), *cells]
            elif place < len(self._shown):
                heading = f" Earth {self._shown[place] + 1}"
                segments = [Segment(heading, self._rich_style(LABEL, SEA, True))]
        return Strip(segments).adjust_cell_length(self.size.width, sea)

    def on_click(self, event: events.Click) -> None:
        if self._small is None or self._picture is None:
            return
        place, row = divmod(event.y, self._small.rows + 1)
        column = event.x - 1
        if place < len(self._shown) and row and 0 <= column < self._small.columns:
            territory = max(cell_pixels(self._picture.pixels, column, row - 1))
            if territory < 0:
                territory = MapNavigation(self._picture).at(column, row - 1)
            first = self._shown[place] * self._board.size
            self.post_message(BoardMap.Clicked(first + territory))


def _small(style: TerritoryStyle, size: SmallSize) -> TerritoryStyle:
    """A style with nothing on its label but what a small map has room for."""
    label = fit_small_label(style.label, size.label, glyph=size.glyph)
    return replace(style, label=label, big=False)
