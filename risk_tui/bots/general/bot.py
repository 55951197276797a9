"""``general``: a sound all-round player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.bots.base import Choice
from risk_tui.bots.fallback import closest_legal
from risk_tui.bots.general import (
    card_trading,
    movement,
    placement,
    setup,
)
from risk_tui.bots.general.attack_plans import AttackPlans, first_target
from risk_tui.bots.general.attack_reasons import reason_to_attack
from risk_tui.bots.general.board_analysis import BoardAnalysis
from risk_tui.bots.general.candidates import best_candidate
from risk_tui.bots.general.changed_views import without_reserved
from risk_tui.bots.general.evaluation import Evaluation
from risk_tui.engine.actions import Attack, Defend, EndPhase
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.imagination import supposed
from risk_tui.odds.position_odds import first_rolls
from risk_tui.odds.roll import best_defence

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

_SPENDING = ("attack", "occupy", "fortify")
"""The kinds of decisions by which armies leave where they are."""


class General:
    """A computer player that wants continents, breaks those of others, and knows its odds.

    It remembers nothing from one choice to the next, so it may be asked again after an undo or in
    a game that was put aside. ``seed`` decides between choices that are otherwise equal.
    """

    name = "general"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._analysis: BoardAnalysis | None = None
        self._answers: dict[str, Callable[[Evaluation], Action | None]] = {
            "claim": setup.claim,
            "place": setup.place_starting_armies,
            "reinforce": placement.reinforce,
            "trade": trade,
            "attack": attack,
            "defend": defend,
            "occupy": movement.occupy,
            "fortify": movement.fortify,
        }

    def choose(self, view: View, decision: Decision) -> Action:
        """The offered action that seems best; for an unknown kind of decision the safest one."""
        return self.consider(view, decision).action

    def consider(self, view: View, decision: Decision) -> Choice:
        """The action that ``choose`` chooses, and why where its plan is no secret."""
        seen, view = view, supposed(view)
        answer = self._answers.get(decision.kind)
        preferred, reason = None, None
        if answer is not None:
            # A decision about a neutral army names the seat whose army is led.
            seat: int = getattr(decision, "force", decision.seat)
            spared = without_reserved(view, seat) if decision.kind in _SPENDING else view
            evaluation = Evaluation(spared, seat, self._analysis_of(view))
            preferred = answer(evaluation)
            reason = evaluation.reason
            if reason is not None and not reason.is_true(seen):
                reason = None
        chosen = closest_legal(preferred, view.offers)
        if view.rules.hooks.candidates:
            better = self._weigh_candidates(view, decision, chosen)
            if better is not None:
                return Choice(better)
        if type(chosen) is not type(preferred):
            return Choice(chosen)
        return Choice(chosen, reason)

    def _weigh_candidates(self, view: View, decision: Decision, chosen: Action) -> Action | None:
        """The best answer that variants suggest, ``None`` where the bot knows a better one.

        What it has ``chosen`` itself it puts off only for what its attacks follow.
        """
        seat: int = getattr(decision, "force", decision.seat)
        hooks, must_gain = view.rules.hooks.candidates, decision.kind in self._answers
        goes_on = must_gain and not isinstance(chosen, EndPhase)
        candidates = [
            item
            for suggest in hooks
            for item in suggest(view, decision)
            if item.attacks or not goes_on
        ]
        if not candidates:
            return None
        evaluation = Evaluation(view, seat, self._analysis_of(view))
        return best_candidate(evaluation, candidates, must_gain=must_gain)

    def _analysis_of(self, view: View) -> BoardAnalysis:
        if self._analysis is None or self._analysis.board is not view.board:
            self._analysis = BoardAnalysis(view.board, self._seed)
        return self._analysis


def attack(evaluation: Evaluation) -> Action | None:
    """The next roll of the best plan, with as many dice as possible; ``None`` to end attacking.

    Where cards are traded between attacks, that and the placing of their armies come first.
    """
    trade = card_trading.best_trade(evaluation)
    if trade or evaluation.view.armies_to_place:
        plans = AttackPlans(evaluation)
        if evaluation.view.armies_to_place and (armies := placement.place_received(plans)):
            return armies
        if card_trading.is_worth_trading(plans, 0):
            return trade
    plan = next((plan for part in evaluation.parts() if (plan := AttackPlans(part).best())), None)
    if plan is None:
        return None
    evaluation.reason = reason_to_attack(evaluation, plan.target)
    leg = plan.first
    target = first_target(evaluation, leg)
    if evaluation.owner[target] == NOBODY:
        return movement.enter(evaluation, leg.source, target)
    view = evaluation.view
    # Balanced odds hold for whole fights; else each roll is thought over.
    least = None if view.ruleset.balance is None else (2,)
    return Attack(leg.source, target, view.max_attack_dice(leg.source, target), least)


def defend(evaluation: Evaluation) -> Action | None:
    """Defend with the number of dice that costs the attacker most in the end (FAQ Q3.1)."""
    view = evaluation.view
    decision = view.decision
    if not isinstance(decision, ToDefend):
        return None
    if not decision.rolled:
        return Defend(decision.most, later=True)
    armies = view.armies[decision.target]
    first = first_rolls(view, decision.source, decision.target)
    best = best_defence(view.ruleset.combat, len(decision.rolled), armies, first)
    return Defend(best.dice[decision.rolled])


def trade(evaluation: Evaluation) -> Action | None:
    """The best set if it has to be traded or pays; ``None`` keeps the cards."""
    must_trade = not any(isinstance(offer.action, EndPhase) for offer in evaluation.view.offers)
    return (
        card_trading.best_trade(evaluation)
        if must_trade or card_trading.is_worth_trading(AttackPlans(evaluation), 0)
        else None
    )
