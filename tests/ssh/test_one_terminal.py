"""One terminal for all, over an account like any other: without tmux, and with it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from risk_tui.data.settings import Settings
from tests.ssh.server import Line, leave_alone
from tests.ssh.test_cut import steps, told
from tests.waiting import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.ssh.games import Eve
    from tests.ssh.server import Account, Server

pytestmark = pytest.mark.pty

BLITZ = 3
"""Entries after which a blitz is surely under way."""


@pytest.fixture
def saved(friends: Account, eve: Eve, settings: Callable[[Settings], None]) -> Iterator[Path]:
    """The game among the account's own games; battles take their time."""
    settings(Settings(pace="normal", curtain="quick"))
    path = friends.games / "war.risk"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(eve.content)
    friends.give(*list(path.parents)[: 1 + len(path.parent.relative_to(friends.home).parts)], path)
    yield path
    leave_alone(friends)
    shutil.rmtree(path.parent)


def begin_the_blitz(line: Line, eve: Eve, saved: Path) -> None:
    """From the title screen to the middle of Ann's blitz."""
    line.wait("Continue")
    line.press("enter")
    line.wait("Pass the keyboard")
    line.press("enter")
    line.wait("Ann: attack")
    line.press(eve.blitz, "enter")
    line.until(lambda: len(told(line)) > 1, "two battles")


def test_without_tmux_a_cut_line_ends_the_program_and_the_game_is_saved(
    host: Server, saved: Path, eve: Eve
) -> None:
    with Line(host, "ann", "risk-tui") as line:
        begin_the_blitz(line, eve, saved)
        line.drop()
        shown = told(line)
    leave_alone(host.account)
    with Line(host, "ann", "risk-tui", "resume") as line:
        line.wait("Pass the keyboard")
        line.press("enter")
        line.wait(shown[-1])


@pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
def test_with_tmux_the_game_goes_on_without_the_line_and_is_there_again(
    host: Server, saved: Path, eve: Eve
) -> None:
    attach = ("tmux", "new", "-A", "-s", "risk", "risk-tui")
    try:
        with Line(host, "ann", *attach) as line:
            begin_the_blitz(line, eve, saved)
            line.drop()
            shown, before = told(line), steps(saved)
        process = pane(host)
        wait_for(lambda: steps(saved) > before + BLITZ, "more battles without a line")
        with Line(host, "ann", *attach) as line:
            line.wait("Ann")
            line.until(lambda: bool(told(line)), "the battles")
            assert pane(host) == process
            assert len(shown) < steps(saved)
            line.press("\x11")
            assert line.ended() == 0
    finally:
        host.run("ann", "tmux", "kill-server")


def pane(host: Server) -> str:
    """The process in tmux."""
    return host.run("ann", "tmux", "list-panes", "-s", "-t", "risk", "-F", "#{pane_pid}").stdout
