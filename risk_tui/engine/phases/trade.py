"""Trading sets of cards for armies (FAQ Q2.5.1 to Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import End, Offer, Resign, Trade
from risk_tui.engine.decisions import ToTrade
from risk_tui.engine.errors import MustTradeFirst, NotASet
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.phases.turn import go_on_attacking, go_on_placing, may_trade, must_trade
from risk_tui.engine.records import Placed, SetTraded
from risk_tui.engine.rules.sets import SET_SIZE

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def trade(play: Play, action: Trade) -> None:
    """Three cards go to the discard pile; their armies are placed by reinforcing."""
    state = play.state
    seat = state.turn
    hand = state.hands[seat]
    cards = action.cards
    if len(cards) != SET_SIZE or len(set(cards)) != SET_SIZE or any(c not in hand for c in cards):
        raise NotASet("a set is three different cards from your own hand")
    if not may_trade(play):
        raise NotASet("no set can be traded now; keep your cards until your next turn")
    if not play.rules.sets.kinds(cards):
        raise NotASet("those cards make no set: three alike, one of each, or jokers for the rest")
    bonus = _bonus_territories(play, action)
    armies = play.rules.sets.value(cards, state.sets_traded)
    for card in cards:
        hand.remove(card)
    state.discard += cards
    state.sets_traded += 1
    state.pool += armies
    play.tell(SetTraded(seat, tuple(cards), armies))
    for territory in bonus:
        state.armies[territory] += play.rules.bonus.armies
        state.bonus += play.rules.bonus.armies
        play.tell(Placed(seat, territory, play.rules.bonus.armies))
    go_on_placing(play)


def _bonus_territories(play: Play, action: Trade) -> tuple[int, ...]:
    state = play.state
    rule = play.rules.bonus
    candidates = rule.candidates(action.cards, state.owner, state.turn, state.bonus)
    if action.bonus is not None and action.bonus not in candidates:
        raise NotASet("the extra armies go to a territory of yours that is on one of the cards")
    if len(candidates) < 2 or not rule.choose_one():
        return candidates
    if action.bonus is None:
        names = " or ".join(play.name(place) for place in candidates)
        raise NotASet(f"say which territory gets the {rule.armies} extra armies: {names}")
    return (action.bonus,)


def trade_offers(play: Play) -> list[Offer]:
    """Every set that may be traded now, once for each territory that its bonus may go to."""
    if not may_trade(play):
        return []
    state = play.state
    rule = play.rules.bonus
    offers = []
    for cards in play.rules.sets.sets_in(state.hands[state.turn]):
        candidates = rule.candidates(cards, state.owner, state.turn, state.bonus)
        if len(candidates) > 1 and rule.choose_one():
            offers += [Offer(Trade(cards, place)) for place in candidates]
        else:
            offers.append(Offer(Trade(cards)))
    return offers


def end_trading(play: Play, action: End) -> None:
    """Keep the cards and go on to attack."""
    if must_trade(play):
        cards = len(play.state.hands[play.state.turn])
        raise MustTradeFirst(f"you hold {cards} cards and must trade a set first")
    play.state.hand_limit = None
    if play.state.pool:
        go_on_placing(play)
    else:
        go_on_attacking(play)


def _offers(play: Play) -> list[Offer]:
    end = [] if must_trade(play) else [Offer(End())]
    return trade_offers(play) + end + [Offer(Resign())]


TRADE = PhaseShape(
    decision=lambda play: ToTrade(play.state.turn, must_trade(play)),
    offers=_offers,
    actions={Trade: trade, End: end_trading, Resign: resign_turn},
)
