"""Dice: how many to defend with, and when to change one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Defend, Reroll, UseCommander
from risk_tui.engine.decisions import ToChangeDice, ToDefend
from risk_tui.odds.defence_dice import best_defence
from risk_tui.rules.combat import SIX, CombatRules, changed_die

if TYPE_CHECKING:
    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.engine.actions import Action

FACES = range(1, 7)
TOLERANCE = 1e-9
CONQUEST_VALUE = 2.0
"""What it is worth in armies that a territory falls with this roll."""


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


def choose_change(evaluation: Evaluation) -> Action | None:
    """The change of a die that promises most; ``None`` lets the dice stand.

    A re-roll costs nothing. The commander acts once a turn and is kept for a better chance while
    the fight is long.
    """
    decision = evaluation.view.decision
    if not isinstance(decision, ToChangeDice):
        return None
    unchanged = _value_of_dice(evaluation, decision, decision.attack)
    best: Action | None = None
    best_worth = unchanged
    for offer in evaluation.view.offers:
        action = offer.action
        if isinstance(action, UseCommander):
            worth = _value_with_commander(evaluation, decision, decision.attack, action.face)
        elif isinstance(action, Reroll):
            worth = _value_of_reroll(evaluation, decision, action.face)
        else:
            continue
        if worth > best_worth + TOLERANCE:
            best, best_worth = action, worth
    return best


def _value_of_dice(
    evaluation: Evaluation, decision: ToChangeDice, attack: tuple[int, ...]
) -> float:
    """The worth in armies of letting the dice count as they are."""
    lost, killed = CombatRules.losses(attack, decision.defence)
    falls = killed >= evaluation.armies[decision.target]
    return killed - lost + CONQUEST_VALUE * falls


def _value_with_commander(
    evaluation: Evaluation, decision: ToChangeDice, attack: tuple[int, ...], face: int
) -> float:
    """The worth of turning a die to a six, less what the commander could do later."""
    return _value_of_dice(
        evaluation, decision, changed_die(attack, face, SIX)
    ) - _later_value_of_commander(evaluation, decision)


def _later_value_of_commander(evaluation: Evaluation, decision: ToChangeDice) -> float:
    """The worth of the commander later in this turn; more while a fight is long."""
    long = evaluation.armies[decision.target] > 3 and evaluation.armies[decision.source] > 5
    return 2.5 if long else 1.0


def _value_of_reroll(evaluation: Evaluation, decision: ToChangeDice, face: int) -> float:
    """The worth of rolling a die again, on average; the commander may follow."""
    total = 0.0
    for new_face in FACES:
        attack = changed_die(decision.attack, face, new_face)
        worth = _value_of_dice(evaluation, decision, attack)
        if decision.may_command:
            worth = max(
                worth,
                *(
                    _value_with_commander(evaluation, decision, attack, other)
                    for other in set(attack)
                ),
            )
        total += worth
    return total / len(FACES)
