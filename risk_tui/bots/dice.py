"""Dice: how many to defend with, and when to change one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Command, Defend, Reroll
from risk_tui.engine.decisions import ToAlter, ToDefend
from risk_tui.engine.rules.combat import SIX, Combat, changed_die
from risk_tui.odds.defence import stand

if TYPE_CHECKING:
    from risk_tui.bots.survey import Survey
    from risk_tui.engine.actions import Action

FACES = range(1, 7)
CLOSE = 1e-9
CONQUEST = 2.0
"""What it is worth in armies that a territory falls with this cast."""


def defend(survey: Survey) -> Action | None:
    """The dice that cost the attacker most in the end (FAQ Q3.1)."""
    view = survey.view
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return None
    if not decision.rolled:
        return Defend(decision.most)
    armies = view.armies[decision.target]
    best = stand(view.ruleset.combat, len(decision.rolled), armies)
    return Defend(best.dice[decision.rolled])


def alter(survey: Survey) -> Action | None:
    """The change of a die that promises most; ``None`` lets the dice stand.

    A re-roll costs nothing. The commander acts once a turn: he is kept for a better chance while
    the fight is long.
    """
    decision = survey.view.decision
    if not isinstance(decision, ToAlter):
        return None
    stand = _outcome(survey, decision, decision.attack)
    best: Action | None = None
    most = stand
    for offer in survey.view.offers:
        action = offer.action
        if isinstance(action, Command):
            worth = _commanded(survey, decision, decision.attack, action.face)
        elif isinstance(action, Reroll):
            worth = _rerolled(survey, decision, action.face)
        else:
            continue
        if worth > most + CLOSE:
            best, most = action, worth
    return best


def _outcome(survey: Survey, decision: ToAlter, attack: tuple[int, ...]) -> float:
    """What it is worth in armies when the dice count as they are."""
    lost, killed = Combat.losses(attack, decision.defence)
    falls = killed >= survey.armies[decision.target]
    return killed - lost + CONQUEST * falls


def _commanded(survey: Survey, decision: ToAlter, attack: tuple[int, ...], face: int) -> float:
    """The outcome with a die turned to a six, less what the commander could do later."""
    return _outcome(survey, decision, changed_die(attack, face, SIX)) - _reserve(survey, decision)


def _reserve(survey: Survey, decision: ToAlter) -> float:
    """What the commander is worth later in this turn: a second die turned while a fight is long."""
    long = survey.armies[decision.target] > 3 and survey.armies[decision.source] > 5
    return 2.5 if long else 1.0


def _rerolled(survey: Survey, decision: ToAlter, face: int) -> float:
    """What to expect of rolling a die again; the commander may follow."""
    total = 0.0
    for new in FACES:
        attack = changed_die(decision.attack, face, new)
        worth = _outcome(survey, decision, attack)
        if decision.may_command:
            worth = max(
                worth, *(_commanded(survey, decision, attack, each) for each in set(attack))
            )
        total += worth
    return total / len(FACES)
