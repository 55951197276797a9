"""Trading sets of cards for armies (FAQ Q2.5.1 to Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import End, Offer, Resign, Trade
from risk_tui.engine.decisions import ToTrade
from risk_tui.engine.errors import MustTradeFirst, NotASet
from risk_tui.engine.facts import ArmiesLost, Placed, SetTraded
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.phases.turn import go_on, leave_stage, may_trade, must_trade

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def trade(play: Play, action: Trade) -> None:
    """The cards go to the discard pile; their armies are placed by reinforcing."""
    state = play.state
    seat = state.turn
    hand = state.hands[seat]
    cards = action.cards
    if not may_trade(play):
        raise NotASet("no set can be traded now; keep your cards until your next turn")
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        raise NotASet("a set is made of different cards from your own hand")
    refusal = play.rules.sets.refusal(cards, hand)
    if refusal:
        raise NotASet(refusal)
    bonus = _bonus_territories(play, action)
    armies = play.rules.sets.value(cards, state.sets_traded)
    for card in cards:
        hand.remove(card)
    state.discard += cards
    state.sets_traded += 1
    state.pool += armies
    state.reinforced.clear()  # new armies may go where others went before (SGE rules)
    state.received += armies
    play.tell(SetTraded(seat, tuple(cards), armies))
    for territory in bonus:
        _add_bonus(play, territory)
    go_on(play)


def _add_bonus(play: Play, territory: int) -> None:
    """Extra armies on a territory, as far as it can take them."""
    state, placing, wanted = play.state, play.rules.placing, play.rules.bonus.armies
    armies = placing.supply(state, state.turn, placing.room(state.armies[territory], wanted))
    state.armies[territory] += armies
    state.bonus += wanted
    state.received += armies
    if armies:
        play.tell(Placed(state.turn, territory, armies))
    if armies < wanted:
        play.tell(ArmiesLost(state.turn, wanted - armies))


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
    """Keep the cards and go on."""
    if must_trade(play):
        cards = len(play.state.hands[play.state.turn])
        raise MustTradeFirst(f"you hold {cards} cards and must trade a set first")
    if play.state.hand_limit is None:
        leave_stage(play)
    else:
        play.state.hand_limit = None
        go_on(play)


def _offers(play: Play) -> list[Offer]:
    end = [] if must_trade(play) else [Offer(End())]
    return trade_offers(play) + end + [Offer(Resign())]


TRADE = PhaseShape(
    decides=in_turn,
    decision=lambda play: ToTrade(play.state.turn, may_trade(play), must_trade(play)),
    offers=_offers,
    actions={Trade: trade, End: end_trading, Resign: resign_turn},
    asked="trade a set, or end the trading, first",
)
