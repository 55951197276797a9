"""Reinforcing: placing the armies received (FAQ Q2.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Reinforce, Resign, Trade
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.errors import MustTradeFirst, WrongNumber
from risk_tui.engine.facts import Placed
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape, commands
from risk_tui.engine.phases.trade import trade, trade_offers
from risk_tui.engine.phases.turn import go_on, may_trade, must_trade
from risk_tui.engine.play import need_number

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def reinforce(play: Play, action: Reinforce) -> None:
    """Armies on a territory; the turn goes on with the last of them."""
    put(play, action)
    if not play.rules.placing.any_room(play.state):
        go_on(play)


def put(play: Play, action: Reinforce) -> None:
    """Armies from the pool on a territory of the seat whose armies act."""
    state = play.state
    play.need_own(action.territory)
    limits = play.rules.placing.limit(state, action.territory)
    if limits is None:
        raise WrongNumber(
            f"{play.name(action.territory)} can take no more of these armies; choose another"
        )
    need_number(action.armies, *limits, "armies to place")
    if action.armies == state.pool and must_trade(play):
        raise MustTradeFirst(
            f"you hold {len(state.hands[state.turn])} cards and must trade a set "
            "before you place your last army"
        )
    state.armies[action.territory] += action.armies
    play.rules.placing.take(state, action.territory, action.armies)
    play.tell(Placed(state.acting, action.territory, action.armies))


def reinforce_offers(play: Play) -> list[Offer]:
    """Every territory that can be reinforced; a forced trade keeps the last army back."""
    kept = must_trade(play)
    offers = []
    for place, (least, most) in play.rules.placing.limits(play.state).items():
        most = min(most, play.state.pool - 1) if kept else most
        if least <= most:
            offers.append(Offer(Reinforce(place, least), most))
    return offers


def _decision(play: Play) -> ToReinforce:
    state = play.state
    seat = play.commander(state.acting)
    return ToReinforce(seat, state.pool, may_trade(play), must_trade(play), state.acting)


REINFORCE = PhaseShape(
    decides=commands,
    decision=_decision,
    offers=lambda play: [*reinforce_offers(play), *trade_offers(play), Offer(Resign())],
    actions={Reinforce: reinforce, Trade: trade, Resign: resign_turn},
    asked="place your armies first",
)
