"""Placing the armies received, as far as they may go where they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import cards, marches
from risk_tui.bots.plans import Plans
from risk_tui.engine.actions import Reinforce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.bots.survey import Survey
    from risk_tui.engine.actions import Action


def reinforce(survey: Survey) -> Action | None:
    """Trade if that pays; else arm the best plan, then guard continents, then the main front."""
    plans = Plans(survey)
    if cards.pays(plans, survey.view.pool):
        return cards.best_trade(survey)
    return place(plans) or cards.best_trade(survey)


def place(plans: Plans) -> Action | None:
    """Armies on the offered territory that needs them most; ``None`` if none is offered."""
    survey = plans.survey
    most = {
        offer.action.territory: offer.most or 0
        for offer in survey.view.offers
        if isinstance(offer.action, Reinforce)
    }
    if not most:
        return None
    for territory, armies in _wishes(plans):
        if territory in most:
            return Reinforce(territory, max(1, min(armies, most[territory])))
    territory = marches.main_front(survey, most)
    return Reinforce(territory, most[territory])


def _wishes(plans: Plans) -> Iterator[tuple[int, int]]:
    """Territories and the armies that they want, the most urgent ones first."""
    survey = plans.survey
    pool = survey.view.pool
    thin = survey.aims.thinnest(survey)
    if thin is not None:
        yield thin
    bold = plans.best(pool)
    guard, lacking, risk = marches.weakest_guard(survey)
    if bold is not None:
        sure = plans.best()
        gain = bold.score - (sure.score if sure and sure.goal == bold.goal else 0.0)
        if lacking and risk > gain:
            yield guard, lacking
        source, missing = plans.lacking(bold.goal)
        if missing:
            # Where a territory is armed only once, all that is left goes there.
            yield source, pool if survey.view.ruleset.reinforce.one_go_each else missing
        if lacking:
            yield guard, lacking
        yield source, pool
    elif lacking:
        yield guard, lacking
