"""Options about the screen."""

from __future__ import annotations

import argparse
import io
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.cli import build_parser, main
from risk_tui.cli.output import screen_mode
from risk_tui.data.settings import Settings, save_settings, settings_path
from risk_tui.saves.errors import saves_folder
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.cli.running import Run
from tests.new_games import create_table

pytestmark = pytest.mark.usefixtures("english_again")


def mode(*arguments: str) -> DisplayMode:
    """Return the display mode for a command line."""
    options: argparse.Namespace = build_parser(arguments).parse_args(arguments)
    return screen_mode(options)


@pytest.fixture(autouse=True)
def _modern(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.parametrize("command", [(), ("new",), ("resume",), ("play",)])
def test_commands_with_a_screen_take_the_options(command: tuple[str, ...]) -> None:
    guessed = frozenset({"theme"})
    assert mode(*command) == DisplayMode("full", "blocks", "dark", guessed)
    given = ("--colours", "16", "--ascii", "--theme", "light")
    assert mode(*command, *given) == DisplayMode("16", "ascii", "light")


def test_options_may_come_before_the_command() -> None:
    assert mode("--ascii", "--theme", "light", "new") == DisplayMode("full", "ascii", "light")


def test_options_win_over_settings_and_settings_over_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    save_settings(Settings(colours="256", signs="ascii", theme="light"))
    assert mode() == DisplayMode("256", "ascii", "light")
    assert mode("--colours", "auto") == DisplayMode("none", "ascii", "light")
    assert mode("--colours", "full", "--blocks", "--theme", "dark") == DisplayMode("full")


def test_unknown_value_is_refused_with_the_valid_ones(refusal: Run) -> None:
    line = refusal("new", "--colours", "many")
    assert "'many'" in line and "256" in line


@pytest.fixture
def game() -> str:
    """A game whose players have names without ASCII letters, or with the same ones."""
    path = saves_folder() / "five.risk"
    path.parent.mkdir(parents=True)
    with closing(create_table("Жанна,☺☺,♥♥,Ann,Änn", seed="1", path=path)) as table:
        table.automation.step()
    return path.stem


@pytest.mark.parametrize("command", ["saves", "stats", "dice", "dice five"])
def test_names_in_lists_are_those_of_the_table(game: str, command: str, printed: Run) -> None:
    page = " ".join(printed("--ascii", *command.split()).split())
    assert page.isascii()
    for name in ("Zhanna", "relaxed rela", "hearts heart", "Ann 2"):
        assert name in page, name


@pytest.mark.parametrize(
    "command",
    [
        "bots --lang fr",
        "keys --lang fr",
        "maps list --lang fr",
        "maps show mini",
        "rules diff us-1993 risiko --lang fr",
        "rules list",
        "rules show fr-1957",
        "calibrate --games 1 --jobs 1 --rules us-1993",
    ],
)
def test_every_page_is_in_ascii(command: str, printed: Run) -> None:
    assert printed("--ascii", *command.split()).isascii()


def test_help_is_in_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["odds", "--help", "--lang", "fr", "--asc"])
    assert capsys.readouterr().out.isascii()


def test_data_for_programs_are_the_same_in_ascii(game: str, printed: Run) -> None:
    saves_folder().joinpath("five.risk").rename(saves_folder() / "zoë.risk")
    for command in ("completion --list games", "stats --csv", "ssh-setup zoë", "export zoë -"):
        page = printed(*command.split())
        assert "ë" in page or "Жанна" in page
        assert page == printed("--ascii", *command.split())


@pytest.mark.parametrize("seat", ["Zoë", "zhan"])
def test_unknown_seat_is_refused_in_ascii(game: str, seat: str, refusal: Run) -> None:
    line = refusal("join", game, "--seat", seat, "--plain", "--ascii")
    assert line.isascii()
    assert "Zhanna (red)" in line
    assert "Ann 2 (purple)" in line


@pytest.mark.parametrize("words", ["jion-žoe", "join žoe", "saves žoe"])
def test_refusals_are_in_ascii(words: str, refusal: Run) -> None:
    assert "zoe" in refusal("--ascii", *words.split())


@pytest.mark.parametrize(
    "command", ["bots", "play --plain --players Ann,Ben", "rules check us-1993 --lang de"]
)
def test_settings_are_read_once(
    command: str, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path] = []

    def read_path() -> Path:
        reads.append(settings_path())
        return reads[-1]

    monkeypatch.setattr("risk_tui.data.settings.settings_path", read_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    printed(*command.split())
    assert len(reads) == 1
