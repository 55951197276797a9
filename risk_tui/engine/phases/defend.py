"""Defending: the defender chooses his dice before either side rolls (FAQ Q2.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Defend, Offer
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.phases.battle import fight
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.play import need_number

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def defend(play: Play, action: Defend) -> None:
    """Both sides roll."""
    source, target, dice = _battle(play)
    most = play.rules.combat.defence_most(play.state.armies[target])
    need_number(action.dice, 1, most, "dice")
    fight(play, source, target, dice, action.dice)


def _battle(play: Play) -> tuple[int, int, int]:
    battle = play.state.battle
    assert battle is not None, "a battle is declared in this phase"
    return battle


def _decision(play: Play) -> ToDefend:
    state = play.state
    source, target, dice = _battle(play)
    most = play.rules.combat.defence_most(state.armies[target])
    return ToDefend(state.owner[target], source, target, dice, most)


DEFEND = PhaseShape(
    decision=_decision,
    offers=lambda play: [Offer(Defend(1), _decision(play).most)],
    actions={Defend: defend},
)
