"""The goals of a bot: the territories that it lacks for them, and targets worth taking.

A goal is seen from the board alone: the territories still to be taken, the easiest ones if there is
a choice, and own territories that already count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from risk_opponents.general.position import BoardAnalysis, Position
from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.goals import GoalTerritories
from risk_tui.engine.hooks import TerritoryStake
from risk_tui.engine.view import View

WIN_VALUE = 1000.0
"""The value of winning the game, in armies."""
HELD_WIN_VALUE = 40.0
"""The value, in armies, of winning if that can be held for another round."""
GOAL_VALUE = 10.0
"""The value of a goal in armies, unless it is the last one needed."""
MAX_CONQUESTS = 10
"""The most territories that a bot plans to take in one turn."""


class Requirement(NamedTuple):
    """Territories still to be taken, and own ones that count.

    ``territories_needed`` is the number to hold if any territories count; 0 if particular ones are
    required. Each needs ``armies`` on it.
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
    own one; both by territory, in armies.
    """

    __slots__ = ("all", "capture_value", "hold_value")

    def __init__(self, position: Position) -> None:
        self.all: list[SeatGoal] = []
        self.capture_value: dict[int, float] = {}
        self.hold_value: dict[int, float] = {}
        if position.draws_cards and position.own_territories:
            rules = position.view.rules
            if rules.missions.per_player or rules.hooks.bot_goals or rules.hooks.stakes:
                self.all = list(_find_aims(position))
                for aim in self.all:
                    self._add_values(position, aim)
                stakes = [each for hook in rules.hooks.stakes for each in hook(position.view)]
                for stake in stakes:
                    self._add_stake(position, stake)
                _add_leaders_territories(position, stakes, self.capture_value)

    def _add_values(self, position: Position, aim: SeatGoal) -> None:
        requirement = aim.requirement
        lacking = len(requirement.territories_to_take)
        value = min(GOAL_VALUE, aim.worth)
        share = value / (lacking + 1) ** 1.5
        for territory in requirement.territories_to_take:
            self.capture_value[territory] = self.capture_value.get(territory, 0.0) + share
        for territory in requirement.territories_to_hold:
            self.hold_value[territory] = max(self.hold_value.get(territory, 0.0), share)
        if requirement.territories_needed and not requirement.territories_to_take:
            # Any territory will do: expand.
            for territory in position.fronts:
                for other in position.neighbours[territory]:
                    if position.owner[other] != position.seat:
                        self.capture_value[other] = max(self.capture_value.get(other, 0.0), 0.15)

    def _add_stake(self, position: Position, stake: TerritoryStake) -> None:
        """Add the stake in a territory: guard the seat's own, take a rival's."""
        territory, holder = stake.territory, position.owner[stake.territory]
        if stake.seat == position.seat and holder == position.seat:
            value = 4 * GOAL_VALUE if stake.is_fatal else GOAL_VALUE
            value = value if stake.cost is None else stake.cost
            self.hold_value[territory] = self.hold_value.get(territory, 0.0) + value
        if holder == position.seat:
            return
        if stake.seat not in position.rivals:
            prize = stake.cost or 0.0 if stake.seat == position.seat else 0.0
            self.capture_value[territory] = self.capture_value.get(territory, 0.0) + prize
            return
        prize = 2.0 * stake.income
        if holder == stake.seat:
            prize += position.kill_value * (stake.cost or 0.0)
        if stake.is_fatal and holder == stake.seat:
            prize += 2.0 + position.card_value * position.view.card_counts[stake.seat]
            prize += 0.7 * position.totals[stake.seat] if stake.is_inherited else 0.0
        if prize:
            self.capture_value[territory] = self.capture_value.get(territory, 0.0) + prize

    def min_armies(self, position: Position) -> int:
        """Return the fewest armies that should be on each territory."""
        needed = [
            aim.requirement.armies
            for aim in self.all
            if position.counts[position.seat]
            >= aim.requirement.territories_needed - MAX_CONQUESTS // 2
        ]
        return max(needed, default=1)

    def weakest_required(self, position: Position) -> tuple[int, int] | None:
        """Return the seat's territory that lacks the fewest armies for a goal, and that number.

        Returns:
            ``None`` while territories are lacking, or if none lacks armies.
        """
        for aim in self.all:
            requirement = aim.requirement
            if (
                requirement.armies < 2
                or position.counts[position.seat] < requirement.territories_needed
            ):
                continue
            thin = [
                territory
                for territory in position.own_territories
                if position.armies[territory] < requirement.armies
            ]
            if position.counts[position.seat] - len(thin) < requirement.territories_needed:
                weakest = min(
                    thin,
                    key=lambda territory: (
                        -position.armies[territory],
                        position.threat(territory),
                        territory,
                    ),
                )
                return weakest, requirement.armies - position.armies[weakest]
        return None


def _find_aims(position: Position) -> Iterator[SeatGoal]:
    """Yield every goal that wins or helps to win, other than eliminating all rivals."""
    yield from _missions(position)
    for aims in position.view.rules.hooks.bot_goals:
        for wanted, wins in aims(position.view, position.seat):
            worth = _victory(position) if wins else GOAL_VALUE
            worth = min(worth, HELD_WIN_VALUE) if wanted.must_be_held else worth
            yield SeatGoal(requirement_of(position, wanted), worth)


def _victory(position: Position) -> float:
    """Return the value of meeting a victory condition in this turn, in armies."""
    victory = position.view.ruleset.victory
    at_once = victory.when != "start of turn" and not victory.hold_a_round
    return WIN_VALUE if at_once else HELD_WIN_VALUE


def _missions(position: Position) -> Iterator[SeatGoal]:
    view = position.view
    done = view.missions_done[position.seat]
    left = [mission for mission in view.missions if mission not in done]
    worth = _victory(position) if len(left) == 1 else GOAL_VALUE
    for mission in left:
        wanted = view.goal(mission).wanted(view, position.seat, view.board)
        yield SeatGoal(requirement_of(position, wanted), worth)


def requirement_of(position: Position, wanted: GoalTerritories) -> Requirement:
    """Return what a seat still lacks for a goal, and what counts already."""
    if wanted.anywhere:
        # Named territories count too after they are taken.
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
    """Return the effort of taking all these territories."""
    owner, armies, seat = position.owner, position.armies, position.seat
    against = [1.0 + armies[territory] for territory in territories if owner[territory] != seat]
    return sum(against) + 0.1 * len(territories)


def _nearest(position: Position, territories: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the seat's own of these territories, and the easiest others up to ``count``."""
    own, foreign = _split(position, territories)
    lacking = count - len(own)
    if not 0 < lacking <= len(foreign):
        return own
    free, _ = position.routes()
    nearest = sorted(foreign, key=lambda territory: (-free[territory], territory))
    return (*own, *nearest[:lacking])


