"""Choosing whether a turn is for reinforcing or for attacking (FAQ Q2.4, old UK rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import ChooseTurnType, Offer, Resign
from risk_tui.engine.decisions import ToChooseTurnType
from risk_tui.engine.events import TurnTypeChosen
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.turn_flow import finish_stage

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def choose_turn_type(context: GameContext, action: ChooseTurnType) -> None:
    """Note whether the turn is for attacking, and go on with it."""
    context.state.turn_is_attack = action.attack
    context.emit(TurnTypeChosen(context.state.turn, action.attack))
    finish_stage(context)


def _decision(context: GameContext) -> ToChooseTurnType:
    state = context.state
    armies = context.rules.income.for_territories(state.owner, state.turn, state.cities)
    return ToChooseTurnType(state.turn, armies)


CHOOSE_TURN_TYPE = PhaseHandler(
    decides=seat_in_turn,
    decision=_decision,
    offers=lambda context: [
        Offer(ChooseTurnType(False)),
        Offer(ChooseTurnType(True)),
        Offer(Resign()),
    ],
    actions={ChooseTurnType: choose_turn_type, Resign: resign_turn},
    prompt="say first whether you reinforce or attack in this turn",
)
