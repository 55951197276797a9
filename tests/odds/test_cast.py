"""One cast of the dice against the counts that FAQ Q3.2 prints."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from risk_tui.engine.library import load_ruleset
from risk_tui.engine.rules.combat import Combat
from risk_tui.odds import Limits, cast

# FAQ Q3.2: (attack dice, defence dice) -> rolls in which the attacker loses 0, 1, 2 armies.
FAQ_COUNTS = {
    (1, 1): (15, 21),
    (2, 1): (125, 91),
    (3, 1): (855, 441),
    (1, 2): (55, 161),
    (2, 2): (295, 420, 581),
    (3, 2): (2890, 2611, 2275),
}


@pytest.mark.parametrize("dice", FAQ_COUNTS)
def test_counts_of_the_faq(dice: tuple[int, int]) -> None:
    thrown = cast(*dice)
    assert tuple(outcome.ways for outcome in thrown.outcomes) == FAQ_COUNTS[dice]
    assert [outcome.attacker_losses for outcome in thrown.outcomes] == list(
        range(len(FAQ_COUNTS[dice]))
    )


@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (3, 1), (3, 2), (2, 3), (3, 3)])
def test_the_engine_takes_the_same_losses(dice: tuple[int, int]) -> None:
    combat = Combat(load_ruleset("us-1993").combat)
    counts: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=sum(dice)):
        attack = sorted(faces[: dice[0]], reverse=True)
        defence = sorted(faces[dice[0] :], reverse=True)
        losses = combat.losses(attack, defence)
        counts[losses] = counts.get(losses, 0) + 1
    assert counts == {(each[0], each[1]): each.ways for each in cast(*dice).outcomes}


def test_mean_losses_of_three_dice_against_two() -> None:
    # FAQ Q3.2: "0.921 armies to the defender's 1.079, which is a ratio of about 6 to 7".
    thrown = cast(3, 2)
    assert thrown.mean_attacker_losses == Fraction(2387, 2592)
    assert thrown.mean_defender_losses == Fraction(2797, 2592)


@pytest.mark.parametrize(
    ("dice", "attacker_losses", "percent"),
    [
        # Risk wiki, "Outcome probabilities of one dice roll".
        ((1, 1), 0, "41.67"),
        ((2, 1), 0, "57.87"),
        ((3, 1), 0, "65.97"),
        ((1, 2), 1, "74.54"),
        ((2, 2), 2, "44.83"),
        ((3, 2), 1, "33.58"),
    ],
)
def test_percentages_of_the_wiki(dice: tuple[int, int], attacker_losses: int, percent: str) -> None:
    assert f"{float(cast(*dice).chance(attacker_losses)) * 100:.2f}" == percent


def test_three_dice_in_defence_cost_three_armies_in_all() -> None:
    thrown = cast(3, 3)
    assert sum(outcome.ways for outcome in thrown.outcomes) == thrown.total == 6**6
    assert all(each.attacker_losses + each.defender_losses == 3 for each in thrown.outcomes)
    assert thrown.mean_attacker_losses > thrown.mean_defender_losses


@pytest.mark.parametrize("defence_dice", [1, 2, 3])
@pytest.mark.parametrize("two", [2, 3])
@pytest.mark.parametrize("three", [None, 3, 4])
@pytest.mark.parametrize("one_against_one", [False, True])
def test_limits_allow_as_many_dice_as_the_engine_does(
    defence_dice: int, two: int, three: int | None, one_against_one: bool
) -> None:
    # FAQ Q2.6.1: some editions let the defender roll three dice, some ask more armies of him.
    section = load_ruleset("us-1993").combat.model_copy(
        update={
            "defence_dice": defence_dice,
            "armies_for_two_dice": two,
            "armies_for_three_dice": three,
            "one_against_one": one_against_one,
        }
    )
    combat, limits = Combat(section), Limits.of(section)
    for free, defenders in product(range(1, 7), repeat=2):
        attack = combat.attack_most(free + 1)
        assert limits.dice(free, defenders) == (attack, combat.defence_most(defenders, attack))


def test_a_cast_needs_dice_on_both_sides() -> None:
    with pytest.raises(ValueError, match="at least one die"):
        cast(0, 1)
