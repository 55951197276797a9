"""A position as one seat sees it: who is strong, where the fronts are, what can be reached."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Self

from risk_tui.boards.board import NOBODY
from risk_tui.bots.general.changed_views import neutral_view
from risk_tui.odds import fast_odds
from risk_tui.odds.campaign import clusters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from risk_tui.bots.general.board_analysis import BoardAnalysis
    from risk_tui.engine.view import View

PLAYING = "playing"
LONE_CARD_VALUE = 2.0
"""What a card is worth in armies where no set is traded."""

PATIENT_ROUNDS = 12
"""Rounds after which a bot begins to take more risks, so that no game stands still."""
CAUTIOUS_ROUNDS = 40
"""Rounds after which a bot begins to count its losses for less."""


ARMIES_INTO_WASTE = 2
"""The armies that have to go into an empty territory of no continent, where half of them stay."""
FAR_LACKING = -6.0
"""Armies that may be lacking on average on the way to a territory that is not near."""


class Position:
    """What one view shows, worked out once. Lists are indexed by territory, seat or continent.

    ``force`` are the free armies of the fronts. ``impatience``, 0 to 1, grows with the rounds;
    ``kill_value``, 0.15 to 1, is how much a killed army is worth to this seat: much in a duel or
    from a position of strength, little while others gain by it too.
    ``loss_weight``, 1 down to 0.1, is how much a lost army counts. ``seat`` may be a neutral army
    that the view's seat leads; such an army does not draw cards (``draws_cards``). ``wastes``
    are empty territories of no continent, into which one army alone does not go.
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
        if view.rules.hooks.idle:  # own armies that do nothing cannot be spared
            self.armies = _without_idle(view, seat)
        armies = self.armies
        neighbours = self.neighbours = _passable(view, analysis.neighbours)
        self.wastes = {each for each in view.outside_continents if owner[each] == NOBODY}
        self.odds = fast_odds(view.ruleset.combat, view.ruleset.balance)
        self.active = [status == PLAYING for status in view.status]
        self._acting_by_rule = view.rules.hooks.acts
        self.rivals = [s for s, playing in enumerate(self.active) if playing and s != seat]
        self.totals = [0] * len(self.active)
        self.counts = [0] * len(self.active)
        for territory, holder in enumerate(owner):
            if holder != NOBODY:
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
        self.impatience = min(1.0, max(0.0, (view.round - PATIENT_ROUNDS) / (2 * PATIENT_ROUNDS)))
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
        """The seat that holds each continent, or ``NOBODY``."""
        if self._holder is None:
            continents, outside = self.analysis.board.continents, self.view.outside_continents
            self._holder = [continent.holder(self.owner, outside) for continent in continents]
        return self._holder

    @property
    def forces(self) -> list[int]:
        """The free armies of the fronts in and around each continent."""
        if self._forces is None:
            reach = self.analysis.reach
            forces = self._forces = [0] * len(self.analysis.board.continents)
            for territory in self.fronts:
                free = self.armies[territory] - 1
                for number in reach[territory]:
                    forces[number] += free
        return self._forces

    def _find_kill_value(self) -> float:
        """How much a killed army is worth: 1 in a duel, else more for the strong and later."""
        if len(self.rivals) < 2:
            return 1.0
        others = sum(self.totals[rival] for rival in self.rivals)
        share = self.totals[self.seat] / max(1, others + self.totals[self.seat])
        return min(1.0, max(0.15, 1.1 * share) + 0.6 * self.impatience)

    def with_armies(self, armies: tuple[int, ...], earths: Collection[int]) -> Self:
        """The same position with other armies of this seat on the same territories.

        What is to be taken is looked for on some ``earths`` only.
        """
        after = copy(self)
        after.earths = earths
        after.armies, after.view = armies, replace(self.view, armies=armies)
        after._routes = after._forces = None
        return after

    def parts(self, first: int | None = None) -> Iterator[Self]:
        """The position as attacks are looked for in it: on one Earth at a time, then on all.

        It begins with the ``first`` Earth and goes round; without one, with those where the
        greatest stacks of the seat are. What is found on one Earth can be done before what others
        promise.
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

    def hostile(self, territory: int) -> bool:
        """Whether a territory belongs to somebody who may attack this seat."""
        holder = self.owner[territory]
        if holder in (NOBODY, self.seat) or territory in self.held_back:
            return False
        return self.active[holder] or holder in self._acting_by_rule

    def threat(self, territory: int) -> float:
        """Armies that could attack a territory: the greatest stack next to it, half the rest."""
        stacks = [
            self.armies[other] - 1 for other in self.neighbours[territory] if self.hostile(other)
        ]
        return (max(stacks) + sum(stacks)) / 2 if stacks else 0.0

    def danger(self, continent: int) -> float:
        """Armies that could attack a continent from outside, if this seat held it."""
        total = 0.0
        for _, outside in self.analysis.borders[continent]:
            stacks = [
                self.armies[territory] - 1 for territory in outside if self.hostile(territory)
            ]
            # An empty territory holds less than the army that stays.
            total += max(0, max(stacks, default=0))
        return total

    def routes(self) -> tuple[list[float], list[int]]:
        """The best paths from the fronts: free armies on arrival, and the territory before, or -1.

        Both are lists by territory. Free armies count after the average losses on the path and
        one army left behind in each territory; a negative number is how many are lacking. The
        path back from a territory leads over enemy territories to the front that it starts from.
        """
        if self._routes is None:
            self._routes = self._find_routes()
        return self._routes

    def _find_routes(self) -> tuple[list[float], list[int]]:
        owner, armies, neighbours, seat = self.owner, self.armies, self.neighbours, self.seat
        # What is beyond all hope is not looked at: on several Earths that is almost everything.
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
        """The territories of a cluster that armies may go into from an own one beside it."""
        steps = [other for other in self.neighbours[source] if other in cluster]
        if self.wastes and self.armies[source] + self.view.armies_to_place < ARMIES_INTO_WASTE + 1:
            return [step for step in steps if step not in self.wastes]
        return steps

    def clusters(self, territories: Iterable[int]) -> list[list[int]]:
        """The given territories in connected groups."""
        return clusters(territories, self.neighbours)


def expected_conquest_loss(defenders: int) -> float:
    """Armies that a conquest costs on average with three dice (FAQ Q3.3, without its tail)."""
    return 0.52 if defenders == 1 else 0.8534 * defenders - 0.2213


def _passable(view: View, neighbours: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """The neighbours of each territory; what nobody may enter is nobody's neighbour."""
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
    """The armies of every territory; 1 where those of ``seat`` do nothing."""
    idle = view.idle()
    own = zip(view.owner, view.armies, strict=True)
    return tuple(
        1 if owner == seat and territory in idle else armies
        for territory, (owner, armies) in enumerate(own)
    )
