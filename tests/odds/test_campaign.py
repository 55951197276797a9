"""Campaigns agree with all ways in which their fights can end, and routes with all routes."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Sequence

import pytest

from risk_tui.odds import fight_to_finish
from risk_tui.odds.campaign import (
    Branch,
    CampaignMap,
    CampaignOdds,
    CampaignPlan,
    campaign_odds,
    linear_campaign,
    plan_campaign,
    split_campaign,
    territories_of,
)
from risk_tui.odds.roll import initial_distribution
from risk_tui.odds.routes import best_route, best_visit_order, branch_to_targets, plan_assault
from tests.extent import few
from tests.odds.rules import CLASSIC, FOUR_FOR_THREE, SEEN, VARIED, approx

WAYS = [
    (0, [1, 1]),
    (2, [1, 1, 1]),  # At most two conquests, because one army stays in each territory.
    (3, [1, 1]),
    (6, [2, 1, 3]),
    (9, [1, 1, 1, 1]),
    (7, [5]),
    (5, [1, 4, 1]),
    (12, [3, 1, 1, 4]),
]


def play_all_ways(attackers: int, defenders: Sequence[int], combat) -> tuple[list, list]:
    """Return the chances of 0, 1, 2 … conquests, and of the armies in the last territory."""
    if not defenders:
        return [1.0], []
    fight = fight_to_finish(attackers, defenders[0], combat)
    reached = [1.0] + [0.0] * len(defenders)
    left = [0.0] * (attackers + 1)
    for survivors, chance in enumerate(fight.survivors):
        if not chance:
            continue
        # All survivors move in, and one of them stays.
        further, at_the_end = play_all_ways(survivors - 1, defenders[1:], combat)
        for more, then in enumerate(further, 1):
            reached[more] += chance * then
        for armies, then in enumerate(at_the_end):
            left[armies] += chance * then
        if len(defenders) == 1:
            left[survivors] += chance
    return reached, left


@pytest.mark.parametrize("rules", VARIED)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_campaign_agrees_with_all_its_ways(rules: str, way: tuple[int, list[int]]) -> None:
    computed = campaign_odds(*way, VARIED[rules])
    reached, left = play_all_ways(*way, VARIED[rules])
    assert list(computed.reached) == approx(reached)
    assert [*computed.left, *[0] * (len(left) - len(computed.left))] == approx(left)
    assert computed.chance == approx(sum(computed.left))


def test_figures_of_a_campaign() -> None:
    way = CampaignOdds(reached=(1.0, 12 / 13, 12 / 13, 0.25), left=(0.0, 0.125, 0.125))
    assert way.mean_territories == approx(24 / 13 + 0.25)
    assert (
        way.territories_at_confidence(0.9),
        way.territories_at_confidence(0.93),
        way.territories_at_confidence(0.1),
        way.territories_at_confidence(1),
    ) == (2, 0, 3, 0)
    assert way.mean_left == 1.5


def test_stack_of_unknown_size_combines_all_sizes() -> None:
    stack = [0.25, 0.0, 0.25, 0.5]
    assert initial_distribution(2) == [0, 0, 1]
    campaign = CampaignMap([[1], [0]], [1, 2], frozenset({1}), CLASSIC)
    assert campaign.survivors(0, 1, stack) == approx(
        [
            sum(
                chance * fight.survivors[left]
                for size, chance in enumerate(stack)
                if left < len((fight := fight_to_finish(size, 2, CLASSIC)).survivors)
            )
            for left in range(4)
        ]
    )


@pytest.mark.parametrize(
    ("attackers", "defenders", "message"),
    [
        (-1, [1], "at least 0 attackers"),
        (3, [], "at least one defender each"),
        (3, [1, 0, 2], "at least one defender each"),
    ],
)
def test_invalid_numbers_are_refused(attackers: int, defenders: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        campaign_odds(attackers, defenders, CLASSIC)


TRIES = 3_000
SURE = 4.9
"""The allowed standard deviations; a false alarm comes once in 80,000 runs."""


def fought(free: int, defenders: int, dice: random.Random) -> int:
    """Fight to the finish, and return the free armies left; 0 after a defeat."""
    while free and defenders:
        attack = sorted((dice.randrange(6) for _ in range(min(3, free))), reverse=True)
        defence = sorted((dice.randrange(6) for _ in range(min(2, defenders))), reverse=True)
        for mine, other in zip(attack, defence, strict=False):
            free -= mine <= other
            defenders -= mine > other
    return free


def succeeds(land: CampaignMap, free: int, forks: Sequence[Branch], dice: random.Random) -> bool:
    """Play a campaign with dice, and return True if it takes everything."""
    for fork in forks:
        free = fought(free, land.armies[fork.territory], dice)
        if not free:
            return False
        inside = free if fork.moved is None else min(free, fork.moved)
        free -= inside
        if not succeeds(land, inside - 1, fork.branches, dice):
            return False
    return True


STAR = CampaignMap(
    [[1, 2, 3], [0, 4], [0], [0, 5], [1], [3]], [9, 1, 2, 1, 1, 3], frozenset(range(1, 6)), CLASSIC
)
CAMPAIGNS = {
    "a spur, then on with the rest": (Branch(2, 3), Branch(1, None, (Branch(4),))),
    "a detachment of five, then the rest": (
        Branch(1, 5, (Branch(4),)),
        Branch(3, None, (Branch(5),)),
    ),
    "three ways": (Branch(1, 3), Branch(2, 3), Branch(3, None, (Branch(5),))),
}


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_campaign_succeeds_as_often_as_computed(name: str) -> None:
    forks, dice = CAMPAIGNS[name], random.Random(name)
    computed = plan_campaign(STAR, 0, forks).odds.chance
    share = sum(succeeds(STAR, STAR.armies[0] - 1, forks, dice) for _ in range(TRIES)) / TRIES
    assert abs(share - computed) < SURE * math.sqrt(computed * (1 - computed) / TRIES)


def test_campaign_without_forks_is_linear() -> None:
    land = CampaignMap([[1], [0, 2], [1, 3], [2]], [9, 2, 1, 4], frozenset({1, 2, 3}), CLASSIC)
    assert linear_campaign(land, 0, (1, 2, 3)).odds == campaign_odds(8, [2, 1, 4], CLASSIC)


def test_hardest_branch_gets_all_spare_armies() -> None:
    land = CampaignMap([[1, 2], [0], [0, 3], [2]], [30, 1, 5, 5], frozenset({1, 2, 3}), CLASSIC)
    plan = split_campaign(land, 0, (Branch(2, None, (Branch(3),)), Branch(1)))
    assert [(fork.territory, fork.moved) for fork in plan.branches] == [(1, 3), (2, None)]
    assert plan.odds.chance > 0.99


@pytest.mark.parametrize("seed", few([*range(12)], 5))
def test_branches_lead_to_all_connected_targets(seed: int) -> None:
    land = random_land(seed)
    strong = CampaignMap(land.neighbours, [300, *land.armies[1:]], land.enemies, land.combat)
    reached, waiting = set[int](), [0]
    for here in waiting:
        for other in land.neighbours[here]:
            if other in land.enemies and other not in reached:
                reached.add(other)
                waiting.append(other)
    forks = branch_to_targets(strong, 0, land.enemies)
    assert sorted(territories_of(forks)) == sorted(reached)
    assert not reached or split_campaign(strong, 0, forks).odds.chance > 0.99


def test_last_branch_must_get_all_remaining_armies() -> None:
    for forks in ((), (Branch(1, 2),), (Branch(1, None, (Branch(4, 1),)),)):
        with pytest.raises(ValueError, match="the last branch"):
            plan_campaign(STAR, 0, forks)


def test_stacks_share_targets_and_unreachable_ones_are_left() -> None:
    # 0 - 1   2 - 3   4: two stacks with a target each, and an isolated target.
    land = CampaignMap([[1], [0], [3], [2], []], [9, 2, 9, 3, 1], frozenset({1, 3, 4}), CLASSIC)
    plan = plan_assault(land, {0, 2}, {1, 3})
    assert {(each.source, each.territories) for each in plan.campaigns} == {(0, (1,)), (2, (3,))}
    assert plan.chance == pytest.approx(
        campaign_odds(8, [2], CLASSIC).chance * campaign_odds(8, [3], CLASSIC).chance
    )
    assert plan_assault(land, {0, 2}, {1, 3, 4}).untaken_targets == (4,)
    assert plan_assault(land, {0, 2}, {1, 3, 4}).chance == 0


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
