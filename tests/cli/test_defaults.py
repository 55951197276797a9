"""The defaults that the help of commands names."""

from __future__ import annotations

import re

import pytest

from risk_tui.cli import main

HELP_DEFAULTS = {
    "simulate": ("(4 times mira)", "(100)", "(1)", "(200)"),
    "ladder": ("(2,4)", "(40)", "the most games to play (2,000)", "(0.05)", "p0 + 0.05)"),
    "compare": ("(mira)", "(4)", "(40)", "(200)"),
    "calibrate": ("(mira)", "(2,3,4,5,6)", "(2,000)", "(200)", "(1)"),
    "story": ("(8)", "(32)"),
    "dice": ("600 to 10,000,000 (60,000)",),
    "host": ("(2222)", "(mira)"),
}
"""Defaults in the help of commands, most of which argparse doesn't know."""


@pytest.mark.parametrize("command", HELP_DEFAULTS)
def test_help_names_the_defaults(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    page = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert [text for text in HELP_DEFAULTS[command] if text not in page] == []
