"""What may be supposed of territories that a seat does not see, from what it sees."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def holders_unseen(view: View) -> list[int]:
    """The seats that may hold what is not seen: all others with armies on the board."""
    return [
        seat
        for seat, status in enumerate(view.status)
        if seat != view.seat and status != "eliminated"
    ]


def usual_armies(view: View) -> int:
    """How many armies a territory has that is not seen: 2 at least.

    Half of those that are seen, one's own among them, have no more.
    """
    return max(2, round(median([count for count in view.armies if count] or [0])))


def supposed(view: View) -> View:
    """A view with all that is not seen supposed, for computer players; most views are that.

    Land belongs to whoever holds the nearest land that is seen, and a player of whom none is seen
    gets the land that is furthest away. Armies are as many as is usual. Nothing of it is drawn by
    lot, so the same view is always supposed to be the same.
    """
    if not view.unseen:
        return view
    owner, armies, usual = list(view.owner), list(view.armies), usual_armies(view)
    hidden = [territory for territory in view.unseen if owner[territory] == NOBODY]
    order = _from_near_to_far(view, hidden)
    others = holders_unseen(view)
    lost = [seat for seat in others if view.status[seat] == "playing" and seat not in owner]
    share = max(1, len(order) // (len(lost) + 1)) if lost else 0
    for seat in lost:
        for territory in order[len(order) - share :]:
            owner[territory] = seat
        del order[len(order) - share :]
    for territory in order:
        near = [owner[each] for each in view.board.neighbours[territory]]
        held = [seat for seat in near if seat in others]
        owner[territory] = max(held or others, key=lambda seat: (near.count(seat), -seat))
    for territory in view.unseen:
        armies[territory] = usual
    return replace(view, owner=tuple(owner), armies=tuple(armies), unseen=())


def _from_near_to_far(view: View, hidden: list[int]) -> list[int]:
    """Territories in the order of their distance from others' land that is seen."""
    left, order = set(hidden), list[int]()
    queue = deque(
        territory for territory, seat in enumerate(view.owner) if seat not in (NOBODY, view.seat)
    ) or deque(territory for territory, seat in enumerate(view.owner) if seat != NOBODY)
    while queue:
        for other in sorted(view.board.neighbours[queue.popleft()]):
            if other in left:
                left.discard(other)
                order.append(other)
                queue.append(other)
    return order + sorted(left)
