"""General, the planner of earlier versions: a fixed opponent, never changed.

It wants continents, breaks those of others, and knows the odds of its campaigns; a plan's score is
``chance * worth + killed armies - lost armies``.
"""

from __future__ import annotations

from collections.abc import Callable

from risk_opponents.general import movement, set_up, trading
from risk_opponents.general.aims import Evaluation
from risk_opponents.general.attack_plans import AttackPlans, first_target
from risk_opponents.general.position import BoardAnalysis, without_reserved
from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import closest_legal
from risk_tui.engine.actions import Action, Attack, Defend, EndPhase
from risk_tui.engine.decisions import Decision, ToDefend
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.view import View
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.rules.roll_odds import best_defence

_SPENDING = ("attack", "occupy", "fortify")
"""The kinds of decisions that move armies away."""


class General:
    """A bot that wants continents, breaks those of others, and knows its odds.

    It is stateless, so it may be asked again after an undo or in a loaded game. ``seed`` breaks
    ties.
    """

    name = "old-general"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._analysis: BoardAnalysis | None = None
        self._answers: dict[str, Callable[[Evaluation], Action | None]] = {
            "claim": set_up.claim,
            "place": set_up.place_starting_armies,
            "reinforce": set_up.reinforce,
            "trade": trade,
            "attack": attack,
            "defend": defend,
            "occupy": movement.occupy,
            "fortify": movement.fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the best offered action; for an unknown kind of decision the safest one."""
        view = with_hidden_estimated(view)
        answer, preferred = self._answers.get(decision.kind), None
        if answer is not None:
            seat: int = getattr(decision, "force", decision.seat)
            spared = without_reserved(view, seat) if decision.kind in _SPENDING else view
            preferred = answer(Evaluation(spared, seat, self._analysis_of(view)))
        return closest_legal(preferred, view.offers)

    def _analysis_of(self, view: View) -> BoardAnalysis:
        if self._analysis is None or self._analysis.board is not view.board:
            self._analysis = BoardAnalysis(view.board, self._seed)
        return self._analysis


def attack(evaluation: Evaluation) -> Action | None:
    """Return the next roll of the best plan, with the most dice; ``None`` to end attacking.

    If cards may be traded between attacks, trading and placing come first.
    """
    trade = trading.best_trade(evaluation)
    if trade or evaluation.view.armies_to_place:
        plans = AttackPlans(evaluation)
        if evaluation.view.armies_to_place and (armies := set_up.place_received(plans)):
            return armies
        if trading.is_worth_trading(plans, 0):
            return trade
    plan = next((plan for part in evaluation.parts() if (plan := AttackPlans(part).best())), None)
    if plan is None:
        return None
    leg = plan.first
    target = first_target(evaluation, leg)
    if evaluation.owner[target] == NO_SEAT:
        return movement.enter(evaluation, leg.source, target)
    view = evaluation.view
    # Balanced odds are for whole fights; otherwise reconsider after each roll.
    least = None if view.ruleset.balance is None else (2,)
    return Attack(leg.source, target, view.max_attack_dice(leg.source, target), least)


def defend(evaluation: Evaluation) -> Action | None:
    """Defend with the dice that maximize the attacker's losses in the end (FAQ Q3.1)."""
    view = evaluation.view
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return None
    if not decision.rolled:
        return Defend(decision.most, later=True)
    armies = view.armies[decision.target]
    first = extra_die_rolls(view, decision.source, decision.target)
    best = best_defence(view.ruleset.combat, len(decision.rolled), armies, first)
    return Defend(best.dice[decision.rolled])


def trade(evaluation: Evaluation) -> Action | None:
    """Return the best set if trading it is required or pays; ``None`` to keep the cards."""
    must_trade = not any(isinstance(offer.action, EndPhase) for offer in evaluation.view.offers)
    return (
        trading.best_trade(evaluation)
        if must_trade or trading.is_worth_trading(AttackPlans(evaluation), 0)
        else None
    )
