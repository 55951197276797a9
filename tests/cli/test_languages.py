"""Helps and errors of the command line in another language."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from io import StringIO

import pytest

from risk_tui.cli import main
from risk_tui.cli.options import COMMANDS
from risk_tui.cli.saves import _confirm
from risk_tui.cli.simulate import progress_bar
from risk_tui.data.language import use
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset, names
from risk_tui.text.rulebook import book_lines
from tests.cli.running import Run
from tests.pseudo import pseudo, pseudo_language


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that returns the output of a command in the pseudo language."""
    monkeypatch.setattr("risk_tui.cli.use_language", lambda *wishes: None)

    def run(words: str) -> str:
        with pseudo_language(), suppress(SystemExit):
            main(words.split())
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


def test_words_of_argparse_are_translated(run: Run) -> None:
    help = run("rename --help")
    for word in ("usage: ", "options", "positional arguments", "show this help message and exit"):
        assert pseudo(word) in help, word

    missing = pseudo("the following arguments are required: %s") % "FILE"
    assert missing in run("maps check")

    error = {"argument_name": "--attackers", "message": pseudo("expected one argument")}
    line = pseudo("argument %(argument_name)s: %(message)s") % error
    assert line in run("odds --attackers")


OPTIONS = ["--ascii", "--blocks", "--theme", "--lang", "--colours", "--colors"]

LEFT = re.compile(r"[A-Za-z]{2,}")
"""A word outside of brackets."""


def untranslated(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the lines that have words outside of brackets, except the ``names``."""
    brackets = 1
    while brackets:  # The innermost first.
        text, brackets = re.subn(r"⟦[^⟦⟧]*⟧", "", text)
    text = re.sub("|".join(map(re.escape, names)) or "$^", "", text)
    return [line.strip() for line in text.splitlines() if LEFT.search(line)]


def test_every_sentence_of_the_rules_is_translated() -> None:
    with pseudo_language():
        for name in names("rulesets"):
            ruleset = load_ruleset(name)
            assert untranslated("\n".join(book_lines(ruleset, load_board(STANDARD_MAP)))) == [], (
                name
            )


def test_list_of_commands_is_translated(run: Run) -> None:
    help = run("--help")
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
def test_errors_are_translated(words: str, run: Run) -> None:
    error = run(words)
    assert untranslated(error.partition(": ")[2]) == []


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("simulate --bots mira,toni --games 2 --jobs 1", ["mira", "toni", "p95"]),
        ("dice --check 600", []),
        ("rules list", names("rulesets")),
        ("maps list", [*names("maps"), "ánd"]),
        ("bots", ["toni", "greta", "ivo", "mira", "oskar", "recruit"]),
    ],
)
def test_tables_and_lists_are_translated(
    words: str, kept: Collection[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.bots._entry_points", dict)  # Other packages aren't translated.
    printed = run(words)
    assert "⟦" in printed
    assert untranslated(printed, sorted(kept, key=len, reverse=True)) == []


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("language", "answer"), [("it", "Sì"), ("de", "j"), ("it", "y")])
def test_yes_is_understood_in_the_language_and_in_english(
    language: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda question: answer)
    use(language)
    assert _confirm("?")


def test_progress_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    with pseudo_language(), progress_bar(3) as show:
        show(1)
    assert pseudo("games") in terminal.getvalue()
    assert pseudo("left") in terminal.getvalue()


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("words", ["--lang de --lang it", "--lang=de --lang=it", "--la it"])
def test_last_language_counts(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words.split(), "docs", "chess"]) == 2
    assert "pagina sconosciuta 'chess'" in capsys.readouterr().err


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("words", ["saves", "odds 3 2", "stats", "rules show us-1993"])
def test_every_command_takes_a_language(words: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*words.split(), "--lang", "de", "--help"])
    assert stop.value.code == 0
