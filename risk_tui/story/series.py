"""Series of numbers for each seat over the moments of a game, which charts show."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.data.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from risk_tui.engine.view import View

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
