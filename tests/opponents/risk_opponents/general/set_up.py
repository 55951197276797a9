"""Claim territories, and place armies in the setup and during the game."""

from __future__ import annotations

from collections.abc import Iterator

from risk_opponents.general import movement, trading
from risk_opponents.general.aims import Evaluation
from risk_opponents.general.attack_plans import AttackPlans
from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, Claim, Offer, Place, Reinforce


def claim(evaluation: Evaluation) -> Action | None:
    """Claim in the most promising continent, near own territories; ``None`` if none is free."""
    free = [
        offer.action.territory
        for offer in evaluation.view.offers
        if isinstance(offer.action, Claim)
    ]
    if not free:
        return None
    promise = [_promise(evaluation, number) for number in range(len(evaluation.holder))]
    return Claim(
        max(free, key=lambda territory: (_claim_worth(evaluation, territory, promise), -territory))
    )


def _claim_worth(evaluation: Evaluation, territory: int, promise: list[float]) -> float:
    analysis = evaluation.analysis
    number = analysis.continent[territory]
    friends = sum(
        evaluation.owner[other] == evaluation.seat for other in analysis.neighbours[territory]
    )
    return (
        promise[number]
        + 0.25 * friends
        + _denial_value(evaluation, number)
        + analysis.tiebreak_noise[territory] / 4
    )


def _denial_value(evaluation: Evaluation, number: int) -> float:
    """Return the value of preventing another seat from claiming a whole continent."""
    territories = evaluation.analysis.board.continents[number].territories
    owners = [evaluation.owner[territory] for territory in territories]
    owners = [owner for owner in owners if owner != NO_SEAT]
    if not owners or evaluation.seat in owners or len(set(owners)) > 1:
        return 0.0
    return 2.0 if len(territories) - len(owners) <= 1 else 0.0


def _promise(evaluation: Evaluation, number: int) -> float:
    """Return the promise of a continent: small, few borders, and not held by others."""
    analysis = evaluation.analysis
    continent = analysis.board.continents[number]
    size, borders = analysis.sizes[number], len(analysis.borders[number])
    mine = others = 0
    for territory in continent.territories:
        mine += evaluation.owner[territory] == evaluation.seat
        others += evaluation.owner[territory] not in (NO_SEAT, evaluation.seat)
    ease = continent.bonus / (size + 1.5 * borders)
    aims = sum(
        territory in evaluation.aims.capture_value or territory in evaluation.aims.hold_value
        for territory in continent.territories
    )
    return (0.4 + ease + aims / size) * (1.0 + 3.0 * mine / size) * (1.0 - 0.7 * others / size)


def place_starting_armies(evaluation: Evaluation) -> Action | None:
    """Place starting armies for winnable continents and next to strong enemies.

    Neutral armies to be placed at the same time obstruct others.

    Returns:
        ``None`` if no placement is offered.
    """
    offers = [offer for offer in evaluation.view.offers if isinstance(offer.action, Place)]
    if not offers:
        return None
    own = [offer for offer in offers if evaluation.owner[_territory_of(offer)] == evaluation.seat]
    if own:
        promise = [_promise(evaluation, number) for number in range(len(evaluation.holder))]
        continent = max(range(len(promise)), key=lambda number: (promise[number], -number))
        best = max(
            own, key=lambda offer: _placement_worth(evaluation, _territory_of(offer), continent)
        )
    else:
        best = max(offers, key=lambda offer: _nuisance(evaluation, _territory_of(offer)))
    return best.with_number(best.maximum) if best.maximum is not None else best.action


def _nuisance(evaluation: Evaluation, territory: int) -> float:
    """Return how much a neutral territory obstructs others rather than this seat."""
    owner, analysis = evaluation.owner, evaluation.analysis
    worth = analysis.tiebreak_noise[territory] / 4 - 0.15 * evaluation.armies[territory]
    for other in analysis.neighbours[territory]:
        worth += evaluation.is_hostile(other) - (owner[other] == evaluation.seat)
    territories = analysis.board.continents[analysis.continent[territory]].territories
    theirs = sum(evaluation.is_hostile(other) for other in territories)
    mine = sum(owner[other] == evaluation.seat for other in territories)
    return worth + 3.0 * (theirs - mine) / len(territories)


def _territory_of(offer: Offer) -> int:
    return offer.action.territory if isinstance(offer.action, Place) else -1


def _placement_worth(evaluation: Evaluation, territory: int, continent: int) -> float:
    """Rate a placement of starting armies by a seat that wants ``continent``."""
    analysis, owner, armies = evaluation.analysis, evaluation.owner, evaluation.armies
    targets = [
        target for target in analysis.neighbours[territory] if owner[target] != evaluation.seat
    ]
    if not targets:
        return -100.0
    leads_in = any(analysis.continent[target] == continent for target in targets)
    inside = analysis.continent[territory] == continent
    worth = 4.0 * inside + 2.0 * leads_in + analysis.tiebreak_noise[territory] / 4
    # Cap stacks at twice the strongest adjacent enemy.
    against = max(armies[target] for target in targets)
    return worth - 6.0 * max(0.0, armies[territory] / (2.0 * against + 4.0) - 1.0)


def reinforce(evaluation: Evaluation) -> Action | None:
    """Trade if that pays; else place armies for the best plan, then guards, then the main front."""
    plans = AttackPlans(evaluation)
    if trading.is_worth_trading(plans, evaluation.view.armies_to_place):
        return trading.best_trade(evaluation)
    return place_received(plans) or trading.best_trade(evaluation)


def place_received(plans: AttackPlans) -> Action | None:
    """Place armies on the neediest offered territory; ``None`` if none is offered."""
    evaluation = plans.evaluation
    max_armies = {
        offer.action.territory: offer.maximum or 0
        for offer in evaluation.view.offers
        if isinstance(offer.action, Reinforce)
    }
    if not max_armies:
        return None
    for territory, armies in _placements(plans):
        if territory in max_armies:
            return Reinforce(territory, max(1, min(armies, max_armies[territory])))
    territory = movement.main_front(evaluation, max_armies)
    return Reinforce(territory, max_armies[territory])


def _placements(plans: AttackPlans) -> Iterator[tuple[int, int]]:
    """Yield territories, and the armies that they need, most urgent first."""
    evaluation = plans.evaluation
    pool = evaluation.view.armies_to_place
    weakest = evaluation.aims.weakest_required(evaluation)
    if weakest is not None:
        yield weakest
    plan = plans.best(pool)
    guard, lacking, risk = movement.weakest_front(evaluation)
    if plan is not None:
        plan_without = plans.best()
        gain = plan.score - (
            plan_without.score if plan_without and plan_without.target == plan.target else 0.0
        )
        if lacking and risk > gain:
            yield guard, lacking
        source, missing = plans.reinforcement_needed(plan.target)
        if missing:
            # If a territory gets armies a single time, it gets all of them.
            all_left = evaluation.view.ruleset.reinforce.one_go_each
            yield source, pool if all_left else missing
        if lacking:
            yield guard, lacking
        yield source, pool
    elif lacking:
        yield guard, lacking
