"""One battle: a single cast of the dice, and what it may lead to (FAQ Q2.6, Q2.6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import BattleFought, DiceRolled
from risk_tui.engine.phases.conquest import conquer
from risk_tui.engine.phases.turn import go_on
from risk_tui.engine.rules.combat import SIX
from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from risk_tui.engine.play import Play
    from risk_tui.engine.state import Battle


def roll_attack(play: Play, battle: Battle) -> None:
    """The attacker rolls."""
    battle.attack = tuple(sorted(play.dice(battle.dice, (play.state.acting,)), reverse=True))


def cast(play: Play, battle: Battle, defence: int) -> None:
    """Roll the dice that are not rolled yet, ``defence`` of them in defence."""
    if not battle.attack:
        roll_attack(play, battle)
    defender = play.state.owner[battle.target]
    battle.defence = tuple(sorted(play.dice(defence, (defender,)), reverse=True))
    alter_or_settle(play, battle)


def alter_or_settle(play: Play, battle: Battle) -> None:
    """Ask the attacker about his dice where the rules let him change them, if that could help."""
    combat = play.rules.combat
    asked = combat.alters and (may_reroll(play, battle) or may_command(play, battle))
    if asked and combat.losses(battle.attack, battle.defence)[0]:
        state = play.state
        if state.phase is not Phase.ALTER:
            state.phase = Phase.ALTER
            play.tell(
                DiceRolled(
                    state.acting, battle.source, battle.target, battle.attack, battle.defence
                )
            )
    else:
        settle(play, battle)


def may_reroll(play: Play, battle: Battle) -> bool:
    """Whether the attacker could hold a card for a re-roll, for all that others know."""
    if not play.rules.combat.reroll or battle.rerolled:
        return False
    return bool(play.state.hands[play.state.acting])


def may_command(play: Play, battle: Battle) -> bool:
    """Whether the attacker's commander may still turn a die to a six in this turn."""
    state = play.state
    can = play.rules.combat.commander and not state.commanded and state.acting == state.turn
    return can and min(battle.attack) < SIX


def settle(play: Play, battle: Battle) -> None:
    """Compare the dice and take the losses off."""
    state = play.state
    armies = state.armies
    source, target = battle.source, battle.target
    lost, killed = play.rules.combat.losses(battle.attack, battle.defence)
    armies[source] -= lost
    armies[target] -= killed
    state.battle = None
    defender = state.owner[target]
    play.tell(
        BattleFought(
            state.acting, defender, source, target, battle.attack, battle.defence, lost, killed
        )
    )
    if armies[target] == 0:
        conquer(play, source, target, battle.dice, defender)
    elif lost and armies[source] == 1:
        go_on(play)
    else:
        state.phase = Phase.ATTACK
