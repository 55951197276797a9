"""The goals of a seat besides conquest: missions, capitals, and other ways to win by the rules.

A goal consists of the territories to take, the easiest ones if there is a choice, and of the own
territories that already count. Each gets a value in armies, ``worth / (lacking + 1) ** 1.5``, which
grows as the goal gets nearer. A goal that wins counts here like one that is worth ``GOAL_VALUE``,
because campaigns recognize wins. Territories of seats that are about to win get a value too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from risk_tui.bots.planner.position import Position
from risk_tui.engine.goals import GoalTerritories
from risk_tui.engine.hooks import TerritoryStake

WIN_VALUE = 1000.0
"""The value of winning the game, in armies."""
HELD_WIN_VALUE = 40.0
"""The value, in armies, of a win that must be held for another round or turn."""
GOAL_VALUE = 10.0
"""The value, in armies, of a goal that does not win by itself."""
MAX_CONQUESTS = 10
"""The most territories of any kind that a bot chooses for a goal, to take them in one turn."""


class Requirement(NamedTuple):
    """The territories to take for a goal, and own ones that count already.

    ``territories_needed`` is the number to hold if any territories count; 0 if particular ones are
    required. Each territory needs ``armies`` on it.
    """

    territories_to_take: tuple[int, ...]
    territories_to_hold: tuple[int, ...] = ()
    armies: int = 1
    territories_needed: int = 0


class SeatGoal(NamedTuple):
    """A goal, and the value of reaching it in armies."""

    requirement: Requirement
    worth: float


class SeatGoals:
    """The goals of a seat; empty if only conquest wins.

    ``capture_value`` is the extra value of taking a territory, ``hold_value`` that of holding an
    own one. Both are by territory, in armies.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self.all: list[SeatGoal] = []
        self.capture_value: defaultdict[int, float] = defaultdict(float)
        self.hold_value: dict[int, float] = {}
        # Armies without a player draw no cards and have no goals.
        if position.draws_cards and position.own_territories:
            rules = position.view.rules
            if rules.missions.per_player or rules.hooks.bot_goals or rules.hooks.stakes:
                self.all = list(_find_goals(position))
                for goal in self.all:
                    self._add_values(goal)
                stakes = [stake for hook in rules.hooks.stakes for stake in hook(position.view)]
                for stake in stakes:
                    self._add_stake(stake)
                self._add_leaders_territories(stakes)

    def _add_values(self, goal: SeatGoal) -> None:
        position, requirement = self._position, goal.requirement
        lacking = len(requirement.territories_to_take)
        # Campaigns recognize goals that win at once, so these need no higher value here.
        value = GOAL_VALUE if goal.worth >= WIN_VALUE else goal.worth
        share = value / (lacking + 1) ** 1.5
        for territory in requirement.territories_to_take:
            self.capture_value[territory] += share
        for territory in requirement.territories_to_hold:
            self.hold_value[territory] = max(self.hold_value.get(territory, 0.0), share)
        if requirement.territories_needed and not requirement.territories_to_take:
            # Any territories count, so expand everywhere.
            for territory in position.fronts:
                for other in position.neighbours[territory]:
                    if position.owner[other] != position.seat:
                        self.capture_value[other] = max(self.capture_value[other], 0.15)

    def _add_stake(self, stake: TerritoryStake) -> None:
        """Add the value of a stake: of holding its own, or taking a rival's."""
        position, territory = self._position, stake.territory
        holder, cost = position.owner[territory], stake.cost
        if holder == stake.seat == position.seat:
            value = 4 * GOAL_VALUE if stake.is_fatal else GOAL_VALUE
            value = value if cost is None else cost
            self.hold_value[territory] = self.hold_value.get(territory, 0.0) + value
        elif holder != position.seat == stake.seat:
            self.capture_value[territory] += cost or 0.0
        elif holder != position.seat and stake.seat in position.rivals:
            prize = 2.0 * stake.income
            if holder == stake.seat:
                prize += position.kill_value * (cost or 0.0)
                if stake.is_fatal:
                    prize += 2.0 + position.card_value * position.view.card_counts[stake.seat]
                if stake.is_fatal and stake.is_inherited:
                    prize += 0.7 * position.totals[stake.seat]
            if prize:
                self.capture_value[territory] += prize

    def _add_leaders_territories(self, stakes: Iterable[TerritoryStake]) -> None:
        """Add the value of territories of seats that are about to win (FAQ Q2.2.1, Q2.2.2).

        Only public knowledge is used.
        """
        position, view = self._position, self._position.view
        at_stake = {stake.territory for stake in stakes if stake.cost is None}
        standings = view.standings()
        for rival in position.rivals:
            has_announced = view.victory_announced[rival]
            progress = max((standing.share(rival) for standing in standings), default=0.0)
            progress = 1.0 if has_announced else progress
            if progress < 0.6:
                continue
            for territory, owner in enumerate(position.owner):
                if owner == rival:
                    whole = position.holder[position.analysis.continent[territory]] == rival
                    weight = 6.0 if whole or territory in at_stake else 1.0
                    weight = GOAL_VALUE if has_announced else weight
                    self.capture_value[territory] += progress * weight

    def min_armies(self) -> int:
        """Return the fewest armies that should be on each territory."""
        count = self._position.counts[self._position.seat]
        needed = [
            goal.requirement.armies
            for goal in self.all
            if count >= goal.requirement.territories_needed - MAX_CONQUESTS // 2
        ]
        return max(needed, default=1)

    def weakest_required(self) -> tuple[int, int] | None:
        """Return the territory that lacks the fewest armies for a goal, and how many it lacks.

        Returns:
            ``None`` if the seat holds too few territories, or enough of them have the armies.
        """
        armies, own = self._position.armies, self._position.own_territories
        pressure = self._position.pressure
        for goal in self.all:
            _, _, least, count = goal.requirement
            lacking = [territory for territory in own if armies[territory] < least]
            if least >= 2 and len(own) >= count > len(own) - len(lacking):
                weakest = min(lacking, key=lambda it: (-armies[it], pressure(it), it))
                return weakest, least - armies[weakest]
        return None


