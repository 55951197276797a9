"""The facts of a position as one seat sees it; facts of the board alone are computed once.

    price of a territory with n armies = 1 + 0.8534 n - 0.2213; 1.52 for one army
    pressure on a territory = (largest stack beside it + sum of stacks beside it) / 2

The price is the army that stays and the mean losses with three dice. Armies that must stay behind
don't count in stacks. Routes are the cheapest ways from the fronts, by Dijkstra's algorithm.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import Self, TypeAlias

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.engine.view import View
from risk_tui.odds import fast_odds
from risk_tui.odds.campaign import clusters
from risk_tui.rules.cards import CardSets


def neutral_view(view: View, army: int) -> View:
    """Return the view of the seat ``army``, which may be a neutral army led by the view's seat.

    A led army regards its leader's territories as its own, with 1 army each, because their armies
    can't be spared. Its only enemy is the seat in turn (1975 rules).
    """
    if army == view.seat:
        return view
    holdings = list(zip(view.owner, view.armies, strict=True))
    return replace(
        view,
        owner=tuple(army if owner == view.seat else owner for owner, _ in holdings),
        armies=tuple(1 if owner == view.seat else armies for owner, armies in holdings),
        status=tuple(
            view.status[army if it == view.seat else it] for it in range(len(view.status))
        ),
    )


def reserved_armies(view: View, seat: int) -> dict[int, int]:
    """Return the fewest armies that ``seat`` should keep, by territory, as variants require."""
    reserved: dict[int, int] = {}
    for hook in view.rules.hooks.reserved:
        reserved.update(hook(view, seat))
    return reserved


def without_reserved(view: View, seat: int) -> View:
    """Return the view without the armies that ``seat`` should keep in place."""
    reserved = reserved_armies(view, seat)
    if not reserved:
        return view
    return replace(
        view,
        armies=tuple(
            max(1, armies - reserved.get(territory, 1) + 1) if armies else 0
            for territory, armies in enumerate(view.armies)
        ),
    )


Change: TypeAlias = tuple[int, int, int]
"""A territory, its new owner and its new armies."""

PLAYING, ELIMINATED = "playing", "eliminated"


def changed_view(
    view: View, changes: Iterable[Change], card_counts: Sequence[int] | None = None
) -> View:
    """Return the view after changes of territories and, if given, of the card counts."""
    owner, armies, status = list(view.owner), list(view.armies), list(view.status)
    for territory, seat, count in changes:
        owner[territory], armies[territory] = seat, count
    for seat, state in enumerate(status):
        if state == PLAYING and seat not in owner:
            status[seat] = type(state)(ELIMINATED)
    return replace(
        view,
        owner=tuple(owner),
        armies=tuple(armies),
        status=tuple(status),
        card_counts=tuple(view.card_counts if card_counts is None else card_counts),
    )


LONE_CARD_VALUE = 2.0
"""The value of a card in armies if no set is traded."""

CALM_ROUNDS = 12
"""Rounds until killed armies become worth more to a bot, so that games end."""
CAUTIOUS_ROUNDS = 40
"""Rounds until a bot starts to give its losses less weight."""
ARMIES_INTO_WASTE = 2
"""The fewest armies that enter an empty territory of no continent, where half of them stay."""
FAR_LACKING = -6.0
"""The balance of armies, after mean losses, below which a distant territory is given up."""


class Position:
    """The facts of one view for one seat. Lists are by territory, seat or continent.

    ``force`` is the number of free armies at the fronts. ``is_duel`` is True if the game began with
    two players. ``kill_value`` is the value for this seat of an army that an enemy loses: 1 with
    one rival, else 0.15 to 1, rising with the seat's share of all armies and with the rounds.
    ``loss_weight``, from 1 down to 0.1, is the weight of a lost army.
    ``seat`` may be a neutral army that the view's seat leads; such an army does not draw cards
    (``draws_cards``). ``wastes`` are empty territories of no continent, which a single army does
    not enter.
    """

    def __init__(self, view: View, seat: int, analysis: BoardAnalysis) -> None:
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
        neighbours = self.neighbours = _passable(view, analysis.board.neighbours)
        self.approaches = neighbours
        if analysis.board.one_way:
            self.approaches = _passable(view, analysis.board.approaches)
        self.wastes = {each for each in view.outside_continents if owner[each] == NO_SEAT}
        self.odds = fast_odds(view.ruleset.fights, view.ruleset.balance)
        self.is_duel = view.setup.seats == 2
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
        self.held_back = view.held_back()
        self.fronts = []
        for territory in self.own_territories:  # ``any`` makes a position a fifth slower.
            for other in neighbours[territory]:
                if owner[other] != seat:
                    self.fronts.append(territory)
                    break
        self.force = sum([armies[territory] - 1 for territory in self.fronts])
        self.loss_weight = 1.0 - 0.9 * min(
            1.0, max(0.0, (view.round - CAUTIOUS_ROUNDS) / CAUTIOUS_ROUNDS)
        )
        self.kill_value = self._find_kill_value()
        sets = view.rules.card_sets
        best_set = analysis.best_set(sets)
        traded = view.sets_traded_for(seat)
        self.set_value = sets.value(best_set, traded)
        self.set_growth = sets.value(best_set, traded + 1) - self.set_value
        self.card_value = self.set_value / len(best_set) if best_set else LONE_CARD_VALUE

    @cached_property
    def holder(self) -> list[int]:
        """The seat that holds each continent, or ``NO_SEAT``."""
        continents, outside = self.analysis.board.continents, self.view.outside_continents
        return [continent.holder(self.owner, outside) for continent in continents]

    def owners_in(self, continent: int) -> list[int]:
        """Return the owner of each territory of a continent, or ``NO_SEAT``."""
        return [self.owner[it] for it in self.analysis.board.continents[continent].territories]

    def _find_kill_value(self) -> float:
        """Return ``kill_value``, which the class describes."""
        if len(self.rivals) < 2:
            return 1.0
        others = sum(self.totals[rival] for rival in self.rivals)
        share = self.totals[self.seat] / max(1, others + self.totals[self.seat])
        impatience = min(1.0, max(0.0, (self.view.round - CALM_ROUNDS) / (2 * CALM_ROUNDS)))
        return min(1.0, max(0.15, 1.1 * share) + 0.6 * impatience)

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
                part.earths = {earth}
                vars(part).pop("routes", None)
                yield part
        yield self

    def is_hostile(self, territory: int) -> bool:
        """Return True if the owner of a territory may attack this seat."""
        holder = self.owner[territory]
        if holder in (NO_SEAT, self.seat) or territory in self.held_back:
            return False
        return self.active[holder] or holder in self._acting_by_rule

    def pressure(self, territory: int) -> float:
        """Return the weighted number of armies that could attack a territory.

        All free armies of the largest adjacent stack count, and half of those of the others.
        """
        stacks = [
            self.armies[other] - 1 for other in self.approaches[territory] if self.is_hostile(other)
        ]
        return (max(stacks) + sum(stacks)) / 2 if stacks else 0.0

    @cached_property
    def routes(self) -> tuple[list[float], list[int]]:
        """The best paths from the fronts to all territories, over foreign territories.

        There are two lists by territory. The first has the free armies on arrival, after the mean
        losses on the path and one army left on each territory; they are negative if armies are
        lacking. The second has the previous territory of the path, or -1.
        """
        owner, armies, neighbours, seat = self.owner, self.armies, self.neighbours, self.seat
        # Skip hopeless territories: with several Earths these are almost all.
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
            minus_free, territory = heappop(queue)
            if -minus_free < free[territory]:
                continue
            for other in neighbours[territory]:
                if owner[other] != seat:
                    left = -minus_free - conquest_price(armies[other])
                    if left > free[other] and left > hopeless:
                        free[other] = left
                        previous[other] = territory
                        heappush(queue, (-left, other))
        return free, previous

    def first_steps(self, source: int, cluster: Collection[int]) -> list[int]:
        """Return the territories of a cluster that armies can enter from ``source``."""
        steps = [other for other in self.neighbours[source] if other in cluster]
        if self.wastes and self.armies[source] + self.view.armies_to_place < ARMIES_INTO_WASTE + 1:
            return [step for step in steps if step not in self.wastes]
        return steps

    def clusters(self, territories: Iterable[int]) -> list[list[int]]:
        """Split territories into connected groups."""
        return clusters(territories, self.neighbours)


LOSS_PER_DEFENDER = 0.8534
"""The attacker's mean losses for each defender, with three dice (FAQ Q3.3)."""


