"""``risk-tui simulate``: what it prints, where it goes on, what it refuses."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.bots import DEFAULT_BOT
from risk_tui.cli import main
from risk_tui.laboratory import runner
from risk_tui.laboratory.one_game import play_task
from risk_tui.laboratory.runner import LocalWorkers
from risk_tui.saves.folder import saved_games
from tests.laboratory.matches import Threads
from tests.waiting import wait_for

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.laboratory.one_game import GameTask, PlayedGame

SHORT = ["simulate", "--bots", "toni,recruit", "--set", "victory.turn_limit=1", "--games", "4"]
TIMES = {"seconds", "game_seconds", "thinking_seconds", "characters"}


@pytest.fixture(autouse=True)
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process, which is sooner begun."""
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: Threads())


def figures(capsys: pytest.CaptureFixture[str], *options: str, code: int = 0) -> dict[str, Any]:
    """What a simulation prints for programs."""
    assert main([*SHORT, "--json", *options]) == code
    return json.loads(capsys.readouterr().out)


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


def test_it_counts_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    printed = figures(capsys)
    assert printed["games"] == printed["finished"] == 4
    assert sum(printed["wins"].values()) == sum(row["wins"] for row in printed["seats"]) == 4
    assert set(printed["turns"]) == {"mean", "median", "p95"}
    assert set(figures(capsys, "--bots", "bot,recruit")["wins"]) == {DEFAULT_BOT, "recruit"}
    assert printed["seconds"] > 0
    assert main(SHORT) == 0
    page = capsys.readouterr().out
    assert page.startswith("4 games by US 1993, house rules, seed 1\n")
    for heading in ("WINS", "BY SEAT", "BY TURN ORDER", "LENGTH OF FINISHED GAMES", "LUCK"):
        assert heading in page


def test_processes_give_the_same_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = figures(capsys)
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: LocalWorkers(jobs))
    assert without_times(figures(capsys, "--jobs", "2")) == without_times(here)


def test_a_file_of_results_is_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    into = ["--into", str(tmp_path / "results.jsonl")]
    whole = figures(capsys)
    part = figures(capsys, *into, "--only", "2,4")
    assert part["games"] == 2
    assert without_times(figures(capsys, *into)) == without_times(whole)
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 2 + 4


def test_a_table_has_a_line_for_each_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    printed = figures(capsys, "--csv", str(path))
    rows = list(csv.DictReader(path.open()))
    assert [row["game"] for row in rows] == ["1", "2", "3", "4"]
    won = sum(float(row["won_1"]) for row in rows)
    assert won == printed["seats"][0]["wins"]
    figures(capsys, "--csv", str(path))  # over its own one


def test_games_are_kept_by_number_or_all_of_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    figures(capsys, "--keep", "2,3")
    kept = saved_games()
    assert sorted(game.path.stem[-2:] for game in kept) == ["-2", "-3"]
    figures(capsys, "--keep", str(tmp_path / "all"))
    figures(capsys, "--keep", str(tmp_path / "all"))  # they are there already
    assert len(list((tmp_path / "all").glob("*.risk"))) == 4
    same = next((tmp_path / "all").glob("*-2.risk"))
    assert main(["export", str(same)]) == 0
    assert "recruit" in capsys.readouterr().out


def test_a_fault_names_its_game_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from risk_tui.bots.simple import Recruit

    def fail_in_game_2(seed: int | str) -> Recruit:
        if str(seed).startswith("1/2/"):
            raise ZeroDivisionError("division by zero")
        return Recruit(seed)

    monkeypatch.setattr("risk_tui.bots.simple.Recruit", fail_in_game_2)
    assert main([*SHORT, "--json"]) == 1
    printed = capsys.readouterr()
    assert "game 2 (seed 1/2): ZeroDivisionError" in printed.err
    assert printed.err.endswith("1 game was aborted by an error\n")
    counts = json.loads(printed.out)
    assert (counts["games"], counts["faults"]) == (3, 1)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--bots", "tonni,recruit"], "did you mean toni?"),
        (["--bots", "recruit"], "2 or more bots"),
        (["--bots", ",".join(["recruit"] * 7)], "at most 6"),
        (["--rules", "us-1939"], "did you mean us-19"),
        (["--variant", "airlft"], "did you mean airlift?"),
        (["--games", "0"], "a number of games from 1 to"),
        (["--jobs", "0"], "a number of processes from 1 to"),
        (["--rounds", "-1"], "a number of rounds from 1 to"),
        (["--only", "5"], "game numbers from 1 to 4"),
        (["--keep", "5"], "game numbers from 1 to 4"),
        (["--seed", ""], "a seed has 1 to"),
        (["--into", "/nowhere/results"], "cannot be written"),
        (["--csv", "/nowhere/table"], "cannot be written"),
        (["--rules", "remix"], "for 3 players"),
        (["--bots", ""], "--bots takes 2 or more"),
        (["--keep", ""], "'' is not a folder"),
    ],
)
def test_bad_input_is_one_line(
    options: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHORT, *options]) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out


def test_files_of_others_are_not_written_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann,\n")
    for option in ("--into", "--csv", "--keep"):
        assert main([*SHORT, option, str(letter)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert letter.read_text() == "Dear Ann,\n"


def test_ctrl_c_stops_and_the_same_command_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # More games than are over before anybody stops them.
    options = ["--set", "victory.turn_limit=3", "--games", "500", "--jobs", "1"]
    command = [sys.executable, "-m", "risk_tui", *SHORT, *options, "--json"]
    folder = tmp_path / "state" / "risk-tui" / "simulations"

    def games() -> int:
        return sum(file.read_text().count('"number"') for file in folder.glob("*"))

    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background ignores it.
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

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "play_task", play_the_first)
        before = games()
        assert figures(capsys, *options)["games"] == 500
    assert len(played) == 500 - before
    assert not games()  # what is finished is not gone on with


def test_an_edition_of_another_board_is_played_on_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert figures(capsys, "--rules", "castle", "--games", "1")["games"] == 1
