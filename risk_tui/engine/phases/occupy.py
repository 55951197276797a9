"""Occupying: how many armies move into a conquered territory (FAQ Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Occupy, Offer
from risk_tui.engine.context import require_range
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.phases.base import PhaseHandler, commanding_seat
from risk_tui.engine.phases.conquest import move_in
from risk_tui.engine.phases.turn_flow import advance

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def occupy(context: GameContext, action: Occupy) -> None:
    """Move the chosen garrison in."""
    _, _, minimum, maximum = _current_conquest(context)
    require_range(action.armies, minimum, maximum, "armies to move in")
    move_in(context, action.armies)
    advance(context)


def _current_conquest(context: GameContext) -> tuple[int, int, int, int]:
    """The conquest that waits for its garrison: source, target, minimum and maximum of armies."""
    conquest = context.state.occupying
    assert conquest is not None, "a conquest waits in this phase"
    return conquest


def _offers(context: GameContext) -> list[Offer]:
    _, _, minimum, maximum = _current_conquest(context)
    return [Offer(Occupy(minimum), maximum)]


def _decision(context: GameContext) -> ToOccupy:
    seat = context.state.acting_seat
    return ToOccupy(context.leader(seat), *_current_conquest(context), seat)


OCCUPY = PhaseHandler(
    decides=commanding_seat,
    decision=_decision,
    offers=_offers,
    actions={Occupy: occupy},
    prompt="move armies into the conquered territory first",
)
