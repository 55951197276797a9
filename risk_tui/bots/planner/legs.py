"""Legs: what one stack takes in a campaign, and the armies that it needs for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.odds.defence_dice import cost_of_first_rolls
from risk_tui.odds.position_odds import first_rolls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.general.position import Position
    from risk_tui.odds.fast_tables import FastOdds

SAFE_CHANCE = 0.92
"""The chance of success from which more armies are better put elsewhere."""


class Leg(NamedTuple):
    """One stack's part of a campaign: from ``source`` it fights its way through a cluster.

    ``free`` armies take part, against ``defenders`` in all; ``lacking`` more would make it safe,
    ``extra`` of those in hand are for it.
    """

    source: int
    free: int
    cluster: list[int]
    defenders: int
    lacking: int = 0
    extra: int = 0

    @property
    def fighting(self) -> int:
        """The armies left for the last fight but for losses: one stays on every territory."""
        return self.free + self.extra - len(self.cluster) + 1


def lacking_armies(odds: FastOdds, leg: Leg) -> int:
    """The armies that a leg lacks to be safe."""
    chance, start = odds.conquest_chance, leg.fighting
    if start > 0 and chance(start, leg.defenders) >= SAFE_CHANCE:
        return 0
    low, high = max(start, 0), 2 * max(start, 2)
    while chance(high, leg.defenders) < SAFE_CHANCE:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if chance(middle, leg.defenders) < SAFE_CHANCE:
            low = middle
        else:
            high = middle
    return high - start


def shared_out(odds: FastOdds, legs: Sequence[Leg], pool: int) -> list[Leg]:
    """The legs with the armies in hand: each gets what it lacks, the weakest what is left."""
    shared = [leg._replace(lacking=lacking_armies(odds, leg)) for leg in legs]
    shared.sort(key=lambda leg: leg.lacking)
    for place, leg in enumerate(shared):
        extra = pool if place == len(shared) - 1 else min(pool, leg.lacking)
        shared[place] = leg._replace(extra=extra)
        pool -= extra
    return shared


def cost_of_entering(position: Position, source: int, cluster: Sequence[int]) -> int:
    """The armies that the way into a cluster costs because its first rolls differ."""
    view, armies = position.view, position.armies
    costs = [
        cost_of_first_rolls(view.ruleset.combat, first_rolls(view, source, target), armies[target])
        for target in position.neighbours[source]
        if target in cluster
    ]
    return round(min(costs, default=0.0))
