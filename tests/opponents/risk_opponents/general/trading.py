"""Trading cards: the time, the set, and the place of its bonus armies."""

from __future__ import annotations

from risk_opponents.general.aims import Evaluation
from risk_opponents.general.attack_plans import AttackPlans
from risk_opponents.general.movement import reinforcement_need
from risk_tui.engine.actions import Trade

MIN_PLAN_GAIN = 6.0
"""The gain of the best plan, in armies, that justifies trading while values still grow."""


def best_trade(evaluation: Evaluation) -> Trade | None:
    """Return the most valuable offered set that leaves the best cards; ``None`` if none is
    offered.
    """
    trades = [offer.action for offer in evaluation.view.offers if isinstance(offer.action, Trade)]
    return max(trades, key=lambda trade: _rank(evaluation, trade), default=None)


def _rank(evaluation: Evaluation, trade: Trade) -> tuple[float, ...]:
    """Return the sort key of a set: first its armies, then the loss of these cards."""
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
        sum(reinforcement_need(evaluation, territory) for territory in bonus_territories),
    )


def is_worth_trading(plans: AttackPlans, pool: int) -> bool:
    """Return True if a set should be traded now, with ``pool`` armies yet to be placed.

    A set with a constant value is traded unless a better one may still come. One that grows with
    every trade is kept until it has a use, or may be lost with its owner.
    """
    evaluation = plans.evaluation
    view = evaluation.view
    trade = best_trade(evaluation)
    if trade is None:
        return False
    value = view.set_value(trade.cards)
    soon = view.rules.card_draw.must_trade_from(len(view.hand) + 1)
    if evaluation.set_growth <= 0 and (value >= 0.75 * evaluation.set_value or soon):
        return True
    if view.rules.card_draw.must_trade_from(len(view.hand)) or _endangered(
        evaluation, len(view.hand)
    ):
        return True
    now, then = plans.best(pool), plans.best(pool + value)
    if then is None or (now is not None and now.target == then.target and now.chance > 0.8):
        return False
    return then.score - (now.score if now else 0.0) > MIN_PLAN_GAIN


def _endangered(evaluation: Evaluation, cards: int) -> bool:
    """Return True if another seat may well eliminate this one for its cards."""
    mine = evaluation.totals[evaluation.seat]
    return any(evaluation.totals[rival] > 2.5 * mine for rival in evaluation.rivals) and cards >= 3
