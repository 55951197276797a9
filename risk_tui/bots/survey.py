"""How a game stands for one seat: who is strong, where the fronts are, what lies in reach."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from risk_tui.bots.aims import Aims
from risk_tui.bots.allies import led
from risk_tui.odds import chances
from risk_tui.odds.marches import clusters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.bots.terrain import Terrain
    from risk_tui.engine.view import View

PLAYING = "playing"
PATIENCE = 12
"""Rounds after which a bot begins to take more risks, so that no game stands still."""
ENDURANCE = 40
"""Rounds after which it begins to think less of its losses."""


class Survey:
    """One view, looked at once. Lists are indexed by territory, seat or continent.

    ``holder`` is the seat that holds a whole continent, or -1. ``heat``, 0 to 1, grows with the
    rounds; ``zeal`` (also 0 to 1) is how much a killed army is worth to this seat: much in a
    duel or from a position of strength, little while others gain by it too. ``thrift``, 1 down to
    0.1, is how much a lost army counts. ``aims`` are the ways to win that the seat is after.
    ``seat`` may be a neutral army that the view's seat leads; such an army ``earns`` no cards.
    """

    __slots__ = (
        "_routes",
        "active",
        "aims",
        "armies",
        "card_value",
        "chances",
        "counts",
        "earns",
        "fronts",
        "heat",
        "holder",
        "near",
        "own",
        "owner",
        "rivals",
        "seat",
        "set_growth",
        "set_value",
        "terrain",
        "thrift",
        "totals",
        "view",
        "zeal",
    )

    def __init__(self, view: View, seat: int, terrain: Terrain) -> None:
        self._routes: tuple[list[float], list[int]] | None = None
        view = self.view = led(view, seat)
        self.seat = seat
        self.earns = seat == view.seat
        self.terrain = terrain
        owner = self.owner = view.owner
        armies = self.armies = view.armies
        near = self.near = terrain.near
        self.chances = chances(view.ruleset.combat)
        self.active = [status == PLAYING for status in view.status]
        self.rivals = [s for s, playing in enumerate(self.active) if playing and s != seat]
        self.totals = [0] * len(self.active)
        self.counts = [0] * len(self.active)
        for place, holder in enumerate(owner):
            if holder >= 0:
                self.totals[holder] += armies[place]
                self.counts[holder] += 1
        self.own = [place for place, holder in enumerate(owner) if holder == seat]
        self.fronts = [p for p in self.own if any(owner[n] != seat for n in near[p])]
        self.holder = [each.holder(owner) for each in terrain.board.continents]
        self.heat = min(1.0, max(0.0, (view.round - PATIENCE) / (2 * PATIENCE)))
        self.thrift = 1.0 - 0.9 * min(1.0, max(0.0, (view.round - ENDURANCE) / ENDURANCE))
        self.zeal = self._zeal()
        sets = view.rules.sets
        sample = terrain.best_set(sets)
        self.set_value = sets.value(sample, view.sets_traded)
        self.set_growth = sets.value(sample, view.sets_traded + 1) - self.set_value
        self.card_value = self.set_value / len(sample)
        self.aims = Aims(self)

    def _zeal(self) -> float:
        if len(self.rivals) < 2:
            return 1.0
        others = sum(self.totals[rival] for rival in self.rivals)
        share = self.totals[self.seat] / max(1, others + self.totals[self.seat])
        return min(1.0, max(0.15, 1.1 * share) + 0.6 * self.heat)

    def hostile(self, place: int) -> bool:
        """Whether a territory belongs to somebody who may attack this seat."""
        holder = self.owner[place]
        return holder >= 0 and holder != self.seat and self.active[holder]

    def threat(self, place: int) -> float:
        """Armies that could fall upon a territory: the greatest stack next to it, half the rest."""
        stacks = [self.armies[other] - 1 for other in self.near[place] if self.hostile(other)]
        return (max(stacks) + sum(stacks)) / 2 if stacks else 0.0

    def danger(self, continent: int) -> float:
        """Armies that could fall upon a continent from outside, if this seat held it."""
        worst = 0.0
        for _, outside in self.terrain.borders[continent]:
            stacks = [self.armies[place] - 1 for place in outside if self.hostile(place)]
            worst += max(stacks, default=0)
        return worst

    def routes(self) -> tuple[list[float], list[int]]:
        """For each territory the free armies with which it could be reached at best, and whence.

        Free armies count after the average losses on the way and one army left behind in each
        territory; they may be negative: so many are lacking. The way back from a territory
        leads over enemy territories to the front that it starts from.
        """
        if self._routes is None:
            self._routes = self._find_routes()
        return self._routes

    def _find_routes(self) -> tuple[list[float], list[int]]:
        owner, armies, near, seat = self.owner, self.armies, self.near, self.seat
        free = [-9e9] * len(owner)
        whence = [-1] * len(owner)
        waiting = []
        for place in self.fronts:
            free[place] = armies[place] - 1.0
            waiting.append((-free[place], place))
        heapify(waiting)
        while waiting:
            lacking, place = heappop(waiting)
            if -lacking < free[place]:
                continue
            for other in near[place]:
                if owner[other] != seat:
                    left = -lacking - 1.0 - toll(armies[other])
                    if left > free[other]:
                        free[other] = left
                        whence[other] = place
                        heappush(waiting, (-left, other))
        return free, whence

    def clusters(self, places: Iterable[int]) -> list[list[int]]:
        """The given territories in groups that hang together."""
        return clusters(places, self.near)


def toll(defenders: int) -> float:
    """Armies that a conquest costs on average with three dice (FAQ Q3.3, without its tail)."""
    return 0.52 if defenders == 1 else 0.8534 * defenders - 0.2213
