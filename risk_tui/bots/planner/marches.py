"""Marches: territories to be taken cluster by cluster, each by the strongest stack beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.general.attack_plans import best_source, cost_of_entering
from risk_tui.bots.planner.legs import Leg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.general.position import Position

MAX_MARCH = 8
"""The most territories on the way to a distant cluster from another Earth."""


def march(
    position: Position, owner: Sequence[int], armies: Sequence[int], targets: Sequence[int]
) -> list[Leg]:
    """One leg for each cluster of the targets; none if some cluster is out of reach.

    Where conquerors stop, each target is a cluster, and nothing is reached by way of another.
    """
    view = position.view
    hooks = view.rules.hooks
    # Asked for every campaign, and almost nowhere does anybody have a say in it.
    stops = bool(hooks.conquerors_stop) and any(hook(view) for hook in hooks.conquerors_stop)
    alone = stops or len(targets) == 1
    spent: dict[int, int] = {}
    legs: list[Leg] = []
    for cluster in [[each] for each in targets] if alone else position.clusters(targets):
        source, free = best_source(position, owner, armies, cluster, spent)
        if source < 0 and not stops:
            source = _extend(position, owner, cluster)
            free = armies[source] - 1 - spent.get(source, 0)
        if source < 0 or (position.wastes and not position.first_steps(source, cluster)):
            return []
        for leg in legs:
            if leg.source == source and not set(leg.cluster).isdisjoint(cluster):
                # The same stack goes the same way at first.
                cluster[:0] = [place for place in leg.cluster if place not in cluster]
                legs.remove(leg)
                free = leg.free
                spent[source] -= len(leg.cluster) + int(0.85 * leg.defenders)
                break
        defenders = sum([armies[territory] for territory in cluster])
        if hooks.first_rolls:
            free -= round(cost_of_entering(position, source, cluster))
        legs.append(Leg(source, free, cluster, defenders))
        spent[source] = spent.get(source, 0) + len(cluster) + int(0.85 * defenders)
    return legs


def _extend(position: Position, owner: Sequence[int], cluster: list[int]) -> int:
    """Add the best path to a distant cluster to it; return the front it starts from, or -1."""
    free, previous = position.routes()
    territory = max(cluster, key=lambda target: (free[target], -target))
    earth, size = position.analysis.earth, len(cluster)
    while (territory := previous[territory]) >= 0:
        if owner[territory] == position.seat:
            break
        cluster.append(territory)
        if len(cluster) > size + MAX_MARCH and earth[territory] != earth[cluster[0]]:
            return -1
    return territory
