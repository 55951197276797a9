"""Every command in the README and on the pages for players works.

The commands that install something are run by ``.ci/run``, word for word.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.laboratory import runner
from risk_tui.saves.folder import saved_games
from tests.e2e.terminal import PROGRAM, Terminal
from tests.extent import is_full, usual_or_full
from tests.laboratory.matches import Threads
from tests.new_games import create_table

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [
    ROOT / "docs" / f"{page}.md"
    for page in ("playing", "rulesets", "saves", "odds", "story", "bots")
]
"""The pages for players whose commands have no other test."""


def read_commands(page: Path) -> list[str]:
    """Return the lines of the shell blocks of a page."""
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


COMMANDS = [*dict.fromkeys(line for page in (README, *PAGES) for line in read_commands(page))]
PROGRAM_NAME = "risk-tui "
EXPECTED = {
    "stats": "1 saved game",
    "stats --json": '"finished": 0',
    "bots": "toni",
    "hint": "Hint by ",
    "saves": "zoe-yan-xan",
    "odds 10 10": "THE WHOLE FIGHT",
    "odds 12 8": '"defenders_left"',
    "odds --chain": "ALTOGETHER",
    "odds --cards": "THE SET IS",
    "dice": "dice",
    "dice --check": "degrees of freedom",
    "keys": "leave: [q]",
    "maps list": "The classic world: 42 territories",
    "maps show": "Alaska: Northwest Territory, Alberta, Kamchatka~",
    "maps check": "is valid",
    "simulate": "BY TURN ORDER",
    "rules list": "House rules",
    "rules show": "Winning",
    "rules diff": "victory",
    "rules variants": "Retreat",
    "story zoe --plain": "setting up",
}
"""Texts that commands without a screen print, by the beginnings of the commands."""


def expected(line: str) -> str:
    """Return a text that a command prints; "" for one that opens a screen."""
    command = line.removeprefix(PROGRAM_NAME)
    beginning = max((key for key in EXPECTED if command.startswith(key)), key=len, default="")
    return EXPECTED.get(beginning, "")


FOR_AUTHORS = re.compile(r"python -m risk_tui\.laboratory\.|risk-tui .*\bold-general")
TOOLS = [line for line in COMMANDS if FOR_AUTHORS.match(line)]
"""Commands for authors of bots, some with the bots of tests/opponents, which tests/docs parses."""
OURS = [line for line in COMMANDS if line.startswith(PROGRAM_NAME) and line not in TOOLS]
PRINTING = [line for line in OURS if expected(line)]
ON_A_SCREEN = [line for line in OURS if line not in PRINTING]
WITH_A_PIPE = [line for line in COMMANDS if "|" in line]
IN_CI = [
    line for line in COMMANDS if re.match("python3 -m venv|pipx install|uv tool install", line)
]


def test_every_command_is_tried_somewhere() -> None:
    assert sorted(OURS + WITH_A_PIPE + IN_CI + TOOLS) == sorted(COMMANDS)
    assert len(IN_CI) == 4
    assert not set(TOOLS) & set(read_commands(README))


def test_readme_shows_every_screenshot() -> None:
    shown = set(re.findall(r"\]\(screenshots/(.*?)\)", README.read_text("utf-8")))
    assert shown == {path.name for path in (ROOT / "screenshots").glob("*.svg")}


def test_screenshots_are_made_in_one_run(tmp_path: Path) -> None:
    """Usually of two scenes: a new game, and the form with all variants."""
    some = ["--modes", "blocks", "--sizes", "80x24", "--scenes", "set_up", "house_rules"]
    command = [sys.executable, "screenshots/make.py", "--all", tmp_path, *usual_or_full(some, [])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = {path.name.partition("-80x24")[0] for path in tmp_path.glob("*-80x24-blocks.svg")}
    assert names >= {"set-up", "house-rules"}


@pytest.fixture
def zoe() -> None:
    """A new game of Zoe, Yan and Xan."""
    table = create_table("Zoe,Yan,Xan")
    table.automation.step()
    table.close()


@pytest.mark.parametrize("line", PRINTING)
def test_command_prints_what_the_page_promises(
    line: str, zoe: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are played in this process, and usually only two of them."""
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: Threads())
    if not is_full():
        line = line.replace("--games 10", "--games 2")
    arguments = shlex.split(line)[1:]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert expected(line) in printed
    if "--json" in arguments:
        json.loads(printed)


@pytest.mark.pty
@pytest.mark.parametrize("line", ON_A_SCREEN)
def test_command_opens_a_screen(line: str, zoe: None) -> None:
    arguments = shlex.split(line)[1:]
    # The installed program is started once, because its start takes long.
    installed = line == ON_A_SCREEN[0]
    with Terminal(*arguments, installed=usual_or_full(installed, True)) as terminal:
        if arguments[0] == "join":
            terminal.wait("q leave" if "--seat" in arguments else "you are watching")
        elif arguments[0] in ("story", "replay"):
            terminal.wait({"story": "the story so far", "replay": "step 0 of 1"}[arguments[0]])
        else:
            is_dealt = {"uk-old", "uk-new"} & set(arguments)
            first = "place 1 army" if is_dealt else "claim a free territory"
            if "--lang" in arguments:
                first = "Tu misión secreta"
            terminal.wait("Who goes first?" if "--real-dice" in arguments else first)
            assert ("--ascii" in arguments) == (terminal.highest < 128)
            assert len(saved_games()) == (2 if "new" in arguments else 1)


@pytest.mark.parametrize("line", WITH_A_PIPE)
def test_command_works_in_a_pipe(line: str) -> None:
    command = line.replace(PROGRAM_NAME, f"{shlex.quote(PROGRAM)} ")
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "attack" in done.stdout
