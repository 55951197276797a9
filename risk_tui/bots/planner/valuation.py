"""The context of the values of a position and of changes to it, computed once per position.

Besides weights and facts of the board, it contains:

- the expected worth of a card, in armies, after half of the other seats have traded a set;
- the missions that others may have: the territories of each are worth ``CONFIDENCE / missions *
  nearness`` times this seat's armies, where ``nearness`` is the share of their holder's armies that
  would be left after fulfilling it;
- pockets: small enclosed groups of enemy territories, which are not real fronts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.planner.goals import GOAL_VALUE, Requirement, SeatGoals, requirement_of
from risk_tui.bots.planner.position import Position, conquest_price
from risk_tui.bots.planner.weights import Weights
from risk_tui.engine.view import View
from risk_tui.odds.campaign import clusters

MAX_TABLE_ARMIES = 62
"""The largest number of armies in the table of odds; larger ones are scaled down."""
SETS = (0.0, 0.0, 0.0, 0.42, 0.82, 1.0, 1.2, 1.5, 1.8, 2.0, 2.2)
"""The expected number of sets, by the number of cards; with 5 cards one is certain."""
RISK_FREE_ROUNDS = 18
RISK_RAMP_ROUNDS = 30
"""Rounds until players start to take more risks, and from there to the most risk."""

CONFIDENCE = 2.0
"""The factor for the chance of a mission that its holder could fulfil next."""
ANY_TERRITORY_WEIGHT = 0.3
"""The weight of a territory for a mission that counts any territories."""


THREATENING_STACK = 5
"""The fewest armies of a stack that threatens a border."""
MIN_GUARD = 3
"""The fewest armies of a guard: two dice for the defence, even after a loss."""


class MissionGuesses(NamedTuple):
    """The values, in armies, of denying missions that others may have.

    ``capture_value`` is for taking territories that others may need for a mission, ``hold_value``
    for holding own ones that they may still lack. Both are by territory.
    """

    capture_value: Mapping[int, float]
    hold_value: Mapping[int, float]


def guess_missions(position: Position) -> MissionGuesses:
    """Guess the missions of others; a player knows only their own (FAQ Q2.2.1).

    Other seats may have any of the remaining missions. Only missions that their holder could fulfil
    in the next turn count, judged by public armies.
    """
    view = position.view
    capture: defaultdict[int, float] = defaultdict(float)
    hold: defaultdict[int, float] = defaultdict(float)
    if not view.missions or not position.draws_cards:
        return MissionGuesses({}, {})
    missions = view.rules.missions
    possible = [number for number in range(len(missions.deck)) if number not in view.missions]
    stake = CONFIDENCE / max(1, len(possible)) * position.totals[position.seat]
    for rival in position.rivals:
        theirs = Position(replace(view, seat=rival), rival, position.analysis)
        for number in possible:
            wanted = missions.goal(view.beaten_by, rival, number).wanted(view, rival, view.board)
            needed = requirement_of(theirs, wanted)
            worth = stake * _nearness(theirs, needed, wanted.anywhere)
            if not worth:
                continue
            for place in needed.territories_to_hold:
                capture[place] += worth
            for place in theirs.own_territories if wanted.anywhere else ():
                capture[place] += ANY_TERRITORY_WEIGHT * worth
            for place in needed.territories_to_take:
                if view.owner[place] == position.seat:
                    hold[place] += worth
    return MissionGuesses(capture, hold)


def _nearness(position: Position, needed: Requirement, anywhere: int) -> float:
    """Return how much of a seat's force is left after meeting a requirement, from 0 to 1.

    It estimates the chance to meet the requirement in the next turn.
    """
    if position.counts[position.seat] + len(needed.territories_to_take) < anywhere:
        return 0.0
    armies = [position.armies[place] for place in needed.territories_to_take]
    cost = sum([conquest_price(defenders) for defenders in armies if defenders])
    force = position.force + position.view.income(position.seat)
    return max(0.0, 1.0 - cost / force) if force else 0.0


MAX_POCKET = 3
"""The most territories of a pocket."""


def find_enclosed_territories(
    neighbours: Sequence[Sequence[int]], owner: Sequence[int], seat: int
) -> frozenset[int]:
    """Return the territories in pockets: small enclosed groups that are not real fronts.

    The largest group of foreign territories is never a pocket.
    """
    # Clusters start with the last territory; the reversed order makes the first of several largest
    # groups the one that is never a pocket.
    foreign = [place for place in reversed(range(len(owner))) if owner[place] != seat]
    groups = clusters(foreign, neighbours)
    largest = max(groups, key=len, default=None)
    small = [group for group in groups if len(group) <= MAX_POCKET and group is not largest]
    return frozenset([territory for group in small for territory in group])


def _sum_by_territory(
    values: Mapping[int, float], more: Mapping[int, float]
) -> Mapping[int, float]:
    """Add values by territory."""
    if not more:
        return values
    return {place: values.get(place, 0.0) + more.get(place, 0.0) for place in {*values, *more}}


class Valuation:
    """The facts and weights behind the values of a position and of changes to it.

    Lists by seat have one more element for no seat, at the index ``no_seat``. ``usual_armies`` is
    the average number of armies of a seat. ``pockets`` are enclosed foreign territories.
    """

    def __init__(self, position: Position, all_weights: Mapping[str, Weights]) -> None:
        view, board = position.view, position.analysis.board
        seat = self.seat = position.seat
        self.position = position
        self.all_weights = all_weights
        seats = self.no_seat = len(position.active)
        self.playing = [s for s in range(seats) if position.active[s] or s == seat]
        self.is_playing = [s in self.playing for s in range(seats)] + [False]
        acts = view.rules.hooks.acts
        self.attacks = [self.is_playing[s] or s in acts for s in range(seats)] + [False]
        self.neighbours, self.approaches = position.neighbours, position.approaches
        self.pockets = find_enclosed_territories(self.neighbours, position.owner, seat)
        self.continent = position.analysis.continent
        self.bonus = [continent.bonus for continent in board.continents]
        outside = set(view.outside_continents)
        self.members = [
            [territory for territory in continent.territories if territory not in outside]
            for continent in board.continents
        ]
        section = view.ruleset.reinforce
        self.per_army = float(section.territories_for_an_army)
        self.least = float(max(1, section.least))
        self.card_value = self._card_value()
        self.usual_armies = sum(position.totals) / max(1, len(self.playing)) + 1.0
        self.set_values = [position.set_value * sets for sets in SETS]
        self.tempo = self._tempo(view.order or tuple(range(seats)))
        self.chances = position.odds.chances(MAX_TABLE_ARMIES)
        self.guesses = guess_missions(position)
        goals = self.goals = SeatGoals(position)
        self.hold_value = _sum_by_territory(goals.hold_value, self.guesses.hold_value)
        self.capture_value = _sum_by_territory(goals.capture_value, self.guesses.capture_value)
        weights = all_weights.get(self._weights_key()) or all_weights["many"]
        impatience = min(1.0, max(0.0, (view.round - RISK_FREE_ROUNDS) / RISK_RAMP_ROUNDS))
        if impatience:
            weights = weights.changed(
                armies=1.0 - 0.8 * impatience,
                boldness=1.0 - impatience,
                territories=1.0 + 5.0 * impatience,
                fronts=1.0 - impatience,
            )
        self.reach, self.boldness, self.guard, *self.weights = weights

    def _weights_key(self) -> str:
        """Return the key of the weights for this position; see ``WEIGHTS``."""
        if len(self.playing) == 2:
            return "duel"
        if self.position.view.missions:
            return "missions"
        if len(self.playing) == 3:
            return "three" if self.position.set_growth > 0 else "three_fixed_sets"
        return "many"

    def _card_value(self) -> float:
        """Return the armies expected for a card if half of the others trade a set first."""
        position, trades = self.position, 0.5 * (len(self.playing) - 1)
        if position.set_value <= 0:
            return position.card_value
        set_value = position.set_value + max(0.0, trades * position.set_growth)
        return position.card_value * set_value / position.set_value

    def _tempo(self, order: tuple[int, ...]) -> list[float]:
        """Return the nearness of each seat's next turn: 1 for the next seat, 0 for this one."""
        playing = [seat for seat in order if self.is_playing[seat]]
        tempo = [0.0] * (self.no_seat + 1)
        if self.seat in playing:
            mine = playing.index(self.seat)
            for place, seat in enumerate(playing[mine + 1 :] + playing[:mine]):
                tempo[seat] = 1.0 - place / max(1, len(playing) - 1)
        return tempo

    def of(self, view: View) -> Valuation:
        """Return the valuation of another view, for the same seat."""
        return Valuation(Position(view, self.seat, self.position.analysis), self.all_weights)

    def continent_shares(
        self, number: int, owner: Sequence[int], armies: Sequence[int]
    ) -> Mapping[int, float]:
        """Return each seat's share in a continent, by territories and armies, times the bonus."""
        members = self.members[number]
        if not members:
            return {}
        counts: dict[int, int] = {}
        forces: dict[int, int] = {}
        total = 0
        for territory in members:
            seat, count = owner[territory], armies[territory]
            total += count
            counts[seat] = counts.get(seat, 0) + 1
            forces[seat] = forces.get(seat, 0) + count
        scale = self.bonus[number] / (len(members) * (total if total > 1 else 1))
        return {seat: scale * count * forces[seat] for seat, count in counts.items()}

    def encloses(self, owner: Sequence[int], territory: int) -> bool:
        """Return True if a territory is the seat's, and has no foreign neighbours but pockets."""
        return owner[territory] == self.seat and all(
            owner[other] == self.seat or other in self.pockets
            for other in self.neighbours[territory]
        )

    def owners(self) -> list[int]:
        """Return the owner of each territory; ``no_seat`` for none."""
        return [self.no_seat if owner == NO_SEAT else owner for owner in self.position.owner]

    @cached_property
    def needed_guards(self) -> Mapping[int, int]:
        """The armies that each important border of the seat needs; see ``guards_after``."""
        return self.guards_after(())

    def guards_after(self, taken: Collection[int]) -> Mapping[int, int]:
        """Return the armies that each important border will need with ``taken`` territories.

        These are borders of continents that the seat holds then, and territories that it must not
        lose. Only borders beside a stack of ``THREATENING_STACK`` or more count.
        """
        if not self.guard:
            return {}
        position, owner = self.position, self.position.owner
        needed: dict[int, int] = {}
        held = [
            bonus > 0 and all(owner[it] == self.seat or it in taken for it in members)
            for members, bonus in zip(self.members, self.bonus, strict=True)
        ]
        for territory in position.fronts:
            if held[self.continent[territory]] or self.hold_value.get(territory, 0.0) >= GOAL_VALUE:
                enemies = [
                    position.armies[it]
                    for it in self.neighbours[territory]
                    if position.is_hostile(it) and it not in taken
                ]
                strongest = max(enemies, default=0)
                if strongest >= THREATENING_STACK:
                    needed[territory] = max(MIN_GUARD, ceil(self.guard * strongest))
        return needed
