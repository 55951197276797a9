"""A position as one seat sees it: stacks, borders, and reachable territories.

Facts about the board alone are computed one time per board.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import Self

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.engine.view import View
from risk_tui.odds import fast_odds
from risk_tui.odds.campaign import clusters
from risk_tui.rules.cards import CardSets


def neutral_view(view: View, army: int) -> View:
    """Return the view of the seat ``army``, which may be a neutral army led by the view's seat.

    For a led army the territories of its leader count as its own, but their armies can't be spared;
    its only enemy is the seat in turn (1975 rules).
    """
    if army == view.seat:
        return view
    territories = list(zip(view.owner, view.armies, strict=True))
    status = list(view.status)
    if view.seat is not None:
        status[view.seat] = view.status[army]
    return replace(
        view,
        owner=tuple(army if owner == view.seat else owner for owner, _ in territories),
        armies=tuple(1 if owner == view.seat else armies for owner, armies in territories),
        status=tuple(status),
    )


def guards_needed(view: View, seat: int) -> dict[int, int]:
    """Return the armies that ``seat`` should keep on some territories, at least."""
    guards: dict[int, int] = {}
    for hook in view.rules.hooks.reserved:
        guards.update(hook(view, seat))
    return guards


def without_reserved(view: View, seat: int) -> View:
    """Return the view without the armies of ``seat`` that should stay in place."""
    reserved = guards_needed(view, seat)
    if not reserved:
        return view
    return replace(
        view,
        armies=tuple(
            max(1, armies - reserved.get(territory, 1) + 1) if armies else 0
            for territory, armies in enumerate(view.armies)
        ),
    )


PLAYING = "playing"
LONE_CARD_VALUE = 2.0
"""The value of a card in armies if no set is traded."""

RISK_FREE_ROUNDS = 12
"""Rounds until a bot starts to take more risks, so that games end."""
CAUTIOUS_ROUNDS = 40
"""Rounds until a bot starts to count its losses for less."""


ARMIES_INTO_WASTE = 2
"""The armies needed to enter an empty territory of no continent, where half of them stay."""
FAR_LACKING = -6.0
"""The mean shortage of armies that is accepted on the way to a distant territory."""


class Position:
    """The facts of one view, computed on demand. Lists are by territory, seat or continent.

    ``force`` is the number of free armies of the fronts. ``impatience``, 0 to 1, grows with the
    rounds; ``kill_value``, 0.15 to 1, is the value of a killed army for this seat: high in a duel
    or from a position of strength, low while others profit too. ``loss_weight``, 1 down to 0.1, is
    the weight of a lost army. ``seat`` may be a neutral army that the view's seat leads; such an
    army does not draw cards (``draws_cards``). ``wastes`` are empty territories of no continent,
    which a single army does not enter.
    """

    __slots__ = (
        "_acting_by_rule",
        "_forces",
        "_holder",
        "_routes",
        "active",
        "analysis",
        "armies",
        "card_value",
        "counts",
        "draws_cards",
        "earths",
        "force",
        "fronts",
        "held_back",
        "impatience",
        "kill_value",
        "loss_weight",
        "neighbours",
        "odds",
        "own_by_continent",
        "own_territories",
        "owner",
        "rivals",
        "seat",
        "set_growth",
        "set_value",
        "totals",
        "view",
        "wastes",
    )

    def __init__(self, view: View, seat: int, analysis: BoardAnalysis) -> None:
        self._routes: tuple[list[float], list[int]] | None = None
        self._forces: list[int] | None = None
        self._holder: list[int] | None = None
        view = self.view = neutral_view(view, seat)
        self.seat = seat
        self.earths: Collection[int] = range(analysis.board.earths)
        self.draws_cards = seat == view.seat
        self.analysis = analysis
        owner = self.owner = view.owner
        self.armies = view.armies
        if view.rules.hooks.idle:  # Idle own armies can't be spared.
            self.armies = _without_idle(view, seat)
        armies = self.armies
        neighbours = self.neighbours = _passable(view, analysis.neighbours)
        self.wastes = {each for each in view.outside_continents if owner[each] == NO_SEAT}
        self.odds = fast_odds(view.ruleset.fights, view.ruleset.balance)
        self.active = [status == PLAYING for status in view.status]
        self._acting_by_rule = view.rules.hooks.acts
        self.rivals = [s for s, playing in enumerate(self.active) if playing and s != seat]
        self.totals = [0] * len(self.active)
        self.counts = [0] * len(self.active)
        for territory, holder in enumerate(owner):
            if holder != NO_SEAT:
                self.totals[holder] += armies[territory]
                self.counts[holder] += 1
        self.own_territories = [
            territory for territory, holder in enumerate(owner) if holder == seat
        ]
        self.own_by_continent = [0] * len(analysis.board.continents)
        for territory in self.own_territories:
            self.own_by_continent[analysis.continent[territory]] += 1
        self.held_back = view.held_back()
        self.fronts = []
        for territory in self.own_territories:
            for other in neighbours[territory]:
                if owner[other] != seat:
                    self.fronts.append(territory)
                    break
        self.force = sum([armies[territory] - 1 for territory in self.fronts])
        self.impatience = min(
            1.0, max(0.0, (view.round - RISK_FREE_ROUNDS) / (2 * RISK_FREE_ROUNDS))
        )
        self.loss_weight = 1.0 - 0.9 * min(
            1.0, max(0.0, (view.round - CAUTIOUS_ROUNDS) / CAUTIOUS_ROUNDS)
        )
        self.kill_value = self._find_kill_value()
        sets = view.rules.card_sets
        sample = analysis.best_set(sets)
        traded = view.sets_traded_for(seat)
        self.set_value = sets.value(sample, traded)
        self.set_growth = sets.value(sample, traded + 1) - self.set_value
        self.card_value = self.set_value / len(sample) if sample else LONE_CARD_VALUE

    @property
    def holder(self) -> list[int]:
        """The seat that holds each continent, or ``NO_SEAT``."""
        if self._holder is None:
            continents, outside = self.analysis.board.continents, self.view.outside_continents
            self._holder = [continent.holder(self.owner, outside) for continent in continents]
        return self._holder

    @property
    def front_armies(self) -> list[int]:
        """The free armies of the fronts in and around each continent."""
        if self._forces is None:
            reach = self.analysis.reach
            front_armies = self._forces = [0] * len(self.analysis.board.continents)
            for territory in self.fronts:
                free = self.armies[territory] - 1
                for number in reach[territory]:
                    front_armies[number] += free
        return self._forces

    def _find_kill_value(self) -> float:
        """Return the value of a killed army: 1 in a duel, else rising with strength and time."""
        if len(self.rivals) < 2:
            return 1.0
        others = sum(self.totals[rival] for rival in self.rivals)
        share = self.totals[self.seat] / max(1, others + self.totals[self.seat])
        return min(1.0, max(0.15, 1.1 * share) + 0.6 * self.impatience)

    def with_armies(self, armies: tuple[int, ...], earths: Collection[int]) -> Self:
        """Return the position with other armies of this seat on the same territories.

        Args:
            earths: The Earths to search for targets.
        """
        after = copy(self)
        after.earths = earths
        after.armies, after.view = armies, replace(self.view, armies=armies)
        after._routes = after._forces = None
        return after

    def parts(self, first: int | None = None) -> Iterator[Self]:
        """Yield the position restricted to one Earth at a time, then unrestricted.

        Targets on one Earth can be attacked before others are considered.

        Args:
            first: The first Earth, followed by the next ones; without it, Earths with the largest
                stacks come first.
        """
        earths = self.analysis.board.earths
        if earths > 1:
            greatest = [0] * earths
            for territory in self.fronts:
                earth = self.analysis.earth[territory]
                greatest[earth] = max(greatest[earth], self.armies[territory])
            order = sorted(range(earths), key=lambda earth: (-greatest[earth], earth))
            if first is not None:
                order = [(first + earth) % earths for earth in range(earths)]
            for earth in order:
                part = copy(self)
                part.earths, part._routes = {earth}, None
                yield part
        yield self

    def is_hostile(self, territory: int) -> bool:
        """Return True if the owner of a territory may attack this seat."""
        holder = self.owner[territory]
        if holder in (NO_SEAT, self.seat) or territory in self.held_back:
            return False
        return self.active[holder] or holder in self._acting_by_rule

    def threat(self, territory: int) -> float:
        """Return the armies that could attack a territory: the largest adjacent stack, half the
        rest.
        """
        stacks = [
            self.armies[other] - 1 for other in self.neighbours[territory] if self.is_hostile(other)
        ]
        return (max(stacks) + sum(stacks)) / 2 if stacks else 0.0

    def outside_threat(self, continent: int) -> float:
        """Return the armies that could attack a continent from outside, if this seat held it."""
        total = 0.0
        for _, outside in self.analysis.borders[continent]:
            stacks = [
                self.armies[territory] - 1 for territory in outside if self.is_hostile(territory)
            ]
            # An empty territory has less than the army that stays.
            total += max(0, max(stacks, default=0))
        return total

    def routes(self) -> tuple[list[float], list[int]]:
        """Return the best paths from the fronts, by territory.

        The path back from a territory leads over enemy territories to the front that it starts
        from.

        Returns:
            The free armies on arrival, after the mean losses on the path and one army left in each
            territory; negative if armies are lacking. And the previous territory, or -1.
        """
        if self._routes is None:
            self._routes = self._find_routes()
        return self._routes

    def _find_routes(self) -> tuple[list[float], list[int]]:
        owner, armies, neighbours, seat = self.owner, self.armies, self.neighbours, self.seat
        # Skip hopeless territories: with several Earths that is almost everything.
        hopeless = FAR_LACKING - self.view.armies_to_place - max(self.set_value, 0)
        earth = self.analysis.earth
        free = [-9e9] * len(owner)
        previous = [-1] * len(owner)
        queue = []
        for territory in self.fronts:
            if territory in self.held_back or earth[territory] not in self.earths:
                continue
            free[territory] = armies[territory] - 1.0
            queue.append((-free[territory], territory))
        heapify(queue)
        while queue:
            lacking, territory = heappop(queue)
            if -lacking < free[territory]:
                continue
            for other in neighbours[territory]:
                if owner[other] != seat:
                    left = -lacking - 1.0 - expected_conquest_loss(armies[other])
                    if left > free[other] and left > hopeless:
                        free[other] = left
                        previous[other] = territory
                        heappush(queue, (-left, other))
        return free, previous

    def first_steps(self, source: int, cluster: Collection[int]) -> list[int]:
        """Return the territories of a cluster that armies may enter from an adjacent own one."""
        steps = [other for other in self.neighbours[source] if other in cluster]
        if self.wastes and self.armies[source] + self.view.armies_to_place < ARMIES_INTO_WASTE + 1:
            return [step for step in steps if step not in self.wastes]
        return steps

    def clusters(self, territories: Iterable[int]) -> list[list[int]]:
        """Split territories into connected groups."""
        return clusters(territories, self.neighbours)


def expected_conquest_loss(defenders: int) -> float:
    """Return the mean losses of a conquest with three dice in armies (FAQ Q3.3, without its
    tail).
    """
    return 0.52 if defenders == 1 else 0.8534 * defenders - 0.2213


def _passable(view: View, neighbours: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return the neighbours of each territory, without closed territories."""
    hooks = view.rules.hooks
    closed = {each for hook in hooks.closed_to_entering for each in hook(view)}
    closed |= hooks.out_of_play_in(view)
    if not closed:
        return neighbours
    return [
        [] if territory in closed else [other for other in around if other not in closed]
        for territory, around in enumerate(neighbours)
    ]


