"""The armies needed to guard a territory, for variants in which its loss is fatal."""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil
from typing import TYPE_CHECKING

from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.view import View

PASSING = 0.9
"""The armies that an army on the way costs an attacker."""
HOLDING = 0.55
"""The armies needed to hold a territory for each attacking one."""
SHARE = 0.35
"""The largest share of all armies on guard, at first."""
SET_UP_SHARE = 0.5
"""The largest share on guard before the first turn, because every rival may attack first."""
PATIENT_ROUNDS, HASTENING_ROUNDS = 5, 12
"""Rounds until guards are reduced, and until they are down to a fifth."""


def min_guard(view: View, seat: int, territory: int, coasts: Collection[int] = ()) -> int:
    """Return the armies that should stay on a territory of ``seat``.

    They hold it against the strongest stack of a rival, from any distance; from ``coasts`` it comes
    over the sea. Before the first turn distance does not count: the rival's unplaced armies, and
    those of its first turn, may join the stack anywhere. Guards are limited to a share of all
    armies, which falls in a long game, so that no player waits forever.
    """
    rivals = [
        other
        for other, status in enumerate(view.status)
        if status == Status.PLAYING and other != seat
    ]
    strongest = max(
        (
            _strongest(view, rival, territory, coasts) if view.round else _first_stack(view, rival)
            for rival in rivals
        ),
        default=0.0,
    )
    late = (view.round - PATIENT_ROUNDS) / HASTENING_ROUNDS
    share = SHARE * (1.0 - 0.8 * min(1.0, max(0.0, late))) if view.round else SET_UP_SHARE
    total = view.unplaced[seat] + view.armies_of(seat)
    return max(1, min(ceil(HOLDING * strongest), int(share * total)))


def _first_stack(view: View, rival: int) -> float:
    """Return the armies of a rival's strongest possible stack in its first turn."""
    placed = max([view.armies[territory] for territory in view.territories_of(rival)], default=1)
    return placed - 1.0 + view.unplaced[rival] + view.income(rival)


def _strongest(view: View, rival: int, target: int, coasts: Collection[int]) -> float:
    """Return the armies of a rival's best stack on arrival at a territory."""
    owner, armies = view.owner, view.armies
    best = max(
        (armies[coast] - 1.0 for coast in coasts if owner[coast] == rival),
        default=0.0,
    )
    costs, queue = {target: 0.0}, [(0.0, target)]
    while queue:
        cost, here = heappop(queue)
        if cost > costs[here]:
            continue
        for other in view.board.neighbours[here]:
            if owner[other] == rival:
                best = max(best, armies[other] - 1.0 - cost)
                continue
            further = cost + 1.0 + PASSING * armies[other]
            if further < costs.get(other, float("inf")):
                costs[other] = further
                heappush(queue, (further, other))
    return best
