"""One terminal for all players, over an ordinary account, with and without tmux."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from risk_tui.data.settings import Settings
from tests.ssh.games import Eve
from tests.ssh.server import Line, Server, leave_alone
from tests.ssh.test_cut import battles_on, steps
from tests.waiting import wait_for

pytestmark = pytest.mark.pty

BLITZ = 3
"""Entries after which a blitz must be in progress."""


@pytest.fixture(autouse=True)
def usual_pace(settings: Callable[[Settings], None]) -> None:
    """Battles take their time."""
    settings(Settings(pace="normal", curtain="quick"))


def start_blitz(line: Line, eve: Eve) -> None:
    """Go from the title screen to the middle of Ann's blitz."""
    line.wait("Continue")
    line.press("enter")
    line.wait("Pass the keyboard")
    line.press("enter")
    line.wait("Ann: attack")
    line.press(eve.blitz, "enter")
    line.until(lambda: len(battles_on(line)) > 1, "two battles")


def test_lost_connection_ends_the_program_without_tmux(host: Server, saved: Path, eve: Eve) -> None:
    with Line(host, "ann", "risk-tui") as line:
        start_blitz(line, eve)
        line.drop()
        shown = battles_on(line)
    leave_alone(host.account)
    with Line(host, "ann", "risk-tui", "resume") as line:
        line.wait("Pass the keyboard")
        line.press("enter")
        line.wait(shown[-1])


@pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
def test_game_in_tmux_continues_without_a_connection(host: Server, saved: Path, eve: Eve) -> None:
    attach = ("tmux", "new", "-A", "-s", "risk", "risk-tui")
    try:
        with Line(host, "ann", *attach) as line:
            start_blitz(line, eve)
            line.drop()
            shown, before = battles_on(line), steps(saved)
        process = pane(host)
        wait_for(lambda: steps(saved) > before + BLITZ, "more battles without a connection")
        with Line(host, "ann", *attach) as line:
            line.wait("Ann")
            line.until(lambda: bool(battles_on(line)), "the battles")
            assert pane(host) == process
            assert len(shown) < steps(saved)
            line.press("\x11")
            assert line.ended() == 0
    finally:
        host.run("ann", "tmux", "kill-server")


def pane(host: Server) -> str:
    """Return the process in tmux."""
    return host.run("ann", "tmux", "list-panes", "-s", "-t", "risk", "-F", "#{pane_pid}").stdout
