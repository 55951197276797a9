"""Writes only the cells of a region that has to be repainted.

Textual 8 repaints a region from the left edge of its widget; on a map that is as wide as the
screen, that makes a change of two cells at the right cost a whole line. Over SSH players feel it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor

if TYPE_CHECKING:
    from rich.console import Console


class _Cropped(ChopsUpdate):
    """A partial update whose pieces are cut on both sides."""

    def render_segments(self, console: Console) -> str:
        written: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(x, left), min(end, right)
                if strip is None or start >= stop:
                    continue
                written.append(Control.move_to(start, y).segment.text)
                written.append(strip.crop(start - x, stop - x).render(console))
        return "".join(written)


class ThriftyCompositor(Compositor):
    """Textual's compositor with tighter partial updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        if update is None:
            return None
        return _Cropped(update.chops, update.spans, update.chop_ends)
