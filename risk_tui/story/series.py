"""Series: a number for each seat from turn to turn, which a chart shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from risk_tui.engine.view import View

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
