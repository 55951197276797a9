"""Legs: what one stack takes in a campaign, and the armies that it needs for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.odds.fight import FastOdds

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


def shared_out(odds: FastOdds, legs: Sequence[Leg], pool: int) -> list[Leg]:
    """The legs with the armies in hand: each gets what it lacks, the weakest what is left."""
    shared = [
        leg._replace(lacking=odds.lacking(leg.fighting, leg.defenders, SAFE_CHANCE)) for leg in legs
    ]
    shared.sort(key=lambda leg: leg.lacking)
    for place, leg in enumerate(shared):
        extra = pool if place == len(shared) - 1 else min(pool, leg.lacking)
        shared[place] = leg._replace(extra=extra)
        pool -= extra
    return shared
