"""The screen of the terminal is always the one that the program means to show."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from risk_tui.data.crash_log import log_path
from risk_tui.data.settings import Settings, save_settings
from tests.e2e.terminal import Terminal
from tests.tui.tables import claimed, new_table

pytestmark = pytest.mark.pty

REDRAW = "\x0c"


@pytest.fixture
def mode() -> dict[str, str]:
    """Settings for drawing the screen."""
    return {}


@pytest.fixture
def terminal(tmp_path: Path, mode: dict[str, str]) -> Iterator[Terminal]:
    """A game in which each player has 21 armies to place."""
    save_settings(Settings(pace="instant", motion="off", curtain="quick", **mode))
    table = claimed(new_table(tmp_path / "wire.risk"))
    table.close()
    with Terminal("resume", str(table.path), columns=120, rows=36) as terminal:
        terminal.wait("place 1 army")
        terminal.settle()
        yield terminal


def look(terminal: Terminal) -> list[list[tuple[Any, ...]]]:
    """Return the visible content of every cell, however it was written."""
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


def assert_correct(terminal: Terminal) -> None:
    """Check that a complete repaint does not change the screen."""
    terminal.settle()
    shown = look(terminal)
    before = terminal.received
    terminal.press(REDRAW)
    terminal.until(lambda: terminal.received - before > 1_000, "a complete repaint")
    terminal.settle()
    assert look(terminal) == shown


KEYS = (
    "right down enter tab UK enter u ? down pagedown escape v escape : h escape c escape p escape "
    "left :rules~ escape"
)


def test_screen_is_correct_after_every_key(terminal: Terminal) -> None:
    for word in KEYS.split():
        keys = [*word.replace("~", " ")] if word[0] in ":U" else [word]
        terminal.press_one_by_one(*keys)
        if word in ("enter", "?", "v", "UK"):
            assert_correct(terminal)
    assert_correct(terminal)


@pytest.mark.parametrize(
    "mode",
    [{"colours": "16"}, {"colours": "none", "signs": "ascii"}],
    ids=lambda mode: "-".join(mode.values()),
)
def test_screen_is_correct_with_few_colours_and_signs(
    terminal: Terminal, mode: dict[str, str]
) -> None:
    terminal.press_one_by_one("right", "enter", "v")
    assert_correct(terminal)
    terminal.press_one_by_one("escape", "down")
    assert_correct(terminal)
    assert terminal.text.isascii() or "signs" not in mode


def test_screen_is_correct_after_resizing_and_foreign_output(terminal: Terminal) -> None:
    for columns, rows in ((90, 30), (70, 20), (160, 48), (120, 36)):
        terminal.resize(columns, rows)
        terminal.press_one_by_one("right")
        assert_correct(terminal)
    terminal.resize(59, 24)
    terminal.wait("needs at least 60×24")
    terminal.resize(120, 36)
    assert_correct(terminal)
    shown = look(terminal)
    terminal.feed(b"\x1b[2J\x1b[1;1Hsomebody writes to you")
    terminal.press(REDRAW)
    terminal.settle()
    assert look(terminal) == shown


def test_screen_is_redrawn_after_a_suspension(terminal: Terminal) -> None:
    shown = look(terminal)
    for stop in (signal.SIGTSTP, signal.SIGSTOP):
        os.kill(terminal.child.pid, stop)
        terminal.until(lambda: terminal.child.is_stopped, "the program stopped")
        terminal.settle()
        terminal.feed(b"\x1b[2J\x1b[1;1H$ ls\r\nfile\r\n$ fg")
        os.kill(terminal.child.pid, signal.SIGCONT)
        terminal.until(lambda: look(terminal) == shown, "the screen again")
        # It still accepts keys.
        terminal.press_one_by_one("right", "left")
        assert look(terminal) == shown
    terminal.press("\x11")
    assert terminal.ended() == 0
    assert terminal.left_alternate_screen


UNTRIED = """
from risk_tui.tui.terminal import screen_diff
screen_diff.version_of = lambda _: "8.9.0"
"""


def test_unknown_version_of_textual_works(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "plain.risk"))
    table.close()
    with Terminal("resume", str(table.path), columns=120, rows=36, plant=UNTRIED) as terminal:
        terminal.wait("place 1 army")
        terminal.press_one_by_one("right", "?", "escape", "v", "escape")
        assert_correct(terminal)
        before = terminal.received
        terminal.press_one_by_one(REDRAW)
        assert terminal.received - before > 30_000
        assert_correct(terminal)
        terminal.press("\x11")
        assert terminal.ended() == 0
        assert terminal.left_alternate_screen
    assert "plain painting" in log_path().read_text()


def modes(terminal: Terminal) -> set[int]:
    """Return the private modes of the terminal that are on."""
    return {mode >> 5 for mode in terminal.screen.mode}


def test_mouse_reports_clicks_but_no_moves(terminal: Terminal) -> None:
    assert modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016} == {1000, 1006}
    rows = [line[:80].find("BR") for line in terminal.screen.display]
    row, column = next((y, x) for y, x in enumerate(rows) if x >= 0)
    click = f"\x1b[<0;{column + 1};{row + 1}"
    terminal.press(f"{click}M{click}m")
    terminal.wait("Brazil")
    terminal.press("\x11")
    assert terminal.ended() == 0
    assert not modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016}


def test_mouse_can_be_switched_off() -> None:
    save_settings(Settings(mouse="off", curtain="quick"))
    with Terminal(columns=120, rows=36) as terminal:
        terminal.wait("New game")
        assert not modes(terminal) & {1000, 1002, 1003, 1006, 1015, 1016}
