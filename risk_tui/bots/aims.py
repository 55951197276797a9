"""Ways to win besides taking the world: what a seat lacks for its missions, objectives, capitals.

An aim is looked at from the board only: which territories are still to be taken, by the easiest
way, and which own ones count towards it already.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.engine.goals import (
    ConquerInATurn,
    Destroy,
    HoldCapitals,
    HoldCities,
    HoldContinents,
    HoldTerritories,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from risk_tui.bots.survey import Survey
    from risk_tui.engine.goals import Goal

WIN = 1000.0
"""What winning the game is worth in armies."""
ROUND = 40.0
"""What it is worth to have won if it can be held for another round."""
STEP = 10.0
"""What an objective is worth that is not the last one needed."""
MANY = 10
"""Territories that nobody plans to take in a single turn."""


class Wanted(NamedTuple):
    """Territories still to be taken, and own ones that count.

    ``armies`` have to stand on each of ``territories``; 1 where armies do not matter.
    """

    places: tuple[int, ...]
    kept: tuple[int, ...] = ()
    armies: int = 1
    territories: int = 0


class Aim(NamedTuple):
    """Something to reach, and what having reached it is worth in armies."""

    wanted: Wanted
    worth: float


class Aims:
    """What a seat is after. Without missions, objectives and capitals there is nothing of it.

    ``pull`` is what taking a territory is worth beyond what it brings, ``keep`` what holding an
    own one is; both by territory, in armies.
    """

    __slots__ = ("all", "keep", "pull")

    def __init__(self, survey: Survey) -> None:
        self.all: list[Aim] = []
        self.pull: dict[int, float] = {}
        self.keep: dict[int, float] = {}
        if survey.earns and survey.own:
            rules = survey.view.rules
            if rules.missions.each or rules.objectives.deck or rules.capitals.played:
                self.all = list(_aims(survey))
                for aim in self.all:
                    self._weigh(survey, aim)
                _guard_home(survey, self.keep)
                _prize_capitals(survey, self.pull)
                _spoil(survey, self.pull)

    def _weigh(self, survey: Survey, aim: Aim) -> None:
        wanted = aim.wanted
        lacking = len(wanted.places)
        eager = min(STEP, aim.worth)
        share = eager / (lacking + 1) ** 1.5
        for place in wanted.places:
            self.pull[place] = self.pull.get(place, 0.0) + share
        for place in wanted.kept:
            self.keep[place] = max(self.keep.get(place, 0.0), share)
        if wanted.territories and not wanted.places:
            # Any territory will do: expand.
            for place in survey.fronts:
                for other in survey.near[place]:
                    if survey.owner[other] != survey.seat:
                        self.pull[other] = max(self.pull.get(other, 0.0), 0.15)

    def thick(self, survey: Survey) -> int:
        """How many armies should stand on each territory, at the least."""
        near = [
            aim.wanted.armies
            for aim in self.all
            if survey.counts[survey.seat] >= aim.wanted.territories - MANY // 2
        ]
        return max(near, default=1)

    def thinnest(self, survey: Survey) -> tuple[int, int] | None:
        """The own territory that lacks fewest armies for an aim, and how many.

        ``None`` while territories are lacking, or if none lacks armies.
        """
        for aim in self.all:
            wanted = aim.wanted
            if wanted.armies < 2 or survey.counts[survey.seat] < wanted.territories:
                continue
            thin = [place for place in survey.own if survey.armies[place] < wanted.armies]
            if survey.counts[survey.seat] - len(thin) < wanted.territories:
                place = min(thin, key=lambda p: (-survey.armies[p], survey.threat(p), p))
                return place, wanted.armies - survey.armies[place]
        return None


def _aims(survey: Survey) -> Iterator[Aim]:
    """Every way to win but the last one left, as far as the board tells."""
    yield from _missions(survey)
    yield from _capitals(survey)
    yield from _objectives(survey)


def _victory(survey: Survey) -> float:
    """What it is worth to meet the condition of a victory in this turn."""
    victory = survey.view.ruleset.victory
    at_once = victory.when != "start of turn" and not victory.hold_a_round
    return WIN if at_once else ROUND


def _missions(survey: Survey) -> Iterator[Aim]:
    view = survey.view
    taken = view.taken[survey.seat]
    left = [mission for mission in view.missions if mission not in taken]
    worth = _victory(survey) if len(left) == 1 else STEP
    for mission in left:
        yield Aim(_wanted(survey, view.goal(mission)), worth)


def _capitals(survey: Survey) -> Iterator[Aim]:
    needed = survey.view.rules.capitals.needed
    if needed is not None:
        wanted = _wanted(survey, HoldCapitals(needed))
        yield Aim(_at_home(survey, wanted), _victory(survey))


def _objectives(survey: Survey) -> Iterator[Aim]:
    view = survey.view
    objectives = view.rules.objectives
    gone = {number for taken in view.taken for number in taken}
    last = len(view.taken[survey.seat]) + 1 >= objectives.needed
    for number, goal in enumerate(objectives.deck):
        if number not in gone:
            wanted = _wanted(survey, goal)
            if last and objectives.own_capital:
                wanted = _at_home(survey, wanted)
            yield Aim(wanted, _victory(survey) if last else STEP)


def _at_home(survey: Survey, wanted: Wanted) -> Wanted:
    """What is wanted, and one's own capital."""
    home = survey.view.capitals[survey.seat]
    if home < 0 or survey.owner[home] == survey.seat or home in wanted.places:
        return wanted
    return wanted._replace(places=(*wanted.places, home))


