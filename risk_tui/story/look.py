"""Shared parts of pages and pictures: colours, glyphs, outlines and series of numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.boards.picture import SEA
from risk_tui.data.language import N_, _
from risk_tui.table.seats import seat_on

if TYPE_CHECKING:
    from risk_tui.boards.picture import Picture
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


@dataclass(frozen=True, slots=True)
class StoryTheme:
    """Colours (``#rrggbb``) and glyphs by the names of seat colours, and ``grey``.

    ``sea``, ``free`` (land without an owner), ``line``, ``text`` and ``panel`` are the other
    colours.
    """

    colours: Mapping[str, str]
    glyphs: Mapping[str, str]
    sea: str
    free: str
    line: str
    text: str
    panel: str

    def colour(self, name: str) -> str:
        """Return the colour of a seat by its colour's name."""
        return self.colours.get(name, self.colours["grey"])

    def glyph(self, name: str) -> str:
        """Return the glyph of a seat by its colour's name."""
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
ACROSS, DOWN = 2, 4
"""Units of a pixel, which is half a character wide and half a character high."""


def outlines(picture: Picture) -> dict[int, str]:
    """Return the path of every territory in a picture, in units from the upper left corner.

    A path goes through the middles of the pixels' edges, so that steps become slopes; neighbours
    share a line.
    """
    edges = _edges(picture.pixels)
    return {
        territory: "".join(_path(loop) for loop in _loops(edges[territory]))
        for territory in sorted(edges)
    }


def _edges(pixels: Sequence[Sequence[int]]) -> dict[int, dict[Point, list[Point]]]:
    """Return the border edges of each territory's pixels, from corner to corner.

    Its land is to the right of each edge.
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
    """Join edges to closed lines."""
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
    """Return a closed path through the middles of the edges between corners."""
    middles = [
        ((x + to_x) * ACROSS // 2, (y + to_y) * DOWN // 2)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    # Points within a straight line are redundant.
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
    """A number for each seat at each of the ``moments``.

    ``values[seat]`` has one for every moment. ``key`` identifies the series, ``title`` is the title
    of its chart, ``unit`` follows its numbers, ``basis`` is the source of estimates; empty for
    counts.
    """

    key: str
    title: str
    moments: tuple[int, ...]
    values: tuple[tuple[Value, ...], ...]
    unit: str = ""
    basis: str = ""

    @property
    def highest(self) -> float:
        """The greatest value; 0 if there is none."""
        return max((value for row in self.values for value in row if value is not None), default=0)

    def value(self, seat: int, moment: float) -> Value:
        """Return the value of a seat at a moment, interpolated linearly.

        Returns:
            ``None`` if the seat has none.
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
    """A number for a seat in a spectator's view."""

    key: str
    title: str
    count: Callable[[View, int], Value]


def _income(view: View, seat: int) -> Value:
    """Return the armies that a seat would receive now; ``None`` if it is not playing."""
    return view.income(seat) if view.status[seat] == "playing" else None


MEASURES = (
    Measure("land", N_("Territories"), lambda view, seat: len(view.territories_of(seat))),
    Measure("armies", N_("Armies"), lambda view, seat: view.armies_of(seat)),
    Measure("income", N_("Armies received a turn"), _income),
)
"""The measures of every game."""


def series_of(views: Mapping[int, View], seats: Sequence[object]) -> tuple[Series, ...]:
    """Return a series of each measure from a spectator's views by their moments."""
    moments = tuple(views)
    return tuple(
        Series(
            measure.key,
            _(measure.title),
            moments,
            tuple(
                tuple(measure.count(view, seat) for view in views.values())
                for seat in range(len(seats))
            ),
        )
        for measure in MEASURES
    )
