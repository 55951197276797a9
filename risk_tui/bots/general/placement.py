"""Placing the armies received at the start of a turn, or between attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.general import card_trading, movement
from risk_tui.bots.general.attack_plans import AttackPlans
from risk_tui.bots.general.attack_reasons import reason_to_attack, reason_to_guard
from risk_tui.engine.actions import Reinforce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.bots.reasons import Reason
    from risk_tui.engine.actions import Action


def reinforce(evaluation: Evaluation) -> Action | None:
    """Trade if that pays; else place armies for the best plan, then guards, then the main front."""
    plans = AttackPlans(evaluation)
    if card_trading.is_worth_trading(plans, evaluation.view.armies_to_place):
        return card_trading.best_trade(evaluation)
    return place_received(plans) or card_trading.best_trade(evaluation)


def place_received(plans: AttackPlans) -> Action | None:
    """Place armies on the offered territory that needs them most; ``None`` if none is offered."""
    evaluation = plans.evaluation
    max_armies = {
        offer.action.territory: offer.maximum or 0
        for offer in evaluation.view.offers
        if isinstance(offer.action, Reinforce)
    }
    if not max_armies:
        return None
    for territory, armies, reason in _placements(plans):
        if territory in max_armies:
            evaluation.reason = reason
            return Reinforce(territory, max(1, min(armies, max_armies[territory])))
    territory = movement.main_front(evaluation, max_armies)
    return Reinforce(territory, max_armies[territory])


def _placements(plans: AttackPlans) -> Iterator[tuple[int, int, Reason | None]]:
    """Territories, the armies that they need, and why, the most urgent ones first."""
    evaluation = plans.evaluation
    pool = evaluation.view.armies_to_place
    weakest = evaluation.aims.weakest_required(evaluation)
    if weakest is not None:
        yield *weakest, None
    plan = plans.best(pool)
    guard, lacking, risk = movement.weakest_post(evaluation)
    guards = reason_to_guard(evaluation, guard) if lacking else None
    if plan is not None:
        plan_without = plans.best()
        gain = plan.score - (
            plan_without.score if plan_without and plan_without.target == plan.target else 0.0
        )
        if lacking and risk > gain:
            yield guard, lacking, guards
        source, missing = plans.reinforcement_needed(plan.target)
        attacks = reason_to_attack(evaluation, plan.target)
        if missing:
            # Where a territory is armed only once, all that is left goes there.
            all_left = evaluation.view.ruleset.reinforce.one_go_each
            yield source, pool if all_left else missing, attacks
        if lacking:
            yield guard, lacking, guards
        yield source, pool, attacks
    elif lacking:
        yield guard, lacking, guards
