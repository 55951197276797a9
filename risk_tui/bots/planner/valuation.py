"""The context of a position's value: weights, guessed missions, enclosed territories.

It is made one time per decision.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from functools import cache, lru_cache, reduce
from importlib.resources import files
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.planner.aims import requirement_of
from risk_tui.bots.planner.position import Position, expected_conquest_loss
from risk_tui.odds.campaign import clusters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.bots.planner.aims import Evaluation, Requirement


CONFIDENCE = 2.0
"""The factor for the chance of a mission that its holder could fulfil next."""
OF_MANY = 0.3
"""The weight of one territory for a mission that any territories serve."""


class MissionGuesses(NamedTuple):
    """The values in armies of taking territories that others may need for a mission, and of holding
    own ones that they may lack.
    """

    capture_value: Mapping[int, float]
    hold_value: Mapping[int, float]


def guess_missions(evaluation: Evaluation) -> MissionGuesses:
    """Guess the missions of others; a player knows only their own (FAQ Q2.2.1).

    Other seats may have any of the remaining missions. Only those count that their holder could
    fulfil in the next turn, by public armies.
    """
    view = evaluation.view
    capture: defaultdict[int, float] = defaultdict(float)
    hold: defaultdict[int, float] = defaultdict(float)
    if not view.missions or not evaluation.draws_cards:
        return MissionGuesses({}, {})
    missions = view.rules.missions
    possible = [number for number in range(len(missions.deck)) if number not in view.missions]
    stake = CONFIDENCE / max(1, len(possible)) * evaluation.totals[evaluation.seat]
    for rival in evaluation.rivals:
        position = Position(replace(view, seat=rival), rival, evaluation.analysis)
        for number in possible:
            wanted = missions.goal(view.beaten_by, rival, number).wanted(view, rival, view.board)
            needed = requirement_of(position, wanted)
            worth = stake * _nearness(position, needed, wanted.anywhere)
            if not worth:
                continue
            for place in needed.territories_to_hold:
                capture[place] += worth
            for place in position.own_territories if wanted.anywhere else ():
                capture[place] += OF_MANY * worth
            for place in needed.territories_to_take:
                if view.owner[place] == evaluation.seat:
                    hold[place] += worth
    return MissionGuesses(capture, hold)


def _nearness(position: Position, needed: Requirement, anywhere: int) -> float:
    """Return the chance that a seat meets a requirement after its next turn, from 0 to 1."""
    if position.counts[position.seat] + len(needed.territories_to_take) < anywhere:
        return 0.0
    armies = [position.armies[place] for place in needed.territories_to_take]
    cost = sum([1.0 + expected_conquest_loss(defenders) for defenders in armies if defenders])
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
    # Reverse the order, because clusters start with the last one: of equal groups the first is not
    # a pocket.
    foreign = [place for place in reversed(range(len(owner))) if owner[place] != seat]
    groups = clusters(foreign, neighbours)
    largest = max(groups, key=len, default=None)
    small = [group for group in groups if len(group) <= MAX_POCKET and group is not largest]
    return frozenset([territory for group in small for territory in group])


MAX_TABLE_ARMIES = 62
"""The largest number of armies in the table; larger ones are scaled down."""
SETS = (0.0, 0.0, 0.0, 0.42, 0.82, 1.0, 1.2, 1.5, 1.8, 2.0, 2.2)
"""The expected sets, by the number of cards: a chance with 3 or 4, one is certain with 5."""
RISK_FREE_ROUNDS = 18
RISK_RAMP_ROUNDS = 30
"""Rounds until players start to take more risks, and from there to the most risk."""
CONTINENT_BREAK_FACTOR = 3.0
"""The factor by which others prefer breaking a continent to taking other territories."""
MOST_RISK = 0.9
"""The highest chance that a continent is broken at one place."""
MOST_SURROUNDINGS = 10_000
"""The most groups of territories with cached surroundings."""


class Neighbourhood(NamedTuple):
    """The surroundings of a group of territories, as bits, and the continents of the group.

    They include the group and its neighbours, and all territories up to two steps away.
    """

    near: tuple[int, ...]
    around: int
    continents: frozenset[int]


class _Nearby(NamedTuple):
    """Sets of territories as bits: two steps around each, each continent, and its neighbours."""

    around: list[int]
    inside: list[int]
    inside_and_beside: list[int]
    neighbourhood: dict[tuple[int, ...], Neighbourhood]
    """Those of groups of territories, as far as requested."""


@lru_cache(maxsize=4)
def _nearby(neighbours: Sequence[Sequence[int]], members: Sequence[Sequence[int]]) -> _Nearby:
    beside = [
        _union([1 << other for other in (territory, *others)])
        for territory, others in enumerate(neighbours)
    ]
    return _Nearby(
        [
            _union([beside[other] for other in (territory, *others)])
            for territory, others in enumerate(neighbours)
        ],
        [_union([1 << territory for territory in continent]) for continent in members],
        [_union([beside[territory] for territory in continent]) for continent in members],
        {},
    )


def _union(sets: Sequence[int]) -> int:
    return reduce(or_, sets, 0)


def _added(values: Mapping[int, float], more: Mapping[int, float]) -> Mapping[int, float]:
    """Add values by territory."""
    if not more:
        return values
    return {place: values.get(place, 0.0) + more.get(place, 0.0) for place in {*values, *more}}


class Valuation:
    """The seats, the board and the rules that the value of a position depends on.

    Lists are indexed by seat, with one more element for no seat: ``no_seat``. Sets of territories,
    as bits: ``around`` those up to two steps from each, ``inside`` those of each continent,
    ``inside_and_beside`` with their neighbours. ``usual_armies`` is the average of a seat,
    ``find_enclosed_territories`` are foreign territories enclosed by its own.
    """

    __slots__ = (
        "_surroundings",
        "around",
        "attacks",
        "boldness",
        "bonus",
        "by_table",
        "capture_value",
        "card_value",
        "continent",
        "earth",
        "earths",
        "evaluation",
        "hold_value",
        "inside",
        "inside_and_beside",
        "is_playing",
        "least",
        "members",
        "neighbours",
        "no_seat",
        "per_army",
        "playing",
        "pockets",
        "reach",
        "seat",
        "set_values",
        "table",
        "tempo",
        "usual_armies",
        "weights",
    )

    def __init__(self, evaluation: Evaluation, weights: Mapping[str, Weights]) -> None:
        view, board = evaluation.view, evaluation.analysis.board
        seat = self.seat = evaluation.seat
        self.evaluation = evaluation
        self.by_table = weights
        seats = self.no_seat = len(evaluation.active)
        self.playing = [s for s in range(seats) if evaluation.active[s] or s == seat]
        self.is_playing = [s in self.playing for s in range(seats)] + [False]
        self.attacks = [self.is_playing[s] or s in view.rules.hooks.acts for s in range(seats)] + [
            False
        ]
        self.neighbours = evaluation.neighbours
        self.pockets = find_enclosed_territories(self.neighbours, evaluation.owner, seat)
        self.continent = evaluation.analysis.continent
        self.earth, self.earths = evaluation.analysis.earth, evaluation.analysis.earth_parts
        self.bonus = [continent.bonus for continent in board.continents]
        outside = set(view.outside_continents)
        self.members = [
            [territory for territory in continent.territories if territory not in outside]
            for continent in board.continents
        ]
        self.around, self.inside, self.inside_and_beside, self._surroundings = _nearby(
            tuple(map(tuple, self.neighbours)), tuple(map(tuple, self.members))
        )
        section = view.ruleset.reinforce
        self.per_army = float(section.territories_for_an_army)
        self.least = float(max(1, section.least))
        self.card_value = self._card_value()
        self.usual_armies = sum(evaluation.totals) / max(1, len(self.playing)) + 1.0
        self.set_values = [evaluation.set_value * sets for sets in SETS]
        self.tempo = self._tempo(view.order or tuple(range(seats)))
        self.table = evaluation.odds.chances(MAX_TABLE_ARMIES)
        guesses = guess_missions(evaluation)
        self.hold_value = _added(evaluation.aims.hold_value, guesses.hold_value)
        self.capture_value = _added(evaluation.aims.capture_value, guesses.capture_value)
        table = "duel" if len(self.playing) == 2 else "missions" if view.missions else "many"
        own = weights.get(table) or weights["many"]
        haste = min(1.0, max(0.0, (view.round - RISK_FREE_ROUNDS) / RISK_RAMP_ROUNDS))
        if haste:
            own = own.changed(
                armies=1.0 - 0.8 * haste,
                boldness=1.0 - haste,
                territories=1.0 + 5.0 * haste,
                fronts=1.0 - haste,
            )
        self.reach, self.boldness, self.weights = own

    def _card_value(self) -> float:
        """Return the armies expected for a card: half of the others trade a set first."""
        now, before = self.evaluation, 0.5 * (len(self.playing) - 1)
        later = now.set_value + max(0.0, before * now.set_growth)
        return now.card_value * later / now.set_value if now.set_value > 0 else now.card_value

    def _tempo(self, order: tuple[int, ...]) -> list[float]:
        """Return the nearness of each seat's next turn: 1 for the next seat, 0 for this one."""
        playing = [seat for seat in order if self.is_playing[seat]]
        tempo = [0.0] * (self.no_seat + 1)
        if self.seat in playing:
            mine = playing.index(self.seat)
            for place, seat in enumerate(playing[mine + 1 :] + playing[:mine]):
                tempo[seat] = 1.0 - place / max(1, len(playing) - 1)
        return tempo

    def neighbourhood(self, territories: tuple[int, ...]) -> Neighbourhood:
        """Return the surroundings of a group of territories."""
        known = self._surroundings.get(territories)
        if known is None:
            if len(self._surroundings) >= MOST_SURROUNDINGS:
                self._surroundings.clear()
            near = dict.fromkeys(territories)
            for territory in territories:
                near.update(dict.fromkeys(self.neighbours[territory]))
            around = _union([self.around[territory] for territory in territories])
            continents = frozenset([self.continent[territory] for territory in territories])
            known = Neighbourhood(tuple(near), around, continents)
            self._surroundings[territories] = known
        return known

    def prospect(
        self, number: int, owner: Sequence[int], armies: Sequence[int]
    ) -> Mapping[int, float]:
        """Return each seat's progress towards a continent's bonus; a holder has all of it."""
        members = self.members[number]
        if not members:
            return {}
        counts: dict[int, int] = {}
        forces: dict[int, int] = {}
        total = 0
        for territory in members:
            seat, count = owner[territory], armies[territory]
            total += count
            if seat in counts:
                counts[seat] += 1
                forces[seat] += count
            else:
                counts[seat] = 1
                forces[seat] = count
        scale = self.bonus[number] / (len(members) * (total if total > 1 else 1))
        return {seat: scale * count * forces[seat] for seat, count in counts.items()}

    def encloses(self, owner: Sequence[int], territory: int) -> bool:
        """Return True if a territory of the seat borders only pockets."""
        seat, find_enclosed_territories = self.seat, self.pockets
        if owner[territory] != seat:
            return False
        for other in self.neighbours[territory]:
            if owner[other] != seat and other not in find_enclosed_territories:
                return False
        return True

    def judges_territories_like(self, other: Valuation) -> bool:
        """Return True if both give the same values to a territory and its surroundings."""
        return (
            self.seat == other.seat
            and self.is_playing == other.is_playing
            and self.attacks == other.attacks
            and self.neighbours == other.neighbours
            and self.members == other.members
            and self.bonus == other.bonus
            and self.boldness == other.boldness
            and self.table is other.table
            and self.pockets == other.pockets
            and self.hold_value == other.hold_value
            and self.capture_value == other.capture_value
        )

    def owners(self) -> list[int]:
        """Return the seat of each territory; ``no_seat`` for none."""
        return [self.no_seat if owner == NO_SEAT else owner for owner in self.evaluation.owner]


