"""How many dice to defend with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Defend
from risk_tui.engine.decisions import ToDefend
from risk_tui.odds.defence_dice import best_defence

if TYPE_CHECKING:
    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.engine.actions import Action


def choose_defence(evaluation: Evaluation) -> Action | None:
    """Defend with the number of dice that costs the attacker most in the end (FAQ Q3.1)."""
    view = evaluation.view
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return None
    if not decision.rolled:
        return Defend(decision.most)
    armies = view.armies[decision.target]
    best = best_defence(view.ruleset.combat, len(decision.rolled), armies)
    return Defend(best.dice[decision.rolled])
