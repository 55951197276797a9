"""Fights to the finish against the tables in print and against every cast of the dice."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest

from risk_tui.engine.library import load_ruleset
from risk_tui.odds import CLASSIC, Limits, chances, conquest

# Risk wiki, "Probabilities of attacker winning a whole battle": a row for each
# number of defenders, a column for each of 1 to 10 attackers, in percent.
WIKI_TABLE = """
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
MISPRINT = (3, 10)
"""Printed as 63%; it is 2%, between the 1% above and the 6% beside it."""


def percent(chance: Fraction) -> str:
    rounded = int(
        (Decimal(chance.numerator) * 100 / Decimal(chance.denominator)).quantize(
            Decimal(1), ROUND_HALF_UP
        )
    )
    return {0: "<1", 100: ">99"}.get(rounded, str(rounded))


@pytest.mark.parametrize("defenders", range(1, 11))
def test_battle_table_of_the_wiki(defenders: int) -> None:
    printed = WIKI_TABLE.strip().splitlines()[defenders - 1].split()
    for attackers, cell in enumerate(printed, start=1):
        if (attackers, defenders) != MISPRINT:
            assert percent(conquest(attackers, defenders).chance) == cell


def test_the_misprint_of_the_wiki() -> None:
    assert conquest(*MISPRINT).chance == Fraction(
        1982091162758231904303125, 95503933319356810612703232
    )


@pytest.mark.parametrize(
    ("attackers", "defenders", "exact"),
    [
        # Worked out by hand from the counts of FAQ Q3.2.
        (1, 1, Fraction(5, 12)),
        (1, 2, Fraction(275, 2592)),
        (2, 1, Fraction(1955, 2592)),
        (2, 2, Fraction(235, 648)),
        (3, 1, Fraction(342035, 373248)),
        (3, 2, Fraction(6610505, 10077696)),
    ],
)
def test_exact_anchors(attackers: int, defenders: int, exact: Fraction) -> None:
    assert conquest(attackers, defenders).chance == exact


@pytest.mark.parametrize(
    ("attackers", "defenders", "rounded"), [(5, 5, "0.506203"), (10, 10, "0.567593")]
)
def test_rounded_anchors(attackers: int, defenders: int, rounded: str) -> None:
    assert f"{float(conquest(attackers, defenders).chance):.6f}" == rounded


@pytest.mark.parametrize("defenders", [1, 2, 3, 8])
def test_losses_with_three_dice_to_the_end(defenders: int) -> None:
    # FAQ Q3.3, with exact constants instead of rounded ones. With so many attackers they
    # always roll three dice, but for a chance that does not show.
    expected = Fraction(2387, 2797) * defenders - Fraction(164501904, 743204855) * (
        1 - Fraction(-2890, 5501) ** defenders
    )
    fight = conquest(60, defenders)
    assert float(60 - fight.mean_survivors) == pytest.approx(float(expected), abs=1e-9)
    assert chances().losses(60, defenders) == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.parametrize(
    "limits", [CLASSIC, Limits(3, 2, 3), Limits(2, 1, 2), Limits(3, 3, 2, 3, True)]
)
@pytest.mark.parametrize("stop_at", [0, 2, 5])
def test_every_end_is_counted_once(limits: Limits, stop_at: int) -> None:
    fight = conquest(9, 7, limits, stop_at=stop_at)
    ends = [fight.survivors(s) for s in range(10)] + [fight.defenders_left(d) for d in range(8)]
    assert sum(ends) == 1
    assert fight.at_least(0) == fight.chance == 1 - sum(fight.defenders_left(d) for d in range(8))


def test_stopping_early_keeps_armies_and_costs_chances() -> None:
    to_the_end, careful = conquest(8, 6), conquest(8, 6, stop_at=3)
    assert careful.chance < to_the_end.chance
    # Stopping changes nothing about the fights that never come down to three attackers.
    assert careful.at_least(4) == to_the_end.at_least(4)


def test_no_attacker_conquers_nothing() -> None:
    assert conquest(0, 3).chance == 0
    assert conquest(0, 3).defenders_left(3) == 1


def test_a_defender_who_needs_three_armies_for_two_dice_is_weaker() -> None:
    # FAQ Q2.6.1: New Zealand and some British editions; with two armies he rolls one die.
    assert conquest(3, 2, Limits(armies_for_two_dice=3)).chance > conquest(3, 2).chance
    assert conquest(1, 2, Limits(armies_for_two_dice=3)).chance == Fraction(15, 36) ** 2


