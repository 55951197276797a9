"""The best routes agree with all routes on small random boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from risk_tui.odds.campaign import CampaignMap, CampaignPlan, campaign_odds, linear_campaign
from risk_tui.odds.routes import best_route, best_visit_order
from tests.odds.rules import CLASSIC, FOUR_FOR_THREE, SEEN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

SOURCE = 0


def random_land(seed: int) -> CampaignMap:
    """Return a map of eight territories, some linked and some own; the stack is in the first."""
    dice = random.Random(seed)
    places = range(8)
    joined: list[set[int]] = [set() for _ in places]
    for one in places:
        for other in dice.sample(range(8), 2):
            if one != other:
                joined[one].add(other)
                joined[other].add(one)
    armies = [dice.choice((1, 1, 2, 3, 6)) for _ in places]
    armies[SOURCE] = dice.randrange(1, 16)
    enemies = frozenset(place for place in places[1:] if dice.random() < 0.8)
    combat = dice.choice((CLASSIC, SEEN, FOUR_FOR_THREE))
    return CampaignMap([sorted(each) for each in joined], armies, enemies, combat)


def ways(land: CampaignMap, inside: Collection[int], way: tuple[int, ...] = ()) -> Iterator[tuple]:
    """Yield all ways through some territories without repetition."""
    for place in land.neighbours[way[-1] if way else SOURCE]:
        if place in inside and place not in way:
            yield (*way, place)
            yield from ways(land, inside, (*way, place))


def chance_of(land: CampaignMap, way: tuple[int, ...]) -> float:
    armies = [land.armies[place] for place in way]
    return campaign_odds(land.armies[SOURCE] - 1, armies, land.combat).chance


@pytest.mark.parametrize("seed", range(30))
def test_best_route_is_the_likeliest_of_all(seed: int) -> None:
    land = random_land(seed)
    best: dict[int, float] = {}
    for way in ways(land, land.enemies):
        best[way[-1]] = max(best.get(way[-1], 0.0), chance_of(land, way))
    for target in range(1, 8):
        route = best_route(land, SOURCE, [target])
        if not best.get(target):
            assert route is None
        else:
            assert route == linear_campaign(land, SOURCE, route.territories)
            assert route.territories[-1] == target
            assert route.odds.chance == pytest.approx(best[target], abs=1e-8)


@pytest.mark.parametrize("seed", range(30))
def test_best_order_takes_the_most_targets(seed: int) -> None:
    land = random_land(seed)
    targets = set(random.Random(-seed).sample(range(1, 8), 5))
    route = best_visit_order(land, SOURCE, targets)
    inside = targets & land.enemies
    bordering = [(len(way), chance_of(land, way)) for way in ways(land, inside)]
    possible = [rank for rank in bordering if rank[1]]
    if possible:
        check(land, route, inside, len(route.territories), max(possible))
    elif not bordering:
        check_from_afar(land, route, inside)
    else:
        assert route is None


def check(
    land: CampaignMap,
    route: CampaignPlan,
    targets: Collection[int],
    taken: int,
    best: tuple[int, float],
) -> None:
    assert route == linear_campaign(land, SOURCE, route.territories)
    assert len(set(route.territories) & set(targets)) == taken == best[0]
    assert route.odds.chance == pytest.approx(best[1], abs=1e-8)


def check_from_afar(
    land: CampaignMap, route: CampaignPlan | None, targets: Collection[int]
) -> None:
    """Check that the stack takes the best way to a first target, and the best one from there."""
    near = [
        (chance, way)
        for way in ways(land, land.enemies)
        if way[-1] in targets and set(way[:-1]).isdisjoint(targets)
        if (chance := chance_of(land, way))
    ]
    if not near:
        assert route is None
        return
    first = max(near)[1]
    ranked = [
        (len(set(way) & set(targets)), chance)
        for way in ways(land, {*first, *targets})
        if way[: len(first)] == first and (chance := chance_of(land, way))
    ]
    check(land, route, targets, max(ranked)[0], max(ranked))


LINE = CampaignMap([[1], [0, 2], [1, 3], [2]], [9, 2, 1, 4], frozenset({1, 3}), CLASSIC)


@pytest.mark.parametrize("places", [(1, 3), (3,), (1, 2)], ids=["a gap", "far away", "no enemy"])
def test_impossible_route_is_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no way from territory"):
        linear_campaign(LINE, 0, places)
