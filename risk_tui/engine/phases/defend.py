"""Defending: the defender chooses his dice, before the roll or after seeing it (FAQ Q2.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Defend, Offer
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.phases.battle import cast
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.play import need_number

if TYPE_CHECKING:
    from risk_tui.engine.play import Play
    from risk_tui.engine.state import Battle


def defend(play: Play, action: Defend) -> None:
    """The defender rolls, and the attacker too where he has not done so."""
    battle = _battle(play)
    need_number(action.dice, 1, _most(play, battle), "dice")
    cast(play, battle, action.dice)


def _battle(play: Play) -> Battle:
    battle = play.state.battle
    assert battle is not None, "a battle is declared in this phase"
    return battle


def _most(play: Play, battle: Battle) -> int:
    return play.rules.combat.defence_most(play.state.armies[battle.target], battle.dice)


def _decides(play: Play) -> int:
    return play.commander(play.state.owner[_battle(play).target])


def _decision(play: Play) -> ToDefend:
    battle = _battle(play)
    return ToDefend(
        seat=_decides(play),
        source=battle.source,
        target=battle.target,
        attack_dice=battle.dice,
        most=_most(play, battle),
        rolled=battle.attack,
        force=play.state.owner[battle.target],
    )


DEFEND = PhaseShape(
    decides=_decides,
    decision=_decision,
    offers=lambda play: [Offer(Defend(1), _decision(play).most)],
    actions={Defend: defend},
    asked="the defender has to choose his dice first",
)
