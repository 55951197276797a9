"""Where the cursor goes by itself: round what the decision can fall on, and along the fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.tui.map.marks import choices_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.view import View


def next_choice(
    view: View, cursor: int, source: int | None, order: Sequence[int], step: int = 1
) -> int:
    """The next territory in ``order``, round and round, that the decision can fall on."""
    choices, here = choices_of(view, source), order.index(cursor)
    far = range(1, len(order) + 1)
    ahead = (order[(here + step * each) % len(order)] for each in far)
    return next((place for place in ahead if place in choices), cursor)


def next_front(view: View, own: int, cursor: int, step: int, *, walking: bool) -> int | None:
    """The next weaker front of a seat (``step`` -1: stronger). ``None`` without any.

    Unless one is ``walking`` along them already, it begins with the strongest (-1: the weakest).
    """
    fronts = sorted(_fronts(view, own), key=lambda place: (-view.armies[place], place))
    if not fronts:
        return None
    first = fronts[0 if step > 0 else -1]
    if cursor not in fronts or not (walking or cursor == first):
        return first
    return fronts[(fronts.index(cursor) + step) % len(fronts)]


def _fronts(view: View, own: int) -> Iterator[int]:
    """A seat's territories beside somebody else's."""
    for place in view.territories_of(own):
        if any(view.owner[each] not in (own, -1) for each in view.board.neighbours[place]):
            yield place
