"""Helps and errors of the command line in another language."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import COMMANDS, main
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset, names
from risk_tui.text.rulebook import page
from tests.pseudo import pseudo, pseudo_language

if TYPE_CHECKING:
    from collections.abc import Collection


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


OPTIONS = ["--ascii", "--blocks", "--theme", "--lang", "--colours", "--colors"]

LEFT = re.compile(r"[A-Za-z]{2,}")
"""A word that stands outside of brackets."""


def untranslated(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the lines that have words outside of brackets, names apart."""
    while "⟦" in text:
        text, before = re.sub(r"⟦[^⟦⟧]*⟧", "", text), text
        if text == before:
            break
    lines = (
        re.sub("|".join(map(re.escape, names)) or "$^", "", each) for each in text.splitlines()
    )
    return [line.strip() for line in lines if LEFT.search(line)]


def test_every_sentence_of_the_rules_is_translated() -> None:
    with pseudo_language():
        for name in names("rulesets"):
            ruleset = load_ruleset(name)
            assert untranslated("\n".join(page(ruleset, load_board(STANDARD_MAP)))) == [], name


def test_list_of_commands_is_translated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    help = run("--help", capsys, monkeypatch)
    told = re.sub(r"\{[^}]*\}", "", help[help.index(pseudo("show the version")) :])
    assert untranslated(told, [name for name, *_ in COMMANDS] + OPTIONS) == []


@pytest.mark.parametrize(
    "words",
    [
        "nosuch",
        "odds --attackers 3 --defenders 2 --set nosuch=1",
        "odds --nosuch",
        "odds --attackers 0",
        "resume x",
        "rules show nosuch",
        "maps show x",
    ],
)
def test_errors_are_translated(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = run(words, capsys, monkeypatch)
    assert untranslated(error.partition(": ")[2]) == []