FEATURES = ("armies", "income", "territories", "fronts", "prospect", "tempo", "cards")
ALL_ROUNDER = "mira"

WeightsFile: TypeAlias = "dict[str, dict[str, dict[str, Any]]]"
"""By character and table: ``reach``, ``boldness``, and ``features`` by name."""


class Weights(NamedTuple):
    """The weight of each feature of a seat, and the expected attacks of others.

    ``reach`` is the share of their new armies that reaches one place, ``boldness`` the chance that
    they attack a possible target. ``features`` are in the order of ``FEATURES``.
    """

    reach: float
    boldness: float
    features: tuple[float, ...]

    def changed(self, reach: float = 1.0, boldness: float = 1.0, **factors: float) -> Weights:
        """Return the weights multiplied by factors."""
        features = [
            weight * factors.get(name, 1.0)
            for name, weight in zip(FEATURES, self.features, strict=True)
        ]
        return Weights(self.reach * reach, self.boldness * boldness, tuple(features))


@cache
def load_weights(character: str = ALL_ROUNDER) -> Mapping[str, Weights]:
    """Load the weights of a character, by the number of players left.

    Returns:
        ``duel`` for two players, ``many`` for more. There may be others for games with
        ``missions``.
    """
    return {
        table: Weights(
            row["reach"], row["boldness"], tuple(row["features"][name] for name in FEATURES)
        )
        for table, row in shipped_file()[character].items()
    }


def shipped_file() -> WeightsFile:
    """Load the weights of all characters from ``weights.json``."""
    file: WeightsFile = json.loads(
        files("risk_tui.bots.planner").joinpath("weights.json").read_text("utf-8")
    )
    return file
