"""The driver: the terminal's input, its output in a thread of its own, and its modes.

The input is keys, clicks, pastes and answers; the parser drops noise. Textual's own parser treats
unknown input as keys: a terminal's answer about a colour would open the command line and type into
it. So Textual's parser gets only input that is certainly a key or click.

Answers are to questions about colours and background, because environment variables say little:
``TERM=xterm`` may mean 16 colours or all, and SSH drops ``COLORTERM``. The program does not wait
for them.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import inf
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import MouseEvent
from textual.message import Message

from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.theme.palette import RGB

ESCAPE_SECONDS = 0.1
"""Seconds of silence after which a lone escape is the Escape key."""

PARTIAL_SECONDS = 1.0
"""Seconds of silence after which an unfinished sequence or paste is dropped."""

MAX_PASTE = 1_000
"""Maximum characters of a paste; players never need to type a longer line."""

_MAX_UNFINISHED = 8_192
"""Maximum characters of an unfinished sequence or paste that are kept."""
_MAX_SEQUENCE = 32
"""Maximum characters of a sequence for Textual's parser, which treats longer ones as keys."""

_ESC = "\x1b"
_STRING = r"\x1b(?:\]|_|P(?![A-Za-z]))[^\x07\x1b]*"
"""The start of a string from a terminal, about its colours, name or features."""

_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>[\s\S]*?)\x1b\[201~"
    r"|(?P<half_paste>\x1b\[200~[\s\S]*)"
    rf"|(?P<answer>{_STRING}(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c)"
    # The first alternative is a click on very old terminals.
    r"|(?P<noise>\x1b\[M[\s\S]{3}|\x1bP[A-Za-z])"
    r"|(?P<sequence>"
    r"\x1b\[\[[ -~]"  # F1 to F5 of the Linux console.
    r"|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"
    r"|\x1bO[ -~])"
    r"|\x1b(?P<alt>[^\x1b\[O\]_P])"
    rf"|(?P<half>\x1b(?:|\[(?:M[\s\S]{{0,2}}|\[|[0-?]*[ -/]*)|O|P)\Z|{_STRING}\x1b?\Z)"
    r"|(?P<escape>\x1b(?![\[O\]_P]))"
    rf"|(?P<broken>\x1b(?:\[\[?[0-?]*[ -/]*|O)|{_STRING}|\x1b)"
    r"|(?P<key>[^\0\ufffd\x80-\x9f])"
)

_ACCEPTED = (
    events.Key,
    events.MouseEvent,
    events.AppFocus,
    events.AppBlur,
    messages.TerminalSupportsSynchronizedOutput,
)
"""The messages of Textual's parser that are passed on."""


@dataclass
class TerminalAnswer(Message):
    """A terminal's answer about itself, unchanged."""

    text: str


class InputParser:
    """Parses a terminal's text, piece by piece, into Textual's messages."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._remainder = ""
        """The beginning of an incomplete sequence or paste."""
        self._last_time = 0.0

    @property
    def is_waiting(self) -> bool:
        """True if more input, or silence, is needed to know what was typed."""
        return bool(self._remainder)

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """Yield the messages in a text that arrived at the time ``now`` (in seconds)."""
        self._last_time = now
        text, self._remainder = self._remainder + text, ""
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "paste":
                    yield events.Paste(_clean(token["paste"][:MAX_PASTE]))
                case "half_paste":
                    # Keep the last characters, because the end mark may arrive in two pieces.
                    self._remainder = token[0][:_MAX_UNFINISHED] + token[0][_MAX_UNFINISHED:][-5:]
                case "half" if len(token[0]) < _MAX_UNFINISHED:
                    self._remainder = token[0]
                case "answer":
                    yield TerminalAnswer(token[0])
                case "alt":
                    yield from self._alt(token["alt"])
                case "escape":
                    yield events.Key("escape", _ESC)
                case "sequence" | "key":
                    yield from self._messages(token[0])

    def tick(self, now: float, *, expects_answer: bool = False) -> Iterator[Message]:
        """Yield the messages that silence completes, such as the Escape key for a lone escape.

        Args:
            now: The time in seconds.
            expects_answer: True if the terminal may still answer, which also starts with an escape.
        """
        silence, rest = now - self._last_time, self._remainder
        escape_silence = PARTIAL_SECONDS if expects_answer else ESCAPE_SECONDS
        if len(rest) in (1, 2) and silence >= escape_silence:
            self._remainder = ""
            yield from self._alt(rest[1]) if rest[1:] else [events.Key("escape", _ESC)]
        elif silence >= PARTIAL_SECONDS and not expects_answer:
            self._remainder = ""  # The rest of an expected answer must not become keys.

    def _alt(self, char: str) -> Iterator[Message]:
        """Yield the messages of a key with Alt, which terminals send as an escape and the key."""
        found = list(self._messages(_ESC + char))
        if not found and char.isprintable():
            # Textual waits for silence here, except with the sequence that newer terminals send.
            found += self._messages(f"\x1b[{ord(char.lower())};{4 if char.isupper() else 3}u")
        yield from found or self._messages(char)

    def _messages(self, sequence: str) -> Iterator[Message]:
        """Yield the messages that Textual's parser finds in a key or a sequence."""
        if len(sequence) > _MAX_SEQUENCE:
            return
        try:
            found = list(self._parser.feed(sequence))
        except (ValueError, OverflowError):
            found = []  # A number in the sequence is invalid.
        accepted = [message for message in found if isinstance(message, _ACCEPTED)]
        if not accepted:
            # The old parser might now treat unknown input as keys, or click positions as pixels.
            self._parser = XTermParser()
        yield from accepted


