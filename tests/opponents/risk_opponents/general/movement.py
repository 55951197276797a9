"""Moving armies: the needs of fronts, occupying, fortifying."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from risk_opponents.general.aims import Evaluation
from risk_opponents.general.attack_plans import AttackPlans
from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, Enter, Fortify, Occupy
from risk_tui.engine.decisions import ToOccupy


def reinforcement_need(evaluation: Evaluation, territory: int) -> float:
    """Return a held territory's need for armies; 0 away from the fronts."""
    owner, neighbours = evaluation.owner, evaluation.neighbours
    enemies = [other for other in neighbours[territory] if owner[other] != evaluation.seat]
    if not enemies:
        return 0.0
    need = (
        1.0
        + 0.25 * evaluation.threat(territory)
        + evaluation.analysis.tiebreak_noise[territory] / 4
    )
    for other in enemies:
        need += _capture_attraction(evaluation, other)
    if _is_threatened_border(evaluation, territory):
        need += evaluation.analysis.board.continents[evaluation.analysis.continent[territory]].bonus
    return need + evaluation.aims.hold_value.get(territory, 0.0)


def _capture_attraction(evaluation: Evaluation, territory: int) -> float:
    """Return an enemy territory's attraction for armies on an adjacent front."""
    number = evaluation.analysis.continent[territory]
    continent = evaluation.analysis.board.continents[number]
    mine = sum(evaluation.owner[other] == evaluation.seat for other in continent.territories)
    attraction = continent.bonus * mine / len(continent.territories)
    holder = evaluation.holder[number]
    if holder != NO_SEAT and evaluation.active[holder]:
        attraction += continent.bonus
    attraction *= 0.5 if evaluation.is_hostile(territory) else 0.3
    return attraction + 0.5 * evaluation.aims.capture_value.get(territory, 0.0)


def _is_threatened_border(evaluation: Evaluation, territory: int) -> bool:
    """Return True if a territory of the seat is a threatened border of a held continent."""
    return (
        evaluation.holder[evaluation.analysis.continent[territory]] == evaluation.seat
        and evaluation.threat(territory) > 0
    )


def main_front(evaluation: Evaluation, among: Iterable[int]) -> int:
    """Return the territory that needs armies most, or already has them."""
    return max(
        among,
        key=lambda territory: (
            reinforcement_need(evaluation, territory)
            + 0.3 * evaluation.armies[territory] * (territory in evaluation.fronts),
            -territory,
        ),
    )


def weakest_front(evaluation: Evaluation) -> tuple[int, int, float]:
    """Return the front whose guard is most at risk, the armies that it lacks, and the risk in
    armies.

    (-1, 0, 0.0) if no front needs a better guard.
    """
    best = (-1, 0, 0.0)
    for territory in evaluation.fronts:
        value = evaluation.aims.hold_value.get(territory, 0.0)
        if _is_threatened_border(evaluation, territory):
            value += evaluation.analysis.board.continents[
                evaluation.analysis.continent[territory]
            ].bonus
        if value:
            threat = evaluation.threat(territory)
            lacking = round(0.8 * threat + 1) - evaluation.armies[territory]
            if lacking > 0:
                chance = evaluation.odds.conquest_chance(
                    round(threat), evaluation.armies[territory]
                )
                risk = 2.0 * value * chance
                if risk > best[2]:
                    best = (territory, lacking, risk)
    return best


def occupy(evaluation: Evaluation) -> Action | None:
    """Move in as many armies as allow the best plan and leave the least at risk."""
    decision = evaluation.view.decision
    if not isinstance(decision, ToOccupy):
        return None
    least, most = decision.least, decision.most
    return Occupy(_armies_to_move(evaluation, decision.source, decision.target, least, most))


def enter(evaluation: Evaluation, source: int, target: int) -> Action:
    """Enter an empty territory with as many armies as would move in after a conquest."""
    owner = list(evaluation.owner)
    owner[target] = evaluation.seat
    view = replace(evaluation.view, owner=tuple(owner))
    after = Evaluation(view, evaluation.seat, evaluation.analysis)
    most = evaluation.armies[source] - 1
    return Enter(source, target, _armies_to_move(after, source, target, 1, most))


