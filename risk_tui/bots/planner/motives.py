"""The reason for a chosen action: the best one that is true of the position.

Candidates for each kind of action are in order, the most informative first; the first true one is
used. They are based only on facts that every player knows, so that no mission is revealed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import reasons
from risk_tui.bots.planner import moves
from risk_tui.bots.planner.goals import SeatGoals
from risk_tui.bots.planner.position import Position
from risk_tui.bots.reasons import Reason, true_reason
from risk_tui.engine import actions
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.view import View


def find_reason(
    position: Position, plan: Collection[int], seen: View, action: actions.Action
) -> Reason | None:
    """Return the best true reason for an action; ``None`` if there is none.

    Args:
        position: The position as the bot estimates it.
        plan: The territories that the action helps to take.
        seen: The view of the seat, without estimates of hidden facts.
    """
    for reason in _candidates(position, plan, action):
        true = true_reason(reason, seen, action)
        if true is not None:
            return true
    return None


def _candidates(
    position: Position, plan: Collection[int], action: actions.Action
) -> Iterator[Reason]:
    """Yield the possible reasons for an action, the most informative first."""
    match action:
        case actions.Claim(territory=territory):
            yield from _reasons_to_claim(position, territory)
        case actions.Place(territory=territory) | actions.Reinforce(territory=territory):
            yield from _reasons_for_plan(position, plan)
            yield from _reasons_to_attack(position, territory, plan)
            yield from _reasons_to_stay(position, territory)
        case actions.Attack(target=target) | actions.Enter(target=target):
            yield from _reasons_for_plan(position, plan)
            yield from _reasons_to_take(position, target)
        case actions.Occupy():
            yield from _reasons_to_occupy(position, plan, action.armies)
        case actions.Fortify(source=source, target=target):
            yield reasons.GuardsContinent(position.analysis.continent[target])
            yield reasons.NeedsNoGuard(source)
            yield from _reasons_to_stay(position, target)
        case actions.Trade():
            yield from _reasons_to_trade(position, plan)
        case actions.Defend():
            yield reasons.CostsMost()
        case actions.EndPhase():
            yield reasons.HasNoChoice()
            yield reasons.KeepsCards()
            yield reasons.StaysPut()


def _reasons_to_claim(position: Position, territory: int) -> Iterator[Reason]:
    number = position.analysis.continent[territory]
    owners = position.owners_in(number)
    for rival in sorted(position.rivals, key=owners.count, reverse=True):
        yield reasons.Denies(rival, number)
    yield reasons.WinsContinent(number)


def _reasons_for_plan(position: Position, plan: Collection[int]) -> Iterator[Reason]:
    """Yield reasons from the results of the planned conquests, except those that reveal a goal."""
    if not plan:
        return
    plan, owner = set(plan), position.owner
    for rival in position.rivals:
        lands = [place for place, seat in enumerate(owner) if seat == rival]
        if lands and plan.issuperset(lands):
            passes = position.view.rules.elimination.cards_pass
            cards = position.view.card_counts[rival] if passes else 0
            yield reasons.EliminatesPlayer(rival, cards or None)
    if any(plan.issuperset(g.requirement.territories_to_take) for g in SeatGoals(position).all):
        return
    for number, continent in enumerate(position.analysis.board.continents):
        lacking = [t for t in continent.territories if owner[t] != position.seat]
        holder = position.holder[number]
        if holder not in (NO_SEAT, position.seat) and not plan.isdisjoint(lacking):
            yield reasons.BreaksContinent(holder, number)
        if lacking and plan.issuperset(lacking):
            yield reasons.WinsContinent(number)


def _reasons_to_take(position: Position, target: int) -> Iterator[Reason]:
    """Yield reasons from the benefits of a single conquest."""
    number = position.analysis.continent[target]
    yield reasons.BreaksContinent(position.holder[number], number)
    beside = [it for it in position.neighbours[target] if position.owner[it] == position.seat]
    for border in sorted(beside, key=lambda it: position.armies[it]):
        yield reasons.RemovesThreat(border)
    yield reasons.ShortensBorder()
    yield reasons.HoldsMost(number)
    yield reasons.EarnsArmy()
    if position.draws_cards:
        yield reasons.EarnsCard()
    yield reasons.Weakens(position.owner[target])
    yield reasons.Preparing(target)


def _reasons_to_attack(
    position: Position, territory: int, plan: Collection[int]
) -> Iterator[Reason]:
    """Yield reasons for armies on a territory from which planned targets are attacked."""
    for target in position.neighbours[territory]:
        if target in plan and position.owner[target] != position.seat:
            yield reasons.Preparing(target)


def _reasons_to_stay(position: Position, territory: int) -> Iterator[Reason]:
    """Yield reasons for armies on a territory."""
    yield reasons.GuardsContinent(position.analysis.continent[territory])
    yield reasons.GuardsBorder(territory)
    foreign = [it for it in position.neighbours[territory] if position.owner[it] != position.seat]
    for target in sorted(foreign, key=lambda it: position.armies[it]):
        yield reasons.Preparing(target)
    yield reasons.MovesToFront(territory)


def _reasons_to_occupy(position: Position, plan: Collection[int], armies: int) -> Iterator[Reason]:
    decision = position.view.decision
    if not isinstance(decision, ToOccupy):
        return
    yield reasons.HasNoChoice()
    source, target = decision.source, decision.target
    most_go = 2 * armies > decision.most
    if most_go or armies > decision.least:
        yield from _reasons_to_attack(position, target, plan)
    yield reasons.NeedsNoGuard(source if most_go else target)
    if not most_go:
        yield from _reasons_to_attack(position, source, plan)
    yield from _reasons_to_stay(position, target if most_go else source)


def _reasons_to_trade(position: Position, plan: Collection[int]) -> Iterator[Reason]:
    yield from _reasons_for_plan(position, plan)
    yield reasons.HasNoChoice()
    if moves.is_in_danger(position):
        yield reasons.CardsInDanger()
    yield reasons.UsesSet()
