"""The program as a shell sees it: killed, resumed and misused."""

from __future__ import annotations

import io
import os
import re
import subprocess
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.data.settings import Settings, save_settings
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.table.table import Table
from tests.e2e.player import Follower, game_before_blitz
from tests.e2e.terminal import PROGRAM, Terminal
from tests.waiting import PATIENCE

pytestmark = pytest.mark.pty

US_1993 = Path(__file__).parents[2] / "rulesets" / "us-1993.yaml"


def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed program without a terminal."""
    return subprocess.run(
        [PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_kill_during_a_blitz_loses_nothing_that_was_shown() -> None:
    save_settings(Settings(pace="normal", defence="most", curtain="quick"))
    path = saves_folder() / "blitz.risk"
    blitz = game_before_blitz(path)
    with Terminal("resume", columns=120, rows=36) as terminal:
        terminal.wait("Pass the keyboard to")
        terminal.press("enter")
        terminal.wait("attack")
        follower = Follower(path)
        before = follower.catch_up()
        terminal.press(blitz, "enter")
        terminal.until(
            lambda: follower.catch_up() > before + 5 and "⚔" in terminal.text, "three battles"
        )
        terminal.child.kill()
        while terminal.read():
            pass
        shown = re.findall(r"\w+ ⚔ .*\S", terminal.text)
    assert shown, terminal.text
    table = Table.open(path)
    assert table.entries >= follower.entries
    table.close()
    with Terminal("resume", columns=120, rows=36) as terminal:
        terminal.wait("Pass the keyboard to")
        terminal.press("enter")
        terminal.wait(shown[-1])
        terminal.press("q")
        terminal.wait("Continue")


HELD = """
import sys
class Held:
    def find_spec(self, name, path=None, target=None):
        if name in ("risk_tui.engine", "risk_tui.rules.ruleset", "pydantic"):
            sys.meta_path.remove(self)
            open({!r}).close()
sys.meta_path.insert(0, Held())
"""
"""Code that delays the first import of any rules until a pipe is opened."""


def test_title_screen_needs_no_rules_to_continue_a_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "--plain", "--rules", "airlift", "--players", "Ann,Ben,Cid"]) == 0
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with Terminal(plant=HELD.format(str(pipe)), installed=True) as terminal:
        terminal.wait("Airlift")
        terminal.press("down", "up", "enter")
        pipe.open("w").close()
        terminal.wait("claim a free territory")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["fly"], "unknown command 'fly'; see: risk-tui --help"),
        (["resmue"], "unknown command 'resmue'; did you mean resume?"),
        (["PLAY"], "unknown command 'PLAY'; did you mean play?"),
        (["rules", "shwo", "us-1993"], "unknown command 'rules shwo'; did you mean rules show?"),
        (["--colurs", "16"], "risk-tui: unknown option --colurs; did you mean --colours?"),
        (["--theme", "dark", "--colurs", "16", "play"], "unknown option --colurs; did you mean"),
        (["--theme", "drak"], "invalid value 'drak' for --theme; did you mean dark?"),
        (["--theme", "blue"], "invalid value 'blue' for --theme; choose from auto, dark, light"),
        (["play", "--plian"], "risk-tui play: unknown option --plian; did you mean --plain?"),
        (["rules", "list", "--what"], "unknown option --what; see: risk-tui rules list --help"),
        (["saves", "mine"], "risk-tui saves: unexpected mine; see: risk-tui saves --help"),
        (["play", "--plain", "--players", "Ann,bott"], "mean bot? for a person of that name write"),
        (["play", "--plain", "--players", "Ann,Ben:tonni"], "did you mean toni?"),
        (["play", "--plain", "--players", "Ann,TONNI"], "mean toni? for a person"),
        (["new", "--players", "Ann,bott"], "did you mean bot?"),
        (["new", "--players", "Ann,cmd:nothing", "--rules", "us-1939"], "did you mean us-19"),
        (["new", "--players", "Ann,Ben", "--variant", "airlfit"], "did you mean airlift?"),
        (["new", "--players", "Ann,Ben", "--bot-time", "0"], "between 0.01 and 3600 seconds"),
        (["new", "--map", "clasic"], "did you mean classic?"),
        (["new", "--players", "Ann,Ben"], "needs a terminal"),
        (["play", "--plain", "--map", "clasic"], "did you mean classic?"),
        (["new"], "needs a terminal (over SSH: ssh -t); for pipes and scripts use: risk-tui play"),
        ([], "use: risk-tui play --plain\n"),
        (["learn"], "use: risk-tui learn --plain\n"),
        (["story", "mine"], "use: risk-tui story GAME --plain\n"),
        (["replay", "mine"], "use: risk-tui story GAME --plain\n"),
        (["resume"], "no unfinished game"),
        (["resume", "nothing"], "no saved game named 'nothing'"),
        (["play", "--plain"], "--players"),
        (["play", "--plain", "--players", "Ann"], "2 to 6 players"),
        (["play", "--plain", "--players", "A,B,C,D,E,F,G"], "too many players"),
        (["play", "--plain", "--players", "Ann,Ben", "--rules", "us-19933"], "mean us-1993?"),
        (["play", "--plain", "--players", "Ann=pink,Ben"], "unknown colour 'pink'"),
        (
            ["play", "--plain", "--players", "Ann,Ben", "--turn-limit", "0"],
            "from 1 to 10000, not 0",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    error = capsys.readouterr().err
    assert problem in error
    assert len(error.splitlines()) == 1
    assert not saved_games()


def test_own_map_with_an_invalid_picture_creates_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (US_1993.parents[1] / "maps").glob("classic*"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(re.sub("AL: .*", "AL: [0, 0]", text, count=1), "utf-8")
    mine = str(tmp_path / "classic.yaml")
    assert main(["play", "--plain", "--players", "Ann,Ben", "--map", mine]) == 2
    assert "the label AL is off its land" in capsys.readouterr().err
    assert not saved_games()


def test_mistake_in_a_ruleset_is_reported_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = US_1993.read_text(encoding="utf-8")
    line = text[: text.index("forced_at: 5")].count("\n") + 1
    mine = tmp_path / "us-1993.yaml"
    mine.write_text(text.replace("forced_at: 5", "forced_att: 5"), encoding="utf-8")
    assert main(["play", "--plain", "--players", "Ann,Ben", "--rules", str(mine)]) == 2
    error = capsys.readouterr().err
    assert f"us-1993.yaml, line {line}: unknown key 'cards.forced_att'" in error


def test_scripted_game_is_the_same_in_another_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has other hashes of strings."""
    script = "claim al\n# Brazil\nclaim br\n\nclaim uk\n"
    arguments = ("play", "--plain", "--rules", "us-1993", "--players", "Ann,Ben,Cid", "--seed", "7")
    monkeypatch.setattr("sys.stdin", io.StringIO(script))
    assert main([*arguments]) == 0
    claims = [line for line in capsys.readouterr().out.splitlines() if "claims" in line]
    assert claims
    again = run(*arguments, lines=script + "claim atlantis\n")
    assert (again.returncode, len(again.stderr.splitlines())) == (2, 1)
    assert "line 6" in again.stderr
    assert [line for line in again.stdout.splitlines() if "claims" in line] == claims


def test_keys_before_the_first_screen_do_no_harm() -> None:
    with Terminal() as terminal:

        def is_shown_while_typing() -> bool:
            terminal.press("j")
            return "New game" in terminal.text

        terminal.until(is_shown_while_typing, "the title")
        terminal.settle()
        assert "New game" in terminal.text
