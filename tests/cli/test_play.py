"""``risk-tui play``: the options of a new game."""

from __future__ import annotations

import pytest

from risk_tui.cli import main
from risk_tui.saves.folder import saved_games


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("--seed", "a seed has 1 to 99 characters"),
        ("--rules", "unknown ruleset ''"),
        ("--map", "unknown map ''"),
    ],
)
def test_an_empty_value_is_not_taken_for_the_default(
    option: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", "--players", "Ann,Ben", option, ""]) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out
    assert not saved_games()
