"""One battle: the defender's choice of dice, the roll, and its losses (FAQ Q2.6 to Q2.6.3)."""

from __future__ import annotations

from risk_tui.data.language import N_
from risk_tui.engine.actions import Defend, Offer
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import BattleDeclared, BattleResolved, DiceRolled, FightSettled
from risk_tui.engine.phases.conquest import conquer, empty_territory, vacate_if_empty
from risk_tui.engine.phases.turn_flow import advance
from risk_tui.engine.state import Battle, Phase, Status
from risk_tui.rules.roll_odds import best_defence_dice


def attack_from_outside(context: GameContext, target: int) -> None:
    """Fight one battle for a territory from outside the board, with as many dice as allowed."""
    state = context.state
    # Add one army, because no army has to stay behind.
    dice = context.rules.combat.max_attack_dice(state.armies_outside + 1)
    state.battle = Battle(None, target, dice)
    begin_battle(context)


def begin_battle(context: GameContext) -> None:
    """Roll for the declared battle, or ask a question first: a variant's, or for defence dice."""
    for ask in context.hooks.ask_before_roll:
        if ask(context):
            return
    state, combat = context.state, context.rules.combat
    battle = context.battle
    source, target, dice = battle.source, battle.target, battle.dice
    maximum = _max_dice(context, battle)
    has_choice = (
        maximum > 1 and combat.defender_chooses and state.owner[target] not in state.unasked
    )
    if not has_choice or not _is_commanded(context, target):
        neutral_chooses = (
            state.owner[target] == context.neutral and context.rules.neutral.defends_best
        )
        if has_choice and combat.defender_sees and neutral_chooses:
            roll_attack(context, battle)
            maximum = best_defence_dice(
                combat.section, battle.attack, state.armies[target], maximum
            )
        roll_and_resolve(context, battle, maximum)
        return
    state.phase = Phase.DEFEND
    if combat.defender_sees:
        roll_attack(context, battle)
        context.record_event(DiceRolled(state.acting_seat, source, target, battle.attack, ()))
    else:
        context.record_event(BattleDeclared(state.acting_seat, source, target, dice))


def _is_commanded(context: GameContext, territory: int) -> bool:
    """Return True if a player chooses the defence dice of the armies in a territory."""
    state = context.state
    seat = state.owner[territory]
    if context.hooks.idle and territory in context.hooks.idle_territories_in(state):
        return False
    if seat == context.neutral:
        # The opponent of the seat in turn chooses, so no player does in the turn of an extra seat.
        if not context.rules.neutral.is_led or state.turn >= context.players:
            return False
        seat = context.leader(seat)
    return state.status[seat] is Status.PLAYING


def roll_attack(context: GameContext, battle: Battle) -> None:
    """Roll the attacker's dice and store them from high to low."""
    faces = context.dice(battle.dice, (context.state.acting_seat,))
    battle.attack = tuple(sorted(faces, reverse=True))


def roll_and_resolve(context: GameContext, battle: Battle, defence: int) -> None:
    """Roll ``defence`` dice in defence, then resolve the battle and continue.

    The attacker's dice are rolled, too, if they are not rolled yet.
    """
    if not battle.attack:
        roll_attack(context, battle)
    defender = context.state.owner[battle.target]
    battle.defence = tuple(sorted(context.dice(defence, (defender,)), reverse=True))
    ask_or_resolve(context, battle)


def ask_or_resolve(context: GameContext, battle: Battle) -> None:
    """Ask variants about the dice on the table, then resolve the battle."""
    for ask in context.hooks.ask_after_roll:
        if ask(context):
            return
    resolve(context, battle)


def resolve(context: GameContext, battle: Battle, losses: tuple[int, int] | None = None) -> None:
    """Compare the dice, remove the losses, and continue.

    Args:
        losses: The losses of attacker and defender in a whole fight that was settled without dice;
            ``battle`` is its last one. ``None`` to compare the dice.
    """
    state = context.state
    armies = state.armies
    source, target = battle.source, battle.target
    attack, defence = battle.attack, battle.defence
    for bonus in context.hooks.top_die_bonus if losses is None else ():
        for_attack, for_defence = bonus(state, battle)
        attack = (attack[0] + for_attack, *attack[1:])
        defence = (defence[0] + for_defence, *defence[1:])
    attacker_losses, defender_losses = losses or context.rules.combat.losses(attack, defence)
    if defender_losses > armies[target]:  # There may be more dice than armies.
        defender_losses = armies[target]
    lose_attackers(context, battle, attacker_losses)
    armies[target] -= defender_losses
    state.battle = None
    defender = state.owner[target]
    event_type = BattleResolved if losses is None else FightSettled
    context.record_event(
        event_type(
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
    for hook in context.hooks.on_battle_end:
        hook(context, battle)
    if context.hooks.on_battle_end and _end_battle_early(context, battle, defender):
        return
    if armies[target] == 0:
        conquer(context, source, target, battle.dice, defender)
    elif source is not None and armies[source] > 1:
        hooks = context.hooks.must_attack_again
        if hooks and any(must_attack_again(context, battle) for must_attack_again in hooks):
            _, dice = context.rules.attack_dice(state, target, armies[source])
            state.battle = Battle(source, target, dice)
            begin_battle(context)
        else:
            state.phase = Phase.ATTACK
    elif attacker_losses and _is_spent(context, source):
        if source is not None and not armies[source]:
            vacate_if_empty(context, source)
        advance(context)
    else:
        state.phase = Phase.ATTACK


def _is_spent(context: GameContext, source: int | None) -> bool:
    """Return True if ``source``, or the outside if ``None``, has no armies left to attack with."""
    if source is None:
        return not context.state.armies_outside
    return context.state.armies[source] <= context.min_garrison(source)


def lose_attackers(context: GameContext, battle: Battle, losses: int) -> None:
    """Remove the attacker's losses at the source, or from the armies outside the board."""
    state = context.state
    if battle.source is None:
        state.armies_outside -= losses
    else:
        state.armies[battle.source] -= losses


def _end_battle_early(context: GameContext, battle: Battle, defender: int) -> bool:
    """Continue the turn and return True if the source or the target has changed hands."""
    state, source = context.state, battle.source
    holds_source = source is None or state.owner[source] == state.acting_seat
    if holds_source and state.owner[battle.target] == defender:
        return False
    if state.owner[battle.target] == defender and not state.armies[battle.target]:
        empty_territory(context, battle.target, state.acting_seat)
    advance(context)
    return True


def defend(context: GameContext, action: Defend) -> None:
    """Roll the chosen dice and resolve the battle; ``later`` makes the choice the standing one."""
    battle = context.battle
    require_range(action.dice, 1, _max_dice(context, battle), "dice")
    if action.later:
        context.state.unasked += (context.state.owner[battle.target],)
    roll_and_resolve(context, battle, action.dice)


def _max_dice(context: GameContext, battle: Battle) -> int:
    """Return the most dice that the defender may roll."""
    armies = context.state.armies[battle.target]
    maximum = context.rules.combat.max_defence_dice(armies, battle.dice)
    for change in context.hooks.defence_dice:
        maximum = change(context, battle, maximum)
    return maximum


def _deciding_seat(context: GameContext) -> int:
    """Return the seat that decides for the armies under attack."""
    return context.leader(context.state.owner[context.battle.target])


def _decision(context: GameContext) -> ToDefend:
    battle = context.battle
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
    prompt=N_("choose the defender's dice first"),
)
