"""One cast of the dice against the rolls themselves, and against the dice of the engine."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from risk_tui.engine.rules.combat import Combat
from risk_tui.odds import CLASSIC, cast
from risk_tui.odds.cast import against, merged, rolls
from risk_tui.odds.shares import exact_shares_of
from tests.odds.rules import NUMBERS_OF_DICE


@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (3, 1), (3, 2), (2, 3), (3, 3)])
def test_a_cast_counts_the_losses_of_every_roll(dice: tuple[int, int]) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=sum(dice)):
        attack = sorted(faces[: dice[0]], reverse=True)
        defence = sorted(faces[dice[0] :], reverse=True)
        counts[Combat.losses(attack, defence)] += 1
    assert counts == {(lost, killed): ways for lost, killed, ways in cast(*dice).outcomes}
    assert cast(*dice).total == 6 ** sum(dice)


def test_three_dice_in_defence_cost_three_armies_in_all() -> None:
    thrown = cast(3, 3)
    assert thrown.mean_attacker_losses + thrown.mean_defender_losses == 3
    assert thrown.mean_attacker_losses > thrown.mean_defender_losses


def test_a_cast_is_made_of_its_attacks() -> None:
    parts = [(against(roll, 2), ways) for roll, ways in rolls(3).items()]
    assert merged(parts) == cast(3, 2)
    assert merged([(cast(1, 1), 1), (cast(1, 1), 3)]).chance(0) == cast(1, 1).chance(0)


@pytest.mark.parametrize("combat", NUMBERS_OF_DICE)
def test_both_sides_roll_as_many_dice_as_the_engine_lets_them(combat: dict[str, int]) -> None:
    """FAQ Q2.6.1: some editions let the defender roll three dice, some ask more armies of him."""
    section = CLASSIC.model_copy(update=combat)
    rule, shares = Combat(section), exact_shares_of(section)
    for free, defenders in product(range(1, 6), repeat=2):
        attack = rule.attack_most(free + 1)
        thrown = cast(attack, rule.defence_most(defenders, attack))
        assert shares.at(free, defenders) == tuple(
            (lost, killed, thrown.chance(lost)) for lost, killed, _ in thrown.outcomes
        )


@pytest.mark.parametrize("dice", [(0, 1), (1, 0)])
def test_a_cast_needs_dice_on_both_sides(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one die"):
        cast(*dice)
