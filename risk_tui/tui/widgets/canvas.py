"""What is drawn row by row and keeps its rows: the map, and the lines beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from textual.color import Color
from textual.geometry import Region, Size
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.style import Style
    from textual.strip import Strip

    from risk_tui.tui.terminal.wire import Painter, Span


class Canvas(Widget):
    """A widget without border and padding; ``render_line`` draws a row when it has changed.

    It is on the way of every key, so it goes without most of what Textual can do to a line.
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: dict[int, Strip] = {}
        self._rows_size = Size(0, 0)
        self._ground: Style | None = None

    @property
    def ground(self) -> Style:
        """The widget's own colours."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def repaint(self, rows: Iterable[int], parts: Mapping[int, Span] | None = None) -> None:
        """These rows look otherwise now; of some only a part does, from a column to another."""
        changed: dict[int, Span | None] = dict.fromkeys(rows)
        changed.update((row, span) for row, span in (parts or {}).items() if row not in changed)
        for row in changed:
            self._rows.pop(row, None)
        painter: Painter | None = getattr(self.screen, "painter", None)
        if painter is not None and painter.ready:
            painter.repaint(self, changed)
        else:
            self.refresh_rows(sorted(changed))

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Let Textual repaint rows at its next frame."""
        width = self.size.width
        regions = [Region(0, row, width, 1) for row in rows]
        if regions:
            self.refresh(*regions)

    def refresh(self, *regions: Region, **options: Any) -> Self:
        """Draw everything anew, or what is in some regions."""
        self._forget(regions)
        return super().refresh(*regions, **options)

    def notify_style_update(self) -> None:
        """Colours may have changed."""
        self._forget(())
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of a region, fit for the terminal."""
        size = self.size
        strips = self.drawn(crop.line_range, size)
        if crop.column_span == (0, size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def drawn(self, rows: Iterable[int], size: Size) -> list[Strip]:
        """Whole rows, fit for the terminal, of the widget at this size."""
        if self._rows_size != size:
            self._forget(())
            self._rows_size = size
        filters = self.get_line_filters()
        background = self.background_colors[1] if filters else Color(0, 0, 0)
        strips: list[Strip] = []
        for y in rows:
            strip = self._rows.get(y)
            if strip is None:
                strip = self._rows[y] = self.render_line(y).adjust_cell_length(size.width)
            for each in filters:
                strip = strip.apply_filter(each, background)
            strips.append(strip)
        return strips

    def drawn_part(self, row: int, span: Span, size: Size) -> Strip:
        """The columns of a row from a first to before a last, fit for the terminal."""
        strip = self.render_part(row, *span) if size == self._rows_size else None
        if strip is None:
            return self.drawn((row,), size)[0].crop(*span)
        filters = self.get_line_filters()
        for each in filters:
            strip = strip.apply_filter(each, self.background_colors[1])
        return strip

    def render_part(self, y: int, start: int, stop: int) -> Strip | None:
        """Some columns of a row, where that is quicker than the whole; ``None`` where it is not."""
        return None

    def _forget(self, regions: Iterable[Region]) -> None:
        regions = list(regions)
        self._ground = None
        if not regions:
            self._rows.clear()
        for region in regions:
            for y in region.line_range:
                self._rows.pop(y, None)
