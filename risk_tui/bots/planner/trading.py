"""Trading cards: which set, and when.

A set of constant value is traded at once, unless a better one may still come. One that grows with
every trade is kept until it must be traded, its owner is in danger, or its armies are likely to
eliminate a player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.engine.actions import EndPhase, Reinforce, Trade

if TYPE_CHECKING:
    from risk_tui.bots.planner.campaigns import Campaign
    from risk_tui.bots.planner.goals import Evaluation
    from risk_tui.bots.planner.valuation import Valuation

LIKELY = 0.6
"""The chance of eliminating a player that justifies trading a set."""
GOOD_SET = 0.75
"""The share of a set's highest value from which on it is traded at once."""
STRONGER = 2.5
"""A rival with this many times the armies of a seat may eliminate it for its cards."""


def best_trade(evaluation: Evaluation) -> Trade | None:
    """Return the most valuable set, leaving the best cards; ``None`` if none is offered."""
    trades = [offer.action for offer in evaluation.view.offers if isinstance(offer.action, Trade)]
    return max(trades, key=lambda trade: _rank(evaluation, trade), default=None)


def _rank(evaluation: Evaluation, trade: Trade) -> tuple[float, ...]:
    """Return the sort key of a set: its armies first, then the value of the cards kept."""
    view = evaluation.view
    card_territories = [view.board.deck[card].territory for card in trade.cards]
    choices = view.rules.territory_bonus.choices(
        trade.cards, evaluation.owner, evaluation.seat, view.territory_bonus_received
    )
    bonus_territories = (*trade.chosen, *(each[0] for each in choices if len(each) == 1))
    symbols_left = {view.board.deck[card].symbol for card in view.hand if card not in trade.cards}
    return (
        view.set_value(trade.cards) + view.rules.territory_bonus.armies * len(bonus_territories),
        -len(trade.cards),
        -card_territories.count(None),
        len(symbols_left),
        sum(evaluation.threat(territory) for territory in bonus_territories),
    )


def must_trade(evaluation: Evaluation) -> bool:
    """Return True if the rules allow nothing but trading a set."""
    actions = [offer.action for offer in evaluation.view.offers]
    return not any(isinstance(action, EndPhase | Reinforce) for action in actions)


def is_in_danger(evaluation: Evaluation) -> bool:
    """Return True if a much stronger rival may eliminate the seat for its cards."""
    strongest = max((evaluation.totals[rival] for rival in evaluation.rivals), default=0)
    return (
        len(evaluation.view.hand) >= 3 and strongest > STRONGER * evaluation.totals[evaluation.seat]
    )


def is_worth_trading(evaluation: Evaluation, trade: Trade) -> bool:
    """Return True if a set should be traded now whatever its armies are used for."""
    view = evaluation.view
    draw, hand = view.rules.card_draw, len(view.hand)
    is_good = view.set_value(trade.cards) >= GOOD_SET * evaluation.set_value
    return (
        (evaluation.set_growth <= 0 and (is_good or draw.must_trade_from(hand + 1)))
        or draw.must_trade_from(hand)
        or is_in_danger(evaluation)
    )


def elimination_by_set(v: Valuation, trade: Trade) -> Campaign | None:
    """Return the campaign that eliminates a player with a set's armies, if it is their best use."""
    evaluation = v.evaluation
    view = evaluation.view
    cards = list(view.card_counts)
    cards[evaluation.seat] -= len(trade.cards)
    pool = view.armies_to_place + view.set_value(trade.cards)
    beaten = Campaigns(v, pool, cards=cards).best_elimination()
    if beaten is None or beaten.chance < LIKELY:
        return None
    return beaten if beaten.value > Campaigns(v).best_use() else None
