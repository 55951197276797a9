"""The driver: the terminal's input and output, and its modes."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import select
import signal
import sys
import time
from math import inf
from threading import Event
from typing import TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver
from textual.events import MouseEvent

from risk_tui.tui.terminal.input_parser import InputParser, TerminalAnswer
from risk_tui.tui.terminal.output_writer import OutputWriter
from risk_tui.tui.terminal.terminal_questions import TerminalQuestions

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.message import Message

    from risk_tui.tui.terminal.terminal_app import TerminalApp

_CLICKS_ON, _CLICKS_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1000l\x1b[?1006l"
"""Codes that switch reports of clicks on and off, with coordinates beyond 223."""

TICK = 0.1
"""Seconds without input before the parser is told of the silence, if it waits for more."""

ASKED_FOR = 3.0
"""Seconds after a question in which its answer is expected."""

LAST_ANSWER_WAIT = 0.5
"""Seconds to wait for a last answer, which must not reach the shell."""


class RiskDriver(LinuxDriver):
    """Textual's driver for Unix, with an input and an output that survive bad connections.

    A stuck connection delays nothing, a cut one ends the program in good order, and noise is no
    key. Only clicks of the mouse are reported: over a slow connection its moves would delay keys.
    """

    def __init__(self, app: TerminalApp, *, mouse: bool = True, **options: Any) -> None:
        super().__init__(app, mouse=False, **options)
        self._risk = app
        self._wants_clicks = mouse and app.settings.mouse == "clicks"
        self._writer: OutputWriter | None = None
        self._is_active = False
        """True while the terminal is in the app's modes."""
        self._is_suspended = False
        self._wake_reader, self._waker = os.pipe()
        """A byte in this pipe wakes the thread that reads, so that it need not poll."""
        os.set_blocking(self._wake_reader, False)
        self.hung_up = False
        """True if the terminal is gone."""
        self._questions = TerminalQuestions()
        self._asked_at = -inf
        self._answered = Event()
        self._event_loop = asyncio.get_running_loop()
        app.terminal = self
        app.shutdown.listen(self._event_loop)

    def _call_soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # The program has ended meanwhile.
            self._event_loop.call_soon_threadsafe(call, *arguments)

    # Terminal modes

    def start_application_mode(self) -> None:
        """Take the terminal."""
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
        """Give the terminal back unchanged. Does nothing if that is done."""
        if not self._is_active:
            return
        self._wait_for_answer()
        self._is_active = False
        # A shell in the foreground has settings of its own, and stops a process that changes them.
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            if os.tcgetpgrp(self.fileno) != os.getpgrp():
                self.attrs_before = None
        if self._wants_clicks:
            self.write(_CLICKS_OFF)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """End the thread that reads, at once."""
        os.write(self._waker, b"\0")
        super().disable_input()
        with contextlib.suppress(BlockingIOError):  # A signal's handler has read it.
            os.read(self._wake_reader, 4096)

    def close(self) -> None:
        """Wait for pending output, within a limit."""
        if self._writer is not None:
            self._writer.stop()
        super().close()

    def restore_terminal(self) -> None:
        """Give the terminal back now, whatever state the app is in."""
        self.stop_application_mode()
        self.close()

    def suspend_application_mode(self) -> None:
        """Give the terminal to other programs temporarily."""
        super().suspend_application_mode()
        self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take the terminal back and draw everything again, unless the program is to end."""
        if self._risk.shutdown.code is not None:
            return
        if not self._is_suspended:
            # Stopped without warning: end the open modes before they are set again.
            self._asked_at = -inf
            super().suspend_application_mode()
        self._is_suspended = False
        super().resume_application_mode()
        self._call_soon(self._risk.redraw)

    def write(self, data: str) -> None:
        """Write changes for the terminal. On a stuck connection, pictures are skipped."""
        text = self._risk.screen_diff.reduce(data)
        if text and self._writer is not None:
            self._writer.write(text, always=not self._is_active)

    # Questions to the terminal

    def ask(self) -> None:
        """Ask the terminal for the features that are only guessed. Nothing waits for answers."""
        self._ask(self._questions.begin(self._risk.mode.guessed))

    def _ask(self, questions: str) -> None:
        if questions and self._is_active:
            self._answered.clear()
            self._asked_at = time.monotonic()
            self.write(questions)

    @property
    def _expects_answer(self) -> bool:
        return self._questions.waits and time.monotonic() < self._asked_at + ASKED_FOR

    def _wait_for_answer(self) -> None:
        if self._expects_answer and not self.hung_up:
            self._answered.wait(LAST_ANSWER_WAIT)

    def _hear(self, answer: str) -> None:
        """Handle an answer, in the thread that reads."""
        findings, more = self._questions.hear(answer)
        if any(findings):
            self._call_soon(self._risk.learn_of_terminal, *findings)
        if more:
            self._call_soon(self._ask, more)
        if more or not self._questions.waits:
            self._answered.set()

    # Input

    def run_input_thread(self) -> None:
        """Pass on the input until the terminal is given back or gone."""
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
                messages = parser.tick(time.monotonic(), is_asked=self._expects_answer)
            for message in messages:
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass a message on, unless it is an answer, or a click beside the screen."""
        if isinstance(message, TerminalAnswer):
            self._hear(message.text)
        elif not isinstance(message, MouseEvent) or self._risk.size.region.contains_point(
            message.screen_offset
        ):
            super().process_message(message)

    def _hang_up(self) -> None:
        """End the program because the terminal is gone. Can be called from any thread."""
        self.hung_up = True
        os.kill(os.getpid(), signal.SIGHUP)


def risk_driver_class(driver: type[Driver]) -> type[Driver]:
    """Return the driver for the app instead of the one that Textual would choose."""
    return RiskDriver if driver is LinuxDriver else driver
