"""Combat rules for tests of odds, and counts of all rolls and fights to compare with."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import product

import pytest

from risk_tui.rules.combat import CombatRules, CombatSection
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.roll_odds import RollOdds

approx = partial(pytest.approx, rel=1e-13, abs=1e-15)
"""Equality up to the rounding of floats."""

NUMBERS_OF_DICE = [
    {
        "attack_dice": attack,
        "defence_dice": defence,
        "armies_for_two_dice": two,
        "armies_for_three_dice": three,
        "one_against_one": one,
    }
    for attack, defence, two, three, one in product(
        (1, 2, 3), (1, 2, 3), (2, 3), (None, 3, 4), (False, True)
    )
    # A ruleset has a value only for numbers of dice that can be rolled.
    if (defence == 3) == (three is not None) and (defence > 1 or two == 2)
]
"""Every combination of numbers of dice in rulesets."""

CLASSIC = load_ruleset("us-1993").combat
"""Three dice against two, chosen before the roll, as in nearly all editions (FAQ Q2.6)."""

ITALIAN = CLASSIC.model_copy(update={"defence_dice": 3, "armies_for_three_dice": 3})
"""The Brazilian and the Italian game: the defender rolls up to three dice (FAQ Q2.6.1)."""

FOUR_FOR_THREE = ITALIAN.model_copy(update={"armies_for_three_dice": 4})
THREE_FOR_TWO = CLASSIC.model_copy(update={"armies_for_two_dice": 3})
"""New Zealand and some British editions: two defenders roll one die (FAQ Q2.6.1)."""
ONE_AGAINST_ONE = CLASSIC.model_copy(update={"one_against_one": True})
TWO_DICE = CLASSIC.model_copy(update={"attack_dice": 2, "defence_dice": 1})
SEEN = CLASSIC.model_copy(update={"defence_choice": "seen"})
"""The old UK rules: the defender sees the roll before choosing (FAQ Q2.6.1)."""
SEEN_THREE = ITALIAN.model_copy(update={"defence_choice": "seen"})
POWERFUL = CLASSIC.model_copy(update={"reroll": True, "commander": True})
"""US 1980: a reroll by a card, and the commander (FAQ part 2)."""

VARIED = {
    "classic": CLASSIC,
    "three dice": ITALIAN,
    "three dice from four armies": FOUR_FOR_THREE,
    "two dice from three armies": THREE_FOR_TWO,
    "one against one": ONE_AGAINST_ONE,
    "two dice against one": TWO_DICE,
    "the roll is seen": SEEN,
    "three dice, the roll is seen": SEEN_THREE,
    "one against one, three dice": FOUR_FOR_THREE.model_copy(update={"one_against_one": True}),
}
"""Rules that differ in everything that matters for dice."""


def mean_defender_losses(odds: RollOdds) -> Fraction:
    """Return the defender's mean losses in armies."""
    losses = sum(outcome.defender_losses * outcome.ways for outcome in odds.outcomes)
    return Fraction(losses, odds.total)


@cache
def all_rolls(dice: int) -> Counter[tuple[int, ...]]:
    """Count the rolls of a number of dice, from high to low."""
    return Counter(
        tuple(sorted(faces, reverse=True)) for faces in product(range(1, 7), repeat=dice)
    )


@cache
def lost_armies(attack: tuple[int, ...], defence: tuple[int, ...]) -> int:
    """Return the attacker's losses, die by die."""
    return sum(own <= other for own, other in zip(attack, defence, strict=False))


@cache
def count_losses(attack_dice: int, defence_dice: int) -> Counter[tuple[int, int]]:
    """Count the losses of both sides in all rolls."""
    counts: Counter[tuple[int, int]] = Counter()
    sides = all_rolls(attack_dice).items(), all_rolls(defence_dice).items()
    for (attack, ways), (defence, more) in product(*sides):
        lost = lost_armies(attack, defence)
        counts[lost, min(attack_dice, defence_dice) - lost] += ways * more
    return counts


@cache
def play_all_rolls(
    attackers: int, defenders: int, combat: CombatSection, first: int = 0
) -> tuple[Fraction, Fraction]:
    """Return the chance of conquest and the attacker's mean loss, from all rolls of a fight.

    Args:
        first: The number of rolls in which the defender may roll one more die, at most three.
    """
    if not attackers or not defenders:
        return Fraction(defenders == 0), Fraction(0)
    rules = CombatRules(combat)
    attack_dice = rules.max_attack_dice(attackers + 1)
    defence_dice = rules.max_defence_dice(defenders, attack_dice)
    if first:
        defence_dice = min(defence_dice + 1, 3)
    won = lost = Fraction(0)
    for (own, killed), ways in count_losses(attack_dice, defence_dice).items():
        killed = min(killed, defenders)
        later = play_all_rolls(attackers - own, defenders - killed, combat, max(first - 1, 0))
        share = Fraction(ways, 6 ** (attack_dice + defence_dice))
        won += share * later[0]
        lost += share * (own + later[1])
    return won, lost
