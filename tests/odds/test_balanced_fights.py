"""Balanced fights agree with SMG Studio's risk-dice, and are part of all other odds."""

from __future__ import annotations

from decimal import Context, Decimal

import pytest

from risk_tui.odds import FastOdds, fast_odds, fight_to_finish
from risk_tui.odds.campaign import campaign_odds
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.roll_odds import FightBalance, FightCourse, _power, balanced_ends
from risk_tui.text.words import percent
from risk_tui.variants.balanced_blitz import PARTS, _pick_end
from risk_tui.variants.capital_die import ONE_MORE

RULES = load_ruleset("balanced-blitz")
COMBAT, BALANCE = RULES.combat, FightBalance()
USUAL = ((1, 2), (1, 2), (1, 2))
ON_EVERY_ROLL = ONE_MORE._replace(rolls=45)
ON_A_CAPITAL = ((1, 2, 3), (1, 2, 3), (1, 2, 3))


def course(attackers: int, defenders: int, defence: tuple[tuple[int, ...], ...]) -> FightCourse:
    """Return a fight to the finish."""
    return FightCourse(attackers, defenders, (1, 2, 3), defence, (2,))


@pytest.mark.parametrize(
    ("attackers", "defenders", "by_dice", "balanced"),
    [
        (3, 3, 47.03, 45.17),
        (5, 5, 50.62, 51.01),
        (10, 10, 56.76, 60.94),
        (20, 20, 63.34, 71.33),
        (2, 1, 75.42, 88.90),
        (3, 2, 65.60, 74.78),
        (5, 3, 76.94, 90.91),
        (10, 8, 72.40, 84.74),
        (20, 15, 86.04, 100.0),
    ],
)
def test_conquest_is_as_likely_as_published(
    attackers: int, defenders: int, by_dice: float, balanced: float
) -> None:
    plain = fight_to_finish(attackers, defenders, COMBAT)
    settled = fight_to_finish(attackers, defenders, COMBAT, balance=BALANCE)
    assert 100 * plain.chance == pytest.approx(by_dice, abs=0.005)
    assert 100 * settled.chance == pytest.approx(balanced, abs=0.005)
    quick = fast_odds(COMBAT, BALANCE).conquest_chance(attackers, defenders)
    assert quick == pytest.approx(settled.chance, abs=1e-12)


def test_thirty_armies_against_a_capital_have_the_published_chances() -> None:
    """The published chances that thirty armies lose twelve against fifteen on a capital."""
    by_dice, balanced = 0.0222128001707278, 0.0100282888709122
    fight = course(30, 15, ON_A_CAPITAL)
    assert fight.ends()[18][0] == pytest.approx(by_dice, abs=1e-15)
    ends = {(left, against): chance for left, against, chance in balanced_ends(fight, BALANCE)}
    assert ends[18, 0] == pytest.approx(balanced, abs=1e-15)
    for balance, chance in ((None, by_dice), (BALANCE, balanced)):
        odds = fight_to_finish(30, 15, COMBAT, first=ON_EVERY_ROLL, balance=balance)
        assert odds.survivors[18] == pytest.approx(chance, abs=1e-15)


def test_49_armies_beat_50_in_four_of_five_fights() -> None:
    chances = [
        fight_to_finish(attackers, 50, COMBAT, balance=BALANCE).chance for attackers in (48, 49)
    ]
    assert chances[0] < 0.8 <= chances[1]


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 7), (9, 4), (12, 12)])
def test_ends_of_a_fight_agree_with_the_odds(attackers: int, defenders: int) -> None:
    shown = fight_to_finish(attackers, defenders, COMBAT, balance=BALANCE)
    ends = balanced_ends(course(attackers, defenders, USUAL), BALANCE)
    assert sum(chance for _, _, chance in ends) == pytest.approx(1)
    won = [chance for left, against, chance in ends if not against]
    assert sum(won) == pytest.approx(shown.chance)
    for left, against, chance in ends:
        if not against:
            assert shown.survivors[left] == pytest.approx(chance, abs=1e-12)


def test_picked_ends_are_as_frequent_as_likely() -> None:
    fight = course(4, 3, USUAL)
    picked = [_pick_end(fight, number) for number in range(0, PARTS, 500)]
    for left, against, chance in balanced_ends(fight, BALANCE):
        share = picked.count((left, against)) / len(picked)
        assert share == pytest.approx(chance, abs=0.001)


def test_fight_that_stops_early_is_balanced() -> None:
    settled = fight_to_finish(8, 6, COMBAT, stop_at=3, balance=BALANCE)
    fight = FightCourse(8, 6, (1, 2, 3), USUAL, (5,))
    ends = balanced_ends(fight, BALANCE)
    assert sum(chance for _, against, chance in ends if not against) == pytest.approx(
        settled.chance
    )
    assert min(left for left, _, _ in ends) >= 2, "the last roll may cost two"


def test_each_fight_of_a_campaign_is_balanced() -> None:
    first = fight_to_finish(6, 2, COMBAT, balance=BALANCE)
    through = campaign_odds(6, [2, 1], COMBAT, balance=BALANCE)
    assert through.reached[1] == pytest.approx(first.chance)
    expected = sum(
        chance * fight_to_finish(left - 1, 1, COMBAT, balance=BALANCE).chance
        for left, chance in enumerate(first.survivors)
        if left > 1
    )
    assert through.chance == pytest.approx(expected)


def test_balance_keeps_even_chances_and_rounds_rare_ones() -> None:
    assert BALANCE.of_winning(0.5) == pytest.approx(0.5)
    assert BALANCE.of_winning(0.05) == 0
    assert BALANCE.of_winning(0.95) == 1


def test_certain_results_are_printed_as_100_percent() -> None:
    sure = fight_to_finish(20, 15, COMBAT, balance=BALANCE)
    assert percent(sure.chance) == "100%"
    assert percent(fight_to_finish(20, 15, COMBAT).chance) == "86%"
    assert percent(fight_to_finish(15, 30, COMBAT, balance=BALANCE).chance) == "0%"


def test_powers_are_exact_on_every_machine() -> None:
    """Compare with decimals of forty digits; powers of machines differ in the last bit."""
    context = Context(prec=40)
    numbers = [2.0**-power for power in range(60)] + [(1 + step) / 1237 for step in range(1236)]
    for exponent in (BALANCE.win_power, BALANCE.end_power):
        for number in numbers:
            expected = context.power(Decimal(number), Decimal(str(exponent)))
            assert _power(number, exponent) == float(expected)


def test_balanced_table_grows_without_recomputation() -> None:
    balanced: list[float] = []

    class Counting(FightBalance):
        def of_winning(self, chance: float) -> float:
            balanced.append(chance)
            return super().of_winning(chance)

    table = FastOdds(COMBAT, Counting())
    before = [row[:] for row in table.chances(10)]
    after = table.chances(100)
    assert [row[: len(before)] for row in after[: len(before)]] == before
    assert len(balanced) == len(after) ** 2
