"""``risk-tui ladder`` and ``compare``: ratings, tests of two bots, and rulesets."""

from __future__ import annotations

import json

import pytest

from risk_tui.laboratory import statistics
from risk_tui.rules.library import own_folder
from tests.cli.running import Run

LIMIT = ["--set", "victory.turn_limit=1"]
LADDER = ["ladder", "--bots", "greta,recruit", "--games", "2", *LIMIT]
TEST = ["ladder", "--test", "greta,recruit", "--p1", "0.9", *LIMIT]

pytestmark = pytest.mark.usefixtures("in_threads")


def test_ladder_rates_all_bots_at_all_tables(printed: Run) -> None:
    pytest.importorskip("openskill", reason="the extra 'ratings' is not installed")
    data = json.loads(printed(*LADDER, "--json"))
    assert data["games"] == 2 + 3 * 2
    assert {size: table["games"] for size, table in data["tables"].items()} == {"2": 2, "4": 6}
    for row in data["ratings"].values():
        low, high = row["interval"]
        assert low < row["rating"] < high
    page = printed(*LADDER)
    for heading in ("ALL TABLES", "TABLES OF 2, 2 GAMES", "TABLES OF 4, 6 GAMES", "ONE AGAINST"):
        assert heading in page


def test_only_ratings_need_openskill(
    printed: Run, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(statistics, "import_module", fail)
    line = refusal(*LADDER)
    assert line.startswith("ratings need the package openskill") and "[ratings]" in line
    assert printed(*TEST, "--games", "1", code=1)


def test_test_stops_at_its_verdict(printed: Run) -> None:
    data = json.loads(printed(*TEST, "--json"))
    assert data["beats"] is True
    assert data["games"] < 50
    assert (data["p0"], data["p1"], data["alpha"]) == (0.5, 0.9, 0.05)
    assert printed(*TEST).startswith("greta beats recruit: ")


def test_exit_code_tells_that_a_bot_does_not_win(printed: Run) -> None:
    command = ["ladder", "--test", "recruit,greta", "--tables", "3", "--p1", "0.8", *LIMIT]
    assert "recruit does not beat 2 × greta" in printed(*command, code=1)


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("ladder --bots toni", "2 or more bots"),
        ("ladder --bots toni,toni", "two"),
        ("ladder --bots toni,recrut", "did you mean recruit?"),
        ("ladder --tables 2,1", "numbers of seats from 2 to 6"),
        ("ladder --p0 0.5", "--p0 requires --test"),
        ("ladder --games 0", "a number of games from 1"),
        ("ladder --test greta", "--test takes two different bots"),
        ("ladder --test greta,greta", "--test takes two different bots"),
        ("ladder --test greta,toni,ivo", "--test takes two different bots"),
        ("ladder --test greta,recruit --tables 2,4", "a single table size"),
        ("ladder --test greta,recruit --bots greta,recruit", "leave --bots out"),
        ("ladder --test greta,recruit --p0 0.8 --p1 0.6", "more than --p0"),
        ("ladder --test greta,recruit --alpha 5", "between 0 and 1"),
        ("compare us-1939", "did you mean us-19"),
        ("compare us-1993 --bot tonni", "did you mean toni?"),
        ("compare us-1993 --players 7", "a number of players from 2 to 6"),
        ("compare us-1993 --jobs 0", "a number of processes from 1"),
    ],
)
def test_bad_input_is_refused(command: str, problem: str, refusal: Run) -> None:
    assert problem in refusal(*command.split())


def test_rulesets_are_compared(printed: Run) -> None:
    command = ["compare", "us-1993", "remix", "--bot", "recruit", "--games", "2", *LIMIT]
    data = json.loads(printed(*command, "--json"))
    rows = {row["rules"]: row for row in data["rulesets"]}
    assert {rules: row["seats"] for rules, row in rows.items()} == {"us-1993": 4, "remix": 3}
    for row in rows.values():
        assert (row["games"], row["unfinished"], row["rounds_median"]) == (2, 0, 1)
        low, high = row["advantage_interval"]
        assert low <= row["first_player_advantage"] <= high
    assert data["quick"] in rows
    page = printed(*command)
    assert page.startswith("4 games of recruit, seed 1\n")
    assert "Quickest: " in page


def test_rulesets_without_finished_games_are_not_ranked(printed: Run) -> None:
    short = ["--bot", "recruit", "--games", "1", "--rounds", "1"]
    command = ["compare", "us-1993", "us-1993-capital-short", *short, "--players", "2"]
    data = json.loads(printed(*command, "--json"))
    assert [row["unfinished"] for row in data["rulesets"]] == [1, 1]
    assert "quick" not in data
    assert "Quickest: " not in printed(*command)


def test_ruleset_named_twice_is_played_once(printed: Run) -> None:
    path = own_folder("rulesets") / "us-1993.yaml"
    command = ["compare", "us-1993", path, "--bot", "recruit", "--games", "1", *LIMIT]
    (row,) = json.loads(printed(*command, "--json"))["rulesets"]
    assert (row["rules"], row["games"]) == ("us-1993", 1)
