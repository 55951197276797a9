"""Reinforcing: placing the armies received (FAQ Q2.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Reinforce, Resign, Trade
from risk_tui.engine.context import require_range
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import Placed
from risk_tui.engine.phases.base import PhaseHandler, commanding_seat
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.trade import trade, trade_offers
from risk_tui.engine.phases.turn_flow import advance, may_trade, must_trade
from risk_tui.errors import MustTradeFirst, WrongNumber

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def reinforce(context: GameContext, action: Reinforce) -> None:
    """Place armies on a territory; after the last of them the turn goes on."""
    place_from_pool(context, action)
    left = context.state.armies_to_place
    if not left or not context.rules.placement.any_space(context.placement()):
        advance(context)


def place_from_pool(context: GameContext, action: Reinforce) -> None:
    """Place armies from the pool on a territory of the seat whose armies act."""
    state = context.state
    context.require_own(action.territory)
    limits = context.rules.placement.limit(context.placement(), action.territory)
    if limits is None:
        raise WrongNumber(_explain_refusal(context, action.territory))
    require_range(action.armies, *limits, "armies to place")
    if action.armies == state.armies_to_place and must_trade(context):
        raise MustTradeFirst(
            f"you hold {len(state.hands[state.turn])} cards and must trade a set "
            "before you place your last army"
        )
    state.armies[action.territory] += action.armies
    _take_from_pool(context, action.territory, action.armies)
    context.emit(Placed(state.acting_seat, action.territory, action.armies))
    for happens in context.hooks.placed:
        happens(context, action.territory, action.armies)


def _explain_refusal(context: GameContext, territory: int) -> str:
    """Why a territory of the seat whose armies act can take nothing."""
    state = context.state
    if closing := context.closing(state.acting_seat, territory):
        return f"{context.territory_name(territory)} takes no armies now{closing}; choose another"
    return context.rules.placement.refusal(context.placement(), territory)


def _take_from_pool(context: GameContext, territory: int, armies: int) -> None:
    """Take armies out of those to place: those bound to the territory's continent first."""
    state, placement = context.state, context.rules.placement
    state.armies_to_place -= armies
    if state.continent_bound_armies:
        number = placement.continent_of(territory)
        bound = state.continent_bound_armies[number]
        state.continent_bound_armies[number] -= min(armies, bound)
    if placement.one_go_each:
        state.reinforced.append(territory)


def reinforce_offers(context: GameContext) -> list[Offer]:
    """One offer a territory that can be reinforced; a forced trade holds the last army back."""
    trade_due = must_trade(context)
    offers = []
    state, placement = context.state, context.rules.placement
    for territory, (minimum, maximum) in placement.limits(context.placement()).items():
        maximum = min(maximum, state.armies_to_place - 1) if trade_due else maximum
        if minimum <= maximum:
            offers.append(Offer(Reinforce(territory, minimum), maximum))
    return offers


def _decision(context: GameContext) -> ToReinforce:
    state = context.state
    seat = context.leader(state.acting_seat)
    return ToReinforce(
        seat, state.armies_to_place, may_trade(context), must_trade(context), state.acting_seat
    )


REINFORCE = PhaseHandler(
    decides=commanding_seat,
    decision=_decision,
    offers=lambda context: [*reinforce_offers(context), *trade_offers(context), Offer(Resign())],
    actions={Reinforce: reinforce, Trade: trade, Resign: resign_turn},
    prompt="place your armies first",
)
