"""The terminal's driver: its questions and answers, the thread that writes, the parser of input."""

from __future__ import annotations

import os
from queue import SimpleQueue
from threading import Event

import pytest
from textual import events

from risk_tui.data.settings import Settings
from risk_tui.tui.terminal import driver
from risk_tui.tui.terminal.driver import (
    MAX_PASTE,
    InputParser,
    OutputWriter,
    TerminalAnswer,
    TerminalQuestions,
)
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


def heard(*pieces: str, silence: float = 0.0) -> list[str]:
    """The keys, clicks and pastes in what a terminal sends, then is silent for some seconds."""
    keystrokes = InputParser()
    found = [message for piece in pieces for message in keystrokes.feed(piece, 0.0)]
    found += keystrokes.tick(silence)
    names = {events.Key: "key", events.Paste: "text"}
    return [getattr(each, names.get(type(each), ""), type(each).__name__) for each in found]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("aB:", ["a", "B", "colon"]),
        ("\r\t\x7f\x03", ["enter", "tab", "backspace", "ctrl+c"]),
        ("\x1b[A\x1bOB\x1b[15~\x1b[Z", ["up", "down", "f5", "shift+tab"]),
        ("\x1b[[A\x1b[1;5C", ["f1", "ctrl+right"]),
        ("\x1bf\x1bx", ["ctrl+right", "alt+x"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b[M\x1b[Ax\x1b[[Zx", ["x", "x"]),
        ("\x1b[97u\x1b[13u", ["a", "enter"]),
        ("\x1b[<0;3;4M\x1b[<0;3;4m", ["MouseDown", "MouseUp"]),
        ("\x1b[I\x1b[O", ["AppFocus", "AppBlur"]),
        ("\x1b[200~a\rb\x1b[2J\x1b[201~c", ["a\nb[2J", "c"]),
        ("\x1b]11;rgb:0/0/0\x1b\\x", ["TerminalAnswer", "x"]),
        ("\x1b[?62;22cx\x1b[3;4Rx", ["TerminalAnswer", "x", "x"]),
        ("\x1b[1;\xe9\x1b]0\x1b[A", ["é", "up"]),
        ("\0\ufffd\x9bx", ["x"]),
        ("\x1b[1114112u\x1b[99;99;55555555555u\x1b[48;9;9;9;9t", []),
    ],
)
def test_keys_are_parsed_however_the_input_is_split(sent: str, keys: list[str]) -> None:
    assert heard(sent) == keys
    assert heard(*sent) == keys
    for cut in range(len(sent)):
        assert heard(sent[:cut], sent[cut:]) == keys


def test_timeout_ends_an_incomplete_sequence() -> None:
    assert heard("\x1b") == []
    assert heard("\x1b", silence=0.15) == ["escape"]
    assert heard("\x1bP", silence=0.15) == ["alt+shift+p"]
    for half in ("\x1b[1;2", "\x1b]11;rgb", "\x1b[200~abc", "\x1b[200~abc\x1b["):
        keystrokes = InputParser()
        assert not list(keystrokes.feed(half, 0.0))
        assert not list(keystrokes.tick(1.5))
        assert len(list(keystrokes.feed("xy", 2.0))) == 2


def test_terminal_answer_may_arrive_in_pieces() -> None:
    answer = "\x1bP1$r0m\x1b\\"
    for cut in range(1, len(answer)):
        keystrokes = InputParser()
        found = list(keystrokes.feed(answer[:cut], 0.0))
        found += keystrokes.tick(0.9 if cut < 3 else 20.0, expects_answer=True)
        found += keystrokes.feed(answer[cut:], 21.0)
        assert [type(each) for each in found] == [TerminalAnswer]


@pytest.mark.parametrize("typed", ["PE", "]", "[x", "P1", "?", ":odds uk ]1"])
def test_characters_after_escape_are_keys(typed: str) -> None:
    keystrokes = InputParser()
    list(keystrokes.feed("\x1b", 0.0))
    assert [each.key for each in keystrokes.tick(1.0)] == ["escape"]  # type: ignore[attr-defined]
    assert len(list(keystrokes.feed(typed, 2.0))) == len(typed)


def test_paste_is_limited() -> None:
    (pasted,) = heard("\x1b[200~" + "x" * 1_000_000 + "\x1b[201~")
    assert pasted == "x" * MAX_PASTE
