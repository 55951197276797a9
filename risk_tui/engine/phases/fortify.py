"""Fortifying: moving armies at the end of a turn (FAQ Q2.7)."""

from __future__ import annotations

from risk_tui.data.language import N_, _
from risk_tui.engine.actions import EndPhase, Fortify, Offer, Resign, Trade
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.decisions import ToFortify
from risk_tui.engine.events import Moved
from risk_tui.engine.hooks import hook_titles
from risk_tui.engine.phases.conquest import vacate_if_empty
from risk_tui.engine.phases.reach import apply_arrival_losses, min_armies_to_arrive
from risk_tui.engine.phases.reinforce import trade, trade_offers
from risk_tui.engine.phases.turn_flow import (
    advance,
    finish_stage,
    may_trade,
    movable_armies,
    resign_turn,
)
from risk_tui.errors import NotAdjacent, WrongNumber


def fortify(context: GameContext, action: Fortify) -> None:
    """Move armies; if the rules allow a single move, the stage ends with it."""
    state = context.state
    source, target = action.source, action.target
    context.require_own(source)
    context.require_own(target)
    reach = context.rules.fortify_reach
    if target not in reach.targets(context.board, context.hooks.sides(context.state), source):
        colours = context.hooks.extra_colours
        reason = _(reach.refusal)
        if colours:
            titles = hook_titles(colours)
            reason = _("{reason}, and only within one colour{titles}", reason=reason, titles=titles)
        raise NotAdjacent(
            _(
                "you can't reach {target} from {source}: {reason}",
                target=context.territory_name(target),
                source=context.territory_name(source),
                reason=reason,
            )
        )
    maximum = _max_armies(context, source, target)
    minimum = min_armies_to_arrive(context, target, 1, maximum)
    if minimum > maximum:
        raise WrongNumber(_explain_refusal(context, source, target))
    require_range(action.armies, minimum, maximum, N_("armies to move"))
    state.armies[source] -= action.armies
    state.armies[target] += action.armies
    state.armies_moved_in[target] += action.armies
    context.record_event(Moved(state.turn, source, target, action.armies, fortified=True))
    if context.hooks.arriving:
        apply_arrival_losses(context, target, action.armies)
    if not state.armies[source]:
        vacate_if_empty(context, source)
    if reach.many_moves:
        advance(context)
    else:
        finish_stage(context)


def _max_armies(context: GameContext, source: int, target: int) -> int:
    """Return how many armies may move from ``source``, and have room on ``target``."""
    maximum = movable_armies(context, source)
    return context.rules.placement.space_on(context.state.armies[target], maximum)


def _explain_refusal(context: GameContext, source: int, target: int) -> str:
    """Return why no army can move from ``source`` to ``target``."""
    if context.state.armies[source] <= context.min_garrison(source):
        return _(
            "{territory} has only one army, which must stay",
            territory=context.territory_name(source),
        )
    garrisons = [garrison(context.state, source) for garrison in context.hooks.garrison]
    if context.state.armies[source] <= max(garrisons, default=0):
        titles = hook_titles(context.hooks.garrison)
        return _(
            "{armies} armies must stay in {territory}{titles}",
            armies=max(garrisons),
            territory=context.territory_name(source),
            titles=titles,
        )
    movable = movable_armies(context, source)
    if movable < 1:
        return _(
            "the armies on {territory} have already moved this turn",
            territory=context.territory_name(source),
        )
    if context.rules.placement.space_on(context.state.armies[target], movable) < 1:
        return _("{territory} is full", territory=context.territory_name(target))
    return _(
        "{source} has too few armies to enter {target}",
        source=context.territory_name(source),
        target=context.territory_name(target),
    )


def _offers(context: GameContext) -> list[Offer]:
    state = context.state
    reach = context.rules.fortify_reach
    offers, sides = [], context.hooks.sides(state)
    for source in state.territories_of(state.turn):
        if movable_armies(context, source) > 0:
            for target in reach.targets(context.board, sides, source):
                maximum = _max_armies(context, source, target)
                minimum = min_armies_to_arrive(context, target, 1, maximum)
                if minimum <= maximum:
                    offers.append(Offer(Fortify(source, target, minimum), maximum))
    return [*offers, *trade_offers(context), Offer(EndPhase()), Offer(Resign())]


FORTIFY = PhaseHandler(
    decision=lambda context: ToFortify(context.state.turn, may_trade(context)),
    offers=_offers,
    actions={
        Fortify: fortify,
        Trade: trade,
        EndPhase: lambda context, action: finish_stage(context),
        Resign: resign_turn,
    },
    prompt=N_("fortify, or end your turn"),
)
