"""Every command in the README works as it stands there.

The two that install into a fresh environment are run by ``.ci/run``, word for word.
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
from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.saves.folder import saved_games
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.e2e.terminal import PROGRAM, Terminal
from tests.extent import usual_or_full

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()
]
EXPECTED = {
    "stats": "1 saved game",
    "stats --json": '"finished": 0',
    "bots": "general",
    "hint": " would ",
    "saves": "zoe-yan-xan",
    "odds --attackers 10": "THE WHOLE FIGHT",
    "odds --attackers 12": '"defenders_left"',
    "odds --chain": "ALTOGETHER",
    "odds --cards": "THE SET IS",
    "dice": "dice",
    "dice --check": "degrees of freedom",
    "keys": "leave: [q]",
    "maps list": "The classic world: 42 territories",
    "maps show": "Alaska: Northwest Territory, Alberta, Kamchatka~",
    "maps check": "is a sound board",
    "simulate": "BY TURN ORDER",
    "rules list": "House rules",
    "rules show": "Winning",
    "rules diff": "victory",
    "rules variants": "Retreat",
    "story zoe --plain": "setting up",
}
"""How the commands begin that open no screen, and what each of them prints."""


def expected(line: str) -> str:
    """What a command prints; nothing for one that opens a screen."""
    command = line.partition(" ")[2]
    beginning = max((key for key in EXPECTED if command.startswith(key)), key=len, default="")
    return EXPECTED.get(beginning, "")


OURS = [line for line in COMMANDS if line.startswith(".venv/bin/risk-tui")]
PRINTING = [line for line in OURS if expected(line)]
ON_A_SCREEN = [line for line in OURS if line not in PRINTING]
WITH_A_PIPE = [line for line in COMMANDS if "|" in line]
IN_CI = [line for line in COMMANDS if line.startswith("python3 -m venv")]


def test_every_command_is_tried_somewhere() -> None:
    assert sorted(OURS + WITH_A_PIPE + IN_CI) == sorted(COMMANDS)
    assert len(IN_CI) == 2
    for name in re.findall(r"\]\((screenshots/.*?)\)", TEXT):
        assert (README.parent / name).is_file()


def test_pictures_of_all_scenes_are_made_in_one_run(tmp_path: Path) -> None:
    """Usually of two: a game begun by a ruleset, and later the form with all variants."""
    some = ["--modes", "blocks", "--sizes", "80x24", "--scenes", "set_up", "house_rules"]
    command = [sys.executable, "screenshots/make.py", "--all", tmp_path, *usual_or_full(some, [])]
    done = subprocess.run(command, cwd=README.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = {path.name.partition("-80x24")[0] for path in tmp_path.glob("*-80x24-blocks.svg")}
    assert names >= {"set-up", "house-rules"}


def test_every_ruleset_is_in_the_table() -> None:
    table = TEXT[TEXT.index("## Rulesets") : TEXT.index("## Keys")]
    for name in names("rulesets"):
        assert f"`{name}`" in table


@pytest.fixture
def zoe() -> None:
    """A game that Zoe, Yan and Xan have begun."""
    seats = seat_players(["Zoe", "Yan", "Xan"], ())
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), len(seats))
    table = Table.create(setup, seats)
    table.automation.step()
    table.close()


@pytest.mark.parametrize("line", PRINTING)
def test_a_command_that_prints(line: str, zoe: None, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(line)[1:]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert expected(line) in printed
    if "--json" in arguments:
        json.loads(printed)


@pytest.mark.pty
@pytest.mark.parametrize("line", ON_A_SCREEN)
def test_a_command_for_the_screen(line: str, zoe: None) -> None:
    arguments = shlex.split(line)[1:]
    # Each command once as it is installed; a start takes longer than the rest.
    installed = line == next(each for each in ON_A_SCREEN if shlex.split(each)[1] == arguments[0])
    with Terminal(*arguments, installed=usual_or_full(installed, True)) as terminal:
        if arguments[0] == "join":
            terminal.wait("q leave" if "--seat" in arguments else "you are watching")
        elif arguments[0] in ("story", "replay"):
            terminal.wait({"story": "the story so far", "replay": "step 0 of 1"}[arguments[0]])
        else:
            is_dealt = {"uk-old", "uk-new"} & set(arguments)
            first = "place 1 army" if is_dealt else "claim a free territory"
            terminal.wait("Who goes first?" if "--real-dice" in arguments else first)
            assert ("--ascii" in arguments) == (terminal.highest < 128)
            assert len(saved_games()) == (2 if arguments[0] == "new" else 1)


@pytest.mark.parametrize("line", WITH_A_PIPE)
def test_a_command_in_a_pipe(line: str) -> None:
    command = line.replace(".venv/bin/risk-tui", shlex.quote(PROGRAM))
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "attack" in done.stdout