def _clean(text: str) -> str:
    """Return pasted lines without control codes, with a space for each tab."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or char.isprintable())


_ASK_KIND = "\x1b[c"
"""The question about the kind of terminal. All terminals answer it, after earlier questions."""
_KIND = re.compile(r"\x1b\[\?(\d{1,3})[\d;]*c")

_ASK_NAME = "\x1b[>0q"
_HAS_ALL_COLOURS = re.compile(
    r"\x1bP>\|(?:contour|foot|ghostty|iTerm2|kitty|Konsole|mintty|VTE|WezTerm)\b", re.IGNORECASE
)

_ASK_LAST_OF_256 = "\x1b]4;255;?\x07"
_HAS_256 = re.compile(r"\x1b(?:\]4;255;rgba?:[\da-fA-F/]+|P>\|tmux )")

_ASK_BACKGROUND = "\x1b]11;?\x07"
_BACKGROUND_IS = re.compile(r"\x1b\]11;rgba?:" + "/".join([r"([\da-fA-F]{1,4})"] * 3))

_MIN_KIND = 60
"""The lowest kind since the VT200. Older terminals would display a question sent as a string."""
_ASK_PEN = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
"""The question about the pen, after a colour that only terminals with all colours keep as it is."""
_PEN_IS_EXACT = re.compile(r"\x1bP1\$r(?:[\d;:]*[;:])?48[;:]2[;:](?:\d*:)?1[;:]2[;:]3(?!\d)")

_MAX_ANSWERS = 20
"""Maximum answers; a terminal that sends more is faulty."""


class Findings(NamedTuple):
    """A terminal's answers about itself; empty if it gave none."""

    colours: str = ""
    theme: str = ""


