"""How to go about a goal, how likely it is to come off, and which goal promises most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots.aims import WIN
from risk_tui.bots.goals import Goal, goals

if TYPE_CHECKING:
    from risk_tui.bots.survey import Survey

GAIN = 0.1
"""An attack has to promise at least this much more than it costs, in armies."""

HORIZON = 2.5
"""Turns for which a well guarded continent is expected to pay."""


SAFE = 0.93
"""The chance of success from which more armies are better put elsewhere."""


DARING = 0.35
"""How much less sure a plan may be that wins the game."""


class Push(NamedTuple):
    """One stack's part of a plan: from ``source`` it fights its way through a cluster.

    ``force`` counts the free armies that take part, ``losses`` those it costs on average.
    """

    chance: float
    losses: float
    source: int
    force: int
    cluster: list[int]
    defenders: int


class Plan(NamedTuple):
    """How to go about a goal.

    ``score`` is what to expect of it in armies, good above 0; ``chance`` that all of it comes
    off; ``first`` is the push that is least sure, which tells most when it is tried first.
    """

    score: float
    chance: float
    first: Push
    goal: Goal


class Plans:
    """The goals of a position and the ways to them, looked for once."""

    __slots__ = ("_nerve", "_ways", "survey")

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        # The chance of success below which a plan is not begun; a war of attrition in the end.
        self._nerve = 0.62 - 0.12 * survey.heat - (0.07 if len(survey.rivals) == 1 else 0.0)
        self._nerve -= 0.5 * (1.0 - survey.thrift)
        found = [(goal, _pushes(survey, goal)) for goal in goals(survey)]
        self._ways = [(goal, pushes) for goal, pushes in found if pushes]

    def best(self, extra: int = 0) -> Plan | None:
        """The most promising goal that is likely enough to come off with ``extra`` armies."""
        best = None
        for goal, pushes in self._ways:
            found = _plan(self.survey, goal, pushes, extra)
            nerve = self._nerve - (DARING if goal.worth >= WIN else 0.0)
            if found.chance >= nerve and (best is None or found.score > best.score):
                best = found
        return best if best is not None and best.score > GAIN else None

    def lacking(self, goal: Goal) -> tuple[int, int]:
        """Where a goal lacks armies most, and how many make it safe; 0 if none are needed."""
        pushes = next(pushes for each, pushes in self._ways if each is goal)
        first = min(pushes, key=_chance)
        return first.source, _lacking(self.survey, first)


def _chance(push: Push) -> float:
    return push.chance


def _plan(survey: Survey, goal: Goal, pushes: list[Push], extra: int) -> Plan:
    """What to expect of a goal with ``extra`` armies yet to be placed."""
    if extra:
        pushes = _strengthened(survey, pushes, extra)
    chance, losses, defenders, left = 1.0, 0.0, 0, 0.0
    for push in pushes:
        chance *= push.chance
        losses += push.losses
        defenders += push.defenders
        left += max(0.0, push.force - push.losses - len(push.cluster) + 1)
    worth = goal.worth
    if goal.continent >= 0:
        worth += _holding(survey, goal.continent, left)
    score = chance * worth + survey.zeal * defenders * (0.35 + 0.65 * chance)
    score -= survey.thrift * losses
    first = pushes[0] if len(pushes) == 1 else min(pushes, key=_chance)
    return Plan(score, chance, first, goal)


def _holding(survey: Survey, number: int, left: float) -> float:
    """What a continent's bonus is worth with ``left`` armies to guard it."""
    bonus = survey.terrain.board.continents[number].bonus
    guard = left + 3.0
    return bonus * (0.4 + HORIZON * guard / (guard + survey.danger(number)))


def _pushes(survey: Survey, goal: Goal) -> list[Push]:
    """One push for each cluster of the goal; empty if some cluster is out of reach."""
    spent: dict[int, int] = {}
    pushes = []
    alone = len(goal.places) == 1
    for cluster in [list(goal.places)] if alone else survey.clusters(goal.places):
        source, support = _launch(survey, cluster, spent)
        if source < 0:
            source = _approach(survey, cluster)
            if source < 0:
                return []
        force = survey.armies[source] - 1 - spent.get(source, 0) + support // 2
        push = _weighed(survey, source, force, cluster)
        spent[source] = spent.get(source, 0) + round(push.losses) + len(cluster)
        pushes.append(push)
    return pushes


def _launch(survey: Survey, cluster: list[int], spent: dict[int, int]) -> tuple[int, int]:
    """The strongest own territory next to a cluster, and the free armies of the others."""
    armies, owner, seat = survey.armies, survey.owner, survey.seat
    best, most, total = -1, -1, 0
    seen = set()
    for place in cluster:
        for other in survey.near[place]:
            if owner[other] == seat and other not in seen:
                seen.add(other)
                force = armies[other] - 1 - spent.get(other, 0)
                total += max(0, force)
                if force > most:
                    best, most = other, force
    return best, max(0, total - max(0, most))


def _approach(survey: Survey, cluster: list[int]) -> int:
    """Add the best way to a distant cluster to it; the front that it starts from, or -1."""
    free, whence = survey.routes()
    place = max(cluster, key=lambda p: (free[p], -p))
    while True:
        place = whence[place]
        if place < 0 or survey.owner[place] == survey.seat:
            return place
        cluster.append(place)


def _weighed(survey: Survey, source: int, force: int, cluster: list[int]) -> Push:
    defenders = sum([survey.armies[place] for place in cluster])
    # An army stays behind in each territory on the way, so fewer take part in the last fights.
    fighting = force - len(cluster) + 1
    table = survey.chances
    chance, losses = table.conquest(fighting, defenders), table.losses(fighting, defenders)
    return Push(chance, losses, source, force, cluster, defenders)


def _strengthened(survey: Survey, pushes: list[Push], extra: int) -> list[Push]:
    """The pushes after ``extra`` armies are shared out: each gets what it lacks, weakest last."""
    stronger: list[Push] = []
    for push in sorted(pushes, key=lambda push: -push.chance):
        share = extra if len(stronger) == len(pushes) - 1 else min(extra, _lacking(survey, push))
        extra -= share
        stronger.append(_weighed(survey, push.source, push.force + share, push.cluster))
    return stronger


def _lacking(survey: Survey, push: Push) -> int:
    """The armies that a push lacks to be safe; 0 if it is."""
    if push.chance >= SAFE:
        return 0
    table, defenders = survey.chances, push.defenders
    start = push.force - len(push.cluster) + 1
    low, high = max(start, 0), 2 * max(start, 2)
    while table.conquest(high, defenders) < SAFE:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if table.conquest(middle, defenders) < SAFE:
            low = middle
        else:
            high = middle
    return high - start


def first_target(survey: Survey, push: Push) -> int:
    """Where a push begins: with whatever leads to least else, as in a maze.

    Blind alleys and corners come first, so that the stack is not drawn away from them.
    """
    cluster = push.cluster
    targets = [place for place in survey.near[push.source] if place in cluster]
    if len(targets) == 1:
        return targets[0]

    def rank(target: int) -> tuple[int, float]:
        beyond = sum(other in cluster for other in survey.near[target])
        return beyond, survey.armies[target] + survey.terrain.taste[target]

    return min(targets, key=rank)
