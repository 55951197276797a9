"""Reinforcing: placing the armies received, in any split and order (FAQ Q2.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Offer, Reinforce, Resign, Trade
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.errors import MustTradeFirst
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.phases.trade import trade, trade_offers
from risk_tui.engine.phases.turn import go_on_placing, may_trade, must_trade
from risk_tui.engine.play import need_number
from risk_tui.engine.records import Placed

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def reinforce(play: Play, action: Reinforce) -> None:
    """Armies on a territory of one's own; the phase ends with the last of them."""
    state = play.state
    play.need_own(action.territory)
    need_number(action.armies, 1, state.pool, "armies to place")
    if action.armies == state.pool and must_trade(play):
        raise MustTradeFirst(
            f"you hold {len(state.hands[state.turn])} cards and must trade a set "
            "before you place your last army"
        )
    state.armies[action.territory] += action.armies
    state.pool -= action.armies
    play.tell(Placed(state.turn, action.territory, action.armies))
    if state.pool == 0:
        go_on_placing(play)


def _decision(play: Play) -> ToReinforce:
    state = play.state
    return ToReinforce(state.turn, state.pool, may_trade(play), must_trade(play))


def _offers(play: Play) -> list[Offer]:
    state = play.state
    most = state.pool - 1 if must_trade(play) else state.pool
    places = state.territories_of(state.turn) if most else []
    offers = [Offer(Reinforce(place, 1), most) for place in places]
    return offers + trade_offers(play) + [Offer(Resign())]


REINFORCE = PhaseShape(
    decision=_decision,
    offers=_offers,
    actions={Reinforce: reinforce, Trade: trade, Resign: resign_turn},
)
