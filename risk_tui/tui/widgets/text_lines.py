"""A panel of text lines that repaints only the lines that changed."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.strip import Strip

from risk_tui.tui.widgets.line_widget import LineWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


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
