"""The terminal's driver: its questions, the meaning of answers, and the thread that writes."""

from __future__ import annotations

import os
from queue import SimpleQueue
from threading import Event

import pytest

from risk_tui.data.settings import Settings
from risk_tui.tui.terminal import driver
from risk_tui.tui.terminal.driver import OutputWriter, TerminalQuestions
from risk_tui.tui.theme.display_mode import DisplayMode, display_mode
from tests.waiting import PATIENCE

ALL = ("colours", "theme")
XTERM = {"TERM": "xterm"}


@pytest.mark.parametrize(
    ("environ", "settings", "guessed"),
    [
        (XTERM, Settings(), {"colours", "theme"}),
        ({"TERM": "screen.xterm-256color"}, Settings(), {"colours", "theme"}),
        (XTERM | {"COLORTERM": "truecolor"}, Settings(), {"theme"}),
        (XTERM | {"NO_COLOR": "1"}, Settings(theme="light"), set()),
        (XTERM, Settings(colours="16"), {"theme"}),
        (XTERM, Settings(colours="16", theme="dark"), set()),
        *(({"TERM": term}, Settings(), set()) for term in ("dumb", "linux", "vt100", "eterm", "")),
    ],
)
def test_terminals_are_asked_only_about_guesses(
    environ: dict[str, str], settings: Settings, guessed: set[str]
) -> None:
    mode = display_mode(settings, environ)
    assert mode.guessed == guessed
    assert bool(TerminalQuestions().begin(mode.guessed)) == bool(guessed)


def test_answers_only_add_colours_to_guesses() -> None:
    guess = DisplayMode("256", "blocks", "dark", frozenset(ALL))
    assert guess.improved("full", "light") == DisplayMode("full", "blocks", "light", frozenset(ALL))
    assert guess.improved("16", "") == guess
    chosen = DisplayMode("16", "blocks", "dark")
    assert chosen.improved("full", "light") == chosen


@pytest.mark.parametrize(
    ("answer", "colours", "theme"),
    [
        ("\x1bP>|kitty(0.31.0)\x1b\\", "full", ""),
        ("\x1bP>|VTE(7600)\x1b\\", "full", ""),
        ("\x1bP>|tmux 3.3a\x1b\\", "256", ""),
        ("\x1bP>|XTerm(379)\x1b\\", "", ""),
        ("\x1b]4;255;rgb:eeee/eeee/eeee\x07", "256", ""),
        ("\x1bP1$r0;48;2;1;2;3m\x1b\\", "full", ""),
        ("\x1bP1$r48:2:1:2:3m\x1b\\", "full", ""),
        ("\x1bP1$r0;48:2:0:1:2:3m\x1b\\", "full", ""),
        ("\x1bP1$r0;48:5:16m\x1b\\", "", ""),
        ("\x1bP1$r0;48;2;1;2;35m\x1b\\", "", ""),
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "", "light"),
        ("\x1b]11;rgb:fd/f6/e3\x07", "", "light"),
        ("\x1b]11;rgba:0000/2b2b/3636/ffff\x07", "", "dark"),
        ("\x1b]11;white\x07", "", ""),
    ],
)
def test_answers_are_interpreted(answer: str, colours: str, theme: str) -> None:
    questions = TerminalQuestions()
    assert questions.hear(answer) == (("", ""), ""), "nothing was asked"
    questions.begin(ALL)
    assert questions.hear(answer) == ((colours, theme), "")
    questions.begin(["theme"] if colours else ["colours"])
    assert questions.hear(answer) == (("", ""), "")


def test_old_terminals_get_no_questions_in_strings() -> None:
    questions = TerminalQuestions()
    for kind, knows in (("1;2", False), ("6", False), ("62;22", True), ("64;1", True)):
        assert "\x1bP" not in questions.begin(ALL)
        more = questions.hear(f"\x1b[?{kind}c")[1]
        assert ("\x1bP" in more) == questions.is_waiting == knows
    assert questions.hear("\x1b[?64;1c") == (("", ""), "")
    assert not questions.is_waiting


def test_a_terminal_that_sends_too_much_is_ignored() -> None:
    questions = TerminalQuestions()
    questions.begin(ALL)
    for _ in range(100):
        questions.hear("\x1b]11;rgb:q/q/q\x07")
    assert questions.hear("\x1b]11;rgb:f/f/f\x07") == (("", ""), "")


class _Queue(SimpleQueue[str | None]):
    """A queue that says when its reader is about to wait for a text."""

    def __init__(self) -> None:
        super().__init__()
        self.is_awaited = Event()

    def get(self, block: bool = True, timeout: float | None = None) -> str | None:
        if self.empty():
            self.is_awaited.set()
        return super().get(block, timeout)


class _LateFlag(OutputWriter):
    """A writer whose thread writes everything while ``write`` decides to skip a text."""

    flag = False

    @property
    def _has_skipped(self) -> bool:
        return self.flag

    @_has_skipped.setter
    def _has_skipped(self, value: bool) -> None:
        if value and not self.is_alive():
            assert isinstance(self._texts, _Queue)
            self.start()
            assert self._texts.is_awaited.wait(PATIENCE)
        self.flag = value


def test_screen_is_redrawn_though_all_is_written_when_a_text_is_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "MAX_WAITING", 0)
    reading_end, writing_end = os.pipe()
    has_caught_up = Event()
    writer = _LateFlag(writing_end, has_caught_up.set)
    monkeypatch.setattr(writer, "_texts", _Queue())
    writer.write("first")
    writer.write("skipped")
    assert has_caught_up.wait(PATIENCE)
    writer.stop()
    assert os.read(reading_end, 100) == b"first"
    os.close(reading_end)
    os.close(writing_end)
