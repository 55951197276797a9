"""Sweeps: many territories to be taken in one turn, shared out among the stacks that reach them.

A stack may split wherever it has been, so its way is a tree. Losses are those to be expected.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots.general.attack_plans import cost_of_entering
from risk_tui.bots.general.position import expected_conquest_loss
from risk_tui.bots.planner.legs import Leg, shared_out

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from risk_tui.bots.general.position import Position

TURN_BACK = 2
"""The armies that are lost for a sweep where it ends and another branch goes on: as many move in
as dice were rolled, and one would have done."""


_STRONGEST = 3
"""The strongest stacks that are tried for the armies in hand."""


class Part(NamedTuple):
    """One stack's part of a sweep: its territories in an order in which they can be taken.

    ``ends`` counts the branches that end before the last one does; ``left`` are the armies to be
    expected at the end, besides one on each territory.
    """

    source: int
    territories: list[int]
    ends: int
    left: float


def sweep(
    position: Position,
    owner: Sequence[int],
    armies: Sequence[int],
    pool: int,
    targets: Collection[int],
) -> list[Leg]:
    """The legs that most likely take all targets, wherever they lie; none if that is hopeless.

    The ``pool`` of armies in hand goes to one of the strongest stacks.
    """
    seat, held_back = position.seat, position.held_back
    stacks = {
        place: armies[place] - 1.0
        for place in position.fronts
        if place not in held_back and (armies[place] > 1 or pool)
    }
    if sum(stacks.values()) + pool < sum(_price(armies[target]) for target in targets):
        return []
    closed = {place for place, holder in enumerate(owner) if holder == seat}
    strongest = sorted(stacks, key=lambda place: -stacks[place])[: _STRONGEST if pool else 1]
    best: list[Leg] = []
    most = -1.0
    for place in strongest:
        strengthened = {**stacks, place: stacks[place] + pool}
        parts = plan_sweep(position.neighbours, armies, strengthened, closed, targets)
        legs = [_leg(position, armies, part) for part in parts]
        if not legs or not all(position.first_steps(leg.source, leg.cluster) for leg in legs):
            continue
        chance = 1.0
        for leg in shared_out(position.odds, legs, pool) if pool else legs:
            chance *= position.odds.conquest_chance(leg.fighting, leg.defenders)
        if chance > most:
            best, most = legs, chance
    return best


def _leg(position: Position, armies: Sequence[int], part: Part) -> Leg:
    source, cluster = part.source, part.territories
    free = armies[source] - 1 - TURN_BACK * part.ends
    if position.view.rules.hooks.first_rolls:
        free -= round(cost_of_entering(position, source, cluster))
    return Leg(source, free, cluster, sum([armies[territory] for territory in cluster]))


def _price(defenders: int) -> float:
    """What a territory costs on average: the losses, and the army that stays behind."""
    return 1.0 + expected_conquest_loss(defenders)


def plan_sweep(
    neighbours: Sequence[Sequence[int]],
    armies: Sequence[int],
    stacks: Mapping[int, float],
    closed: Collection[int],
    targets: Collection[int],
) -> list[Part]:
    """The parts by which stacks take all targets; none if they are too few.

    ``stacks`` are the armies to spare by territory. Nobody goes through what is ``closed``. Target
    by target the cheapest way to one is added, from wherever a stack will have been.
    """
    roots = {source: source for source in stacks}
    tips = {source: source for source in stacks}
    parts = {source: Part(source, [], 0, free) for source, free in stacks.items()}
    left = set(targets)
    while left:
        way = _cheapest_way(neighbours, armies, roots, tips, parts, closed, left)
        if way is None:
            return []
        cost, path = way
        source = roots[path[0]]
        part = parts[source]
        turns = bool(part.territories) and tips[source] != path[0]
        parts[source] = Part(
            source, [*part.territories, *path[1:]], part.ends + turns, part.left - cost
        )
        roots.update(dict.fromkeys(path[1:], source))
        tips[source] = path[-1]
        left.difference_update(path)
    return [part for part in parts.values() if part.territories]


def _cheapest_way(
    neighbours: Sequence[Sequence[int]],
    armies: Sequence[int],
    roots: dict[int, int],
    tips: dict[int, int],
    parts: dict[int, Part],
    closed: Collection[int],
    targets: Collection[int],
) -> tuple[float, list[int]] | None:
    """What the cheapest way to a target costs that a stack can pay, and its territories."""
    queue: list[tuple[float, float, int, int]] = []
    ways: list[tuple[int, int]] = []
    """By number, a territory and the number of the way before it."""
    best_left: dict[int, float] = {}
    for place, source in roots.items():
        part = parts[source]
        if part.left < 1.0:
            continue
        cost = TURN_BACK if part.territories and tips[source] != place else 0.0
        ways.append((place, -1))
        queue.append((cost, cost - part.left, place, len(ways) - 1))
    queue.sort()
    while queue:
        cost, debt, place, number = heappop(queue)
        if place in targets:
            path = []
            while number >= 0:
                here, number = ways[number]
                path.append(here)
            return cost, path[::-1]
        # Whoever comes later has paid more, and is of use only with more armies left.
        if -debt <= best_left.get(place, -1.0):
            continue
        best_left[place] = -debt
        for other in neighbours[place]:
            if other in roots or other in closed:
                continue
            price = _price(armies[other])
            if debt + price <= 0.0 and best_left.get(other, -1.0) < -(debt + price):
                ways.append((other, number))
                heappush(queue, (cost + price, debt + price, other, len(ways) - 1))
    return None
