"""Campaigns agree with all ways in which their fights can end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.odds import fight_to_finish
from risk_tui.odds.campaign import CampaignMap, CampaignOdds, campaign_odds
from risk_tui.odds.roll import initial_distribution
from tests.odds.rules import CLASSIC, VARIED, approx

if TYPE_CHECKING:
    from collections.abc import Sequence

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
