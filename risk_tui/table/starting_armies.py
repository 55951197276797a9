"""Place starting armies for a player who leaves that to the program.

Unlike bots, which build stacks, it spreads the armies over a few fronts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.base import offered
from risk_tui.bots.planner.position import BoardAnalysis, Position, reserved_armies
from risk_tui.bots.planner.set_up import place_starting_armies
from risk_tui.engine.actions import Place

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View

_NOISE_SEED = "steward"
"""The seed of the noise that breaks ties, so that equal positions get equal choices."""
_FRONTS = 4
"""The number of territories among which a player's armies are spread."""


def place_armies(view: View, seat: int) -> Action | None:
    """Return the placement that a sensible player would choose for a seat.

    It is deterministic.

    Returns:
        ``None`` if the seat has no armies to place.
    """
    position = Position(view, seat, BoardAnalysis(view.board, _NOISE_SEED))
    return _garrison(position) or _spread(position) or place_starting_armies(position)


def _garrison(position: Position) -> Action | None:
    """Place an army on the territory furthest below the garrison that variants require.

    Returns:
        ``None`` if every garrison is strong enough.
    """
    guards = reserved_armies(position.view, position.seat)
    lacking = {
        territory: guards[territory] - position.armies[territory]
        for territory in _places(position)
        if guards.get(territory, 0) > position.armies[territory]
    }
    return Place(max(lacking, key=lambda territory: lacking[territory]), 1) if lacking else None


def _spread(position: Position) -> Action | None:
    """Place an army on one of the neediest fronts: the one with fewest armies relative to its need.

    Returns:
        ``None`` if the seat borders no enemy, or has no armies of its own to place.
    """
    needs = {
        territory: need
        for territory in _places(position)
        if position.owner[territory] == position.seat and (need := _need(position, territory))
    }
    fronts = sorted(needs, key=lambda territory: (-needs[territory], territory))[:_FRONTS]
    if not fronts:
        return None
    return Place(min(fronts, key=lambda place: position.armies[place] / needs[place]), 1)


def _places(position: Position) -> list[int]:
    """Return the territories on which an army may be placed."""
    return [action.territory for action in offered(position.view, Place)]


def _need(position: Position, territory: int) -> float:
    """Return a territory's need for armies, by its neighbours and its continent; 0 inland."""
    board, seat = position.analysis.board, position.seat
    enemies = sum(position.owner[other] != seat for other in board.neighbours[territory])
    if not enemies:
        return 0.0
    number = board.territories[territory].continent
    owners, bonus = position.owners_in(number), board.continents[number].bonus
    size, held = len(owners), owners.count(seat)
    return (1 + enemies / 4) * (0.5 + held / size) * (1 + bonus / size)
