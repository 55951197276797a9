"""The defaults of options on the command line."""

from __future__ import annotations

import re

import pytest

from risk_tui.cli import build_parser, keys, main

PLAYED = {"rules": "us-1993", "seed": "1", "json": False, "variants": [], "changes": []}
DEFAULTS = {
    "odds 10 5": {"rules": "us-1993", "stop_at": None, "sea": False, "card": False, "json": False},
    "simulate": {**PLAYED, "bots": None, "games": None, "fixed_seats": False, "into": None},
    "ladder": {**PLAYED, "bots": None, "tables": None, "games": None, "alpha": None},
    "compare": {"seed": "1", "rules": [], "bot": None, "players": None, "json": False},
    "calibrate": {**PLAYED, "bot": "mira", "players": "2,3,4,5,6", "chances": None},
    "bot-check ./mybot": {"rounds": 8, "time_limit": 5.0, "seed": "check", "schema": False},
    "new": {"plain": False, "bot": [], "bot_time": 5.0, "real_dice": False, "defence": None},
    "join war": {"seat": None, "take": False, "plain": False, "bot_time": 5.0},
    "export war": {"file": "-", "force": False},
    "host": {"port": 2222, "address": "127.0.0.1", "web": None, "guests_may_create": False},
    "dice": {"game": None, "check": None, "json": False},
    "dice --check": {"check": "60000"},
    "story war": {"chances": None, "review": None, "at": None, "plain": False},
    "maps draw sketch.yaml": {"sizes": [], "into": ".", "coast": None, "force": False},
}
TOLD = {
    "simulate": ("(4 times mira)", "(100)", "(1)", "(200)"),
    "ladder": ("(2,4)", "(40)", "the most games to play (2,000)", "(0.05)", "p0 + 0.05)"),
    "compare": ("(mira)", "(4)", "(40)", "(200)"),
    "calibrate": ("(mira)", "(2,3,4,5,6)", "(2,000)", "(200)", "(1)"),
    "story": ("(8)", "(32)"),
    "dice": ("600 to 10,000,000 (60,000)",),
    "host": ("(2222)", "(mira)"),
}
"""Defaults in the help of commands, most of which are no defaults of argparse."""


@pytest.mark.parametrize("words", DEFAULTS)
def test_options_have_their_defaults(words: str) -> None:
    options = vars(build_parser(words.split()).parse_args(words.split()))
    assert {name: options[name] for name in DEFAULTS[words]} == DEFAULTS[words]


@pytest.mark.parametrize("command", TOLD)
def test_help_names_the_defaults(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    page = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert [text for text in TOLD[command] if text not in page] == []


def test_command_that_does_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(keys, "add_command", lambda parser: None)
    assert main(["keys"]) == 2
    assert capsys.readouterr().err == "risk-tui: keys.add_command must call set_defaults(run=…)\n"