def _find_goals(position: Position) -> Iterator[SeatGoal]:
    """Yield every goal that wins or helps to win, other than eliminating all rivals."""
    yield from _mission_goals(position)
    for goals in position.view.rules.hooks.bot_goals:
        for wanted, wins in goals(position.view, position.seat):
            worth = _victory_value(position) if wins else GOAL_VALUE
            worth = min(worth, HELD_WIN_VALUE) if wanted.must_be_held else worth
            yield SeatGoal(requirement_of(position, wanted), worth)


def _victory_value(position: Position) -> float:
    """Return the value of meeting the victory condition in this turn, in armies."""
    victory = position.view.ruleset.victory
    at_once = victory.when != "start of turn" and not victory.hold_a_round
    return WIN_VALUE if at_once else HELD_WIN_VALUE


def _mission_goals(position: Position) -> Iterator[SeatGoal]:
    view = position.view
    done = view.missions_done[position.seat]
    left = [mission for mission in view.missions if mission not in done]
    worth = _victory_value(position) if len(left) == 1 else GOAL_VALUE
    for mission in left:
        wanted = view.goal(mission).wanted(view, position.seat, view.board)
        yield SeatGoal(requirement_of(position, wanted), worth)


def requirement_of(position: Position, wanted: GoalTerritories) -> Requirement:
    """Return the territories that a seat lacks for a goal, and its own that count already."""
    if wanted.anywhere:
        # Named territories add to the number after they are taken.
        named = sum(position.owner[territory] != position.seat for territory in wanted.named)
        lacking = wanted.anywhere - position.counts[position.seat] - named
        chosen = easiest(position, lacking, wanted.named)
        if len(chosen) < lacking:
            return Requirement((), (), wanted.armies, wanted.anywhere)
    elif wanted.conquests > 0:
        chosen = easiest(position, wanted.conquests)
    elif all(len(territories) == 1 for territories in wanted.sets):
        chosen = _nearest(position, [territory for (territory,) in wanted.sets], wanted.choose)
    else:
        sets = sorted(wanted.sets, key=lambda territories: _effort(position, territories))
        chosen = tuple(chain.from_iterable(sets[: wanted.choose]))
    shares = (_nearest(position, lands, count) for lands, count in wanted.shares)
    chosen = (*chosen, *chain.from_iterable(shares))
    own, foreign = _split(position, dict.fromkeys((*wanted.named, *chosen)))
    return Requirement(foreign, own, wanted.armies, wanted.anywhere)


def _split(
    position: Position, territories: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split territories into the seat's own and others."""
    own: list[int] = []
    foreign: list[int] = []
    for territory in territories:
        (own if position.owner[territory] == position.seat else foreign).append(territory)
    return tuple(own), tuple(foreign)


def _effort(position: Position, territories: Sequence[int]) -> float:
    """Return the effort of taking all these territories, in armies."""
    owner, armies, seat = position.owner, position.armies, position.seat
    costs = [1.0 + armies[territory] for territory in territories if owner[territory] != seat]
    return sum(costs) + 0.1 * len(territories)


def _nearest(position: Position, territories: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the territories that the seat holds, plus the nearest others up to ``count``."""
    own, foreign = _split(position, territories)
    lacking = count - len(own)
    if not 0 < lacking <= len(foreign):
        return own
    free, _ = position.routes
    nearest = sorted(foreign, key=lambda territory: (-free[territory], territory))
    return (*own, *nearest[:lacking])


def easiest(position: Position, count: int, excluded: Collection[int] = ()) -> tuple[int, ...]:
    """Return ``count`` foreign territories that the stacks at the fronts could take.

    Args:
        count: The number of territories; at most ``MAX_CONQUESTS``.
        excluded: Other targets, which are left out.

    Returns:
        Empty if the stacks could not take so many.
    """
    if not 0 < count <= MAX_CONQUESTS:
        return ()
    owner, armies, neighbours = position.owner, position.armies, position.neighbours
    free_armies = {territory: armies[territory] - 1.0 for territory in position.fronts}
    if free_armies:
        strongest = max(free_armies, key=free_armies.__getitem__)
        free_armies[strongest] += position.view.armies_to_place
    queue = [
        (armies[other], territory, other)
        for territory in position.fronts
        for other in neighbours[territory]
        if owner[other] != position.seat and free_armies[territory] > 1
    ]
    heapify(queue)
    chosen: list[int] = []
    while queue and len(chosen) < count:
        defenders, stack, territory = heappop(queue)
        price = 1.0 + 0.9 * defenders
        if territory in chosen or territory in excluded or free_armies[stack] < price:
            continue
        chosen.append(territory)
        free_armies[stack] -= price
        for other in neighbours[territory]:
            if owner[other] != position.seat and other not in chosen:
                heappush(queue, (armies[other], stack, other))
    return tuple(chosen) if len(chosen) == count else ()