def easiest(position: Position, count: int, excluded: Collection[int] = ()) -> tuple[int, ...]:
    """Return ``count`` enemy territories that the stacks at the fronts could take, or none.

    ``excluded`` are further targets, which are left out.
    """
    if not 0 < count <= MAX_CONQUESTS:
        return ()
    owner, armies, neighbours = position.owner, position.armies, position.neighbours
    free = {territory: armies[territory] - 1.0 for territory in position.fronts}
    if free:
        free[max(free, key=lambda territory: free[territory])] += position.view.armies_to_place
    queue = [
        (armies[other], territory, other)
        for territory in position.fronts
        for other in neighbours[territory]
        if owner[other] != position.seat and free[territory] > 1
    ]
    heapify(queue)
    chosen: list[int] = []
    while queue and len(chosen) < count:
        defenders, stack, territory = heappop(queue)
        price = 1.0 + 0.9 * defenders
        if territory in chosen or territory in excluded or free[stack] < price:
            continue
        chosen.append(territory)
        free[stack] -= price
        for other in neighbours[territory]:
            if owner[other] != position.seat and other not in chosen:
                heappush(queue, (armies[other], stack, other))
    return tuple(chosen) if len(chosen) == count else ()


def _add_leaders_territories(
    position: Position, stakes: Iterable[TerritoryStake], capture_value: dict[int, float]
) -> None:
    """Add the value of territories of seats that are about to win (FAQ Q2.2.1, Q2.2.2).

    Only public knowledge is used.
    """
    view, at_stake = position.view, {each.territory for each in stakes if each.cost is None}
    standings = view.standings()
    for rival in position.rivals:
        progress = max((standing.share(rival) for standing in standings), default=0.0)
        progress = 1.0 if view.victory_announced[rival] else progress
        if progress < 0.6:
            continue
        for territory, owner in enumerate(position.owner):
            if owner == rival:
                whole = position.holder[position.analysis.continent[territory]] == rival
                weight = 6.0 if whole or territory in at_stake else 1.0
                capture_value[territory] = capture_value.get(territory, 0.0) + progress * weight


class Evaluation(Position):
    """A position and the goals of its seat."""

    __slots__ = ("aims",)

    def __init__(self, view: View, seat: int, analysis: BoardAnalysis) -> None:
        super().__init__(view, seat, analysis)
        self.aims = SeatGoals(self)


DISTANT_VALUE = 3.0
"""The capture value that makes a distant territory a target."""


class Target(NamedTuple):
    """Enemy territories to take in one turn, and the value of having them all, in armies.

    ``continent`` is the continent that this completes, or -1; its bonus is added, depending on how
    well it could be held. ``is_near``: a territory of the seat is next to it. ``rival`` is the seat
    that this eliminates, or -1. ``is_aim``: it serves a mission or another goal.
    """

    territories: tuple[int, ...]
    worth: float
    continent: int = -1
    is_near: bool = False
    rival: int = -1
    is_aim: bool = False


