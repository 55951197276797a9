"""Parts that pages, pictures and charts share: colours, glyphs, outlines and series."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.boards.picture import SEA
from risk_tui.data.language import _
from risk_tui.table.seats import seat_on

if TYPE_CHECKING:
    from risk_tui.boards.picture import Picture
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class StoryTheme:
    """Colours (``#rrggbb``) and glyphs, by the names of seat colours and ``grey``.

    ``sea``, ``free`` (for land without an owner), ``line``, ``text`` and ``panel`` are colours of
    other parts.
    """

    colours: Mapping[str, str]
    glyphs: Mapping[str, str]
    sea: str
    free: str
    line: str
    text: str
    panel: str

    def colour(self, name: str) -> str:
        """Return the colour for the name of a seat colour; unknown names are grey."""
        return self.colours.get(name, self.colours["grey"])

    def glyph(self, name: str) -> str:
        """Return the glyph for the name of a seat colour; unknown names get that of grey."""
        return self.glyphs.get(name, self.glyphs["grey"])

    def land(self, view: View, seats: Sequence[Seat], territory: int) -> tuple[str, str]:
        """Return the colour of a territory, and the glyph of its owner."""
        owner = view.owner[territory]
        if owner == NO_SEAT:
            return self.free, ""
        if view.status[owner] in ("out", "resigned"):
            return self.colour("grey"), self.glyph("grey")
        colour = seat_on(view, seats, territory).colour
        return self.colour(colour), self.glyph(colour)


Point = tuple[int, int]
"""The column and row of a corner between pixels."""
ACROSS, DOWN = 2, 4
"""The width and height of a pixel in units; a character cell has 2 x 2 pixels."""


def outlines(picture: Picture) -> dict[int, str]:
    """Return the SVG path of every territory in a picture, in units from the upper left corner.

    A path goes through the middles of the pixels' edges, which turns steps into slopes. Adjacent
    territories share their line.
    """
    edges = _border_edges(picture.pixels)
    return {
        territory: "".join(_svg_path(loop) for loop in _join_edges(edges[territory]))
        for territory in sorted(edges)
    }


def _border_edges(pixels: Sequence[Sequence[int]]) -> dict[int, dict[Point, list[Point]]]:
    """Return the border edges of each territory: the end corners by each start corner.

    An edge has the territory on its right.
    """
    height, width = len(pixels), len(pixels[0])
    found: dict[int, dict[Point, list[Point]]] = {}
    for y, line in enumerate(pixels):
        for x, here in enumerate(line):
            if here == SEA:
                continue
            sides = (
                (y == 0 or pixels[y - 1][x] != here, (x, y), (x + 1, y)),
                (x == width - 1 or line[x + 1] != here, (x + 1, y), (x + 1, y + 1)),
                (y == height - 1 or pixels[y + 1][x] != here, (x + 1, y + 1), (x, y + 1)),
                (x == 0 or line[x - 1] != here, (x, y + 1), (x, y)),
            )
            for is_border, start, end in sides:
                if is_border:
                    found.setdefault(here, {}).setdefault(start, []).append(end)
    return found


def _join_edges(edges: dict[Point, list[Point]]) -> list[list[Point]]:
    """Join edges to closed loops of corners; ``edges`` is emptied."""
    loops = []
    while edges:
        first = here = next(iter(edges))
        loop = []
        while here in edges:
            ends = edges[here]
            there = ends.pop()
            if not ends:
                del edges[here]
            loop.append(here)
            here = there
            if here == first and first not in edges:
                break
        loops.append(loop)
    return loops


def _svg_path(corners: Sequence[Point]) -> str:
    """Return the SVG path through the middles of the edges of a loop; empty without turns."""
    middles = [
        ((x + to_x) * ACROSS // 2, (y + to_y) * DOWN // 2)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    # Keep only the points at which the line turns.
    turns = [
        here
        for before, here, after in zip(
            [middles[-1], *middles[:-1]], middles, [*middles[1:], middles[0]], strict=True
        )
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    if not turns:
        return ""
    (x, y), *rest = turns
    steps = []
    for to_x, to_y in rest:
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{turns[0][0]} {turns[0][1]}l{' '.join(steps)}z"


Value: TypeAlias = "float | None"
"""A value of a series; ``None`` if a seat has none."""


@dataclass(frozen=True, slots=True)
class Series:
    """A number for each seat at each of some moments.

    ``values[seat]`` has a value for every moment. ``key`` identifies the series, ``title`` is the
    title of its chart, and ``unit`` is printed after its numbers. ``basis`` describes the source of
    estimates; empty for counts.
    """

    key: str
    title: str
    moments: tuple[int, ...]
    values: tuple[tuple[Value, ...], ...]
    unit: str = ""
    basis: str = ""

    @property
    def highest(self) -> float:
        """The greatest value; 0 if there are no values."""
        return max((value for row in self.values for value in row if value is not None), default=0)

    def value(self, seat: int, moment: float) -> Value:
        """Return the value of a seat at a moment, interpolated linearly.

        Returns:
            ``None`` if the seat has no value then.
        """
        row = self.values[seat]
        after = bisect_right(self.moments, moment)
        low, high = max(after - 1, 0), min(after, len(row) - 1)
        one, other = row[low], row[high]
        start, end = self.moments[low], self.moments[high]
        if one is None or other is None or start >= end or moment <= start:
            return one
        return one + (other - one) * (moment - start) / (end - start)


def series_of(views: Mapping[int, View], seats: int) -> tuple[Series, ...]:
    """Return the series of territories, armies and income.

    A seat that is not playing has no income.

    Args:
        views: A spectator's views by their moments.
        seats: The number of seats.
    """

    def series(key: str, title: str, count: Callable[[View, int], Value]) -> Series:
        values = (tuple(count(view, seat) for view in views.values()) for seat in range(seats))
        return Series(key, title, tuple(views), tuple(values))

    def income(view: View, seat: int) -> Value:
        return view.income(seat) if view.status[seat] == "playing" else None

    return (
        series("land", _("Territories"), lambda view, seat: len(view.territories_of(seat))),
        series("armies", _("Armies"), lambda view, seat: view.armies_of(seat)),
        series("income", _("Armies received a turn"), income),
    )
