"""The rules of combat that tests of odds go through."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import pytest

from risk_tui.rules.library import load_ruleset

if TYPE_CHECKING:
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
    # A ruleset says what three dice take where there are three, and nothing of dice never rolled.
    if (defence == 3) == (three is not None) and (defence > 1 or two == 2)
]
"""Every choice of the numbers of dice that a ruleset can make."""

CLASSIC = load_ruleset("us-1993").combat
"""Three dice against two, chosen before the roll, as in nearly every edition (FAQ Q2.6)."""

ITALIAN = CLASSIC.model_copy(update={"defence_dice": 3, "armies_for_three_dice": 3})
"""FAQ Q2.6.1: the Brazilian and the Italian game let the defender roll up to three dice."""

FOUR_FOR_THREE = ITALIAN.model_copy(update={"armies_for_three_dice": 4})
THREE_FOR_TWO = CLASSIC.model_copy(update={"armies_for_two_dice": 3})
"""FAQ Q2.6.1: New Zealand and some British editions; with two armies he rolls one die."""
ONE_AGAINST_ONE = CLASSIC.model_copy(update={"one_against_one": True})
TWO_DICE = CLASSIC.model_copy(update={"attack_dice": 2, "defence_dice": 1})
SEEN = CLASSIC.model_copy(update={"defence_choice": "seen"})
"""FAQ Q2.6.1: in the old UK rules the defender sees the roll before he chooses."""
SEEN_THREE = ITALIAN.model_copy(update={"defence_choice": "seen"})
POWERFUL = CLASSIC.model_copy(update={"reroll": True, "commander": True})
"""US 1980, FAQ part 2: the card that lets an attacker re-roll a die, and the commander."""

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
"""Rulesets that differ in everything that matters to the dice."""


def mean_defender_losses(odds: RollOdds) -> Fraction:
    """Armies that the defender loses on average."""
    losses = sum(outcome.defender_losses * outcome.ways for outcome in odds.outcomes)
    return Fraction(losses, odds.total)
