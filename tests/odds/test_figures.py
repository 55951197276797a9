"""The odds agree with all figures about dice that the sources print.

"FAQ" is the Risk FAQ, parts Q3.1 to Q3.4; "wiki" is the article of the Risk wiki with its three
tables. Figures are compared as printed, rounded to as many places. Two of them are misprints. The
figures about cards (FAQ Q3.5) are in ``test_card_odds``.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from risk_tui.odds import fast_odds, fight_to_finish, roll_odds
from risk_tui.odds.campaign import campaign_odds
from risk_tui.rules.roll_odds import (
    best_defence,
    defence_costs,
    losses_against,
    merge_outcomes,
    rolls,
)
from tests.odds.rules import CLASSIC, SEEN, mean_defender_losses


def printed(number: Fraction | float, places: int) -> str:
    """Format a number with this many places; halves are rounded up."""
    number, step = Fraction(number), Decimal(1).scaleb(-places)
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return str(exact.quantize(step, ROUND_HALF_UP))


def as_in_print(number: Fraction | float, figure: str) -> str:
    """Format a number with as many places as a printed figure."""
    return printed(number, len(figure.partition(".")[2]))


# One roll: FAQ Q3.2 prints the counts and percentages of all outcomes; the wiki (table "Outcome
# probabilities of one dice roll") prints the same percentages.

# Dice of attacker and defender, the attacker's losses, the count, and the percentage.
ROLLS = [
    ((3, 2), 2, (2275, 7776), "29.26"),
    ((3, 2), 0, (2890, 7776), "37.17"),
    ((3, 2), 1, (2611, 7776), "33.58"),
    ((3, 1), 1, (441, 1296), "34.03"),
    ((3, 1), 0, (855, 1296), "65.97"),
    ((2, 2), 2, (581, 1296), "44.83"),
    ((2, 2), 0, (295, 1296), "22.76"),
    ((2, 2), 1, (420, 1296), "32.41"),
    ((2, 1), 1, (91, 216), "42.13"),
    ((2, 1), 0, (125, 216), "57.87"),
    ((1, 2), 1, (161, 216), "74.54"),
    ((1, 2), 0, (55, 216), "25.46"),
    ((1, 1), 1, (21, 36), "58.33"),
    ((1, 1), 0, (15, 36), "41.67"),
]


@pytest.mark.parametrize(("dice", "lost", "count", "percentage"), ROLLS)
def test_one_roll(
    dice: tuple[int, int], lost: int, count: tuple[int, int], percentage: str
) -> None:
    odds = roll_odds(*dice)
    (ways,) = [each.ways for each in odds.outcomes if each.attacker_losses == lost]
    assert (ways, odds.total) == count
    assert printed(100 * odds.chance(lost), 2) == percentage


def test_mean_losses_of_three_dice_against_two() -> None:
    """FAQ Q3.2: 0.921 armies to the defender's 1.079, "a ratio of about 6 to 7"."""
    odds = roll_odds(3, 2)
    lost, killed = odds.mean_attacker_losses, mean_defender_losses(odds)
    assert (lost, killed) == (Fraction(2387, 2592), Fraction(2797, 2592))
    assert (printed(lost, 3), printed(killed, 3)) == ("0.921", "1.079")
    assert printed(7 * lost / killed, 0) == "6"


def test_mean_losses_if_the_defender_sees_the_roll() -> None:
    """FAQ Q3.2: with the strategy of Q3.1 the ratio is about 1.001, a disadvantage."""
    often = best_defence(SEEN, 3, 8).odds
    lost, killed = often.mean_attacker_losses, mean_defender_losses(often)
    assert (lost, killed) == (Fraction(1945, 2592), Fraction(1943, 2592))
    assert printed(lost / killed, 3) == "1.001"


# Fights: wiki, table "Probabilities of attacker winning a whole battle", in percent. It has a row
# for each number of defenders, and a column for each of 1 to 10 free attackers.