def conquest_price(defenders: int) -> float:
    """Return the mean cost of a conquest in armies: the army that stays, and the losses.

    The losses are those of three dice (FAQ Q3.3), exact for one defender. For more, the formula
    leaves out a term that vanishes with their number.
    """
    return 1.0 + (0.52 if defenders == 1 else LOSS_PER_DEFENDER * defenders - 0.2213)


def equivalent_defenders(defenders: Sequence[int]) -> int:
    """Return how many defenders of one territory cost as much as those of several.

    Several are cheaper than all together on one, because the last defender of each rolls one die.
    """
    if len(defenders) == 1:
        return defenders[0]
    losses = sum([conquest_price(armies) - 1.0 for armies in defenders])
    return round(losses / LOSS_PER_DEFENDER)


def _passable(view: View, neighbours: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return the neighbours of each territory, without those that variants close."""
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
    """Return the armies of every territory, with 1 in place of idle armies of ``seat``."""
    idle = view.idle()
    holdings = zip(view.owner, view.armies, strict=True)
    return tuple(
        1 if owner == seat and territory in idle else armies
        for territory, (owner, armies) in enumerate(holdings)
    )


class BoardAnalysis:
    """A board and the facts derived from it alone.

    ``borders[c]`` has a pair for each territory of continent ``c`` that can be entered from
    outside: the territory, and its neighbours outside. ``earth[t]`` is the Earth of territory
    ``t``. ``tiebreak_noise`` has a random number from 0 to 1 for each territory, drawn from
    ``seed``, which breaks ties.
    """

    def __init__(self, board: Board, seed: int | str) -> None:
        self.board = board
        self.continent = [territory.continent for territory in board.territories]
        self.earth = [board.earth_of(number) for number in range(len(self.continent))]
        self.borders = [self._borders(number) for number in range(len(board.continents))]
        self._sample = _sample_cards(board)
        self._sets: CardSets | None = None
        self._best_set: tuple[int, ...] = ()
        rng = random.Random(f"risk-tui/taste/{seed}")
        self.tiebreak_noise = [rng.random() for _ in board.territories]

    def _borders(self, number: int) -> list[tuple[int, list[int]]]:
        borders = []
        for territory in self.board.continents[number].territories:
            outside = [
                other
                for other in self.board.approaches[territory]
                if number not in self.board.continents_by_territory[other]
            ]
            if outside:
                borders.append((territory, outside))
        return borders

    def best_set(self, sets: CardSets) -> tuple[int, ...]:
        """Return cards that make a set of the highest value; empty if no set is possible."""
        if self._sets is not sets:
            self._sets = sets
            possible = sets.complete_sets(self._sample)
            self._best_set = max(possible, key=lambda cards: sets.value(cards, 0), default=())
        return self._best_set


CARDS_PER_SYMBOL = 4
"""The cards of each symbol from which the best set is chosen."""


def _sample_cards(board: Board) -> tuple[int, ...]:
    """Return the first few cards of each symbol, by their numbers in the deck."""
    cards_by_symbol: dict[str, list[int]] = {}
    for number, card in enumerate(board.deck):
        if card.territory is not None:
            cards_by_symbol.setdefault(card.symbol, []).append(number)
    return tuple(card for cards in cards_by_symbol.values() for card in cards[:CARDS_PER_SYMBOL])