def _wanted(survey: Survey, goal: Goal) -> Wanted:
    find = _FINDERS.get(type(goal))
    return Wanted(()) if find is None else find(survey, goal)


def _destroy(survey: Survey, goal: Destroy) -> Wanted:
    return Wanted(tuple(p for p, owner in enumerate(survey.owner) if owner == goal.target))


def _continents(survey: Survey, goal: HoldContinents) -> Wanted:
    """The named continents, and those others that are easiest to complete."""
    lands = [each.territories for each in survey.terrain.board.continents]

    def effort(number: int) -> float:
        foreign = [place for place in lands[number] if survey.owner[place] != survey.seat]
        return sum(1.0 + survey.armies[place] for place in foreign) + 0.1 * len(lands[number])

    others = sorted((n for n in range(len(lands)) if n not in goal.continents), key=effort)
    return _split(survey, [p for n in (*goal.continents, *others[: goal.more]) for p in lands[n]])


def _split(survey: Survey, places: Iterable[int]) -> Wanted:
    """Places to be held: those that are not, and those that are."""
    own: list[int] = []
    foreign: list[int] = []
    for place in places:
        (own if survey.owner[place] == survey.seat else foreign).append(place)
    return Wanted(tuple(foreign), tuple(own))


def _territories(survey: Survey, goal: HoldTerritories) -> Wanted:
    lacking = goal.territories - survey.counts[survey.seat]
    return Wanted(easiest(survey, lacking), (), goal.armies, goal.territories)


def _conquests(survey: Survey, goal: ConquerInATurn) -> Wanted:
    return Wanted(easiest(survey, goal.territories - survey.view.conquests))


def _cities(survey: Survey, goal: HoldCities) -> Wanted:
    return _some_of(survey, survey.view.cities, goal.cities)


def _some_capitals(survey: Survey, goal: HoldCapitals) -> Wanted:
    capitals = survey.view.capitals
    others = [place for seat, place in enumerate(capitals) if place >= 0 and seat != survey.seat]
    return _some_of(survey, others, goal.capitals)


def _some_of(survey: Survey, places: Iterable[int], count: int) -> Wanted:
    """So many of these places, the ones that are easiest to reach."""
    foreign, own, _, _ = _split(survey, places)
    free, _ = survey.routes()
    nearest = sorted(foreign, key=lambda place: (-free[place], place))
    lacking = count - len(own)
    if lacking > len(foreign):
        return Wanted((), own)
    return Wanted(tuple(nearest[: max(0, lacking)]), own)