ITALIAN = Limits(defence_dice=3, armies_for_three_dice=3)
"""FAQ Q2.6.1: the Brazilian and the Italian game let the defender roll up to three dice."""


def by_every_cast(attackers: int, defenders: int, limits: Limits) -> tuple[Fraction, Fraction]:
    """The chance of conquest, and the attackers lost on average, die by die."""
    if not attackers or not defenders:
        return Fraction(defenders == 0), Fraction(0)
    own, other = limits.dice(attackers, defenders)
    won = lost = Fraction(0)
    ends: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=own + other):
        pairs = zip(
            sorted(faces[:own], reverse=True), sorted(faces[own:], reverse=True), strict=False
        )
        ends[sum(attack <= defence for attack, defence in pairs)] += 1
    for losses, ways in ends.items():
        killed = min(own, other) - losses
        then = by_every_cast(attackers - losses, defenders - killed, limits)
        share = Fraction(ways, 6 ** (own + other))
        won += share * then[0]
        lost += share * (losses + then[1])
    return won, lost


@pytest.mark.parametrize(
    "limits",
    [
        ITALIAN,
        Limits(defence_dice=3, armies_for_three_dice=4),
        Limits(defence_dice=3, armies_for_two_dice=3, armies_for_three_dice=3),
        Limits(one_against_one=True),
        Limits(defence_dice=3, armies_for_three_dice=3, one_against_one=True),
    ],
)
def test_other_dice_agree_with_every_cast(limits: Limits) -> None:
    for attackers, defenders in ((1, 2), (2, 3), (3, 3), (2, 4)):
        won, lost = by_every_cast(attackers, defenders, limits)
        fight = conquest(attackers, defenders, limits)
        assert fight.chance == won
        assert chances(limits).conquest(attackers, defenders) == pytest.approx(
            float(won), abs=1e-12
        )
        assert chances(limits).losses(attackers, defenders) == pytest.approx(float(lost), abs=1e-12)


def test_a_third_die_in_defence_takes_its_armies() -> None:
    # With two armies he rolls two dice as ever; with three the third die helps.
    assert conquest(3, 2, ITALIAN).chance == conquest(3, 2).chance
    assert conquest(3, 3, ITALIAN).chance < conquest(3, 3).chance
    four = Limits(defence_dice=3, armies_for_three_dice=4)
    assert conquest(3, 3, four).chance == conquest(3, 3).chance


def test_one_die_against_one() -> None:
    # A single free army attacks two: one die each, twice.
    assert conquest(1, 2, Limits(one_against_one=True)).chance == Fraction(15, 36) ** 2


def test_two_hundred_against_two_hundred_with_three_dice_each() -> None:
    exact = conquest(200, 200, ITALIAN)
    assert sum(exact.conquered) + sum(exact.repelled) == exact.total
    assert chances(ITALIAN).conquest(200, 200) == pytest.approx(float(exact.chance), abs=1e-12)


def test_a_ruleset_names_the_limits() -> None:
    combat = load_ruleset("us-1993").combat
    assert conquest(6, 4, combat) == conquest(6, 4)
    assert chances(combat) is chances()


@pytest.mark.parametrize(("attackers", "defenders"), [(-1, 1), (1, 0)])
def test_impossible_numbers_are_refused(attackers: int, defenders: int) -> None:
    with pytest.raises(ValueError, match="at least one defender"):
        conquest(attackers, defenders)


def test_two_hundred_against_two_hundred() -> None:
    exact = conquest(200, 200)
    assert sum(exact.conquered) + sum(exact.repelled) == exact.total
    assert chances().conquest(200, 200) == pytest.approx(float(exact.chance), abs=1e-12)


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 2), (7, 12), (63, 64), (40, 90)])
def test_quick_tables_agree_with_exact_chances(attackers: int, defenders: int) -> None:
    assert chances().conquest(attackers, defenders) == pytest.approx(
        float(conquest(attackers, defenders).chance), abs=1e-12
    )


def test_quick_tables_take_any_number() -> None:
    table = chances()
    assert table.conquest(0, 5) == table.conquest(-3, 5) == table.losses(-3, 5) == 0.0
    assert table.conquest(5, 0) == 1.0
    assert table.conquest(3000, 1000) == pytest.approx(1.0)
    assert table.conquest(1000, 3000) == pytest.approx(0.0, abs=1e-9)
    assert 700 < table.losses(3000, 1000) < 900
