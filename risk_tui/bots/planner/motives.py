"""The reason for a chosen action: the best one that is true of the position.

Candidates for each kind of action are in order, the most informative first; the first true one is
used. They are based only on facts that every player knows, so that no mission is revealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import reasons
from risk_tui.bots.planner import trading
from risk_tui.bots.reasons import true_reason
from risk_tui.engine.actions import (
    Attack,
    Claim,
    Defend,
    EndPhase,
    Enter,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Trade,
)
from risk_tui.engine.decisions import ToOccupy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.bots.planner.goals import Evaluation
    from risk_tui.bots.reasons import Reason
    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View


def find_reason(evaluation: Evaluation, seen: View, action: Action) -> Reason | None:
    """Return the best true reason for an action; ``None`` if there is none.

    Args:
        seen: The view of the seat, without estimates of hidden facts.
    """
    for reason in _candidates(evaluation, action):
        true = true_reason(reason, seen, action)
        if true is not None:
            return true
    return None


def _candidates(evaluation: Evaluation, action: Action) -> Iterator[Reason]:
    """Yield the possible reasons for an action, the most informative first."""
    match action:
        case Claim(territory=territory):
            yield from _reasons_to_claim(evaluation, territory)
        case Place(territory=territory) | Reinforce(territory=territory):
            yield from _reasons_for_plan(evaluation)
            yield from _reasons_to_stay(evaluation, territory)
        case Attack(target=target) | Enter(target=target):
            yield from _reasons_for_plan(evaluation)
            yield from _reasons_to_take(evaluation, target)
        case Occupy():
            yield from _reasons_to_occupy(evaluation, action.armies)
        case Fortify(source=source, target=target):
            yield from _reasons_to_stay(evaluation, target, continent_only=True)
            yield reasons.NeedsNoGuard(source)
            yield from _reasons_to_stay(evaluation, target)
        case Trade():
            yield from _reasons_to_trade(evaluation)
        case Defend():
            yield reasons.CostsMost()
        case EndPhase():
            yield reasons.HasNoChoice()
            yield reasons.KeepsCards()
            yield reasons.StaysPut()


def _reasons_to_claim(evaluation: Evaluation, territory: int) -> Iterator[Reason]:
    number = evaluation.analysis.continent[territory]
    owners = [
        evaluation.owner[it]
        for it in evaluation.analysis.board.continents[number].territories
        if evaluation.owner[it] != NO_SEAT
    ]
    for rival in sorted(evaluation.rivals, key=owners.count, reverse=True):
        yield reasons.Denies(rival, number)
    yield reasons.WinsContinent(number)


def _reasons_for_plan(evaluation: Evaluation) -> Iterator[Reason]:
    """Yield reasons from the results of the planned conquests, except those that reveal a goal."""
    plan, owner = set(evaluation.plan), evaluation.owner
    if not plan:
        return
    for rival in evaluation.rivals:
        lands = [place for place, seat in enumerate(owner) if seat == rival]
        if lands and plan.issuperset(lands):
            passes = evaluation.view.rules.elimination.cards_pass
            cards = evaluation.view.card_counts[rival] if passes else 0
            yield reasons.EliminatesPlayer(rival, cards or None)
    if any(plan.issuperset(g.requirement.territories_to_take) for g in evaluation.goals.all):
        return
    for number, continent in enumerate(evaluation.analysis.board.continents):
        lacking = [t for t in continent.territories if owner[t] != evaluation.seat]
        holder = evaluation.holder[number]
        if holder not in (NO_SEAT, evaluation.seat) and not plan.isdisjoint(lacking):
            yield reasons.BreaksContinent(holder, number)
        if lacking and plan.issuperset(lacking):
            yield reasons.WinsContinent(number)


def _reasons_to_take(evaluation: Evaluation, target: int) -> Iterator[Reason]:
    """Yield reasons from the benefits of a single conquest."""
    number = evaluation.analysis.continent[target]
    yield reasons.BreaksContinent(evaluation.holder[number], number)
    beside = [it for it in evaluation.neighbours[target] if evaluation.owner[it] == evaluation.seat]
    for border in sorted(beside, key=lambda it: evaluation.armies[it]):
        yield reasons.RemovesThreat(border)
    yield reasons.ShortensBorder()
    yield reasons.HoldsMost(number)
    yield reasons.EarnsArmy()
    if evaluation.draws_cards:
        yield reasons.EarnsCard()
    yield reasons.Weakens(evaluation.owner[target])
    yield reasons.Preparing(target)


def _reasons_to_stay(
    evaluation: Evaluation, territory: int, *, continent_only: bool = False
) -> Iterator[Reason]:
    """Yield reasons for armies on a territory.

    With ``continent_only``, the only reason is that they guard a continent.
    """
    yield reasons.GuardsContinent(evaluation.analysis.continent[territory])
    if continent_only:
        return
    yield reasons.GuardsBorder(territory)
    foreign = [
        it for it in evaluation.neighbours[territory] if evaluation.owner[it] != evaluation.seat
    ]
    for target in sorted(foreign, key=lambda it: evaluation.armies[it]):
        yield reasons.Preparing(target)
    yield reasons.MovesToFront(territory)


def _reasons_to_occupy(evaluation: Evaluation, armies: int) -> Iterator[Reason]:
    decision = evaluation.view.decision
    if not isinstance(decision, ToOccupy):
        return
    yield reasons.HasNoChoice()
    source, target = decision.source, decision.target
    ahead = [it for it in evaluation.neighbours[target] if it in evaluation.plan]
    for it in ahead if armies > decision.least else ():
        if evaluation.owner[it] != evaluation.seat:
            yield reasons.Preparing(it)
    if 2 * armies > decision.most:
        yield reasons.NeedsNoGuard(source)
        yield from _reasons_to_stay(evaluation, target)
    else:
        yield reasons.NeedsNoGuard(target)
        yield from _reasons_to_stay(evaluation, source)


def _reasons_to_trade(evaluation: Evaluation) -> Iterator[Reason]:
    if evaluation.plan:
        yield from _reasons_for_plan(evaluation)
    yield reasons.HasNoChoice()
    if trading.is_in_danger(evaluation):
        yield reasons.CardsInDanger()
    yield reasons.UsesSet()
