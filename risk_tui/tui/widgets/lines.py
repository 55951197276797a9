"""A panel of text lines that repaints only the lines that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence


class Lines(Widget):
    """Shows lines of Rich text as they are: no wrapping, no markup, no layout."""

    DEFAULT_CSS = "Lines { height: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Text] = []

    @property
    def shown(self) -> list[str]:
        """The lines as plain text."""
        return [line.plain for line in self._lines]

    def show(self, lines: Sequence[Text | str]) -> None:
        """Show these lines from the top."""
        old = self._lines
        new = [Text(line) if isinstance(line, str) else line for line in lines]
        self._lines = new
        width = self.size.width
        if not width:
            self.refresh()
            return
        for row in range(max(len(old), len(new))):
            before = old[row] if row < len(old) else None
            after = new[row] if row < len(new) else None
            same_style = before and after and before.style == after.style
            if before != after or not same_style:
                self.refresh(Region(0, row, width, 1))

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
