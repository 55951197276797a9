"""Declaring: attack in this turn, or reinforce instead (FAQ Q2.4, old UK rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.plans import Plans
from risk_tui.engine.actions import Declare
from risk_tui.engine.decisions import ToDeclare

if TYPE_CHECKING:
    from risk_tui.bots.survey import Survey
    from risk_tui.engine.actions import Action

PATIENT = 0.5
"""What part of the promise of a later attack an attack now has to reach."""


def declare(survey: Survey) -> Action | None:
    """Attack if that promises as much as the armies forgone, and half of what they would allow.

    The longer the game, the less the armies count: nobody reinforces for ever.
    """
    view, decision = survey.view, survey.view.decision
    if not isinstance(decision, ToDeclare):
        return None
    income = view.rules.income
    other = income.total(view.owner, survey.seat, view.cities, view.capitals) - decision.armies
    plans = Plans(survey)
    now, then = plans.best(other), plans.best(other + decision.armies)
    if now is None:
        return Declare(attack=False)
    forgone = decision.armies * (1.0 - 0.9 * survey.heat)
    later = max(now.score, then.score if then else 0.0)
    return Declare(attack=now.score >= PATIENT * (forgone + later))
