"""The commander and rerolls agree with the best of all choices."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm

import pytest

from risk_tui.odds import NO_DICE_CHANGES, DiceChanges, fight_to_finish
from tests.odds.rules import CLASSIC, ITALIAN, POWERFUL, SEEN, all_rolls, approx, lost_armies

EVERY = [DiceChanges(*each) for each in product((False, True), repeat=2)]
NAMES = ["none", "commander", "re-roll", "both"]


def changed(dice: tuple[int, ...], place: int, face: int) -> tuple[int, ...]:
    return tuple(sorted((*dice[:place], face, *dice[place + 1 :]), reverse=True))


@cache
def try_all_choices(attackers: int, defenders: int, powers: DiceChanges) -> Fraction:
    """Return the chance of conquest with the best choice for every roll."""
    if not attackers or not defenders:
        return Fraction(defenders == 0)
    own, other = min(3, attackers), min(2, defenders)
    compared = min(own, other)
    kept, used = (
        [try_all_choices(attackers - lost, defenders - compared + lost, left)
         for lost in range(compared + 1)]
        for left in (powers, powers._replace(commander=False))
    )  # fmt: skip
    # Whole numbers are faster to compare than fractions.
    unit = lcm(*(chance.denominator for chance in (*kept, *used)))
    stays, turns = ([int(chance * unit) for chance in each] for each in (kept, used))

    def commanded(attack: tuple[int, ...], defence: tuple[int, ...]) -> int:
        ends = [stays[lost_armies(attack, defence)]]
        if powers.commander:
            sixes = (changed(attack, place, 6) for place in range(own))
            ends += [turns[lost_armies(six, defence)] for six in sixes]
        return max(ends)

    def rerolled(attack: tuple[int, ...], defence: tuple[int, ...]) -> list[int]:
        if not powers.reroll:
            return []
        return [
            sum(commanded(changed(attack, place, face), defence) for face in range(1, 7))
            for place in range(own)
        ]

    ways = sum(
        many * more * max(6 * commanded(attack, defence), *rerolled(attack, defence), 0)
        for attack, many in all_rolls(own).items()
        for defence, more in all_rolls(other).items()
    )
    return Fraction(ways, unit * 6 ** (own + other + 1))


@pytest.mark.parametrize("powers", EVERY, ids=NAMES)
def test_best_use_agrees_with_all_choices(powers: DiceChanges) -> None:
    for attackers, defenders in ((1, 1), (1, 2), (2, 2), (3, 1), (3, 3)):
        fight = fight_to_finish(attackers, defenders, POWERFUL, dice_changes=powers)
        assert fight.chance == approx(float(try_all_choices(attackers, defenders, powers)))
        assert fight.changes == powers


@pytest.mark.parametrize("stop_at", [0, 2])
@pytest.mark.parametrize("powers", EVERY, ids=NAMES)
def test_chances_of_all_ends_add_up_to_one(powers: DiceChanges, stop_at: int) -> None:
    fight = fight_to_finish(5, 4, POWERFUL, dice_changes=powers, stop_at=stop_at)
    assert sum(fight.attackers_left) == approx(1)
    assert sum(fight.defenders_left) == approx(1)
    assert fight.chance == approx(sum(fight.survivors))


def test_powers_and_armies_never_reduce_the_chance() -> None:
    for attackers, defenders in product((1, 2, 4, 7), (1, 2, 3, 6)):
        none, commander, reroll, both = (
            fight_to_finish(attackers, defenders, POWERFUL, dice_changes=powers).chance
            for powers in EVERY
        )
        assert none < commander <= both
        assert none < reroll < both
        for powers in EVERY:
            more = fight_to_finish(attackers + 1, defenders, POWERFUL, dice_changes=powers).chance
            assert (
                fight_to_finish(attackers, defenders, POWERFUL, dice_changes=powers).chance < more
            )


def test_powers_need_a_ruleset_that_has_them() -> None:
    both = DiceChanges(reroll=True, commander=True)
    assert fight_to_finish(4, 4, CLASSIC, dice_changes=both) == fight_to_finish(4, 4, CLASSIC)
    only = CLASSIC.model_copy(update={"commander": True})
    assert fight_to_finish(4, 4, only, dice_changes=both).changes == DiceChanges(commander=True)
    assert fight_to_finish(4, 4, POWERFUL) == fight_to_finish(4, 4, CLASSIC)


def test_reroll_of_two_pairs_counts_in_the_largest_fights() -> None:
    combat = ITALIAN.model_copy(update={"reroll": True, "attack_dice": 2})
    reroll = DiceChanges(reroll=True)
    assert fight_to_finish(70, 70, combat, dice_changes=reroll).changes == reroll


def test_result_says_which_changes_are_included() -> None:
    """Large armies and informed defenders exclude changes."""
    both = DiceChanges(reroll=True, commander=True)
    assert fight_to_finish(20, 20, POWERFUL, dice_changes=both).changes == both
    assert fight_to_finish(20, 21, POWERFUL, dice_changes=both).changes == DiceChanges(reroll=True)
    assert fight_to_finish(
        60, 60, POWERFUL, dice_changes=DiceChanges(commander=True)
    ).changes == DiceChanges(commander=True)
    great = fight_to_finish(80, 80, POWERFUL, dice_changes=DiceChanges(commander=True))
    assert (great.changes, great.chance) == (
        NO_DICE_CHANGES,
        fight_to_finish(80, 80, CLASSIC).chance,
    )
    seen = SEEN.model_copy(update={"reroll": True, "commander": True})
    assert fight_to_finish(5, 5, seen, dice_changes=both) == fight_to_finish(5, 5, SEEN)


def test_commander_turns_the_best_die_against_three_dice() -> None:
    """One free army against three: a six beats all but sixes, once."""
    combat = ITALIAN.model_copy(update={"commander": True})
    fight = fight_to_finish(1, 3, combat, dice_changes=DiceChanges(commander=True))
    three, two, one = (Fraction(sum(k**n for k in range(6)), 6 ** (n + 1)) for n in (3, 2, 1))
    # He wins one lost roll, unless a six meets him; the others must be won.
    kept = {n: Fraction(5, 6) ** n for n in (3, 2, 1)}
    first = three * two * (kept[1])
    second = three * (kept[2] - two) * one
    third = (kept[3] - three) * two * one
    assert fight.chance == approx(float(first + second + third))
