"""The base of widgets that are drawn row by row: the map, and the lines beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterable


class LineWidget(Widget):
    """A widget without border and padding; ``render_line`` draws a row when it has changed."""

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Draw these rows again."""
        regions = [Region(0, row, self.size.width, 1) for row in rows]
        if regions:
            self.refresh(*regions)
