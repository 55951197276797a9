"""``general``: a sound all-round player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import cards, marches, steward
from risk_tui.bots.plans import Plans, first_target
from risk_tui.bots.survey import Survey
from risk_tui.bots.terrain import Terrain
from risk_tui.engine.actions import Attack, Defend, End, Reinforce, Resign
from risk_tui.engine.decisions import ToDefend

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


class General:
    """Wants continents, breaks those of others, and knows its odds.

    It keeps nothing in mind from one choice to the next, so it may be asked again after an undo
    or in a game that was put aside. ``seed`` gives it its likings where nothing else decides.
    """

    name = "general"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._terrain: Terrain | None = None
        self._answers: dict[str, Callable[[Survey], Action | None]] = {
            "claim": steward.claim,
            "place": steward.put,
            "reinforce": reinforce,
            "trade": trade,
            "attack": attack,
            "occupy": marches.occupy,
            "fortify": marches.fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """A legal action; a decision that it does not know is declined or answered by the least."""
        if isinstance(decision, ToDefend):
            return Defend(decision.most)
        answer = self._answers.get(decision.kind)
        action = None
        if answer is not None:
            action = answer(Survey(view, decision.seat, self._terrain_of(view)))
        return action if action is not None else _modest(view.offers)

    def _terrain_of(self, view: View) -> Terrain:
        if self._terrain is None or self._terrain.board is not view.board:
            self._terrain = Terrain(view.board, self._seed)
        return self._terrain


def _modest(offers: tuple[Offer, ...]) -> Action:
    """What commits to least: ending the phase, else the first thing offered."""
    choices = [offer.action for offer in offers if not isinstance(offer.action, Resign)]
    for action in choices:
        if isinstance(action, End):
            return action
    return choices[0]


def attack(survey: Survey) -> Action | None:
    """The next cast of the best plan, with all the dice there are."""
    offered = {
        (offer.action.source, offer.action.target): offer
        for offer in survey.view.offers
        if isinstance(offer.action, Attack)
    }
    found = Plans(survey).best()
    if found is None:
        return None
    push = found.first
    offer = offered.get((push.source, first_target(survey, push)))
    return None if offer is None or offer.most is None else offer.with_number(offer.most)


def trade(survey: Survey) -> Action | None:
    """The best set if it has to be traded or pays; ``None`` keeps the cards."""
    must = not any(isinstance(offer.action, End) for offer in survey.view.offers)
    return cards.best_trade(survey) if must or cards.pays(Plans(survey), 0) else None


def reinforce(survey: Survey) -> Action | None:
    """Trade if that pays; else arm the best plan, then guard continents, then the main front."""
    pool = survey.view.pool
    most = {
        offer.action.territory: offer.most or 0
        for offer in survey.view.offers
        if isinstance(offer.action, Reinforce)
    }
    plans = Plans(survey)
    if not most or cards.pays(plans, pool):
        found = cards.best_trade(survey)
        if found is not None:
            return found
    place, armies = _where(plans, pool)
    return Reinforce(place, max(1, min(armies, most[place])))


def _where(plans: Plans, pool: int) -> tuple[int, int]:
    """The territory that most needs armies, and how many."""
    survey = plans.survey
    bold = plans.best(pool)
    guard, lacking, risk = marches.weakest_guard(survey)
    if bold is None:
        return (guard, lacking) if lacking else (marches.main_front(survey), pool)
    sure = plans.best()
    gain = bold.score - (sure.score if sure and sure.goal == bold.goal else 0.0)
    if lacking and risk > gain:
        return guard, lacking
    place, missing = plans.lacking(bold.goal)
    if missing:
        return place, missing
    return (guard, lacking) if lacking else (place, pool)
