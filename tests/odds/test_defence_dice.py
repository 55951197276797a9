"""The defender's choice: no other choice costs the attacker more, under any rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

from risk_tui.odds import fight_to_finish, roll_odds
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.roll_odds import FAR, best_defence, best_defence_dice, defence_costs, rolls
from tests.extent import usual_or_full
from tests.odds.rules import CLASSIC, ITALIAN, NUMBERS_OF_DICE, SEEN, SEEN_THREE

if TYPE_CHECKING:
    from risk_tui.rules.combat import CombatSection

FARTHEST = usual_or_full(FAR + 8, 40)
"""Armies up to which every choice is looked at."""


@cache
def losses(attack: tuple[int, ...], defence_dice: int) -> tuple[tuple[int, int, float], ...]:
    """Armies lost by each side when these dice meet an attack, and how likely, die by die."""
    counts: Counter[tuple[int, int]] = Counter()
    for defence in product(range(1, 7), repeat=defence_dice):
        pairs = list(zip(attack, sorted(defence, reverse=True), strict=False))
        killed = sum(own > other for own, other in pairs)
        counts[len(pairs) - killed, killed] += 1
    return tuple((*lost, ways / 6**defence_dice) for lost, ways in counts.items())


def distinct_rules() -> dict[tuple[int, ...], tuple[CombatSection, int]]:
    """The rules and attack dice between which a defender's choice can differ at all."""
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
def test_no_other_answer_to_any_roll_costs_the_attacker_more(
    combat: CombatSection, dice: int
) -> None:
    """Bellman's condition, which only the best choice fulfils; and it never changes from 8 on."""
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


@pytest.mark.parametrize("combat", [SEEN, SEEN_THREE], ids=["two dice", "three dice"])
def test_every_way_to_answer_a_single_die_was_weighed(combat: CombatSection) -> None:
    """All policies against one die: 2 or 3 answers to each of its six faces."""
    for armies in range(1, 6):
        most = CombatRules(combat).max_defence_dice(armies, 1)
        fewer = defence_costs(combat, 1, armies - 1)
        found = []
        for answers in product(range(1, most + 1), repeat=6):
            # Until somebody falls, a single die kills one or nobody.
            killed = sum(
                Fraction(face - 1, 6) ** answer for face, answer in enumerate(answers, 1)
            ) / Fraction(6)
            found.append((1 - killed) / killed + fewer[-1])
        assert best_defence(combat, 1, armies).expected_loss == max(found)


@pytest.mark.parametrize("armies", [2, 3, 4, 5, 6])
def test_seeing_the_roll_costs_the_attacker_more_than_any_fixed_rule(armies: int) -> None:
    """Two dice if the second die is at most so high, and everything else as it is best."""
    fewer = defence_costs(SEEN, 3, armies - 1)
    best = best_defence(SEEN, 3, armies).expected_loss
    for highest in range(7):
        after = kept = Fraction(0)
        for roll, ways in rolls(3).items():
            for lost, killed, share in losses(roll, 2 if roll[1] <= highest else 1):
                chance = Fraction(ways, 216) * Fraction(round(share * 36), 36)
                after += chance * (lost + (fewer[armies - killed] if killed else 0))
                kept += 0 if killed else chance
        assert after / (1 - kept) <= best


def test_three_dice_look_at_the_third_die() -> None:
    """Far from the end it is one die or all of them, and two never again."""
    two, three = best_defence(SEEN, 3, 20).dice, best_defence(SEEN_THREE, 3, 20).dice
    assert set(three.values()) == {1, 3}
    # A low third die is beaten where the second one would not be, a high one is left alone.
    assert (two[6, 5, 1], three[6, 5, 1]) == (1, 3)
    assert (two[3, 3, 3], three[3, 3, 3]) == (2, 1)
    # With three armies or more three dice cost more than two.
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


def test_a_single_army_has_no_choice() -> None:
    assert best_defence(SEEN, 3, 1).odds == roll_odds(3, 1)
    assert best_defence(SEEN, 3, 1).expected_loss == Fraction(49, 95)


def test_seeing_the_roll_makes_conquest_less_likely() -> None:
    for attackers, defenders in ((3, 2), (5, 5), (10, 10), (60, 50)):
        seen, blind = (
            fight_to_finish(attackers, defenders, each).chance for each in (SEEN, CLASSIC)
        )
        assert seen < blind


@pytest.mark.parametrize("combat", [SEEN, SEEN_THREE])
def test_armies_of_no_player_choose_the_dice_that_odds_expect(combat: CombatSection) -> None:
    rules = CombatRules(combat)
    for dice, armies in product(range(1, combat.attack_dice + 1), range(1, FAR + 1)):
        most = rules.max_defence_dice(armies, dice)
        for roll, answer in best_defence(combat, dice, armies).dice.items():
            shown = tuple(sorted(roll, reverse=True))
            assert best_defence_dice(combat, shown, armies, most) == answer
