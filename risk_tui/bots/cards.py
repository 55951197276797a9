"""Trading cards: when, which set, and where its extra armies go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.marches import need
from risk_tui.engine.actions import Trade

if TYPE_CHECKING:
    from risk_tui.bots.plans import Plans
    from risk_tui.bots.survey import Survey

USE = 6.0
"""How much better a plan a set must allow, in armies, to be traded while its worth still grows."""


def best_trade(survey: Survey) -> Trade | None:
    """The offered set that brings most and leaves the best cards; ``None`` if none is offered."""
    trades = [offer.action for offer in survey.view.offers if isinstance(offer.action, Trade)]
    return max(trades, key=lambda trade: _rank(survey, trade), default=None)


def _rank(survey: Survey, trade: Trade) -> tuple[float, ...]:
    view = survey.view
    shown = [view.board.deck[card].territory for card in trade.cards]
    matches = view.rules.bonus.candidates(trade.cards, survey.owner, survey.seat, view.bonus)
    gets = matches if trade.bonus is None else (trade.bonus,)
    kept = {view.board.deck[card].symbol for card in view.hand if card not in trade.cards}
    return (
        view.set_value(trade.cards) + view.rules.bonus.armies * len(gets),
        -len(trade.cards),
        -shown.count(None),
        len(kept),
        sum(need(survey, place) for place in gets),
    )


def pays(plans: Plans, pool: int) -> bool:
    """Whether a set on hand should be traded now, with ``pool`` armies yet to be placed.

    A set whose worth does not grow is traded unless a better one may still come. One that
    grows with every trade is kept until it has a use, or may be lost with its owner.
    """
    survey = plans.survey
    view = survey.view
    trade = best_trade(survey)
    if trade is None:
        return False
    value = view.set_value(trade.cards)
    soon = view.rules.draw.forced(len(view.hand) + 1)
    if survey.set_growth <= 0 and (value >= 0.75 * survey.set_value or soon):
        return True
    if view.rules.draw.forced(len(view.hand)) or _endangered(survey, len(view.hand)):
        return True
    now, then = plans.best(pool), plans.best(pool + value)
    if then is None or (now is not None and now.goal == then.goal and now.chance > 0.8):
        return False
    return then.score - (now.score if now else 0.0) > USE


def _endangered(survey: Survey, cards: int) -> bool:
    """Whether somebody could well wipe this seat out for its cards."""
    mine = survey.totals[survey.seat]
    return any(survey.totals[rival] > 2.5 * mine for rival in survey.rivals) and cards >= 3
