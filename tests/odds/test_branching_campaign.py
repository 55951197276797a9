"""Campaigns that split agree with simulated dice; plans for several stacks."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest

from risk_tui.odds import campaign_odds
from risk_tui.odds.campaign import (
    Branch,
    CampaignMap,
    linear_campaign,
    plan_campaign,
    split_campaign,
    territories_of,
)
from risk_tui.odds.routes import branch_to_targets, plan_assault
from tests.extent import few
from tests.odds.rules import CLASSIC
from tests.odds.test_routes import random_land

if TYPE_CHECKING:
    from collections.abc import Sequence

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
