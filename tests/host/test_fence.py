"""A friend gets a terminal with the game, and nothing else."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from risk_tui.host.visit import MAX_SIZE, AllowedVariables, child_environment, clamped_size
from tests.host.server import Friend
from tests.ssh.server import Line
from tests.waiting import PATIENCE

Visits: TypeAlias = Callable[..., Line]


@pytest.mark.pty
@pytest.mark.parametrize(
    ("terminal", "command"),
    [
        ("-T", "id"),
        ("-tt", "touch {mark}"),
        ("-T", "sh -c 'touch {mark}'"),
        ("-tt", ";"),
        ("-T", "scp -t ."),
    ],
)
def test_no_command_is_run(terminal: str, command: str, ann: Friend, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    done = ann.run(ann.address, command.format(mark=mark), options=[terminal])
    assert done.returncode == 255
    assert done.stdout == ""
    assert "exec request failed" in done.stderr
    assert not mark.exists()


@pytest.mark.pty
def test_shell_without_a_terminal_is_refused_in_one_line(ann: Friend) -> None:
    done = ann.run(ann.address, options=["-T"])
    assert done.returncode == 2
    assert done.stderr == "risk-tui: this needs a terminal: leave out -T\n"


@pytest.mark.pty
@pytest.mark.parametrize("system", ["sftp", "netconf", "../../bin/sh"])
def test_no_subsystem_is_started(system: str, ann: Friend) -> None:
    done = ann.run(ann.address, system, options=["-s"])
    assert done.returncode == 255
    assert "subsystem request failed" in done.stderr


@pytest.mark.pty
@pytest.mark.parametrize("old", [[], ["-O"]])
def test_no_file_is_copied(old: list[str], ann: Friend, war: Path, tmp_path: Path) -> None:
    there, here, mine = tmp_path / "there", tmp_path / "here", tmp_path / "mine"
    mine.write_text("mine", encoding="ascii")
    assert ann.run(f"{ann.address}:{war}", str(here), options=old, tool="scp").returncode
    assert ann.run(str(mine), f"{ann.address}:{there}", options=old, tool="scp").returncode
    assert not here.exists()
    assert not there.exists()


@pytest.mark.pty
def test_no_connection_is_made_from_the_server(ann: Friend) -> None:
    """SSH uses the same request for ``-L``, ``-D`` and ``-J``."""
    done = ann.run(ann.address, options=["-W", f"127.0.0.1:{ann.host.port}"])
    assert done.returncode == 255
    assert "SSH-" not in done.stdout
    assert "forwarding failed" in done.stderr


@pytest.mark.pty
@pytest.mark.parametrize("there", ["0", "127.0.0.1:0", "/tmp/risk-host-remote.sock"])
def test_no_connection_is_made_to_the_server(there: str, ann: Friend) -> None:
    options = ["-o", "ExitOnForwardFailure=yes", "-N", "-R", f"{there}:127.0.0.1:1"]
    done = ann.run(ann.address, options=options)
    assert done.returncode == 255
    assert "forward" in done.stderr


@pytest.mark.pty
def test_no_tunnel_is_opened(ann: Friend) -> None:
    options = ["-o", "ExitOnForwardFailure=yes", "-N", "-w", "any"]
    assert ann.run(ann.address, options=options).returncode == 255


@pytest.mark.pty
def test_agent_display_and_variables_are_not_forwarded(
    ann: Friend, visit: Visits, tmp_path: Path
) -> None:
    agent = subprocess.run(
        ["ssh-agent", "-a", tmp_path / "agent", "-s"], capture_output=True, text=True, check=True
    )
    (pid,) = re.findall(r"SSH_AGENT_PID=(\d+)", agent.stdout)
    sent = (
        "PATH=/evil",
        "PYTHONPATH=/evil",
        "TEXTUAL_PRESS=q",
        "XDG_DATA_HOME=/evil",
        "HOME=/evil",
    )
    options = ["-A", "-X", "-v", "-o", f"SetEnv={' '.join(sent)}", "-o", "LogLevel=DEBUG1"]
    try:
        line = visit(ann, options=options, SSH_AUTH_SOCK=str(tmp_path / "agent"), DISPLAY=":99")
        line.wait("you are Ann")
    finally:
        subprocess.run(["kill", pid], check=True)
    line.press("q")
    assert line.ended() == 0
    text = line.written.decode(errors="replace")
    assert "X11 forwarding request failed" in text or "No xauth data" in text
    assert "agent forwarding" in text


@pytest.mark.pty
def test_one_connection_has_one_session(ann: Friend, visit: Visits, tmp_path: Path) -> None:
    control = tmp_path / "control"
    line = visit(ann, options=["-M", "-S", str(control)])
    line.wait("you are Ann")
    second = subprocess.run(
        ["ssh", "-F", "none", "-S", str(control), "-tt", ann.address],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert second.returncode == 255
    assert "Session open refused" in second.stderr


def test_environment_has_plain_values_of_few_variables() -> None:
    sent = {
        b"LANG": b"de_DE.UTF-8",
        b"LC_ALL": b"$(id)",
        b"COLORTERM": b"truecolor\n",
        b"NO_COLOR": b"\xff",
        b"LC_CTYPE": b"x" * 65,
        b"HOME": b"/evil",
        b"PYTHONPATH": b"/evil",
        b"TERM": b"evil",
        b"\xff": b"evil",
    }
    own = {"HOME": "/home/ann", "XDG_DATA_HOME": "/data", "SECRET": "x", "SSH_AUTH_SOCK": "/a"}
    assert child_environment(sent, "xterm-256color", "a 1 b 2", own) == {
        "HOME": "/home/ann",
        "XDG_DATA_HOME": "/data",
        "LANG": "de_DE.UTF-8",
        "TERM": "xterm-256color",
        "SSH_CONNECTION": "a 1 b 2",
    }


def test_only_allowed_variables_are_stored() -> None:
    kept = AllowedVariables()
    for number in range(1000):
        kept[b"LC_%d" % number] = b"x"
    kept[b"LANG"] = b"x" * 65
    kept[b"LC_ALL"] = b"C"
    assert kept == {b"LC_ALL": b"C"}


@pytest.mark.parametrize("term", ["", "../../etc/passwd", "x\x1b[2J", "x" * 100, "a b"])
def test_invalid_type_of_terminal_is_replaced(term: str) -> None:
    assert child_environment({}, term, "", {})["TERM"] == "xterm"


def test_size_of_a_terminal_is_limited() -> None:
    assert clamped_size(0, 0) == (80, 24)
    assert clamped_size(1, 1) == (1, 1)
    assert clamped_size(2**32 - 1, 2**32 - 1) == MAX_SIZE
