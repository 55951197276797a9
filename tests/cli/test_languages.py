"""Helps and errors of the command line in another language."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from risk_tui.cli import main
from tests.pseudo import pseudo, pseudo_language

if TYPE_CHECKING:
    import pytest


def run(words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a command prints in the made-up language."""
    monkeypatch.setattr("risk_tui.cli.use_language", lambda wish: None)
    with pseudo_language(), suppress(SystemExit):
        main(words.split())
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_words_of_argparse_are_translated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    help = run("rename --help", capsys, monkeypatch)
    for word in ("usage: ", "options", "positional arguments", "show this help message and exit"):
        assert pseudo(word) in help, word

    missing = pseudo("the following arguments are required: %s") % "FILE"
    assert missing in run("maps check", capsys, monkeypatch)

    error = {"argument_name": "--attackers", "message": pseudo("expected one argument")}
    line = pseudo("argument %(argument_name)s: %(message)s") % error
    assert line in run("odds --attackers", capsys, monkeypatch)
