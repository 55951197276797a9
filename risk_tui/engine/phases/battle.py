"""One battle: a single roll of the dice, and what it may lead to (FAQ Q2.6, Q2.6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.events import BattleDeclared, BattleResolved, DiceRolled
from risk_tui.engine.phases.conquest import conquer, empty
from risk_tui.engine.phases.turn_flow import advance
from risk_tui.engine.state import Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle


_COMMANDED_STATUSES = (Status.PLAYING, Status.NEUTRAL)
"""The statuses of the defenders whose dice somebody chooses."""


def begin_battle(context: GameContext) -> None:
    """Ask who wants to be asked before the dice, then the defender for their dice, then roll."""
    for ask in context.hooks.before_roll:
        if ask(context):
            return
    state, combat = context.state, context.rules.combat
    battle = state.battle
    assert battle is not None, "an attack is made"
    source, target, dice = battle.source, battle.target, battle.dice
    maximum = combat.max_defence_dice(state.armies[target], dice)
    for change in context.hooks.defence_dice:
        maximum = change(context, battle, maximum)
    has_choice = maximum > 1 and combat.defender_chooses
    if not has_choice or state.status[state.owner[target]] not in _COMMANDED_STATUSES:
        roll_dice(context, battle, maximum)
        return
    state.phase = Phase.DEFEND
    if combat.defender_sees:
        roll_attack(context, battle)
        context.emit(DiceRolled(state.acting_seat, source, target, battle.attack, ()))
    else:
        context.emit(BattleDeclared(state.acting_seat, source, target, dice))


def roll_attack(context: GameContext, battle: Battle) -> None:
    """Roll the attacker's dice and keep them from high to low."""
    faces = context.dice(battle.dice, (context.state.acting_seat,))
    battle.attack = tuple(sorted(faces, reverse=True))


def roll_dice(context: GameContext, battle: Battle, defence: int) -> None:
    """Roll the dice that are not rolled yet, ``defence`` of them in defence."""
    if not battle.attack:
        roll_attack(context, battle)
    defender = context.state.owner[battle.target]
    battle.defence = tuple(sorted(context.dice(defence, (defender,)), reverse=True))
    ask_or_resolve(context, battle)


def ask_or_resolve(context: GameContext, battle: Battle) -> None:
    """Ask who wants to be asked while the dice lie on the table, then resolve the battle."""
    for ask in context.hooks.after_roll:
        if ask(context):
            return
    resolve(context, battle)


def resolve(context: GameContext, battle: Battle) -> None:
    """Compare the dice and remove the armies that are lost."""
    state = context.state
    armies = state.armies
    source, target = battle.source, battle.target
    attacker_losses, defender_losses = context.rules.combat.losses(battle.attack, battle.defence)
    armies[source] -= attacker_losses
    armies[target] -= defender_losses
    state.battle = None
    defender = state.owner[target]
    context.emit(
        BattleResolved(
            state.acting_seat,
            defender,
            source,
            target,
            battle.attack,
            battle.defence,
            attacker_losses,
            defender_losses,
        )
    )
    for happens in context.hooks.after_battle:
        happens(context, battle)
    if context.hooks.after_battle and _end_battle_early(context, battle, defender):
        return
    if armies[target] == 0:
        conquer(context, source, target, battle.dice, defender)
    elif attacker_losses and armies[source] == 1:
        advance(context)
    else:
        state.phase = Phase.ATTACK


def _end_battle_early(context: GameContext, battle: Battle, defender: int) -> bool:
    """Go on with the turn where the source or the target changed hands meanwhile."""
    state = context.state
    if state.owner[battle.source] == state.acting_seat and state.owner[battle.target] == defender:
        return False
    if state.owner[battle.target] == defender and not state.armies[battle.target]:
        empty(context, battle.target, state.acting_seat)
    advance(context)
    return True
