"""Moving armies: what fronts need, occupying, fortifying."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.bots.plans import Plans
from risk_tui.bots.survey import Survey
from risk_tui.engine.actions import Fortify, Occupy
from risk_tui.engine.decisions import ToOccupy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.actions import Action


def need(survey: Survey, place: int) -> float:
    """How much armies are wanted on an own territory; 0 away from the fronts."""
    owner, near = survey.owner, survey.near
    enemies = [other for other in near[place] if owner[other] != survey.seat]
    if not enemies:
        return 0.0
    wanted = 1.0 + 0.25 * survey.threat(place) + survey.terrain.taste[place] / 4
    for other in enemies:
        wanted += _prize(survey, other)
    if _guards(survey, place):
        wanted += survey.terrain.board.continents[survey.terrain.continent[place]].bonus
    return wanted + survey.aims.keep.get(place, 0.0)


def _prize(survey: Survey, place: int) -> float:
    """How much an enemy territory next to a front attracts armies."""
    number = survey.terrain.continent[place]
    continent = survey.terrain.board.continents[number]
    mine = sum(survey.owner[p] == survey.seat for p in continent.territories)
    prize = continent.bonus * mine / len(continent.territories)
    holder = survey.holder[number]
    if holder >= 0 and survey.active[holder]:
        prize += continent.bonus
    prize *= 0.5 if survey.hostile(place) else 0.3
    return prize + 0.5 * survey.aims.pull.get(place, 0.0)


def _guards(survey: Survey, place: int) -> bool:
    """Whether an own territory is a threatened border of a continent held."""
    return (
        survey.holder[survey.terrain.continent[place]] == survey.seat and survey.threat(place) > 0
    )


def main_front(survey: Survey, among: Iterable[int]) -> int:
    """The territory of those ``among`` where armies are wanted most; concentration counts."""
    return max(
        among, key=lambda p: (need(survey, p) + 0.3 * survey.armies[p] * (p in survey.fronts), -p)
    )


def weakest_guard(survey: Survey) -> tuple[int, int, float]:
    """The place to be guarded that lacks most, its lack in armies, and what is at risk."""
    best = (-1, 0, 0.0)
    for place in survey.fronts:
        stake = survey.aims.keep.get(place, 0.0)
        if _guards(survey, place):
            stake += survey.terrain.board.continents[survey.terrain.continent[place]].bonus
        if stake:
            stacks = survey.threat(place)
            lacking = round(0.8 * stacks + 1) - survey.armies[place]
            if lacking > 0:
                danger = survey.chances.conquest(round(stacks), survey.armies[place])
                risk = 2.0 * stake * danger
                if risk > best[2]:
                    best = (place, lacking, risk)
    return best


def occupy(survey: Survey) -> Action | None:
    """Move in as many armies as leave the best plan and the least at risk."""
    decision = survey.view.decision
    if not isinstance(decision, ToOccupy):
        return None
    least, most = _fitting(survey, decision)
    if need(survey, decision.target) == 0.0:
        return Occupy(least if need(survey, decision.source) else most)
    if need(survey, decision.source) == 0.0:
        return Occupy(most)
    guard = round(0.8 * survey.threat(decision.source))
    choices = [most, most - guard, (least + most) // 2, least + 2, least]
    outlooks = {
        moving: _outlook(survey, decision, moving) for moving in choices if least <= moving <= most
    }
    return Occupy(max(outlooks, key=lambda moving: outlooks[moving]))


def _fitting(survey: Survey, decision: ToOccupy) -> tuple[int, int]:
    """The least and most armies to move, so that both territories keep as many as they should."""
    thick = survey.aims.thick(survey)
    least = max(decision.least, thick)
    most = min(decision.most, survey.armies[decision.source] - thick)
    return (least, most) if least <= most else (decision.least, decision.most)


def _outlook(survey: Survey, decision: ToOccupy, moving: int) -> float:
    """What could follow after so many armies moved in, less what they would leave at risk."""
    armies = list(survey.armies)
    armies[decision.source] -= moving
    armies[decision.target] += moving
    after = Survey(replace(survey.view, armies=tuple(armies)), survey.seat, survey.terrain)
    plan = Plans(after).best()
    outlook = plan.score if plan else 0.0
    outlook -= weakest_guard(after)[2]
    for place in (decision.source, decision.target):
        free = armies[place] - 1
        outlook += 0.05 * free * min(1.0, need(after, place)) + _elbow_room(after, place, free)
    return outlook


def _elbow_room(survey: Survey, place: int, free: int) -> float:
    """The worth of having enemy land before a stack rather than a blind alley."""
    owner, near, seat = survey.owner, survey.near, survey.seat
    reached = [other for other in near[place] if owner[other] != seat]
    seen = set(reached)
    for here in reached:
        for other in near[here]:
            if owner[other] != seat and other not in seen:
                seen.add(other)
                reached.append(other)
    return 0.08 * survey.zeal * min(free, len(reached))


def fortify(survey: Survey) -> Action | None:
    """Bring armies from the interior to where they are needed most; ``None`` if all is well."""
    wants = {place: need(survey, place) for place in survey.own}
    distance = _distances(survey)
    many = survey.view.rules.reach.many_moves
    best: Fortify | None = None
    most_gain = 0.0
    for offer in survey.view.offers:
        action = offer.action
        if not isinstance(action, Fortify) or offer.most is None:
            continue
        source, target, armies = action.source, action.target, offer.most
        if wants[source] == 0.0:
            nearer = distance[source] - distance[target]
            gain = armies * (nearer + wants[target] / 20) if nearer > 0 else 0.0
        elif many or wants[target] == 0.0 or survey.threat(source) > 0:
            gain = 0.0
        else:
            gain = 0.1 * armies * (wants[target] - wants[source])
        if gain > most_gain:
            most_gain = gain
            best = Fortify(source, target, armies)
    return best


def _distances(survey: Survey) -> dict[int, int]:
    """For each own territory the number of steps to the nearest front."""
    distance = dict.fromkeys(survey.fronts, 0)
    waiting = list(survey.fronts)
    for place in waiting:
        for other in survey.near[place]:
            if survey.owner[other] == survey.seat and other not in distance:
                distance[other] = distance[place] + 1
                waiting.append(other)
    for place in survey.own:
        distance.setdefault(place, 99)
    return distance
