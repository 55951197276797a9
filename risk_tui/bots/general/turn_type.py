"""Choosing the turn's type: attack, or reinforce instead (FAQ Q2.4, old UK rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.general.attack_plans import AttackPlans
from risk_tui.engine.actions import ChooseTurnType
from risk_tui.engine.decisions import ToChooseTurnType

if TYPE_CHECKING:
    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.engine.actions import Action

MIN_SHARE = 0.5
"""The share of a later attack's worth that an attack now has to reach."""


def choose_turn_type(evaluation: Evaluation) -> Action | None:
    """Attack if that is worth half of what the armies forgone and a later attack are worth.

    The longer the game, the less those armies count: nobody reinforces for ever. ``None`` if no
    turn type is asked for.
    """
    view, decision = evaluation.view, evaluation.view.decision
    if not isinstance(decision, ToChooseTurnType):
        return None
    income = view.rules.income
    armies_now = (
        income.total(view.owner, evaluation.seat, view.cities, view.capitals) - decision.armies
    )
    plans = AttackPlans(evaluation)
    plan_now, plan_later = plans.best(armies_now), plans.best(armies_now + decision.armies)
    if plan_now is None:
        return ChooseTurnType(attack=False)
    armies_forgone = decision.armies * (1.0 - 0.9 * evaluation.impatience)
    worth_later = max(plan_now.score, plan_later.score if plan_later else 0.0)
    return ChooseTurnType(attack=plan_now.score >= MIN_SHARE * (armies_forgone + worth_later))
