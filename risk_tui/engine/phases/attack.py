"""Attacking: any number of battles (FAQ Q2.6)."""

from __future__ import annotations

from collections.abc import Sequence

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Attack, EndPhase, Enter, Offer, Reinforce, Resign, Trade
from risk_tui.engine.context import GameContext, PhaseHandler, commanding_seat, require_range
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.phases import reach
from risk_tui.engine.phases.battle import begin_battle
from risk_tui.engine.phases.conquest import vacate_if_empty
from risk_tui.engine.phases.reinforce import place_from_pool, reinforce_offers, trade, trade_offers
from risk_tui.engine.phases.turn_flow import (
    advance,
    finish_stage,
    may_place_between_attacks,
    may_trade,
    resign_turn,
)
from risk_tui.engine.state import Battle, Phase
from risk_tui.errors import IllegalAction, NotAdjacent, NotAnEnemy, WrongNumber, WrongPhase


def attack(context: GameContext, action: Attack) -> None:
    """Fight one battle; with ``action.least``, fight on as ``Attack`` describes."""
    source, target, dice = action.source, action.target, action.dice
    fewest, most = dice_range(context, source, target)
    require_range(dice, fewest, most, N_("dice"))
    if action.least == ():
        raise WrongNumber(_("'least' needs at least one number; omit it for a single battle"))
    hooks, least = context.hooks, action.least
    while dice:
        if hooks.attack_cost or hooks.on_attack:
            _pay_attack_cost(context, source, target)
        context.state.battle = Battle(source, target, dice)
        if least and any(settle(context, least) for settle in hooks.resolve_at_once):
            return
        begin_battle(context)
        dice = 0 if least is None else _next_dice(context, source, target, dice, least)


def _next_dice(
    context: GameContext, source: int, target: int, dice: int, least: Sequence[int]
) -> int:
    """Return the number of dice for the next battle of a fight; 0 if the fight ends here.

    It is the number of the last battle, or the nearest that is still allowed. The fight ends if the
    source has fewer armies than ``least`` requires or may not attack, if the last battle had other
    results than losses, or if another decision is pending.
    """
    state = context.state
    if state.phase is not Phase.ATTACK or not isinstance(context.events[-1], BattleResolved):
        return 0
    armies, defenders = state.armies[source], state.armies[target]
    # The numbers are for 1, 2, … defenders; the last one is also for more of them.
    if armies < least[min(defenders, len(least)) - 1]:
        return 0
    try:
        fewest, most = dice_range(context, source, target)
    except IllegalAction:
        return 0
    return max(fewest, min(dice, most))


def _pay_attack_cost(context: GameContext, source: int, target: int) -> None:
    """Remove the cost of an attack from its source, and notify variants of the attack."""
    armies = context.state.armies
    before = armies[source]
    for cost in context.hooks.attack_cost:
        armies[source] -= cost(context, source, target, armies[source])
    for hook in context.hooks.on_attack:
        hook(context, source, target, before - armies[source])


def dice_range(
    context: GameContext, source: int, target: int, *, carried: bool = False
) -> tuple[int, int]:
    """Return the fewest and most dice of an attack, at least one.

    Args:
        carried: True for a sea voyage, whose target need not be within reach.

    Raises:
        IllegalAction: If the acting armies may not make this attack.
    """
    state, hooks = context.state, context.hooks
    context.require_own(source)
    if hooks.idle or hooks.held_back:
        context.require_not_held_back(source)
    context.require_territory(target)
    if state.owner[target] in (NO_SEAT, state.acting_seat) or state.acting_seat == context.neutral:
        _require_enemy(context, target)
    reached = reach.targets(context, source) if hooks.extra_targets else context.neighbours[source]
    if target not in reached and not carried:
        raise NotAdjacent(
            _(
                "you can't attack {target} from {source}",
                target=context.territory_name(target),
                source=context.territory_name(source),
            )
        )
    armies = state.armies[source]
    if hooks.attack_cost or hooks.armies_needed or hooks.leavable_territories:
        armies = reach.armies_to_attack_with(context, source, target, armies, carried=carried)
    if hooks.why_no_attack and (reason := hooks.why_attack_forbidden(state, source, target)):
        raise NotAnEnemy(reason)
    fewest, most = context.rules.attack_dice(state, target, armies)
    if most < 1:
        needed = reach.least_armies_to_attack(context, source, target, carried=carried)
        titles = reach.titles_requiring_armies(context, source, target, carried=carried)
        raise WrongNumber(
            _(
                "{name} needs at least {number} armies to attack{titles}",
                name=context.territory_name(source),
                number=needed,
                titles=titles,
            )
        )
    return fewest, most


def _require_enemy(context: GameContext, target: int) -> None:
    """Raise ``NotAnEnemy`` unless the acting armies may attack the owner of the target."""
    state, name = context.state, context.territory_name(target)
    owner = state.owner[target]
    if owner == NO_SEAT:
        raise NotAnEnemy(_("{target} is empty: enter it", target=name))
    army = _(context.rules.neutral.name)
    if owner == state.acting_seat:
        if owner != context.neutral:
            raise NotAnEnemy(_("{name} is yours; attack an opponent's territory", name=name))
        raise NotAnEnemy(
            _("{name} is the {army}'s own; attack an opponent's territory", name=name, army=army)
        )
    if reach.only_target_seat(context) in (None, owner):
        return
    if owner == context.leader(state.acting_seat):
        raise NotAnEnemy(
            _("the {army} attacks only its enemy; {name} is yours", army=army, name=name)
        )
    raise NotAnEnemy(_("the {army} attacks only its enemy, not {name}", army=army, name=name))


def _enter(context: GameContext, action: Enter) -> None:
    """Move armies into an empty territory, and continue the turn."""
    reach.enter(context, action)
    vacate_if_empty(context, action.source)
    advance(context)


def _reinforce(context: GameContext, action: Reinforce) -> None:
    """Place armies for a set traded between attacks, if the rules allow that."""
    if not may_place_between_attacks(context):
        raise WrongPhase(_("you can't place armies now: attack or end your attacks"))
    place_from_pool(context, action)
    advance(context)


def _offers(context: GameContext) -> list[Offer]:
    rules, state, offers = context.rules, context.state, []
    for source, target, armies in reach.possible_attacks(context):
        fewest, most = rules.attack_dice(state, target, armies)
        offers.append(Offer(Attack(source, target, fewest), most))
    placements = reinforce_offers(context) if may_place_between_attacks(context) else []
    if NO_SEAT in state.owner:
        offers += reach.enter_offers(context)
    for hook in context.hooks.extra_attack_offers:
        offers += hook(context)
    return [*offers, *placements, *trade_offers(context), Offer(EndPhase()), Offer(Resign())]


def _decision(context: GameContext) -> ToAttack:
    state = context.state
    force = state.acting_seat
    armies = state.armies_to_place if may_place_between_attacks(context) else 0
    may_earn = not state.card_drawn
    return ToAttack(context.leader(force), armies, may_trade(context), force, may_earn)


ATTACK = PhaseHandler(
    decides=commanding_seat,
    decision=_decision,
    offers=_offers,
    actions={
        Attack: attack,
        Enter: _enter,
        Reinforce: _reinforce,
        Trade: trade,
        EndPhase: lambda context, action: finish_stage(context),
        Resign: resign_turn,
    },
    prompt=N_("attack, or end your attacks"),
)
