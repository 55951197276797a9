"""``risk-tui calibrate``: how often those won who were given a chance."""

from __future__ import annotations

import json

import pytest

from risk_tui.cli import main
from risk_tui.story.calibration import Prediction, group_into_bins


def test_of_all_who_were_given_a_chance_so_many_should_win() -> None:
    """By Wilson's interval of 60 out of 100: 0.502 to 0.691."""
    fair = [Prediction((0.55, 0.45), (1.0, 0.0))] * 60 + [Prediction((0.55, 0.45), (0.0, 1.0))] * 40
    four, five = group_into_bins(fair)
    assert (four.least, four.chances, five.least, five.chances) == (0.4, 100, 0.5, 100)
    assert (round(five.low, 3), five.won, round(five.high, 3)) == (0.502, 0.6, 0.691)
    assert five.is_calibrated and four.is_calibrated
    (wrong, *_) = group_into_bins([Prediction((0.05, 0.95), (1.0, 0.0))] * 10)
    assert not wrong.is_calibrated
    assert group_into_bins([Prediction((1.0,), (1.0,))])[0].least == 0.9


def test_games_are_played_and_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["calibrate", "--players", "3", "--games", "2", "--jobs", "1", "--json"]
    command += ["--set", "victory.turn_limit=3"]
    printed = []
    for _ in range(2):
        main(command)
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    data = json.loads(printed[0])
    assert data["games"] == 2
    assert 4 <= sum(row["chances"] for row in data["bins"]) <= 6


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["--players", "3,x"],
            "--players takes comma-separated numbers of players, 2 to 6, not '3,x'",
        ),
        (["--games", "0"], "--games takes a number of games from 1"),
        (["--bot", "tonni"], "did you mean toni?"),
        (["--chances", "-1"], "--chances takes a number of games from 1"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
