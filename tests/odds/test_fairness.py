"""Tests of dice agree with printed tables, and detect unfair dice."""

from __future__ import annotations

import random
from math import erfc, exp, pi, sqrt

import pytest

from risk_tui.odds.fairness import combined_chance, judge_faces, judge_pairs, sample, tail

# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: critical values of χ².
TABLE = [
    (1, 0.05, 3.841),
    (1, 0.001, 10.828),
    (2, 0.05, 5.991),
    (2, 0.001, 13.816),
    (5, 0.10, 9.236),
    (5, 0.05, 11.070),
    (5, 0.01, 15.086),
    (5, 0.001, 20.515),
    (10, 0.05, 18.307),
    (25, 0.05, 37.652),
    (25, 0.001, 52.620),
    (35, 0.05, 49.802),
    (35, 0.01, 57.342),
]


@pytest.mark.parametrize(("degrees", "chance", "chi2"), TABLE)
def test_tails_agree_with_printed_tables(degrees: int, chance: float, chi2: float) -> None:
    assert tail(chi2, degrees) == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize("x", [0.0, 0.3, 4.4, 11.07, 40.0, 300.0])
def test_series_for_six_faces_equals_the_closed_form(x: float) -> None:
    closed = erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)
    assert tail(x, 5) == pytest.approx(closed, rel=1e-12)


def test_tails_fall_from_one_to_zero() -> None:
    for degrees in range(1, 40):
        assert tail(0, degrees) == 1
        assert tail(5000, degrees) == 0
    assert tail(0, 0) == 1
    with pytest.raises(ValueError, match="negative"):
        tail(-1, 5)


def test_faces_are_judged_by_chi_squared() -> None:
    """60 dice, ten of each expected: χ² = (25 + 4 + 0 + 9 + 1 + 1) / 10."""
    verdict = judge_faces([15, 8, 10, 7, 11, 9])
    assert verdict.chi2 == pytest.approx(4.0)
    assert verdict.degrees == 5
    assert judge_faces([10] * 6).chance == 1
    with pytest.raises(ValueError, match="no dice"):
        judge_faces([0] * 6)


def test_pairs_are_counted_across_throws() -> None:
    counted = sample([(1, 2, 1), (2,), (6, 6)])
    assert counted.faces == (2, 2, 0, 0, 0, 2)
    found = {(f + 1, g + 1): n for f, row in enumerate(counted.pairs) for g, n in enumerate(row)}
    assert {pair: number for pair, number in found.items() if number} == {
        (1, 2): 2,
        (2, 1): 1,
        (2, 6): 1,
        (6, 6): 1,
    }


def test_cyclic_dice_are_detected_by_pairs() -> None:
    counted = sample([(1, 2, 3, 4, 5, 6)] * 100)
    assert judge_faces(counted.faces).chance == 1
    assert judge_pairs(counted.pairs).chance < 1e-9


def test_loaded_dice_are_detected_by_faces() -> None:
    rng = random.Random(6)
    counted = sample([rng.choices(range(1, 7), [1, 1, 1, 1, 1, 2], k=6000)])
    assert judge_faces(counted.faces).chance < 1e-9
    assert judge_pairs(counted.pairs).chance > 0.01


def test_die_with_one_face_has_no_pairs_to_judge() -> None:
    assert judge_pairs(sample([(6,) * 100]).pairs) == (0.0, 0, 1.0)


def test_fair_dice_fail_as_often_as_expected() -> None:
    """Of 400 samples 40 fail at 10 %; four standard deviations of 6 are allowed."""
    rng = random.Random(11)
    counted = [sample([[rng.randint(1, 6) for _ in range(600)]]) for _ in range(400)]
    for failed in (
        sum(judge_faces(each.faces).chance < 0.1 for each in counted),
        sum(judge_pairs(each.pairs).chance < 0.1 for each in counted),
    ):
        assert 16 <= failed <= 64


def test_worst_of_several_tests_counts() -> None:
    assert combined_chance([0.5]) == 0.5
    assert combined_chance([0.5, 0.9]) == pytest.approx(0.75)
    assert combined_chance([1e-30, 1.0]) == pytest.approx(2e-30)
    assert combined_chance([1.0, 1.0]) == 1
