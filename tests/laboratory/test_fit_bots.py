"""Weights for the value of positions are fitted to who won, and printed as they are kept."""

from __future__ import annotations

import json
import random
from math import exp

import pytest

from risk_tui.bots.planner.valuation import FEATURES, load_weights, shipped_file
from risk_tui.laboratory.fit_bots import TurnSample, fit, log_loss, main


def drawn(weights: list[float], number: int) -> list[TurnSample]:
    """Samples of seats with features at random, whose winners these weights make likely."""
    rng = random.Random(number)
    samples = []
    for _ in range(number):
        seats = [[rng.gauss(0, 1) for _ in weights] for _ in range(3)]
        shares = [exp(sum(w * x for w, x in zip(weights, seat, strict=True))) for seat in seats]
        samples.append(TurnSample(seats, rng.choices(range(3), shares)[0], 1.0))
    return samples


def test_the_weights_by_which_winners_were_drawn_are_found_again() -> None:
    samples = drawn([2.0, -1.0], 800)
    found = fit(samples, [0.0, 0.0])
    assert found == pytest.approx([2.0, -1.0], abs=0.35)
    assert log_loss(samples, found) < log_loss(samples, [0.0, 0.0])


def test_nothing_is_learnt_from_nothing() -> None:
    assert fit([], [1.0, 2.0]) == pytest.approx([1.0, 2.0])


def test_prints_weights_from_games_as_the_file_has_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", "us-1993", "--tables", "toni,recruit", "--games", "1"]) == 0
    weights = json.loads(capsys.readouterr().out)
    assert weights.keys() == shipped_file().keys()
    assert set(weights["mira"]) == {"duel", "many"}
    assert set(weights["mira"]["duel"]["features"]) == set(FEATURES)
    assert weights["oskar"] == shipped_file()["oskar"]
    kept = dict(zip(FEATURES, load_weights()["many"].features, strict=True))
    assert weights["mira"]["many"]["features"] == kept, "there was no game of more than two"


@pytest.mark.parametrize("wrong", [["--tables", "toni,bob"], ["--rules", "chess"]])
def test_says_in_a_line_what_is_not_there(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(wrong) == 2
    assert capsys.readouterr().err.count("\n") == 1