def _armies_to_move(evaluation: Evaluation, source: int, target: int, least: int, most: int) -> int:
    """Return the number of armies to move into a conquered territory."""
    minimum, maximum = moving_limits(evaluation, source, least, most)
    if reinforcement_need(evaluation, target) == 0.0:
        return minimum if reinforcement_need(evaluation, source) else maximum
    if reinforcement_need(evaluation, source) == 0.0:
        return maximum
    guard = round(0.8 * evaluation.threat(source))
    choices = [maximum, maximum - guard, (minimum + maximum) // 2, minimum + 2, minimum]
    values = {
        moving: _value_of_moving(evaluation, source, target, moving)
        for moving in choices
        if minimum <= moving <= maximum
    }
    return max(values, key=lambda moving: values[moving])


def moving_limits(evaluation: Evaluation, source: int, least: int, most: int) -> tuple[int, int]:
    """Return the fewest and most armies to move so that both territories keep enough.

    If that is impossible, the limits of the rules apply.
    """
    min_armies = evaluation.aims.min_armies(evaluation)
    minimum = max(least, min_armies)
    maximum = min(most, evaluation.armies[source] - min_armies)
    if minimum <= maximum:
        return minimum, maximum
    return least, max(least, min(most, evaluation.armies[source] - 1))


def _value_of_moving(evaluation: Evaluation, source: int, target: int, moving: int) -> float:
    """Return the value of moving in a number of armies: the best plan afterwards, minus risks."""
    armies = list(evaluation.armies)
    armies[source] -= moving
    armies[target] += moving
    earths = {evaluation.analysis.earth[end] for end in (source, target)}
    after = evaluation.with_armies(tuple(armies), earths)
    plan = AttackPlans(after).best()
    value = plan.score if plan else 0.0
    value -= weakest_front(after)[2]
    for territory in (source, target):
        free = armies[territory] - 1
        value += 0.05 * free * min(1.0, reinforcement_need(after, territory)) + _room_to_attack(
            after, territory, free
        )
    return value


def _room_to_attack(evaluation: Evaluation, territory: int, free: int) -> float:
    """Return the value of enemy territories ahead of a stack; a dead end has less."""
    owner, neighbours, seat = evaluation.owner, evaluation.neighbours, evaluation.seat
    reachable = [other for other in neighbours[territory] if owner[other] != seat]
    seen = set(reachable)
    for here in reachable:
        for other in neighbours[here]:
            if owner[other] != seat and other not in seen:
                seen.add(other)
                reachable.append(other)
    return 0.08 * evaluation.kill_value * min(free, len(reachable))


def fortify(evaluation: Evaluation) -> Action | None:
    """Move armies from the interior to the neediest front; ``None`` if nothing gains."""
    needs = {
        territory: reinforcement_need(evaluation, territory)
        for territory in evaluation.own_territories
    }
    distance = distances(evaluation)
    many_moves = evaluation.view.rules.fortify_reach.many_moves
    best: Fortify | None = None
    most_gain = 0.0
    for offer in evaluation.view.offers:
        action = offer.action
        if not isinstance(action, Fortify) or offer.maximum is None:
            continue
        source, target, armies = action.source, action.target, offer.maximum
        if needs[source] == 0.0:
            nearer = distance[source] - distance[target]
            gain = armies * (nearer + needs[target] / 20) if nearer > 0 else 0.0
        elif many_moves or needs[target] == 0.0 or evaluation.threat(source) > 0:
            gain = 0.0
        else:
            gain = 0.1 * armies * (needs[target] - needs[source])
        if gain > most_gain:
            most_gain = gain
            best = Fortify(source, target, armies)
    return best


def distances(evaluation: Evaluation) -> dict[int, int]:
    """Return the number of steps from each own territory to the nearest front."""
    distance = dict.fromkeys(evaluation.fronts, 0)
    queue = list(evaluation.fronts)
    for territory in queue:
        for other in evaluation.neighbours[territory]:
            if evaluation.owner[other] == evaluation.seat and other not in distance:
                distance[other] = distance[territory] + 1
                queue.append(other)
    for territory in evaluation.own_territories:
        distance.setdefault(territory, 99)
    return distance
