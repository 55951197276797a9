"""Terminals that answer questions about themselves late, in pieces, with nonsense, or never."""

from __future__ import annotations

import os
import signal
from functools import partial

import pytest

from risk_tui.tui.theme.palette import RGB, SEA, terminal_colour
from tests.e2e.terminal import Terminal
from tests.waiting import wait_for

pytestmark = pytest.mark.pty

GAME = ("new", "--players", "Ann,bot", "--seed", "4", "--rules", "us-1959")
BARE = {"TERM": "xterm", "COLORTERM": ""}
"""The variables of xterm."""

silent = partial(Terminal, *GAME, environment=BARE, answers=False)

KIND, PEN, GROUND = b"\x1b[?64;1;2c", b"\x1bP1$r0;48:2::1:2:3m\x1b\\", b"\x1b]11;rgb:f/f/e\x07"
LIGHT_SEA = RGB(*terminal_colour(SEA, "full", "light").get_truecolor()).hex[1:]
ASKED = b"\x1b[c"

PATIENT = """
from risk_tui.tui.terminal import driver, terminal_app
driver.LAST_ANSWER_WAIT = driver.QUESTION_SECONDS = terminal_app.SHUTDOWN_SECONDS = 60
driver.PARTIAL_SECONDS = 60
"""
"""Code that lets the program wait long for answers, and for their last bytes."""


def asked(terminal: Terminal) -> int:
    """Return how often the terminal was asked for its kind."""
    return terminal.written.count(ASKED)


def grounds(terminal: Terminal) -> set[str]:
    """Return all background colours on the screen."""
    return {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}


def is_named(colour: str) -> bool:
    """Return True for one of 16 colours, which the emulator calls by names."""
    return len(colour) != 6 or not set(colour) <= set("0123456789abcdef")


def answer_slowly(terminal: Terminal, answer: bytes) -> None:
    """Send an answer byte by byte, each after the program has read the one before."""
    for byte in answer:
        terminal.child.write(bytes([byte]))
        terminal.read(0)
        wait_for(lambda: terminal.child.rests, "the program reads")


def test_late_answer_improves_the_first_frame() -> None:
    with silent(plant=PATIENT) as terminal:
        terminal.wait("Ann: place")
        terminal.settle()
        before = terminal.text
        assert all(map(is_named, grounds(terminal)))
        answer_slowly(terminal, GROUND + KIND)
        terminal.until(lambda: asked(terminal) == 2, "the question for a pen")
        answer_slowly(terminal, PEN + KIND)
        terminal.until(lambda: LIGHT_SEA in grounds(terminal), "a light sea in all colours")
        terminal.settle()
        assert terminal.text == before
        assert not all(map(is_named, grounds(terminal)))


def test_nonsense_is_neither_an_answer_nor_a_key() -> None:
    with silent() as terminal:
        terminal.wait("Ann: place")
        terminal.settle()
        before = terminal.text
        for nonsense in (b"\x1b]11;rgb:q/q/q\x07", b"\x1b]4;255;grey\x07", b"\x1bP>|Nobody\x1b\\"):
            terminal.pour(nonsense + b"\x1bP0$r\x1b\\\x1b]11;" + b"\x1b[?1;2c" * 30 + PEN)
        terminal.settle()
        assert terminal.text == before
        assert all(map(is_named, grounds(terminal)))
        assert asked(terminal) == 1


def test_terminal_is_asked_again_after_a_suspension() -> None:
    with silent() as terminal:
        terminal.wait("Ann: place")
        terminal.pour(KIND.replace(b"64", b"1"))
        os.kill(terminal.child.pid, signal.SIGTSTP)
        terminal.until(lambda: terminal.child.is_stopped, "the program stopped")
        os.kill(terminal.child.pid, signal.SIGCONT)
        terminal.until(lambda: asked(terminal) == 2, "the questions again")
        terminal.pour(GROUND + KIND)
        terminal.until(lambda: asked(terminal) == 3, "the question for a pen")


def test_program_waits_for_the_last_answer_before_it_ends() -> None:
    with silent(plant=PATIENT) as terminal:
        terminal.wait("Ann: place")
        terminal.press("\x11")
        terminal.settle()
        assert terminal.child.is_alive
        terminal.pour(KIND)
        assert terminal.ended() == 0
        assert terminal.was_given_back
