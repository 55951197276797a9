"""Two terminals at one table."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.new_games import create_table

from .terminal import Terminal

pytestmark = pytest.mark.pty


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which Ann has to place her first army, without any terminal."""
    table = create_table("Ann,Ben,bot", "uk-new", seed="1", path=tmp_path / "a.risk")
    table.automation.step()
    while table.prompted_seat() != 0:
        assert table.automation.step() is not None or table.prompted_seat() == 1
        if table.prompted_seat() == 1:
            table.submit(1, table.view(1).offers[0].action)
    table.close()
    return table.path


AT_REST = "from risk_tui.tui.game import remote_terminals; remote_terminals.QUIET_POLLS = 0"
"""Code that lets a terminal check for changes as rarely as in a long pause."""


@pytest.mark.parametrize("plant", ["", AT_REST], ids=["usual checks", "rare checks"])
def test_moves_appear_on_other_terminals(game: Path, plant: str) -> None:
    with (
        Terminal("join", str(game), "--seat", "Ann") as ann,
        Terminal("join", str(game), plant=plant) as eve,
    ):
        ann.wait("Ann: place 1 army")
        eve.wait("waiting for Ann")
        for number in range(3):
            ann.press("u" if number % 2 else "enter")
            eve.until(lambda n=number: ("waiting for Ann" in eve.text) == bool(n % 2), "the step")
            ann.settle()


def test_line_typed_out_of_turn_is_shown_once(game: Path) -> None:
    with Terminal("join", str(game), "--seat", "Ben", "--plain") as ben:
        ben.wait("Ann is away; the game is waiting")
        ben.press("place 1 brazil\r")
        ben.wait("it is another player's decision")
        assert ben.text.count("place 1 brazil") == 1


def test_seat_is_free_after_its_terminal_is_killed(game: Path) -> None:
    with Terminal("join", str(game), "--seat", "Ann") as ann:
        ann.wait("Ann: place 1 army")
        with Terminal("join", str(game), "--seat", "ann") as other:
            other.wait("another terminal has Ann's seat; ask the host to type :free Ann")
            assert other.ended() == 2
        ann.child.kill()
        with Terminal("join", str(game), "--seat", "red") as again:
            again.wait("Ann: place 1 army")


def test_seat_can_be_taken_from_a_terminal_that_hangs(game: Path) -> None:
    with Terminal("join", str(game), "--seat", "Ann") as hung:
        hung.wait("Ann: place 1 army")
        os.kill(hung.child.pid, signal.SIGSTOP)
        with Terminal("join", str(game), "--seat", "Ann", "--take") as ann:
            ann.wait("Ann: place 1 army")
            ann.press("enter")
            ann.wait("Ben is away")
        assert not hung.child.is_alive


def test_remaining_terminal_moves_the_bots(game: Path) -> None:
    with (
        Terminal("join", str(game), "--seat", "Ann") as ann,
        Terminal("join", str(game), "--seat", "Ben") as ben,
    ):
        ann.wait("Ann: place 1 army")
        ben.wait("waiting for Ann")
        ann.press("enter")
        ben.wait("Ben: place 1 army")
        ann.child.kill()
        ben.press("enter")
        ben.wait("Ann is away")  # The bot has placed its army meanwhile.