FIGHTS = """
42 75 92 97 99 >99 >99 >99 >99 >99
11 36 66 79 89 93 97 98 99 99
3 21 47 64 77 86 91 95 97 98
1 9 31 48 64 74 83 89 93 95
<1 5 21 36 51 64 74 82 87 92
<1 2 13 25 40 52 64 73 81 86
<1 1 8 18 30 42 54 64 73 80
<1 <1 5 12 22 33 45 55 65 72
<1 <1 3 9 16 26 36 46 56 65
<1 <1 63 6 12 19 29 38 48 57
"""
FIGHT_MISPRINT = (3, 10)
"""Printed as 63%; it is 2%, between the 3% above and the 6% beside it."""


def percent(chance: float) -> str:
    """Format a chance as in the table."""
    whole = printed(100 * chance, 0)
    return {"0": "<1", "100": ">99"}.get(whole, whole)


def test_fights_agree_with_the_table() -> None:
    for defenders, row in enumerate(FIGHTS.split("\n")[1:-1], 1):
        for attackers, cell in enumerate(row.split(), 1):
            chance = percent(fight_to_finish(attackers, defenders, CLASSIC).chance)
            wrong = (attackers, defenders) == FIGHT_MISPRINT
            assert chance == ("2" if wrong else cell), (attackers, defenders)


# Campaigns: wiki, table "Number of attacking armies in the first battle" (1 to 20 free attackers;
# the headings 1 and 19 are misprinted as 6 and 39).

CAMPAIGNS = {
    (1, "mean"): "0.42 1.0 1.7 2.3 3.0 3.6 4.3 5.0 5.6 6.3 "
    "6.9 7.6 8.3 8.9 9.6 10.2 10.9 11.5 12.2 12.9",
    (1, "90%"): "0 0 1 1 2 2 3 3 4 4 5 5 6 7 7 8 8 9 10 10",
    (2, "mean"): "0.11 0.39 0.82 1.2 1.6 2.0 2.4 2.8 3.2 3.6 "
    "3.9 4.3 4.7 5.1 5.5 5.9 6.3 6.7 7.1 7.5",
    (2, "90%"): "0 0 0 0 0 1 1 1 2 2 2 2 3 3 3 4 4 4 5 5",
}
CAMPAIGN_MISPRINT = (18, 1, "mean")
"""Printed as 11.5; it is 2495/216 = 11.55…, which is rounded up."""


def test_campaigns_agree_with_the_table() -> None:
    for (defenders, row), cells in CAMPAIGNS.items():
        for attackers, cell in enumerate(cells.split(), 1):
            way = campaign_odds(attackers, [defenders] * attackers, CLASSIC)
            if row == "mean":
                computed = as_in_print(way.mean_territories, cell)
            else:
                computed = str(way.territories_at_confidence(0.9))
            wrong = (attackers, defenders, row) == CAMPAIGN_MISPRINT
            assert computed == ("11.6" if wrong else cell), (attackers, defenders, row)


# The defender's dice: FAQ Q3.1, against three dice


def second_dice_met_with_two(armies: int) -> list[tuple[int, ...]]:
    """Return the rolls of three dice that these armies answer with two dice."""
    return [roll for roll, dice in best_defence(SEEN, 3, armies).dice.items() if dice == 2]


@pytest.mark.parametrize(
    ("armies", "highest", "others"),
    [
        # "if the defender is down to exactly 2 armies … if the second die is 4 or less"
        (2, 4, ()),
        (3, 3, ()),  # "exactly 3 armies … he should still use the 'second die is 3 or less' rule"
        (4, 3, ((4, 4),)),  # "exactly 4 armies … 3 or less, or if the attacker's roll is 4-4"
        (5, 3, ()),  # "with 5 or more armies, always use the '3 or less' rule"
        (6, 3, ()),
        (7, 3, ()),
        (50, 3, ()),
    ],
)
def test_dice_of_a_defender_who_sees_the_roll(
    armies: int, highest: int, others: tuple[tuple[int, int], ...]
) -> None:
    wanted = [roll for roll in rolls(3) if roll[1] <= highest or roll[:2] in others]
    assert second_dice_met_with_two(armies) == wanted


