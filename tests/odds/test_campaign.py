"""Chains of conquests against every way in which they can go."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from risk_tui.odds import fight_to_finish
from risk_tui.odds.campaign import CampaignOdds, advance, campaign_odds
from risk_tui.odds.roll import exact_roll_outcomes, initial_distribution
from tests.odds.rules import CLASSIC, VARIED

if TYPE_CHECKING:
    from collections.abc import Sequence

WAYS = [
    (3, [1, 1]),
    (6, [2, 1, 3]),
    (9, [1, 1, 1, 1]),
    (7, [5]),
    (5, [1, 4, 1]),
    (12, [3, 1, 1, 4]),
]


def by_every_way(attackers: int, defenders: Sequence[int], combat) -> tuple[list, list]:
    """The chances of 0, 1, 2 … conquests in a row, and of the armies in the last territory."""
    if not defenders:
        return [Fraction(1)], []
    fight = fight_to_finish(attackers, defenders[0], combat, exact=True)
    reached = [Fraction(1)] + [Fraction(0)] * len(defenders)
    left = [Fraction(0)] * (attackers + 1)
    for survivors, chance in enumerate(fight.survivors):
        if not chance:
            continue
        # All survivors move in, one of them stays.
        further, at_the_end = by_every_way(survivors - 1, defenders[1:], combat)
        for more, then in enumerate(further, 1):
            reached[more] += chance * then
        for armies, then in enumerate(at_the_end):
            left[armies] += chance * then
        if len(defenders) == 1:
            left[survivors] += chance
    return reached, left


@pytest.mark.parametrize("rules", VARIED)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_campaign_is_every_way_that_it_can_go(rules: str, way: tuple[int, list[int]]) -> None:
    told = campaign_odds(*way, VARIED[rules], exact=True)
    reached, left = by_every_way(*way, VARIED[rules])
    assert list(told.reached) == reached
    assert [*told.left, *[0] * (len(left) - len(told.left))] == left
    assert told.chance == sum(told.left)
    quick = campaign_odds(*way, VARIED[rules])
    assert quick.reached == pytest.approx([float(each) for each in reached], abs=1e-14)


def test_one_territory_is_a_fight() -> None:
    way, fight = (
        campaign_odds(8, [5], CLASSIC, exact=True),
        fight_to_finish(8, 5, CLASSIC, exact=True),
    )
    assert (way.chance, way.left) == (fight.chance, fight.survivors)
    assert way.mean_left == fight.mean_survivors


def test_what_is_told_of_a_campaign() -> None:
    way = CampaignOdds(
        reached=(Fraction(1), Fraction(12, 13), Fraction(12, 13), Fraction(1, 4)),
        left=(Fraction(0), Fraction(1, 8), Fraction(1, 8)),
    )
    assert way.mean == Fraction(24, 13) + Fraction(1, 4)
    assert (
        way.territories_at_confidence(0.9),
        way.territories_at_confidence(0.93),
        way.territories_at_confidence(0.1),
        way.territories_at_confidence(1),
    ) == (2, 0, 3, 0)
    assert way.mean_left == Fraction(3, 2)


def test_a_stack_that_is_too_small_gets_as_far_as_it_can() -> None:
    """Two free armies take two territories at most: one stays in each."""
    way = campaign_odds(2, [1, 1, 1], CLASSIC, exact=True)
    assert way.reached[2] == Fraction(125, 216) * Fraction(15, 36)
    assert (way.chance, way.mean_left, len(way.reached)) == (0, 0, 4)
    assert campaign_odds(0, [1, 1], CLASSIC, exact=True).reached == (1, 0, 0)


def test_a_stack_of_unknown_size_is_all_its_sizes_together() -> None:
    shares = exact_roll_outcomes(VARIED["classic"])
    stack = [Fraction(1, 4), Fraction(0), Fraction(1, 4), Fraction(1, 2)]
    assert initial_distribution(2, shares) == [0, 0, 1]
    assert advance(stack, 2, shares) == [
        sum(
            chance * fight.survivors[left]
            for size, chance in enumerate(stack)
            if left < len((fight := fight_to_finish(size, 2, CLASSIC, exact=True)).survivors)
        )
        for left in range(4)
    ]


@pytest.mark.parametrize(("attackers", "defenders"), [(-1, [1]), (3, []), (3, [1, 0, 2])])
def test_a_gap_is_refused(attackers: int, defenders: list[int]) -> None:
    with pytest.raises(ValueError, match="at least one defender each"):
        campaign_odds(attackers, defenders, CLASSIC)
