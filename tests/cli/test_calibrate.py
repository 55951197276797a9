"""``risk-tui calibrate``: how often players won who were given a chance."""

from __future__ import annotations

import json

import pytest

from risk_tui.cli import main
from risk_tui.story.chances import Prediction, group_into_bins
from tests.cli.running import Run


def test_bins_compare_chances_with_results() -> None:
    """By Wilson's interval of 60 out of 100: 0.502 to 0.691."""
    fair = [Prediction((0.55, 0.45), (1.0, 0.0))] * 60 + [Prediction((0.55, 0.45), (0.0, 1.0))] * 40
    four, five = group_into_bins(fair)
    assert (four.least, four.chances, five.least, five.chances) == (0.4, 100, 0.5, 100)
    assert (round(five.low, 3), five.won, round(five.high, 3)) == (0.502, 0.6, 0.691)
    assert five.is_calibrated and four.is_calibrated
    (wrong, *_) = group_into_bins([Prediction((0.05, 0.95), (1.0, 0.0))] * 10)
    assert not wrong.is_calibrated
    assert group_into_bins([Prediction((1.0,), (1.0,))])[0].least == 0.9


def test_same_seed_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    command = "calibrate --players 3 --games 2 --jobs 1 --set victory.turn_limit=3 --json"
    pages = []
    for _ in range(2):
        main(command.split())
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]
    data = json.loads(pages[0])
    assert data["games"] == 2
    assert 4 <= sum(row["chances"] for row in data["bins"]) <= 6


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--players 3,x", "--players takes numbers of players from 2 to 6, not 'x'"),
        (f"--players {'9' * 5000}", "--players takes numbers of players from 2 to 6"),
        ("--games 0", "--games takes a number of games from 1"),
        ("--bot tonni", "did you mean toni?"),
        ("--chances -1", "--chances takes a number of games from 1"),
    ],
)
def test_bad_input_is_refused(options: str, problem: str, refusal: Run) -> None:
    assert problem in refusal("calibrate", *options.split())
