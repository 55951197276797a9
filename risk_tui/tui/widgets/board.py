"""The world map: the largest picture that fits, repainted only where something changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.strip import Strip

from risk_tui.tui.map.compass import Compass
from risk_tui.tui.map.drawing import LABEL_CELLS, Drawing, TexturedDrawing
from risk_tui.tui.palette import RGB, SEA
from risk_tui.tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from risk_tui.engine.picture import Picture
    from risk_tui.tui.map.drawing import Cell, Holding, Look
    from risk_tui.tui.terminal.mode import Mode
    from risk_tui.tui.terminal.wire import Span


class BoardMap(Canvas):
    """Shows the looks of all territories on a picture, centred in a night sea."""

    DEFAULT_CSS = "BoardMap { width: 1fr; height: 1fr; background: $house-sea; }"

    class Clicked(Message):
        """A territory was clicked."""

        def __init__(self, territory: int) -> None:
            super().__init__()
            self.territory = territory

    def __init__(self, pictures: Sequence[Picture], looks: Sequence[Look], mode: Mode) -> None:
        super().__init__()
        self._pictures = pictures
        self._mode = mode
        self._looks = list(looks)
        self._holdings: Sequence[Holding] = ()
        self._styles: dict[tuple[RGB, RGB, bool], Style] = {}
        self._grounds: dict[int, list[Cell]] = {}
        """What lies under the labels of each row, as far as it was drawn already."""
        self._use(pictures[0])

    def _use(self, picture: Picture) -> None:
        self.picture = picture
        if self._mode.textured:
            self.drawing: Drawing = TexturedDrawing(picture, ascii=self._mode.ascii)
        else:
            self.drawing = Drawing(picture)
        self.compass = Compass(picture)
        self._grounds.clear()

    def use_mode(self, mode: Mode) -> None:
        """Draw in another mode from now on."""
        if mode != self._mode:
            self._mode = mode
            self._use(self.picture)
            self.refresh()

    def show(self, looks: Sequence[Look], holdings: Sequence[Holding] = ()) -> None:
        """Show these looks, and who holds each continent; only changed rows are drawn again."""
        left, top = self._offset()
        grounds: set[int] = set()
        labels: dict[int, Span] = {}
        for territory, (old, new) in enumerate(zip(self._looks, looks, strict=True)):
            if old is not new and old != new:
                ground, label = self.drawing.rows_changed(territory, old, new)
                grounds |= ground
                start = left + self.drawing.labels[territory][0] - 1
                for row in label:
                    before = labels.get(top + row, (start, start))
                    stop = max(before[1], start + LABEL_CELLS + 2)
                    labels[top + row] = (min(before[0], start), stop)
        if holdings != self._holdings:
            grounds.update(caption.row for caption in self.drawing.captions)
        self._looks, self._holdings = list(looks), holdings
        for row in grounds:
            self._grounds.pop(row, None)
        self.repaint((top + row for row in grounds), labels)

    def on_resize(self, event: events.Resize) -> None:
        fitting = [
            picture
            for picture in self._pictures
            if picture.columns <= event.size.width and picture.rows <= event.size.height
        ]
        best = fitting[-1] if fitting else self._pictures[0]
        if best is not self.picture:
            self._use(best)
        self.refresh()

    def _offset(self) -> tuple[int, int]:
        left = max(0, (self.size.width - self.picture.columns) // 2)
        top = max(0, (self.size.height - self.picture.rows) // 2)
        return left, top

    def render_line(self, y: int) -> Strip:
        left, top = self._offset()
        width = self.size.width
        row = y - top
        sea = self._style(SEA, SEA, False)
        if not 0 <= row < self.picture.rows:
            return Strip([Segment(" " * width, sea)], width)
        segments = self._segments(row, 0, self.picture.columns)
        right = width - left - self.picture.columns
        margins = [Segment(" " * left, sea)] if left else []
        end = [Segment(" " * right, sea)] if right > 0 else []
        return Strip([*margins, *segments, *end], max(width, left + self.picture.columns))

    def render_part(self, y: int, start: int, stop: int) -> Strip | None:
        left, top = self._offset()
        if start < left or stop > left + self.picture.columns:
            return None
        return Strip(self._segments(y - top, start - left, stop - left), stop - start)

    def _segments(self, row: int, start: int, stop: int) -> list[Segment]:
        """Some columns of a row of the picture."""
        ground = self._grounds.get(row)
        if ground is None:
            ground = self._grounds[row] = self.drawing.ground(row, self._looks, self._holdings)
        pieces = self.drawing.labelled(row, ground, self._looks, start, stop)
        return [Segment(p.text, self._style(p.ink, p.ground, p.bold)) for p in pieces]

    def _style(self, ink: RGB, ground: RGB, bold: bool) -> Style:
        key = (ink, ground, bold)
        style = self._styles.get(key)
        if style is None:
            style = Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground), bold=bold)
            self._styles[key] = style
        return style

    def on_click(self, event: events.Click) -> None:
        left, top = self._offset()
        column, row = event.x - left, event.y - top
        if not (0 <= column < self.picture.columns and 0 <= row < self.picture.rows):
            return
        territory = max(
            self.picture.pixels[2 * row][column], self.picture.pixels[2 * row + 1][column]
        )
        self.post_message(
            self.Clicked(territory if territory >= 0 else self.compass.at(column, row))
        )
