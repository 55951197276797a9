"""Widgets that are drawn row by row, and repaint only the rows that changed."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class LineWidget(Widget):
    """A widget without border and padding; ``render_line`` draws a row when it has changed."""

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Draw these rows again."""
        regions = [Region(0, row, self.size.width, 1) for row in rows]
        if regions:
            self.refresh(*regions)


class TextLines(LineWidget):
    """A panel of Rich text lines, shown as they are: no wrapping, no markup, no layout."""

    DEFAULT_CSS = "TextLines { height: 1fr; }"

    class Resized(Message):
        """The panel has another size: other lines may fit."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Text] = []

    @property
    def plain_lines(self) -> list[str]:
        """The lines as plain text."""
        return [line.plain for line in self._lines]

    def show(self, lines: Sequence[Text | str]) -> None:
        """Show these lines from the top."""
        old = self._lines
        self._lines = [Text(line) if isinstance(line, str) else line for line in lines]
        pairs = zip_longest(old, self._lines)
        self.refresh_rows(
            row for row, (before, after) in enumerate(pairs) if not _look_alike(before, after)
        )

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def render_line(self, y: int) -> Strip:
        background = self.rich_style
        width = self.size.width
        if y >= len(self._lines):
            return Strip.blank(width, background)
        line = self._lines[y].copy()
        line.end = ""
        line.truncate(width, overflow="ellipsis")
        if not line.spans:
            # Rich leaves out the style of a text that has no spans.
            line.stylize(line.style)
        strip = Strip(line.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(background)


def _look_alike(one: Text | None, other: Text | None) -> bool:
    """Whether two lines look the same; Rich's comparison leaves out the style of the whole."""
    return one == other and (one is None or other is None or one.style == other.style)
