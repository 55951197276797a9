"""Defending: the defender chooses their dice, before the roll or after seeing it (FAQ Q2.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Defend, Offer
from risk_tui.engine.context import require_range
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.phases.base import PhaseHandler
from risk_tui.engine.phases.battle import roll_dice

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle


def defend(context: GameContext, action: Defend) -> None:
    """Roll the defender's dice, and the attacker's where they are not rolled yet."""
    battle = _current_battle(context)
    require_range(action.dice, 1, _max_dice(context, battle), "dice")
    if action.later:
        context.state.unasked += (context.state.owner[battle.target],)
    roll_dice(context, battle, action.dice)


def _current_battle(context: GameContext) -> Battle:
    """The battle that waits for the defender."""
    battle = context.state.battle
    assert battle is not None, "a battle is declared in this phase"
    return battle


def _max_dice(context: GameContext, battle: Battle) -> int:
    """How many dice the defender may roll."""
    armies = context.state.armies[battle.target]
    maximum = context.rules.combat.max_defence_dice(armies, battle.dice)
    for change in context.hooks.defence_dice:
        maximum = change(context, battle, maximum)
    return maximum


def _deciding_seat(context: GameContext) -> int:
    """The seat that decides for the armies under attack."""
    return context.leader(context.state.owner[_current_battle(context).target])


def _decision(context: GameContext) -> ToDefend:
    battle = _current_battle(context)
    return ToDefend(
        seat=_deciding_seat(context),
        source=battle.source,
        target=battle.target,
        attack_dice=battle.dice,
        most=_max_dice(context, battle),
        rolled=battle.attack,
        force=context.state.owner[battle.target],
    )


DEFEND = PhaseHandler(
    decides=_deciding_seat,
    decision=_decision,
    offers=lambda context: [Offer(Defend(1), _decision(context).most)],
    actions={Defend: defend},
    prompt="the defender has to choose their dice first",
)
