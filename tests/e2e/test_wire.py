"""What is written to a terminal: never a picture that differs from what is meant."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.data.crash_log import log_path
from risk_tui.data.settings import Settings, save_settings
from tests.e2e.terminal import Terminal
from tests.tui.tables import claimed, new_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.pty

REDRAW = "\x0c"


@pytest.fixture
def mode() -> dict[str, str]:
    """Settings of how the screen is drawn."""
    return {}


@pytest.fixture
def terminal(tmp_path: Path, mode: dict[str, str]) -> Iterator[Terminal]:
    """A game in which 21 armies are left to each to place."""
    save_settings(Settings(pace="instant", motion="off", curtain="quick", **mode))
    table = claimed(new_table(tmp_path / "wire.risk"))
    table.close()
    with Terminal("resume", str(table.path), columns=120, rows=36) as terminal:
        terminal.wait("place 1 army")
        terminal.settle()
        yield terminal


def look(terminal: Terminal) -> list[list[tuple[Any, ...]]]:
    """What is seen of every cell, however it was written."""
    screen = terminal.screen
    return [
        [_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)
    ]


def _cell(char: Any) -> tuple[Any, ...]:
    lines = char.underscore or char.strikethrough or char.reverse
    if char.data == " " and not lines:
        return (" ", char.bg)
    if char.data == "█" and not lines:
        return (" ", char.fg)
    if char.data == "▄" and not lines:
        return ("▀", char.bg, char.fg, char.bold, False)
    return (char.data, char.fg, char.bg, char.bold, lines)


def assert_true(terminal: Terminal) -> None:
    """What stands on the terminal is what a whole repaint writes."""
    terminal.settle()
    shown = look(terminal)
    before = terminal.received
    terminal.press(REDRAW)
    terminal.until(lambda: terminal.received - before > 1_000, "a whole repaint")
    terminal.settle()
    assert look(terminal) == shown


KEYS = (
    "right down enter tab UK enter u ? down pagedown escape v escape : h escape c escape p escape "
    "left :rules~ escape"
)


def test_what_stands_on_the_terminal_is_what_is_meant(terminal: Terminal) -> None:
    for word in KEYS.split():
        keys = [*word.replace("~", " ")] if word[0] in ":U" else [word]
        terminal.press_one_by_one(*keys)
        if word in ("enter", "?", "v", "UK"):
            assert_true(terminal)
    assert_true(terminal)


@pytest.mark.parametrize(
    "mode",
    [{"colours": "16"}, {"colours": "none", "signs": "ascii"}],
    ids=lambda mode: "-".join(mode.values()),
)
def test_so_it_is_however_it_is_drawn(terminal: Terminal, mode: dict[str, str]) -> None:
    terminal.press_one_by_one("right", "enter", "v")
    assert_true(terminal)
    terminal.press_one_by_one("escape", "down")
    assert_true(terminal)
    assert terminal.text.isascii() or "signs" not in mode


def test_neither_a_size_nor_a_message_leaves_anything_behind(terminal: Terminal) -> None:
    for columns, rows in ((90, 30), (70, 20), (160, 48), (120, 36)):
        terminal.resize(columns, rows)
        terminal.press_one_by_one("right")
        assert_true(terminal)
    terminal.resize(59, 24)
    terminal.wait("needs at least 60×24")
    terminal.resize(120, 36)
    assert_true(terminal)
    shown = look(terminal)
    terminal.feed(b"\x1b[2J\x1b[1;1Hsomebody writes to you")
    terminal.press(REDRAW)
    terminal.settle()
    assert look(terminal) == shown


def test_back_from_the_background_everything_is_there(terminal: Terminal) -> None:
    shown = look(terminal)
    for stop in (signal.SIGTSTP, signal.SIGSTOP):
        os.kill(terminal.child.pid, stop)
        terminal.until(lambda: terminal.child.is_stopped, "the program stopped")
        terminal.settle()
        terminal.feed(b"\x1b[2J\x1b[1;1H$ ls\r\nfile\r\n$ fg")
        os.kill(terminal.child.pid, signal.SIGCONT)
        terminal.until(lambda: look(terminal) == shown, "the screen again")
        # And it still hears its keys.
        terminal.press_one_by_one("right", "left")
        assert look(terminal) == shown
    terminal.press("\x11")
    assert terminal.ended() == 0
    assert terminal.left_alternate_screen


UNTRIED = """
from risk_tui.tui.terminal import screen_diff
screen_diff.version_of = lambda _: "8.9.0"
"""


def test_game_is_played_on_a_textual_that_was_not_tried(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "plain.risk"))
    table.close()
    with Terminal("resume", str(table.path), columns=120, rows=36, plant=UNTRIED) as terminal:
        terminal.wait("place 1 army")
        terminal.press_one_by_one("right", "?", "escape", "v", "escape")
        assert_true(terminal)
        before = terminal.received
        terminal.press_one_by_one(REDRAW)
        assert terminal.received - before > 30_000
        assert_true(terminal)
        terminal.press("\x11")
        assert terminal.ended() == 0
        assert terminal.left_alternate_screen
    assert "plain painting" in log_path().read_text()


def modes(terminal: Terminal) -> set[int]:
    """The private modes of the terminal that are switched on."""
    return {mode >> 5 for mode in terminal.screen.mode}


def test_the_mouse_reports_clicks_and_never_where_it_moves(terminal: Terminal) -> None:
    assert modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016} == {1000, 1006}
    rows = [line[:80].find("BR") for line in terminal.screen.display]
    row, column = next((y, x) for y, x in enumerate(rows) if x >= 0)
    click = f"\x1b[<0;{column + 1};{row + 1}"
    terminal.press(f"{click}M{click}m")
    terminal.wait("Brazil")
    terminal.press("\x11")
    assert terminal.ended() == 0
    assert not modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016}


def test_without_a_mouse_nothing_is_asked_of_it() -> None:
    save_settings(Settings(mouse="off", curtain="quick"))
    with Terminal(columns=120, rows=36) as terminal:
        terminal.wait("New game")
        assert not modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016}
