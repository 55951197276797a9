"""Declaring whether a turn is for reinforcing or for attacking (FAQ Q2.4, old UK rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Declare, Offer, Resign
from risk_tui.engine.decisions import ToDeclare
from risk_tui.engine.facts import Declared
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.phases.turn import leave_stage

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def declare(play: Play, action: Declare) -> None:
    """The turn goes on in the way that was chosen."""
    play.state.attacks = action.attack
    play.tell(Declared(play.state.turn, action.attack))
    leave_stage(play)


def _decision(play: Play) -> ToDeclare:
    state = play.state
    armies = play.rules.income.for_territories(state.owner, state.turn, state.cities)
    return ToDeclare(state.turn, armies)


DECLARE = PhaseShape(
    decides=in_turn,
    decision=_decision,
    offers=lambda play: [Offer(Declare(False)), Offer(Declare(True)), Offer(Resign())],
    actions={Declare: declare, Resign: resign_turn},
    asked="say first whether you reinforce or attack in this turn",
)