def _without_idle(view: View, seat: int) -> tuple[int, ...]:
    """Return the armies of every territory; idle ones of ``seat`` count 1."""
    idle = view.idle()
    own = zip(view.owner, view.armies, strict=True)
    return tuple(
        1 if owner == seat and territory in idle else armies
        for territory, (owner, armies) in enumerate(own)
    )


class BoardAnalysis:
    """A board and the facts derived from it alone.

    ``borders[c]`` holds, for each territory of continent ``c`` that is linked to another continent,
    the territory and its neighbours outside; ``reach[t]`` are the continents that ``t`` is in or
    next to, ``earth[t]`` is its Earth. ``tiebreak_noise`` is a random number from 0 to 1 for each
    territory, drawn from ``seed``, that breaks ties.
    """

    __slots__ = (
        "_best_set",
        "_sample",
        "_sets",
        "board",
        "borders",
        "continent",
        "earth",
        "neighbours",
        "reach",
        "sizes",
        "tiebreak_noise",
    )

    def __init__(self, board: Board, seed: int | str) -> None:
        self.board = board
        self.neighbours = board.neighbours
        self.continent = [territory.continent for territory in board.territories]
        self.reach = [
            {self.continent[number], *(self.continent[other] for other in others)}
            for number, others in enumerate(self.neighbours)
        ]
        self.earth = [board.earth_of(number) for number in range(len(self.continent))]
        self.sizes = [len(continent.territories) for continent in board.continents]
        self.borders = [self._borders(number) for number in range(len(self.sizes))]
        self._sample = _sample_cards(board)
        self._sets: CardSets | None = None
        self._best_set: tuple[int, ...] = ()
        rng = random.Random(f"risk-tui/taste/{seed}")
        self.tiebreak_noise = [rng.random() for _ in board.territories]

    def _borders(self, number: int) -> list[tuple[int, list[int]]]:
        borders = []
        for territory in self.board.continents[number].territories:
            outside = [
                other for other in self.neighbours[territory] if self.continent[other] != number
            ]
            if outside:
                borders.append((territory, outside))
        return borders

    def best_set(self, sets: CardSets) -> tuple[int, ...]:
        """Return cards that make a set of the highest value, to estimate values; none if no set."""
        if self._sets is not sets:
            self._sets = sets
            best = sets.complete_sets(self._sample)
            self._best_set = max(best, key=lambda cards: sets.value(cards, 0), default=())
        return self._best_set


CARDS_PER_SYMBOL = 4
"""Cards of each symbol that the best set is chosen from."""


def _sample_cards(board: Board) -> tuple[int, ...]:
    """Return the first few cards of each symbol, by their numbers in the deck."""
    cards_by_symbol: dict[str, list[int]] = {}
    for number, card in enumerate(board.deck):
        if card.territory is not None:
            cards_by_symbol.setdefault(card.symbol, []).append(number)
    return tuple(card for cards in cards_by_symbol.values() for card in cards[:CARDS_PER_SYMBOL])