def test_defender_who_does_not_see_the_roll_takes_all_dice() -> None:
    """FAQ Q3.1: "he should always roll as many dice as permitted"."""
    for armies in range(2, 9):
        assert set(best_defence(CLASSIC, 3, armies).dice.values()) == {2}
        # One die would cost the attacker less.
        fewer = defence_costs(CLASSIC, 3, armies - 1)[-1]
        one_die = roll_odds(3, 1).chance(1) / roll_odds(3, 1).chance(0)
        assert best_defence(CLASSIC, 3, armies).expected_loss > fewer + one_die


# Losses in taking a territory with three dice to the end: FAQ Q3.3

BLIND = defence_costs(CLASSIC, 3, 40)
SIGHTED = defence_costs(SEEN, 3, 40)

SLOPE, SHARE, ROOT = (
    Fraction(2387, 2797),
    Fraction(164501904, 743204855),
    Fraction(-2890, 5501),
)
"""The constants of "0.8534144 N - 0.2213413 (1 - (-0.525359)^N)"."""


def test_formula_for_losses() -> None:
    assert (printed(SLOPE, 7), printed(SHARE, 7)) == ("0.8534144", "0.2213413")
    assert printed(ROOT, 6) == "-0.525359"
    for armies in range(41):
        assert BLIND[armies] == SLOPE * armies - SHARE * (1 - ROOT**armies), armies


@pytest.mark.parametrize("defenders", [1, 2, 3, 8])
def test_losses_of_a_fight_agree_with_the_formula(defenders: int) -> None:
    """Sixty attackers practically always roll three dice to the end."""
    fight, expected = fight_to_finish(60, defenders, CLASSIC), float(BLIND[defenders])
    assert fight.attacker_losses == pytest.approx(expected, abs=1e-9)
    assert fast_odds(CLASSIC).losses(60, defenders) == pytest.approx(expected, abs=1e-9)


def test_each_army_adds_to_the_losses() -> None:
    """FAQ Q3.3: "about 1/2", "about 1 1/2", "only about 3/4", and "rapidly toward 0.8534"."""
    assert BLIND[1] == Fraction(49, 95)
    assert printed(2 * BLIND[1], 0) == "1"
    assert printed(2 * BLIND[2], 0) == "3"
    added = [more - less for less, more in pairwise(BLIND)]
    assert printed(4 * added[2], 0) == "3"
    # The second army adds most.
    assert max(added) == added[1]
    assert printed(added[-1], 4) == printed(SLOPE, 4) == "0.8534"


def test_even_numbers_are_better_than_odd_ones() -> None:
    """FAQ Q3.3: 4 + 4 cost 6.42 armies, 3 + 5 only 6.34."""
    assert printed(2 * BLIND[4], 2) == "6.42"
    assert printed(BLIND[3] + BLIND[5], 2) == "6.34"


SEEN_CONSTANTS = (
    Fraction(1945, 1943),
    Fraction(-36538375824, 93894217879),
    Fraction(2992377907836, 4867673926885),
    Fraction(-788, 5041),
)
"""The constants of "1.0010293 N - 0.3891440 + 0.6147449 * (-0.1563182)^N"."""


def without_the_exception(most: int) -> list[Fraction]:
    """Return the losses against a defender who ignores the exception for 4-4 with four armies."""
    found = [Fraction(0), BLIND[1]]
    for armies in range(2, most + 1):
        highest = 4 if armies == 2 else 3
        odds = merge_outcomes(
            [
                (losses_against(roll, 1 + (roll[1] <= highest)), ways)
                for roll, ways in rolls(3).items()
            ]
        )
        after = sum(
            Fraction(ways, odds.total) * (lost + (found[armies - killed] if killed else 0))
            for lost, killed, ways in odds.outcomes
        )
        repeated = sum(each.ways for each in odds.outcomes if not each.defender_losses)
        found.append(after / (1 - Fraction(repeated, odds.total)))
    return found


