"""The colours and signs of a page or picture, by names: whoever makes one gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.data.dataclasses import dataclass
from risk_tui.table.seats import seat_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Look:
    """Colours as ``#rrggbb`` and glyphs, by the names of seats' colours; ``grey`` is among them.

    ``sea``, ``free`` (land of nobody), ``line``, ``text`` and ``panel`` are the other colours.
    """

    colours: Mapping[str, str]
    glyphs: Mapping[str, str]
    sea: str
    free: str
    line: str
    text: str
    panel: str

    def colour(self, name: str) -> str:
        """The colour of a seat, by the name of that."""
        return self.colours.get(name, self.colours["grey"])

    def glyph(self, name: str) -> str:
        """The glyph of a seat, by the name of its colour."""
        return self.glyphs.get(name, self.glyphs["grey"])

    def land(self, view: View, seats: Sequence[Seat], territory: int) -> tuple[str, str]:
        """The colour of a territory, and the glyph of who holds it."""
        owner = view.owner[territory]
        if owner == NOBODY:
            return self.free, ""
        if view.status[owner] in ("out", "resigned"):
            return self.colour("grey"), self.glyph("grey")
        colour = seat_on(view, seats, territory).colour
        return self.colour(colour), self.glyph(colour)
