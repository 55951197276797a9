"""``risk-tui ladder`` and ``compare``: what they print, and what they refuse."""

from __future__ import annotations

import json

import pytest

from risk_tui.cli import main
from risk_tui.laboratory import runner, statistics
from tests.laboratory.matches import Threads

LIMIT = ["--set", "victory.turn_limit=1"]
LADDER = ["ladder", "--bots", "greta,recruit", "--games", "2", *LIMIT]
TEST = ["ladder", "--test", "greta,recruit", "--p1", "0.9", *LIMIT]


@pytest.fixture(autouse=True)
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process, which is sooner begun."""
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: Threads())


def test_a_ladder_rates_everybody_at_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill", reason="the extra 'ratings' is not installed")
    assert main([*LADDER, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["games"] == 2 + 3 * 2
    assert {size: table["games"] for size, table in printed["tables"].items()} == {"2": 2, "4": 6}
    for row in printed["ratings"].values():
        low, high = row["interval"]
        assert low < row["rating"] < high
    assert main(LADDER) == 0
    page = capsys.readouterr().out
    for heading in ("ALL TABLES", "TABLES OF 2, 2 GAMES", "TABLES OF 4, 6 GAMES", "ONE AGAINST"):
        assert heading in page


def test_without_openskill_there_is_a_line_and_tests_still_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(statistics, "import_module", fail)
    assert main(LADDER) == 2
    problem = capsys.readouterr().err
    assert "[ratings]" in problem
    assert problem.count("\n") == 1
    assert main([*TEST, "--games", "1"]) == 1


def test_a_test_stops_at_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TEST, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["beats"] is True
    assert printed["games"] < 50
    assert (printed["p0"], printed["p1"], printed["alpha"]) == (0.5, 0.9, 0.05)
    assert main(TEST) == 0
    assert capsys.readouterr().out.startswith("greta beats recruit: ")


def test_whoever_does_not_beat_another_is_told_by_the_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ladder", "--test", "recruit,greta", "--tables", "3", "--p1", "0.8", *LIMIT]) == 1
    assert "recruit does not beat 2 of greta" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (["ladder", "--bots", "toni"], "2 or more bots"),
        (["ladder", "--bots", "toni,toni"], "two"),
        (["ladder", "--bots", "toni,recrut"], "did you mean recruit?"),
        (["ladder", "--tables", "2,1"], "numbers of seats from 2 to 6"),
        (["ladder", "--p0", "0.5"], "--p0 requires --test"),
        (["ladder", "--games", "0"], "a number of games from 1"),
        (["ladder", "--test", "greta"], "2 or more bots"),
        (["ladder", "--test", "greta,greta"], "two"),
        (["ladder", "--test", "greta,recruit", "--tables", "2,4"], "a single table size"),
        (["ladder", "--test", "greta,recruit", "--bots", "greta,recruit"], "leave --bots out"),
        (["ladder", "--test", "greta,recruit", "--p0", "0.8", "--p1", "0.6"], "more than --p0"),
        (["ladder", "--test", "greta,recruit", "--alpha", "5"], "between 0 and 1"),
        (["compare", "us-1939"], "did you mean us-19"),
        (["compare", "us-1993", "--bot", "tonni"], "did you mean toni?"),
        (["compare", "us-1993", "--players", "7"], "a number of players from 2 to 6"),
        (["compare", "us-1993", "--jobs", "0"], "a number of processes from 1"),
    ],
)
def test_bad_input_is_one_line(
    command: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.count("\n") == 1


def test_rulesets_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["compare", "us-1993", "remix", "--bot", "recruit", "--games", "2", *LIMIT]
    assert main([*command, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    rows = {row["rules"]: row for row in printed["rulesets"]}
    assert {rules: row["seats"] for rules, row in rows.items()} == {"us-1993": 4, "remix": 3}
    for row in rows.values():
        assert (row["games"], row["unfinished"], row["rounds_median"]) == (2, 0, 1)
        low, high = row["advantage_interval"]
        assert low <= row["first_player_advantage"] <= high
    assert printed["quick"] in rows
    assert main(command) == 0
    page = capsys.readouterr().out
    assert page.startswith("4 games of recruit, seed 1\n")
    assert "Quickest: " in page