def test_constants_of_the_formula_if_the_roll_is_seen() -> None:
    """The formula of FAQ Q3.3 ignores the exception for 4-4 in Q3.1."""
    slope, constant, factor, root = SEEN_CONSTANTS
    assert printed(slope, 7) == "1.0010293"
    assert printed(-constant, 7) == "0.3891440"
    assert printed(factor, 7) == "0.6147449"
    assert printed(root, 7) == "-0.1563182"
    simple = without_the_exception(30)
    for armies in range(1, 31):
        assert simple[armies] == slope * armies + constant + factor * root**armies


def test_exception_costs_the_attacker_a_little_more() -> None:
    """The optimum: 1.0010293 N - 0.3889530 + 0.6647668 * (-0.1563182)^N from three armies on."""
    simple = without_the_exception(30)
    assert simple[:4] == SIGHTED[:4]
    assert all(simple[armies] < SIGHTED[armies] for armies in range(4, 31))
    assert printed(simple[4], 7) == "3.6153404"
    assert printed(SIGHTED[4], 7) == "3.6155613"
    slope, _, _, root = SEEN_CONSTANTS
    for armies in range(4, 31):
        about = float(slope) * armies - 0.3889530 + 0.6647668 * float(root) ** armies
        assert float(SIGHTED[armies]) == pytest.approx(about, abs=2e-7)


def test_even_numbers_matter_less_if_the_roll_is_seen() -> None:
    """FAQ Q3.3; the second army still adds most."""
    added = [more - less for less, more in pairwise(SIGHTED)]
    assert max(added) == added[1]
    blind = 2 * BLIND[4] - BLIND[3] - BLIND[5]
    assert 0 < 2 * SIGHTED[4] - SIGHTED[3] - SIGHTED[5] < blind


# Rules of thumb for eliminating a player: FAQ Q3.4. The exact coefficients follow the printed ones.
# Each territory also costs the army that stays there.


def coefficients(losses: list[Fraction]) -> tuple[float, float, float, float]:
    """Return the losses per army, per territory, and for territories with one and two armies."""
    armies = losses[40] - losses[39]
    territory = losses[40] - 40 * armies + 1
    alone, two = (losses[n] + 1 - armies * n - territory for n in (1, 2))
    return float(armies), float(territory), float(alone), float(two)


# The rule, its losses, the printed and the exact coefficients, and their largest difference.
RULES_OF_THUMB = [
    (
        "5/6 of the armies + 7/9 a territory - 1/9 with one army + 1/18 with two",
        BLIND,
        (5 / 6, 7 / 9, -1 / 9, 1 / 18),
        (0.853414, 0.778659, -0.116284, 0.061091),
        0.021,
    ),
    (
        "all armies + 3/5 a territory - 1/10 with one army, where the roll is seen",
        without_the_exception(40),
        (1, 3 / 5, -1 / 10),
        (1.001029, 0.610856, -0.096096),
        0.011,
    ),
]


@pytest.mark.parametrize(
    ("losses", "rule", "true", "apart"),
    [each[1:] for each in RULES_OF_THUMB],
    ids=[each[0] for each in RULES_OF_THUMB],
)
def test_rules_of_thumb_are_nearly_exact(
    losses: list[Fraction], rule: tuple[float, ...], true: tuple[float, ...], apart: float
) -> None:
    exact = coefficients(losses)[: len(true)]
    assert exact == pytest.approx(true, abs=5e-7)
    assert max(abs(one - other) for one, other in zip(rule, exact, strict=True)) < apart
