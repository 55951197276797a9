"""The world map: the largest picture that fits, repainted only where something changed."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.strip import Strip

from risk_tui.boards.picture import cell_pixels
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.map.renderer import MapRenderer, TexturedRenderer
from risk_tui.tui.theme.palette import RGB, SEA
from risk_tui.tui.widgets.text_lines import LineWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from risk_tui.boards.picture import Picture
    from risk_tui.boards.picture_set import PictureSet
    from risk_tui.tui.map.renderer import ContinentStyle, TerritoryStyle
    from risk_tui.tui.theme.display_mode import DisplayMode


_STYLES = 512
"""Styles that are cached: more than the colours of six players need."""


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
        pictures: PictureSet,
        territory_styles: Sequence[TerritoryStyle],
        mode: DisplayMode,
        continents: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._continents = continents
        self._pictures = pictures
        self._mode = mode
        self._territory_styles = list(territory_styles)
        self._continent_styles: Sequence[ContinentStyle] = ()
        self._moves: tuple[tuple[int, int], ...] = ()
        self._rich_style = lru_cache(_STYLES)(rich_style)

    @cached_property
    def picture(self) -> Picture:
        """The picture that is shown."""
        return self._pictures.largest_within(*self.size)

    @cached_property
    def drawing(self) -> MapRenderer:
        """Draws the picture."""
        drawing = renderer_for(self.picture, self._continents, self._mode)
        drawing.draw_moves(self._moves)
        return drawing

    @cached_property
    def compass(self) -> MapNavigation:
        """Knows the ways over the picture."""
        return MapNavigation(self.picture)

    def _draw_anew(self) -> None:
        for name in ("picture", "drawing", "compass"):
            self.__dict__.pop(name, None)
        self.refresh()

    def use_mode(self, mode: DisplayMode) -> None:
        """Draw in another mode from now on."""
        if mode != self._mode:
            self._mode = mode
            self._draw_anew()

    def show(
        self,
        territory_styles: Sequence[TerritoryStyle],
        continent_styles: Sequence[ContinentStyle] = (),
        moves: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Show these styles of territories and continents; only changed rows are drawn again.

        ``moves`` are shown as arrows from a territory to another.
        """
        if moves != self._moves:
            self._moves = moves
            self.drawing.draw_moves(moves)
            self.refresh()
        rows: set[int] = set()
        for territory, (old, new) in enumerate(
            zip(self._territory_styles, territory_styles, strict=True)
        ):
            if old != new:
                rows.update(self.drawing.rows_changed(territory, old, new))
        if continent_styles != self._continent_styles:
            rows.update(caption.row for caption in self.drawing.captions)
        self._territory_styles, self._continent_styles = list(territory_styles), continent_styles
        _, top = self._offset()
        self.refresh_rows(top + row for row in sorted(rows))

    def on_resize(self) -> None:
        if self.picture is not self._pictures.largest_within(*self.size):
            self._draw_anew()
        self.refresh()

    def _offset(self) -> tuple[int, int]:
        left = max(0, (self.size.width - self.picture.columns) // 2)
        top = max(0, (self.size.height - self.picture.rows) // 2)
        return left, top

    def render_line(self, y: int) -> Strip:
        left, top = self._offset()
        sea = self._rich_style(SEA, SEA, False)
        segments = [Segment(" " * left, sea)] if left else []
        if 0 <= y - top < self.picture.rows:
            styles, continents = self._territory_styles, self._continent_styles
            segments += map_row(self.drawing, y - top, styles, continents, self._rich_style)
        return Strip(segments).adjust_cell_length(self.size.width, sea)

    def on_click(self, event: events.Click) -> None:
        left, top = self._offset()
        column, row = event.x - left, event.y - top
        if not (0 <= column < self.picture.columns and 0 <= row < self.picture.rows):
            return
        territory = max(cell_pixels(self.picture.pixels, column, row))
        self.post_message(
            self.Clicked(territory if territory >= 0 else self.compass.at(column, row))
        )


def rich_style(ink: RGB, ground: RGB, bold: bool) -> Style:
    return Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground), bold=bold)


def renderer_for(picture: Picture, continents: Sequence[int], mode: DisplayMode) -> MapRenderer:
    """What draws a picture in a mode; ``continents`` has one number for each territory."""
    if mode.is_textured:
        return TexturedRenderer(picture, continents, ascii=mode.ascii)
    return MapRenderer(picture, continents)


def map_row(
    drawing: MapRenderer,
    row: int,
    territories: Sequence[TerritoryStyle],
    continents: Sequence[ContinentStyle],
    style: Callable[[RGB, RGB, bool], Style] = rich_style,
) -> list[Segment]:
    """A row of a map as segments."""
    return [
        Segment(run.text, style(run.foreground, run.background, run.bold))
        for run in drawing.row(row, territories, continents)
    ]