class TerminalQuestions:
    """The questions to one terminal, and the meaning of its answers."""

    def __init__(self) -> None:
        self._topics: frozenset[str] = frozenset()
        self._answers_left = 0
        self._has_asked_pen = False

    @property
    def is_waiting(self) -> bool:
        """True if answers may still come."""
        return self._answers_left > 0

    def begin(self, about: Collection[str]) -> str:
        """Start asking. Return the questions about ``colours`` and ``theme``; empty for neither."""
        self._topics, self._has_asked_pen = frozenset(about), False
        questions = _ASK_NAME + _ASK_LAST_OF_256 if "colours" in about else ""
        questions += _ASK_BACKGROUND if "theme" in about else ""
        self._answers_left = _MAX_ANSWERS if questions else 0
        return questions and questions + _ASK_KIND

    def hear(self, answer: str) -> tuple[Findings, str]:
        """Return the meaning of an answer, and the next questions, which may be empty."""
        if not self.is_waiting:
            return Findings(), ""
        self._answers_left -= 1
        kind = _KIND.fullmatch(answer)
        if kind is None:
            return self._interpret(answer), ""
        if "colours" in self._topics and not self._has_asked_pen and int(kind[1]) >= _MIN_KIND:
            self._has_asked_pen = True
            return Findings(), _ASK_PEN + _ASK_KIND
        self._answers_left = 0
        return Findings(), ""

    def _interpret(self, answer: str) -> Findings:
        """Return the findings in an answer about one of the topics."""
        if "theme" in self._topics and (ground := _BACKGROUND_IS.match(answer)):
            parts = (int(part, 16) * 255 // (16 ** len(part) - 1) for part in ground.groups())
            return Findings(theme="light" if RGB(*parts).luminance > 128 else "dark")
        if "colours" not in self._topics:
            return Findings()
        if _HAS_ALL_COLOURS.match(answer) or _PEN_IS_EXACT.match(answer):
            return Findings(colours="full")
        return Findings(colours="256" if _HAS_256.match(answer) else "")


_CLICKS_ON, _CLICKS_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1000l\x1b[?1006l"
"""Codes that switch reports of clicks on and off, with coordinates beyond 223."""

TICK = 0.1
"""Seconds without input after which a parser that waits for more is called again."""

QUESTION_SECONDS = 3.0
"""Seconds during which the answer to a question is expected."""

LAST_ANSWER_WAIT = 0.5
"""Maximum seconds to wait for a last answer, so that it does not reach the shell."""

MAX_WAITING = 150_000
"""Characters queued for a slow connection beyond which further drawing is skipped."""

STOP_TIMEOUT = 0.5
"""Seconds that a stuck connection gets for the last texts; more on a busy machine."""

_POLL_PAUSE = 0.02
"""Seconds between two checks whether all is written. Checks are counted, so that a busy machine
gets more time.
"""


class OutputWriter(Thread):
    """A thread that writes texts to a terminal in order.

    After texts were skipped, the contents of the terminal are unknown. So ``on_caught_up`` is
    called when everything else is written.
    """

    def __init__(self, terminal: int, on_caught_up: Callable[[], object]) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self._terminal = terminal
        self._on_caught_up = on_caught_up
        self._texts: SimpleQueue[str | None] = SimpleQueue()
        # Both count characters. The caller changes the first, and this thread the second.
        self._queued = 0
        self._written = 0
        self._has_skipped = False
        self._is_gone = False

    def write(self, text: str, *, always: bool = False) -> None:
        """Queue a text, or skip it on a stuck connection, unless ``always`` is True."""
        if self._queued - self._written > MAX_WAITING and not always:
            if not self._has_skipped:
                self._has_skipped = True
                self._texts.put("")  # The thread may have written everything meanwhile, and wait.
            return
        self._queued += len(text)
        self._texts.put(text)

    def stop(self) -> None:
        """Write queued texts and end, or give up, at the earliest after ``STOP_TIMEOUT``."""
        self._texts.put(None)
        for _ in range(round(STOP_TIMEOUT / _POLL_PAUSE)):
            if not self.is_alive():
                break
            self.join(_POLL_PAUSE)

    def run(self) -> None:
        """Write texts until ``stop`` is called."""
        running = True
        while running:
            pieces = [self._texts.get()]
            while not self._texts.empty():
                pieces.append(self._texts.get())
            running = None not in pieces
            text = "".join(filter(None, pieces))
            if text and not self._is_gone:
                self._send(text)
            self._written += len(text)
            if self._has_skipped and self._written == self._queued:
                self._has_skipped = False
                self._on_caught_up()

    def _send(self, text: str) -> None:
        data = memoryview(text.encode("utf-8", "backslashreplace"))
        while data:
            try:
                data = data[os.write(self._terminal, data) :]
            except BlockingIOError:
                # Another program has made the terminal non-blocking.
                select.select([], [self._terminal], [], 1)
            except OSError:
                self._is_gone = True  # The reading thread ends the program.
                return


class RiskDriver(LinuxDriver):
    """Textual's driver for Unix, with input and output that survive bad connections.

    A stuck connection delays nothing. If the connection is cut, the program ends properly.
    Noise does not count as keys. The mouse reports only clicks, because its moves would delay keys
    on a slow connection.
    """

    def __init__(self, app: TerminalApp, *, mouse: bool = True, **options: Any) -> None:
        super().__init__(app, mouse=False, **options)
        self._risk = app
        self._wants_clicks = mouse and app.settings.mouse == "clicks"
        self._writer: OutputWriter | None = None
        self._is_active = False
        """True while the terminal is in the app's modes."""
        self._is_suspended = False
        self._wake_reader, self._wake_writer = os.pipe()
        """A byte in this pipe wakes the reading thread, so that it does not have to poll."""
        os.set_blocking(self._wake_reader, False)
        self.hung_up = False
        """True if the terminal is gone."""
        self._questions = TerminalQuestions()
        self._question_time = -inf
        """The time of the latest question, in seconds of ``time.monotonic``."""
        self._answered = Event()
        self._event_loop = asyncio.get_running_loop()
        app.terminal = self
        app.shutdown.listen(self._event_loop)

    def _call_soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # The loop is closed if the program has ended.
            self._event_loop.call_soon_threadsafe(call, *arguments)

    # Terminal modes

    def start_application_mode(self) -> None:
        """Take the terminal: start to write, set its modes, and ask about its features."""
        assert sys.__stderr__ is not None
        redraw = self._risk.redraw
        self._writer = OutputWriter(sys.__stderr__.fileno(), lambda: self._call_soon(redraw))
        self._writer.start()
        self._is_active, self.attrs_before = True, None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self.attrs_before is None:
            self._hang_up()
        if self._wants_clicks:
            self.write(_CLICKS_ON)
        self.ask()

    def stop_application_mode(self) -> None:
        """Restore the terminal. Do nothing if it is restored already."""
        if not self._is_active:
            return
        if self._expects_answer and not self.hung_up:
            self._answered.wait(LAST_ANSWER_WAIT)
        self._is_active = False
        # A shell in the foreground has its own settings, and the system would stop a background
        # process that changes them.
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            if os.tcgetpgrp(self.fileno) != os.getpgrp():
                self.attrs_before = None
        if self._wants_clicks:
            self.write(_CLICKS_OFF)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """End the reading thread at once."""
        os.write(self._wake_writer, b"\0")
        super().disable_input()
        with contextlib.suppress(BlockingIOError):  # A signal handler has read the byte.
            os.read(self._wake_reader, 4096)

    def close(self) -> None:
        """Close the driver after pending output is written, or after ``STOP_TIMEOUT``."""
        if self._writer is not None:
            self._writer.stop()
        super().close()

    def restore_terminal(self) -> None:
        """Restore the terminal now, in any state of the app."""
        self.stop_application_mode()
        self.close()

    def suspend_application_mode(self) -> None:
        """Restore the terminal temporarily, for other programs."""
        super().suspend_application_mode()
        self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take the terminal again and redraw everything, unless a signal is ending the program."""
        if self._risk.shutdown.code is not None:
            return
        if not self._is_suspended:
            # The process was stopped without warning. End the open modes before setting them again.
            self._question_time = -inf
            super().suspend_application_mode()
        self._is_suspended = False
        super().resume_application_mode()
        self._call_soon(self._risk.redraw)

    def write(self, data: str) -> None:
        """Write the changes in ``data``. While the app is active, a stuck connection skips them."""
        text = self._risk.screen_diff.reduce(data)
        if text and self._writer is not None:
            self._writer.write(text, always=not self._is_active)

    # Questions to the terminal

    def ask(self) -> None:
        """Ask the terminal about features that are only guessed, without waiting for answers."""
        self._ask(self._questions.begin(self._risk.mode.guessed))

    def _ask(self, questions: str) -> None:
        if questions and self._is_active:
            self._answered.clear()
            self._question_time = time.monotonic()
            self.write(questions)

    @property
    def _expects_answer(self) -> bool:
        return (
            self._questions.is_waiting and time.monotonic() < self._question_time + QUESTION_SECONDS
        )

    def _handle_answer(self, answer: str) -> None:
        """Handle an answer, in the reading thread."""
        findings, more = self._questions.hear(answer)
        if any(findings):
            self._call_soon(self._risk.learn_of_terminal, *findings)
        if more:
            self._call_soon(self._ask, more)
        if more or not self._questions.is_waiting:
            self._answered.set()

    # Input

    def run_input_thread(self) -> None:
        """Process input until the terminal is restored or gone. Runs in the reading thread."""
        try:
            self._read_input()
        except Exception as error:
            self._risk.handle_thread_fault(error)

    def _read_input(self) -> None:
        parser = InputParser()
        decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        files = [self.fileno, self._wake_reader]
        while not self.exit_event.is_set():
            ready, _, _ = select.select(files, [], [], TICK if parser.is_waiting else None)
            if self.fileno in ready:
                try:
                    data = os.read(self.fileno, 4096)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self._hang_up()
                    return
                if self._risk.is_flooded:
                    continue
                messages = parser.feed(decode(data), time.monotonic())
            else:
                messages = parser.tick(time.monotonic(), expects_answer=self._expects_answer)
            for message in messages:
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass a message on, unless it is an answer, or a click outside the screen."""
        if isinstance(message, TerminalAnswer):
            self._handle_answer(message.text)
        elif not isinstance(message, MouseEvent) or self._risk.size.region.contains_point(
            message.screen_offset
        ):
            super().process_message(message)

    def _hang_up(self) -> None:
        """End the program because the terminal is gone. Can be called from any thread."""
        self.hung_up = True
        os.kill(os.getpid(), signal.SIGHUP)


def risk_driver_class(driver: type[Driver]) -> type[Driver]:
    """Return ``RiskDriver`` in place of Textual's driver for Unix; other drivers stay."""
    return RiskDriver if driver is LinuxDriver else driver