_FINDERS: dict[type[Any], Callable[[Survey, Any], Wanted]] = {
    Destroy: _destroy,
    HoldContinents: _continents,
    HoldTerritories: _territories,
    ConquerInATurn: _conquests,
    HoldCities: _cities,
    HoldCapitals: _some_capitals,
}


def easiest(survey: Survey, count: int) -> tuple[int, ...]:
    """So many enemy territories that the stacks at the fronts could take; none if they cannot."""
    if not 0 < count <= MANY:
        return ()
    owner, armies, near = survey.owner, survey.armies, survey.near
    free = {place: armies[place] - 1.0 for place in survey.fronts}
    if free:
        free[max(free, key=lambda place: free[place])] += survey.view.pool
    waiting = [
        (armies[other], place, other)
        for place in survey.fronts
        for other in near[place]
        if owner[other] != survey.seat and free[place] > 1
    ]
    heapify(waiting)
    found: list[int] = []
    while waiting and len(found) < count:
        defenders, stack, place = heappop(waiting)
        price = 1.0 + 0.9 * defenders
        if place in found or free[stack] < price:
            continue
        found.append(place)
        free[stack] -= price
        for other in near[place]:
            if owner[other] != survey.seat and other not in found:
                heappush(waiting, (armies[other], stack, other))
    return tuple(found) if len(found) == count else ()


def _guard_home(survey: Survey, keep: dict[int, float]) -> None:
    """One's own capital is worth guarding: without it there is no victory, or no game."""
    home = survey.view.capitals[survey.seat]
    if home >= 0 and survey.owner[home] == survey.seat:
        stays = survey.view.ruleset.capitals.lost == "plays on"
        keep[home] = keep.get(home, 0.0) + (STEP if stays else 4 * STEP)


def _prize_capitals(survey: Survey, pull: dict[int, float]) -> None:
    """A capital brings income, and more where its loss throws its owner out (FAQ Q2.2.2)."""
    view = survey.view
    lost = view.ruleset.capitals.lost
    income = view.ruleset.reinforce.armies_for_a_capital
    for rival in survey.rivals:
        place = view.capitals[rival]
        if place < 0 or survey.owner[place] == survey.seat:
            continue
        prize = 2.0 * income
        if lost != "plays on" and survey.owner[place] == rival:
            prize += 2.0 + survey.card_value * view.card_counts[rival]
        if lost == "hands over" and survey.owner[place] == rival:
            prize += 0.7 * survey.totals[rival]
        if prize:
            pull[place] = pull.get(place, 0.0) + prize


def _spoil(survey: Survey, pull: dict[int, float]) -> None:
    """Territories of whoever is about to win, so far as everybody knows (FAQ Q2.2.1, Q2.2.2)."""
    for rival in survey.rivals:
        danger = _danger(survey, rival)
        if danger < 0.6:
            continue
        capitals = set(survey.view.capitals)
        for place, owner in enumerate(survey.owner):
            if owner == rival:
                whole = survey.holder[survey.terrain.continent[place]] == rival
                weight = 6.0 if whole or place in capitals else 1.0
                pull[place] = pull.get(place, 0.0) + danger * weight


def _danger(survey: Survey, rival: int) -> float:
    """How near a rival is to winning in another way than by taking the world, from 0 to 1."""
    view = survey.view
    if view.announced[rival]:
        return 1.0
    rules, capitals = view.rules, view.rules.capitals
    needed = rules.objectives.needed if rules.objectives.deck else rules.missions.each
    found = (len(view.taken[rival]) + 1) / (needed + 1) if needed > 1 else 0.0
    if capitals.needed is not None:
        held = sum(place >= 0 and survey.owner[place] == rival for place in view.capitals)
        found = max(found, held / (capitals.needed + 1))
    return found
