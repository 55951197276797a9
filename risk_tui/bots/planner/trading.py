"""Trading cards: the choice of a set and of the time.

If sets have constant values, a set is traded at once, unless a better one is still possible. If
values grow with every trade, it is kept until it must be traded, its owner is in danger, or its
armies are likely to eliminate a player.
"""

from __future__ import annotations

from risk_tui.bots.base import offered
from risk_tui.bots.planner.campaigns import Campaign, Campaigns
from risk_tui.bots.planner.position import Position
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.engine.actions import EndPhase, Reinforce, Trade

LIKELY = 0.6
"""The chance of eliminating a player that justifies trading a set."""
GOOD_SET = 0.75
"""The share of the highest set value at which a set is good enough to be traded at once."""
DANGER_RATIO = 2.5
"""A rival with this many times the armies of a seat may eliminate it for its cards."""


def best_trade(position: Position) -> Trade | None:
    """Return the trade of the most valuable set that leaves the best cards.

    Returns:
        ``None`` if no set is offered.
    """
    trades = offered(position.view, Trade)
    return max(trades, key=lambda trade: _rank(position, trade), default=None)


def _rank(position: Position, trade: Trade) -> tuple[float, ...]:
    """Return the sort key of a trade: its armies, then the cards left, then threats.

    The last element is the threat to the territories that get bonus armies.
    """
    view = position.view
    card_territories = [view.board.deck[card].territory for card in trade.cards]
    choices = view.rules.territory_bonus.choices(
        trade.cards, position.owner, position.seat, view.territory_bonus_received
    )
    bonus_territories = (*trade.chosen, *(each[0] for each in choices if len(each) == 1))
    symbols_left = {view.board.deck[card].symbol for card in view.hand if card not in trade.cards}
    return (
        view.set_value(trade.cards) + view.rules.territory_bonus.armies * len(bonus_territories),
        -len(trade.cards),
        -card_territories.count(None),
        len(symbols_left),
        sum(position.pressure(territory) for territory in bonus_territories),
    )


def must_trade(position: Position) -> bool:
    """Return True if the rules allow nothing but trading a set."""
    return not offered(position.view, EndPhase) and not offered(position.view, Reinforce)


def is_in_danger(position: Position) -> bool:
    """Return True if a much stronger rival may eliminate the seat for its 3 or more cards."""
    strongest = max((position.totals[rival] for rival in position.rivals), default=0)
    return (
        len(position.view.hand) >= 3 and strongest > DANGER_RATIO * position.totals[position.seat]
    )


def is_worth_trading(position: Position, trade: Trade) -> bool:
    """Return True if a set should be traded now, regardless of the use of its armies."""
    view = position.view
    draw, hand = view.rules.card_draw, len(view.hand)
    is_good = view.set_value(trade.cards) >= GOOD_SET * position.set_value
    return (
        (position.set_growth <= 0 and (is_good or draw.must_trade_from(hand + 1)))
        or draw.must_trade_from(hand)
        or is_in_danger(position)
    )


def elimination_by_set(v: Valuation, trade: Trade) -> Campaign | None:
    """Return the campaign that eliminates a player with a set's armies.

    Returns:
        ``None`` if none is likely to succeed, or there is a better use of the armies.
    """
    position = v.position
    view = position.view
    cards = list(view.card_counts)
    cards[position.seat] -= len(trade.cards)
    pool = view.armies_to_place + view.set_value(trade.cards)
    campaign = Campaigns(v, pool, cards=cards).best_elimination()
    if campaign is None or campaign.chance < LIKELY:
        return None
    return campaign if campaign.value > Campaigns(v).best_option_value() else None
