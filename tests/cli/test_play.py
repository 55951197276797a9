"""``risk-tui play``: the options of a new game."""

from __future__ import annotations

import io
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from risk_tui.cli.play import name_programs
from risk_tui.saves.folder import saved_games
from risk_tui.table.table import Table
from tests.cli.running import Run


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--seed=", "a seed has 1 to 99 characters"),
        ("--rules=", "unknown ruleset ''"),
        ("--map=", "unknown map ''"),
        ("--real-dice --seed 4", "with real dice"),
        ("--players= --real-dice", "name the players"),
    ],
)
def test_bad_options_are_refused_before_a_game_is_created(
    options: str, problem: str, refusal: Run
) -> None:
    command = "play --plain --players Ann,Ben"
    assert problem in refusal(*command.split(), *options.split())
    assert not saved_games()


@pytest.mark.parametrize(
    "option", ["--bot=Ben=cmd:./mybot", "--seed=", "--turn-limit=0", "--clock=2m", "--no-talk"]
)
def test_form_takes_no_options_of_a_table(option: str, refusal: Run) -> None:
    assert refusal("new", option) == f"{option.partition('=')[0]} requires --players"


def test_surplus_empty_word_is_named(refusal: Run) -> None:
    assert "unexpected ''" in refusal("new", "")


def test_program_without_a_name_gets_one_that_is_free() -> None:
    program: Any = SimpleNamespace(label="trial", player="external:trial")
    named = name_programs([":", " Trial"], {0: program})
    assert named == ["trial2:external:trial", " Trial"]


@pytest.mark.parametrize("command", ["play", "new"])
def test_turn_limit_is_a_rule_of_the_game(
    command: str, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    printed(command, "--plain", "--players", "Ann,Ben", "--turn-limit", "2")
    (game,) = saved_games()
    with closing(Table.open(game.path)) as table:
        assert table.setup.ruleset.victory.turn_limit == 2
