"""The driver: the terminal's input, its output in a thread of its own, and its modes."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from math import inf
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import MouseEvent
from textual.message import Message

from risk_tui.tui.terminal.input_parser import InputParser, TerminalAnswer, TerminalQuestions
from risk_tui.tui.terminal.terminal_app import TerminalApp

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