def card_worth(evaluation: Evaluation) -> float:
    """Return the value of a card in armies; 0 if none is drawn.

    It is a share of a set's value, reduced for the delay.
    """
    if evaluation.view.conquests_this_turn or not evaluation.draws_cards:
        return 0.0
    return min(12.0, 0.9 * evaluation.card_value)


def targets(evaluation: Evaluation) -> Iterator[Target]:
    """Yield all targets worth considering: goals, continents, eliminations, single territories.

    Continents and single territories are limited to the Earths under consideration.
    """
    earths = evaluation.earths
    yield from _aim_targets(evaluation)
    yield from _continent_targets(evaluation, earths)
    yield from _elimination_targets(evaluation)
    yield from _single_targets(evaluation, earths)


def _aim_targets(evaluation: Evaluation) -> Iterator[Target]:
    """Yield the missing territories of each goal."""
    for aim in evaluation.aims.all:
        if aim.requirement.territories_to_take:
            worth = (
                aim.worth + 0.4 * len(aim.requirement.territories_to_take) + card_worth(evaluation)
            )
            yield Target(aim.requirement.territories_to_take, worth, is_aim=True)


def _continent_targets(evaluation: Evaluation, earths: Collection[int]) -> Iterator[Target]:
    owner, analysis = evaluation.owner, evaluation.analysis
    for number, continent in enumerate(analysis.board.continents):
        if analysis.earth[continent.territories[0]] not in earths:
            continue
        territories = tuple(
            territory for territory in continent.territories if owner[territory] != evaluation.seat
        )
        if territories:
            worth = (
                0.4 * len(territories)
                + card_worth(evaluation)
                + _capture_value(evaluation, territories)
            )
            holder = evaluation.holder[number]
            if holder != NO_SEAT and evaluation.active[holder]:
                worth += continent.bonus * evaluation.kill_value
            yield Target(territories, worth, number)


def _elimination_targets(evaluation: Evaluation) -> Iterator[Target]:
    for rival in evaluation.rivals:
        strength = evaluation.totals[evaluation.seat] + evaluation.view.armies_to_place
        if evaluation.counts[rival] > 14 and evaluation.totals[rival] > strength:
            continue
        territories = tuple(
            territory for territory, holder in enumerate(evaluation.owner) if holder == rival
        )
        cards = evaluation.view.card_counts[rival]
        passes = evaluation.view.rules.elimination.cards_pass
        worth = 2.0 + 0.4 * len(territories) + card_worth(evaluation)
        worth += cards * evaluation.card_value * (1.0 + evaluation.kill_value) if passes else 0.0
        worth += _capture_value(evaluation, territories)
        if len(evaluation.rivals) == 1:
            worth += WIN_VALUE
        yield Target(territories, worth, rival=rival)


def _single_targets(evaluation: Evaluation, earths: Collection[int]) -> Iterator[Target]:
    """Yield each adjacent enemy territory, and the nearest of each continent to break."""
    card, earth = card_worth(evaluation), evaluation.analysis.earth
    adjacent = dict.fromkeys(
        other for territory in evaluation.fronts for other in evaluation.neighbours[territory]
    )
    for territory in adjacent:
        if evaluation.owner[territory] != evaluation.seat and earth[territory] in earths:
            worth = card + single_worth(evaluation, territory)
            yield Target((territory,), worth, is_near=True)
    distant = {
        territory
        for territory, value in evaluation.aims.capture_value.items()
        if value >= DISTANT_VALUE
    }
    for number, holder in enumerate(evaluation.holder):
        if holder != NO_SEAT and holder != evaluation.seat and evaluation.active[holder]:
            distant.update(territory for territory, _ in evaluation.analysis.borders[number])
    for territory in sorted(distant.difference(adjacent)):
        if evaluation.owner[territory] != evaluation.seat and earth[territory] in earths:
            yield Target((territory,), card + single_worth(evaluation, territory))


def _capture_value(evaluation: Evaluation, territories: Iterable[int]) -> float:
    """Return the sum of the capture values of these territories."""
    value = evaluation.aims.capture_value
    return sum(value.get(territory, 0.0) for territory in territories) if value else 0.0


def single_worth(evaluation: Evaluation, territory: int) -> float:
    """Return the value of one territory in armies, without its card."""
    analysis = evaluation.analysis
    number = analysis.continent[territory]
    continent = analysis.board.continents[number]
    size = analysis.sizes[number]
    mine = evaluation.own_by_continent[number]
    worth = (
        0.2 * evaluation.kill_value
        + analysis.tiebreak_noise[territory] / 16
        + evaluation.aims.capture_value.get(territory, 0.0)
    )
    worth += continent.bonus * (mine / size) ** 2 / size
    holder = evaluation.holder[number]
    if holder != NO_SEAT and holder != evaluation.seat and evaluation.active[holder]:
        worth += continent.bonus * (0.6 + 0.8 * evaluation.kill_value)
    return worth
