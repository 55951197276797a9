"""Where the cursor goes: the territory that the eye expects in a direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.picture import Picture

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


class Compass:
    """Steps between the labels of a picture. A screen row counts as two columns."""

    def __init__(self, picture: Picture) -> None:
        self._centres = [(column + 1.5, row * 2.0) for column, row in picture.labels]
        self._width = float(picture.columns)
        self._height = 2.0 * picture.rows

    def step(self, territory: int, direction: str) -> int:
        """The territory next to ``territory`` in a direction; itself if nothing lies there.

        Over the left or right edge the cursor comes back in on the other side, as on a globe.
        """
        dx, dy = DIRECTIONS[direction]
        best = self._nearest(territory, dx, dy, 0.0)
        if best is None and dx:
            best = self._nearest(territory, dx, dy, dx * self._width)
        return territory if best is None else best

    def at(self, column: int, row: int) -> int:
        """The territory whose label is nearest to a screen cell."""
        return min(
            range(len(self._centres)),
            key=lambda place: (
                abs(self._centres[place][0] - column) + abs(self._centres[place][1] - 2 * row)
            ),
        )

    def _nearest(self, territory: int, dx: int, dy: int, shift: float) -> int | None:
        here = self._centres[territory]
        found: tuple[float, int] | None = None
        for place, (x, y) in enumerate(self._centres):
            if place == territory:
                continue
            across, down = x + shift - here[0], y - here[1]
            along = across * dx + down * dy
            aside = abs(across * dy) + abs(down * dx)
            if along <= 0 or aside > 2.2 * along:
                continue
            cost = along + 1.7 * aside
            if found is None or cost < found[0]:
                found = (cost, place)
        return None if found is None else found[1]


class Cursor:
    """Where the cursor is. Turning round at once always leads back to where it came from."""

    def __init__(self, place: int = 0) -> None:
        self.place = place
        self._back: tuple[str, int] | None = None

    def go(self, place: int) -> None:
        """Jump to a territory."""
        self.place = place
        self._back = None

    def move(self, compass: Compass, direction: str) -> None:
        """One step in a direction."""
        came = self.place
        if self._back is not None and self._back[0] == direction:
            self.place = self._back[1]
        else:
            self.place = compass.step(self.place, direction)
        self._back = (OPPOSITE[direction], came) if self.place != came else None
