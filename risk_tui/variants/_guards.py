"""The armies needed to guard a territory, for variants in which its loss is fatal."""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.view import View

LOSS_PER_DEFENDER = 0.9
"""The armies that an attacker loses for each defending army on the way."""
GUARDS_PER_ATTACKER = 0.55
"""The armies needed to hold a territory against each attacking army."""
MAX_SHARE = 0.35
"""The largest share of a seat's armies on guard in the first rounds."""
MAX_SHARE_IN_SETUP = 0.5
"""The largest share on guard before the first turn, because every rival may attack first."""
FULL_GUARD_ROUNDS, REDUCTION_ROUNDS = 5, 12
"""The rounds before guards are reduced, and the rounds in which their share falls to a fifth."""


def min_guard(view: View, seat: int, territory: int, coasts: Collection[int] = ()) -> int:
    """Return the armies, at least 1, that should stay on a territory of ``seat``.

    They hold it against the strongest stack that a rival can bring there, from any distance. Before
    the first turn, distance does not matter: a rival may still place armies anywhere. Guards are
    limited to a share of the seat's armies, which falls in a long game, so that no player waits
    forever.

    Args:
        coasts: The territories that can attack across the sea, at no cost on the way.
    """
    rivals = [other for other in view.seats_in_game() if other != seat]
    strongest = max(
        (
            _strongest_arrival(view, rival, territory, coasts)
            if view.round
            else _first_attack(view, rival)
            for rival in rivals
        ),
        default=0.0,
    )
    reduction = min(1.0, max(0.0, (view.round - FULL_GUARD_ROUNDS) / REDUCTION_ROUNDS))
    share = MAX_SHARE * (1.0 - 0.8 * reduction) if view.round else MAX_SHARE_IN_SETUP
    total = view.unplaced[seat] + view.armies_of(seat)
    return max(1, min(ceil(GUARDS_PER_ATTACKER * strongest), int(share * total)))


def _first_attack(view: View, rival: int) -> float:
    """Return the most armies that a rival can attack with in its first turn."""
    placed = max([view.armies[territory] for territory in view.territories_of(rival)], default=1)
    return placed - 1.0 + view.unplaced[rival] + view.income(rival)


def _strongest_arrival(view: View, rival: int, target: int, coasts: Collection[int]) -> float:
    """Return the armies that a rival's best stack still has on arrival at a territory."""
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
            further = cost + 1.0 + LOSS_PER_DEFENDER * armies[other]
            if further < costs.get(other, float("inf")):
                costs[other] = further
                heappush(queue, (further, other))
    return best
