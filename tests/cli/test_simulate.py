"""``risk-tui simulate``: its figures, its files, and how it continues a stopped run."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from risk_tui.bots import DEFAULT_BOT
from risk_tui.cli import main
from risk_tui.laboratory import one_game, runner
from risk_tui.laboratory.one_game import GameTask, PlayedGame, play_task
from risk_tui.laboratory.runner import LocalWorkers
from risk_tui.saves.folder import saved_games
from tests.cli.running import Run
from tests.waiting import wait_for

SHORT = ["simulate", "--bots", "toni,recruit", "--set", "victory.turn_limit=1", "--games", "4"]
TIMES = {"seconds", "game_seconds", "thinking_seconds", "characters"}

Figures: TypeAlias = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.usefixtures("in_threads")


@pytest.fixture
def figures(printed: Run) -> Figures:
    """Return a function that returns the figures of a simulation."""
    return lambda *options: json.loads(printed(*SHORT, "--json", *options))


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


def test_report_and_figures_count_all_games(printed: Run, figures: Figures) -> None:
    data = figures()
    assert data["games"] == data["finished"] == 4
    assert sum(data["wins"].values()) == sum(row["wins"] for row in data["seats"]) == 4
    assert set(data["turns"]) == {"mean", "median", "p95"}
    assert data["seconds"] > 0
    assert set(figures("--bots", "bot,recruit")["wins"]) == {DEFAULT_BOT, "recruit"}
    page = printed(*SHORT)
    assert page.startswith("4 games by US 1993, house rules, seed 1\n")
    for heading in ("WINS", "BY SEAT", "BY TURN ORDER", "LENGTH OF FINISHED GAMES", "LUCK"):
        assert heading in page


def test_processes_give_the_same_figures(figures: Figures, monkeypatch: pytest.MonkeyPatch) -> None:
    here = figures()
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: LocalWorkers(jobs))
    assert without_times(figures("--jobs", "2")) == without_times(here)


def test_file_of_results_is_continued(figures: Figures, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert figures("--into", path, "--only", "2,4")["games"] == 2
    assert without_times(figures("--into", path)) == without_times(figures())
    assert len(path.read_text().splitlines()) == 2 + 4


def test_table_has_a_row_for_each_game(figures: Figures, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    data = figures("--csv", path)
    rows = list(csv.DictReader(path.open()))
    assert [row["game"] for row in rows] == ["1", "2", "3", "4"]
    assert sum(float(row["won_1"]) for row in rows) == data["seats"][0]["wins"]
    figures("--csv", path)  # Replaces its own file.


def test_games_are_kept_by_number_or_all_of_them(
    figures: Figures, printed: Run, tmp_path: Path
) -> None:
    figures("--keep", "2,3")
    assert sorted(game.path.stem[-2:] for game in saved_games()) == ["-2", "-3"]
    for _ in range(2):  # Games that exist are kept.
        figures("--keep", tmp_path / "all")
    assert len(list((tmp_path / "all").glob("*.risk"))) == 4
    assert "recruit" in printed("export", next((tmp_path / "all").glob("*-2.risk")))


def test_failed_game_is_named_and_the_others_are_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from risk_tui.bots.simple import Recruit

    def fail_in_game_2(seed: int | str) -> Recruit:
        if str(seed).startswith("1/2/"):
            raise ZeroDivisionError("division by zero")
        return Recruit(seed)

    monkeypatch.setattr("risk_tui.bots.simple.Recruit", fail_in_game_2)
    assert main([*SHORT, "--json"]) == 1
    out, err = capsys.readouterr()
    assert "game 2 (seed 1/2): ZeroDivisionError" in err
    assert err.endswith("1 game was aborted by an error\n")
    data = json.loads(out)
    assert (data["games"], data["faults"]) == (3, 1)


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("--bots=tonni,recruit", "did you mean toni?"),
        ("--bots=recruit", "2 or more bots"),
        ("--bots=recruit,recruit,recruit,recruit,recruit,recruit,recruit", "at most 6"),
        ("--bots=", "--bots takes 2 or more"),
        ("--rules=us-1939", "did you mean us-19"),
        ("--rules=remix", "for 3 players"),
        ("--variant=airlft", "did you mean airlift?"),
        ("--games=0", "a number of games from 1 to"),
        ("--jobs=0", "a number of processes from 1 to"),
        ("--rounds=-1", "a number of rounds from 1 to"),
        ("--only=5", "game numbers from 1 to 4"),
        ("--keep=5", "game numbers from 1 to 4"),
        ("--keep=", "'' is not a folder"),
        ("--seed=", "a seed has 1 to"),
        ("--into=/nowhere/results", "cannot be written"),
        ("--csv=/nowhere/table", "cannot be written"),
    ],
)
def test_bad_input_is_refused(option: str, problem: str, refusal: Run) -> None:
    assert problem in refusal(*SHORT, option)


def test_other_files_are_not_overwritten(refusal: Run, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann,\n")
    for option in ("--into", "--csv", "--keep"):
        assert refusal(*SHORT, option, letter)
    assert letter.read_text() == "Dear Ann,\n"


def test_stopped_run_is_continued_by_the_same_command(
    figures: Figures, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # These games take longer than the test waits before it stops them.
    options = ["--set", "victory.turn_limit=3", "--games", "500", "--jobs", "1"]
    folder = tmp_path / "state" / "risk-tui" / "simulations"

    def games() -> int:
        return sum(file.read_text().count('"number"') for file in folder.glob("*"))

    process = subprocess.Popen(
        [sys.executable, "-m", "risk_tui", *SHORT, *options, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests in the background of a shell would ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(lambda: games() > 1 or process.poll() is not None, "two games")
    process.send_signal(signal.SIGINT)
    out, problems = process.communicate()
    assert process.returncode == 130
    assert problems.count("\n") == 1
    assert problems.endswith("run the same command to continue\n")
    assert json.loads(out)["games"] == games() < 500
    played: list[PlayedGame] = []

    def play_the_first(task: GameTask) -> PlayedGame:
        like = played[0] if played else play_task(task)
        played.append(like._replace(result=replace(like.result, number=task.number)))
        return played[-1]

    monkeypatch.setattr(one_game, "play_task", play_the_first)
    before = games()
    assert figures(*options)["games"] == 500
    assert len(played) == 500 - before
    assert not games(), "a finished run is not continued"


def test_edition_is_played_on_its_own_board(figures: Figures) -> None:
    assert figures("--rules", "castle", "--games", "1")["games"] == 1
