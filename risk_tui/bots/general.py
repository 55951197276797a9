"""``general``: a sound all-round player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import capital, cards, declare, dice, drafts, marches, steward
from risk_tui.bots.offered import nearest
from risk_tui.bots.plans import Plans, first_target
from risk_tui.bots.survey import Survey
from risk_tui.bots.terrain import Terrain
from risk_tui.engine.actions import Attack, End

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
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
            "capital": capital.choose,
            "declare": declare.declare,
            "reinforce": drafts.reinforce,
            "trade": trade,
            "attack": attack,
            "defend": dice.defend,
            "alter": dice.alter,
            "occupy": marches.occupy,
            "fortify": marches.fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """What is offered and seems best; a decision that it does not know gets the least."""
        answer = self._answers.get(decision.kind)
        wish = None
        if answer is not None:
            # A neutral army may be led for somebody else.
            force: int = getattr(decision, "force", decision.seat)
            wish = answer(Survey(view, force, self._terrain_of(view)))
        return nearest(wish, view.offers)

    def _terrain_of(self, view: View) -> Terrain:
        if self._terrain is None or self._terrain.board is not view.board:
            self._terrain = Terrain(view.board, self._seed)
        return self._terrain


def attack(survey: Survey) -> Action | None:
    """The next cast of the best plan, with all the dice there are.

    Where cards are traded between attacks, that and the placing of their armies come first.
    """
    plans = Plans(survey)
    if survey.view.pool and (armies := drafts.place(plans)):
        return armies
    if cards.pays(plans, 0):
        return cards.best_trade(survey)
    found = plans.best()
    if found is None:
        return None
    push = found.first
    target = first_target(survey, push)
    return Attack(
        push.source, target, survey.view.rules.combat.attack_most(survey.armies[push.source])
    )


def trade(survey: Survey) -> Action | None:
    """The best set if it has to be traded or pays; ``None`` keeps the cards."""
    must = not any(isinstance(offer.action, End) for offer in survey.view.offers)
    return cards.best_trade(survey) if must or cards.pays(Plans(survey), 0) else None
