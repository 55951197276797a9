"""Where the cursor jumps: round the territories that can be chosen, and along the fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.tui.map.highlights import selectable_territories

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.view import View


def next_choice(
    view: View, cursor: int, source: int | None, order: Sequence[int], step: int = 1
) -> int:
    """The next territory in ``order`` that can be chosen now; after the last comes the first."""
    choices, start = selectable_territories(view, source), order.index(cursor)
    distances = range(1, len(order) + 1)
    ahead = (order[(start + step * distance) % len(order)] for distance in distances)
    return next((territory for territory in ahead if territory in choices), cursor)


def next_front(view: View, seat: int, cursor: int, step: int, *, walking: bool) -> int | None:
    """The next weaker front of a seat (``step`` -1: stronger); ``None`` without any.

    A front is a territory beside somebody else's. Unless the cursor is ``walking`` along them
    already, it begins with the strongest (-1: the weakest).
    """
    fronts = sorted(_fronts(view, seat), key=lambda territory: (-view.armies[territory], territory))
    if not fronts:
        return None
    first = fronts[0 if step > 0 else -1]
    if cursor not in fronts or not (walking or cursor == first):
        return first
    return fronts[(fronts.index(cursor) + step) % len(fronts)]


def _fronts(view: View, seat: int) -> Iterator[int]:
    """The territories of a seat that lie beside somebody else's."""
    for territory in view.territories_of(seat):
        if any(
            view.owner[neighbour] not in (seat, NOBODY)
            for neighbour in view.board.neighbours[territory]
        ):
            yield territory
