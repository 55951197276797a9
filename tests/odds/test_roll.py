"""The odds of one roll agree with all rolls, and with the dice of the engine."""

from __future__ import annotations

from itertools import product

import pytest

from risk_tui.odds import roll_odds
from risk_tui.odds.roll import roll_outcomes
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.roll_odds import losses_against, merge_outcomes, rolls
from tests.odds.rules import CLASSIC, NUMBERS_OF_DICE, count_losses


@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (3, 1), (3, 2), (2, 3), (3, 3)])
def test_odds_agree_with_all_rolls(dice: tuple[int, int]) -> None:
    assert count_losses(*dice) == {
        (lost, killed): ways for lost, killed, ways in roll_odds(*dice).outcomes
    }
    assert roll_odds(*dice).total == 6 ** sum(dice)


def test_merged_odds_of_attack_rolls_are_the_odds() -> None:
    parts = [(losses_against(roll, 2), ways) for roll, ways in rolls(3).items()]
    assert merge_outcomes(parts) == roll_odds(3, 2)
    assert merge_outcomes([(roll_odds(1, 1), 1), (roll_odds(1, 1), 3)]).chance(0) == roll_odds(
        1, 1
    ).chance(0)


@pytest.mark.parametrize("combat", NUMBERS_OF_DICE)
def test_both_sides_roll_as_many_dice_as_allowed(combat: dict[str, int]) -> None:
    """Editions differ in dice, and in the armies for them (FAQ Q2.6.1)."""
    section = CLASSIC.model_copy(update=combat)
    rule, shares = CombatRules(section), roll_outcomes(section)
    for free, defenders in product(range(1, 6), repeat=2):
        attack = rule.max_attack_dice(free + 1)
        odds = roll_odds(attack, rule.max_defence_dice(defenders, attack))
        assert shares.at(free, defenders) == tuple(
            (lost, killed, float(odds.chance(lost))) for lost, killed, _ in odds.outcomes
        )


@pytest.mark.parametrize("dice", [(0, 1), (1, 0)])
def test_roll_needs_dice_on_both_sides(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one die"):
        roll_odds(*dice)
