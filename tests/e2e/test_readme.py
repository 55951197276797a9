"""Every command in the README works as it stands there.

The two that install into a fresh environment are run by ``.ci/run``, word for word.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from risk_tui.engine.library import names
from risk_tui.saves.folder import saved_games
from tests.e2e.terminal import PROGRAM, Terminal

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()
]
ON_A_SCREEN = [line for line in COMMANDS if line.startswith(".venv/bin/risk-tui")]
WITH_A_PIPE = [line for line in COMMANDS if "|" in line]
IN_CI = [line for line in COMMANDS if line.startswith("python3 -m venv")]


def test_every_command_is_tried_somewhere() -> None:
    assert sorted(ON_A_SCREEN + WITH_A_PIPE + IN_CI) == sorted(COMMANDS)
    assert len(IN_CI) == 2
    for name in re.findall(r"\]\((screenshots/.*?)\)", TEXT):
        assert (README.parent / name).is_file()


def test_every_ruleset_is_in_the_table() -> None:
    table = TEXT[TEXT.index("## Rulesets") : TEXT.index("## Keys")]
    for name in names("rulesets"):
        assert f"`{name}`" in table


@pytest.mark.pty
@pytest.mark.parametrize("line", ON_A_SCREEN)
def test_a_command_for_the_screen(line: str) -> None:
    with Terminal("new", "--players", "Zoe,Yan,Xan") as terminal:
        terminal.wait("claim a free territory")
    arguments = shlex.split(line)[1:]
    with Terminal(*arguments, columns=150) as terminal:
        if arguments[0] == "saves":
            terminal.wait("zoe-yan-xan")
        elif arguments[0] == "join":
            terminal.wait("q leave" if "--seat" in arguments else "you look on")
        elif arguments[0] == "odds":
            terminal.wait(
                {
                    "--attackers": "THE WHOLE FIGHT",
                    "--chain": "ALTOGETHER",
                    "--cards": "THE SET IS",
                }[arguments[1]]
                if "--json" not in arguments
                else '"defenders_left"'
            )
        elif arguments[0] == "dice":
            terminal.wait("degrees of freedom" if "--check" in arguments else "dice")
        elif arguments[0] == "keys":
            terminal.wait("leave: [q]")
        elif arguments[0] == "rules":
            terminal.wait(
                {"list": "House rules", "show": "Winning", "diff": "victory"}[arguments[1]]
            )
        else:
            first = "place 1 army" if "uk-old" in arguments else "claim a free territory"
            terminal.wait("Who begins?" if "--real-dice" in arguments else first)
            assert ("--ascii" in arguments) == (terminal.highest < 128)
            assert len(saved_games()) == (2 if arguments[0] == "new" else 1)


@pytest.mark.parametrize("line", WITH_A_PIPE)
def test_a_command_in_a_pipe(line: str) -> None:
    command = line.replace(".venv/bin/risk-tui", shlex.quote(PROGRAM))
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "attack" in done.stdout
