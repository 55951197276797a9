"""Options about the screen."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import build_parser, main
from risk_tui.cli.display_options import screen_mode
from risk_tui.data.settings import Settings, save_settings
from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import saves_folder
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.tui.theme.display_mode import DisplayMode

if TYPE_CHECKING:
    import argparse


def mode(*arguments: str) -> DisplayMode:
    """How the screen is drawn after these arguments."""
    options: argparse.Namespace = build_parser(arguments).parse_args(arguments)
    return screen_mode(options)


@pytest.fixture(autouse=True)
def _modern(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.parametrize("command", [(), ("new",), ("resume",), ("play",)])
def test_every_command_that_opens_the_screen_takes_them(command: tuple[str, ...]) -> None:
    guessed = frozenset({"theme"})
    assert mode(*command) == DisplayMode("full", "blocks", "dark", guessed)
    given = ("--colours", "16", "--ascii", "--theme", "light")
    assert mode(*command, *given) == DisplayMode("16", "ascii", "light")


def test_before_the_command_they_count_as_well() -> None:
    assert mode("--ascii", "--theme", "light", "new") == DisplayMode("full", "ascii", "light")


def test_options_come_before_settings_and_settings_before_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    save_settings(Settings(colours="256", signs="ascii", theme="light"))
    assert mode() == DisplayMode("256", "ascii", "light")
    assert mode("--colours", "auto") == DisplayMode("none", "ascii", "light")
    assert mode("--colours", "full", "--blocks", "--theme", "dark") == DisplayMode("full")


def test_a_wrong_value_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["new", "--colours", "many"])
    assert stopped.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "'many'" in line
    assert "256" in line


@pytest.fixture
def game() -> str:
    """A game of players whose names have no ASCII letters, or the same ones."""
    seats = seat_players(["Жанна", "☺☺", "♥♥", "Ann", "Änn"], ["toni"])
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), len(seats))
    path = saves_folder() / "five.risk"
    path.parent.mkdir(parents=True)
    with closing(Table.create(setup, seats, seed="1", path=path)) as table:
        table.automation.step()
    return path.stem


@pytest.mark.parametrize("command", [("saves",), ("stats",), ("dice",), ("dice", "five")])
def test_names_in_lists_are_those_of_the_table(
    game: str, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--ascii", *command]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.isascii()
    for name in ("Zhanna", "relaxed rela", "hearts heart", "Ann 2"):
        assert name in told, name


@pytest.mark.parametrize("seat", ["Zoë", "zhan"])
def test_refused_seat_is_told_in_ascii(
    game: str, seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["join", game, "--seat", seat, "--plain", "--ascii"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isascii()
    assert "Zhanna (red)" in line
    assert "Ann 2 (purple)" in line


@pytest.mark.parametrize("words", [("jion-žoe",), ("join", "žoe"), ("saves", "žoe")])
def test_refusals_are_in_ascii(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code = 0
    try:
        code = main(["--ascii", *words])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    assert code == 2
    assert "zoe" in capsys.readouterr().err
