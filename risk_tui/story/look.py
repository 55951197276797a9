"""What pages and pictures share: colours and signs, outlines of territories, series of numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.boards.picture import SEA
from risk_tui.table.seats import seat_on

if TYPE_CHECKING:
    from risk_tui.boards.picture import Picture
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
        if owner == NO_SEAT:
            return self.free, ""
        if view.status[owner] in ("out", "resigned"):
            return self.colour("grey"), self.glyph("grey")
        colour = seat_on(view, seats, territory).colour
        return self.colour(colour), self.glyph(colour)


Point = tuple[int, int]
ACROSS, DOWN = 2, 4
"""Units of a pixel: half a character wide, half a character high."""


def outlines(picture: Picture) -> dict[int, str]:
    """The path of every territory that the picture shows, in units from the upper left corner.

    It goes through the middles of the pixels' edges, so that steps become slopes; land that
    touches has the same line.
    """
    edges = _edges(picture.pixels)
    return {
        territory: "".join(_path(loop) for loop in _loops(edges[territory]))
        for territory in sorted(edges)
    }


def _edges(pixels: Sequence[Sequence[int]]) -> dict[int, dict[Point, list[Point]]]:
    """For each territory the edges of its pixels towards others, from corner to corner.

    Its land lies to the right of each edge.
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


def _loops(edges: dict[Point, list[Point]]) -> list[list[Point]]:
    """The edges joined to closed lines."""
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


def _path(corners: Sequence[Point]) -> str:
    """A closed path through the middles of the edges between corners."""
    middles = [
        ((x + to_x) * ACROSS // 2, (y + to_y) * DOWN // 2)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    # A point in the midst of a straight line says nothing.
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
"""A value of a series; ``None`` where a seat has none."""


@dataclass(frozen=True, slots=True)
class Series:
    """A number for each seat at each of the ``moments``.

    ``values[seat]`` has one for every moment. ``key`` is the name by which it is found,
    ``title`` what a chart is called, ``unit`` what is written after a number (perhaps nothing),
    ``basis`` where estimates come from; empty for what was counted.
    """

    key: str
    title: str
    moments: tuple[int, ...]
    values: tuple[tuple[Value, ...], ...]
    unit: str = ""
    basis: str = ""

    @property
    def highest(self) -> float:
        """The greatest of all values; 0 if there is none."""
        return max((value for row in self.values for value in row if value is not None), default=0)

    def value(self, seat: int, moment: float) -> Value:
        """The value of a seat at a moment, on a straight line between those before and after.

        ``None`` where the seat has none.
        """
        row = self.values[seat]
        after = bisect_right(self.moments, moment)
        low, high = max(after - 1, 0), min(after, len(row) - 1)
        one, other = row[low], row[high]
        start, end = self.moments[low], self.moments[high]
        if one is None or other is None or start >= end or moment <= start:
            return one
        return one + (other - one) * (moment - start) / (end - start)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted for a seat in a view of a spectator."""

    key: str
    title: str
    count: Callable[[View, int], Value]


def _income(view: View, seat: int) -> Value:
    """The armies that a seat would receive now; none for one that is out, or that no player has."""
    return view.income(seat) if view.status[seat] == "playing" else None


MEASURES = (
    Measure("land", "Territories", lambda view, seat: len(view.territories_of(seat))),
    Measure("armies", "Armies", lambda view, seat: view.armies_of(seat)),
    Measure("income", "Armies received a turn", _income),
)
"""What is counted of every game."""


def series_of(views: Mapping[int, View], seats: Sequence[object]) -> tuple[Series, ...]:
    """A series of each measure, from the views of a spectator by their moments."""
    moments = tuple(views)
    return tuple(
        Series(
            measure.key,
            measure.title,
            moments,
            tuple(
                tuple(measure.count(view, seat) for view in views.values())
                for seat in range(len(seats))
            ),
        )
        for measure in MEASURES
    )
