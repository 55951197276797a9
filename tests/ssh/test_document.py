"""Every command in docs/ssh.md does what the page says.

Only the names that depend on the machine are replaced: those of the account, of the group of the
players, and of the folder of the table.
"""

from __future__ import annotations

import grp
import os
import re
import shutil
from pathlib import Path

import pytest

from risk_tui.commands.all_commands import parse
from risk_tui.data.settings import Settings, save_settings
from risk_tui.table.table import Table
from tests.e2e.terminal import PROGRAM, Terminal
from tests.ssh.games import Eve
from tests.ssh.server import Account, Server, make_key
from tests.ssh.server import Table as SharedTable

pytestmark = pytest.mark.pty

PAGE = (Path(__file__).parents[2] / "docs" / "ssh.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]

SETUP = "risk-tui ssh-setup ann-ben-cleo --key Ann=ann.pub --key Ben=ben.pub"

SHOWN = {
    "ssh -t host risk-tui": "Continue",
    "ssh -t host risk-tui resume": "Pass the keyboard",
    "ssh -t host tmux new -A -s risk risk-tui": "Continue",
    "ssh -i ~/.ssh/risk you@host": "Ann: attack",
    "risk-tui new --players Ann,Ben,Cleo": "claim a free territory",
    SETUP: "A friend then plays",
    "risk-tui join /srv/table/war.risk --seat Ann": "Ann: attack",
    "risk-tui join /srv/table/war.risk": "you are watching",
    "risk-tui join /srv/table/war.risk --seat Ann --take": "Ann: attack",
}
"""A text on the terminal after each command."""

MADE = {
    "ssh-keygen -t ed25519 -f ~/.ssh/risk": (".ssh/risk.pub", "ssh-ed25519 "),
    f"{SETUP} >> ~/.ssh/authorized_keys": (".ssh/authorized_keys", "\nrestrict,pty,command="),
}
"""A file and a text in it after each command."""

ALLOWED = {
    "chgrp -R players /srv/table": ("table", 0),
    "chmod 2770 /srv/table": ("table", 0o2770),
    "chmod 660 /srv/table/war.risk": ("table/war.risk", 0o660),
}
"""A file and its mode after each command."""

ON_THE_SERVER = [line for line in SHOWN if line.startswith("ssh ")]
HERE = [line for line in SHOWN if not line.startswith("ssh ")]


def test_every_command_is_tried() -> None:
    assert sorted(COMMANDS) == sorted([*SHOWN, *MADE, *ALLOWED])


def test_commands_to_type_at_the_table_are_valid(tmp_path: Path, eve: Eve) -> None:
    path = tmp_path / "war.risk"
    path.write_bytes(eve.content)
    table = Table.open(path)
    typed = re.findall(r"`(:[^`]+)`", PAGE)
    assert len(typed) > 3
    for line in typed:
        assert parse(line, table.view(0))
    table.close()


@pytest.fixture
def player(tmp_path: Path, base: Path, eve: Eve, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's home, the current folder, with a saved game, and another one on the table."""
    save_settings(Settings(pace="instant", curtain="quick"))
    games = tmp_path / "data" / "risk-tui" / "games"
    for path in (games / "ann-ben-cleo-2026-01-02.risk", tmp_path / "table" / "war.risk"):
        path.parent.mkdir(parents=True)
        path.write_bytes(eve.content)
    (tmp_path / ".ssh").mkdir()
    for name in ("ann", "ben"):
        shutil.copy(make_key(base, name).with_suffix(".pub"), tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def shell(player: Path, line: str, **words: str) -> Terminal:
    """Return a terminal in which a shell runs a line."""
    for usual, here in {"/srv/table": str(player / "table"), **words}.items():
        line = line.replace(usual, here)
    plant = f"import os; os.execvp('sh', ['sh', '-c', {line!r}])"
    path = f"{player}/bin:{Path(PROGRAM).parent}:{os.environ['PATH']}"
    return Terminal(plant=plant, columns=120, rows=36, environment={"PATH": path})


@pytest.mark.parametrize("line", HERE)
def test_command_shows_what_the_page_says(line: str, player: Path) -> None:
    if line.startswith("risk-tui new"):
        shutil.rmtree(player / "data")
    with shell(player, line) as terminal:
        terminal.wait(SHOWN[line])


@pytest.mark.parametrize("line", MADE)
def test_command_creates_what_the_page_says(line: str, player: Path) -> None:
    file, text = MADE[line]
    path = player / file
    with shell(player, line) as terminal:
        if line.startswith("ssh-keygen"):
            for question in ("Enter passphrase", "Enter same passphrase"):
                terminal.wait(question)
                terminal.press("enter")
        assert terminal.ended() == 0
    assert text in path.read_bytes().decode(errors="replace")


@pytest.mark.parametrize("line", ALLOWED)
def test_command_sets_the_permissions_that_the_page_says(line: str, player: Path) -> None:
    file, mode = ALLOWED[line]
    group = grp.getgrgid(os.getgid()).gr_name
    with shell(player, line, players=group) as terminal:
        assert terminal.ended() == 0
    state = (player / file).stat()
    assert not mode or state.st_mode & 0o7777 == mode
    assert state.st_gid == os.getgid()


@pytest.mark.parametrize("line", ON_THE_SERVER)
def test_command_on_the_server_shows_what_the_page_says(
    line: str,
    player: Path,
    host: Server,
    server: Server,
    game: SharedTable,
    friends: Account,
    saved: Path,
) -> None:
    if "tmux" in line and not shutil.which("tmux"):
        pytest.skip("tmux is not installed")
    shutil.copy(friends.base / "ann", player / ".ssh" / "risk")
    there = server if "you@host" in line else host
    wrapper = player / "bin" / "ssh"
    wrapper.parent.mkdir()
    options = " ".join(there.client("ann", "-o", "HostName=127.0.0.1"))
    options = options.replace("LANG LC_* COLORTERM NO_COLOR", "LC_*")
    wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} {options} "$@"\n', encoding="ascii")
    wrapper.chmod(0o755)
    own = {"you@host": f"{friends.name}@host", "-t host": f"-t {friends.name}@host"}
    try:
        with shell(player, line, **own) as terminal:
            terminal.wait(SHOWN[line])
    finally:
        if "tmux" in line:
            host.run("ann", "tmux", "kill-server")
