"""The defender's best choice of dice: no other choice costs the attacker more."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from risk_tui.odds import roll_odds
from risk_tui.rules.combat import CombatRules, CombatSection
from risk_tui.rules.roll_odds import FAR, best_defence, best_defence_dice, defence_costs, rolls
from tests.extent import usual_or_full
from tests.odds.rules import (
    CLASSIC,
    ITALIAN,
    NUMBERS_OF_DICE,
    SEEN,
    SEEN_THREE,
    all_rolls,
    lost_armies,
)

FARTHEST = usual_or_full(FAR + 8, 40)
"""The largest number of armies for which every choice is tested."""


@cache
def losses(attack: tuple[int, ...], defence_dice: int) -> tuple[tuple[int, int, float], ...]:
    """Return the losses of both sides against an attack, and their chances, die by die."""
    counts: Counter[tuple[int, int]] = Counter()
    for defence, ways in all_rolls(defence_dice).items():
        lost = lost_armies(attack, defence)
        counts[lost, min(len(attack), defence_dice) - lost] += ways
    return tuple((*lost, ways / 6**defence_dice) for lost, ways in counts.items())


def distinct_rules() -> dict[tuple[int, ...], tuple[CombatSection, int]]:
    """Return the rules and attack dice that may lead to different choices."""
    found = {}
    for numbers in NUMBERS_OF_DICE:
        combat = CLASSIC.model_copy(update={**numbers, "defence_choice": "seen"})
        for dice in range(1, combat.attack_dice + 1):
            most = (CombatRules(combat).max_defence_dice(armies, dice) for armies in range(1, 10))
            found[(dice, *most)] = combat, dice
    return found


@pytest.mark.parametrize(
    ("combat", "dice"), distinct_rules().values(), ids=map(str, distinct_rules())
)
def test_no_other_answer_to_a_roll_costs_the_attacker_more(
    combat: CombatSection, dice: int
) -> None:
    """Bellman's condition, which only the best choice meets; it is constant from 8 armies on."""
    costs = [float(each) for each in defence_costs(combat, dice, FARTHEST)]
    for armies in range(1, FARTHEST + 1):
        here = best_defence(combat, dice, armies)
        mean = 0.0
        for roll, ways in rolls(dice).items():
            after = {
                answer: sum(
                    share * (lost + costs[armies - killed])
                    for lost, killed, share in losses(roll, answer)
                )
                for answer in range(1, CombatRules(combat).max_defence_dice(armies, dice) + 1)
            }
            assert after[here.dice[roll]] >= max(after.values()) - 1e-11
            mean += ways / 6**dice * after[here.dice[roll]]
        assert mean == pytest.approx(costs[armies], abs=1e-11)


def test_choice_of_three_dice_depends_on_the_third_die() -> None:
    """With many armies the choice is one die or three, never two."""
    two, three = best_defence(SEEN, 3, 20).dice, best_defence(SEEN_THREE, 3, 20).dice
    assert set(three.values()) == {1, 3}
    # A low third die can be beaten, a high one not.
    assert (two[6, 5, 1], three[6, 5, 1]) == (1, 3)
    assert (two[3, 3, 3], three[3, 3, 3]) == (2, 1)
    # From three armies on three dice cost more than two.
    for armies in range(3, FAR + 1):
        assert (
            best_defence(SEEN_THREE, 3, armies).expected_loss
            > best_defence(SEEN, 3, armies).expected_loss
        )
        assert (
            best_defence(SEEN_THREE, 3, armies).expected_loss
            > best_defence(ITALIAN, 3, armies).expected_loss
        )
    assert best_defence(SEEN_THREE, 3, 2) == best_defence(SEEN, 3, 2)


def test_single_army_has_no_choice() -> None:
    assert best_defence(SEEN, 3, 1).odds == roll_odds(3, 1)
    assert best_defence(SEEN, 3, 1).expected_loss == Fraction(49, 95)


@pytest.mark.parametrize("combat", [SEEN, SEEN_THREE])
def test_automatic_choice_agrees_with_the_odds(combat: CombatSection) -> None:
    rules = CombatRules(combat)
    for dice, armies in product(range(1, combat.attack_dice + 1), range(1, FAR + 1)):
        most = rules.max_defence_dice(armies, dice)
        for roll, answer in best_defence(combat, dice, armies).dice.items():
            shown = tuple(sorted(roll, reverse=True))
            assert best_defence_dice(combat, shown, armies, most) == answer
