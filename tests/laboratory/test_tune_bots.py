"""Weights move towards the winners, and are printed after each round."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from typing import Any

import pytest

from risk_tui.bots.planner.weights import WEIGHTS
from risk_tui.laboratory.tune_bots import (
    NAMES,
    Factors,
    PerturbedBot,
    TableTask,
    main,
    play_table,
    tune,
)

ARMIES, CARDS = NAMES.index("armies"), NAMES.index("cards")


class ByArmies(Executor):
    """Lets the bot win that values armies more and cards less, without a game."""

    def map(self, play: Any, tasks: Any, **_: Any) -> Any:
        assert play is play_table
        for task in tasks:
            one, other = (factors[ARMIES] - factors[CARDS] for factors in task.both)
            yield (one > other) - (one < other)


def test_weights_move_towards_the_winner() -> None:
    *_, last = tune(ByArmies(), ["us-1993"], ("toni",), 60, 4, "1")
    assert last[ARMIES] > 0.5
    assert last[CARDS] < -0.5
    rest = [abs(by) for at, by in enumerate(last) if at not in (ARMIES, CARDS)]
    assert max(rest) < min(last[ARMIES], -last[CARDS])


def test_score_follows_the_seats() -> None:
    same: Factors = (0.0,) * len(NAMES)
    task = TableTask("us-1993-capital-short", "1", (same, same), ("recruit",), (0, 1, 2))
    assert play_table(task) == -play_table(task._replace(seats=(1, 0, 2)))


def test_table_without_others_tunes_duels() -> None:
    bold: Factors = tuple(3.0 if name == "boldness" else 0.0 for name in NAMES)
    same: Factors = (0.0,) * len(NAMES)
    assert PerturbedBot("1", bold, duel=True).weights["many"] == WEIGHTS["mira"]["many"]
    assert PerturbedBot("1", bold, duel=True).weights["duel"].boldness > 1
    task = TableTask("uk-new", "1", (same, same), (), (0, 1))
    assert play_table(task) == -play_table(task._replace(seats=(1, 0))) != 0


def test_factors_are_printed_after_each_round(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--rules", "us-1993-capital-short", "--others", "recruit", "--jobs", "1"]
    assert main([*short, "--rounds", "1", "--games", "2"]) == 0
    (row,) = capsys.readouterr().out.splitlines()
    assert tuple(json.loads(row)) == NAMES


def test_single_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "1"])
    assert "--games takes at least 2" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--others", "bob"], ["--rules", "chess"]])
def test_unknown_bot_or_ruleset_is_one_line(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*wrong, "--rounds", "1", "--games", "2", "--jobs", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
