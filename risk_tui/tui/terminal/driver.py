"""The driver: the modes that it switches on in the terminal, what it reads and writes there."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import termios
import time
from math import inf
from threading import Event, current_thread
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers import linux_driver
from textual.events import MouseEvent

from risk_tui.tui.terminal.input_parser import InputParser, TerminalAnswer
from risk_tui.tui.terminal.output_writer import OutputWriter
from risk_tui.tui.terminal.terminal_questions import TerminalQuestions

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.message import Message

    from risk_tui.tui.terminal.terminal_app import TerminalApp

_CLICKS = (1000, 1006)
"""Modes of the terminal: report buttons; with coordinates beyond 223."""

_LEAVE_MODES = "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Codes that switch off all modes that were switched on.

Updates as a whole, pastes in brackets, lines without wrapping, the keyboard's protocol, the other
screen, no cursor, reports of the focus."""

DEFAULT_SIZE, MAXIMUM_SIZE = (80, 24), (1000, 400)
"""Columns and rows of a terminal whose size is unknown, and the most that are drawn on."""

TICK = 0.1
"""Seconds without input after which the parser is asked what the silence means."""

ASKED_FOR = 3.0
"""Seconds after a question in which its answer is waited for, where that matters."""

LAST_ANSWER_WAIT = 0.5
"""Seconds for which an answer is waited for before others get the terminal, and it with it."""

MAXIMUM_WAITING = 400
"""Messages that may wait for the app. Keys beyond that are noise: nobody types so fast."""


class RiskDriver(linux_driver.LinuxDriver):
    """Textual's driver for Unix, with clicks if the app's settings want them.

    Clicks only: over a slow line a report for every cell that the mouse crosses would delay the
    keys. A line that is stuck delays nothing, one that is cut ends the program, and noise does
    neither.
    """

    def __init__(self, app: TerminalApp, *, mouse: bool = True, **options: Any) -> None:
        super().__init__(app, mouse=mouse and app.settings.mouse == "clicks", **options)
        self._risk = app
        self._writer: OutputWriter | None = None
        self._is_active = False
        """Whether the terminal is in the app's modes now."""
        self._is_suspended = False
        self._stopping = False
        self.hung_up = False
        """Whether nobody can read what is written any more."""
        self._wake_reader, self._wake_writer = os.pipe()
        """The two ends of a pipe: a byte written to it ends the wait for keys."""
        vars(linux_driver)["WriterThread"] = self._new_writer
        self._questions = TerminalQuestions()
        self._asked_at = -inf
        self._answered = Event()
        app.shutdown.listen(self._loop)

    def _new_writer(self, file: TextIO) -> OutputWriter:
        self._writer = OutputWriter(
            file.fileno(), self.on_hangup, lambda: self._call_soon(self._risk.redraw)
        )
        return self._writer

    def on_hangup(self) -> None:
        """End the program, as the terminal is gone; may be called from any thread."""
        if not self.hung_up:
            self.hung_up = True
            os.kill(os.getpid(), signal.SIGHUP)

    def _call_soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
            self._loop.call_soon_threadsafe(call, *arguments)

    # The terminal's modes

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self.exit_event.clear()
        while select.select([self._wake_reader], [], [], 0)[0]:
            os.read(self._wake_reader, 100)
        self._is_active, self._writer = True, None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer is None:
            self._is_active = False
            self.on_hangup()
        self.ask()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was; does nothing if that was done."""
        if not self._is_active:
            return
        self._hear_out()
        self._is_active = False
        self.disable_input()
        self._restore_attributes()
        if self._writer is not None:
            clicks = "".join(f"\x1b[?{mode}l" for mode in _CLICKS) if self._mouse else ""
            self._writer.write(clicks + _LEAVE_MODES, always=True)

    def disable_input(self) -> None:
        """Read no more keys."""
        with contextlib.suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        self.exit_event.set()
        os.write(self._wake_writer, b"\0")
        if self._key_thread is not None and self._key_thread is not current_thread():
            self._key_thread.join(3 * TICK)

    def close(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.stop()

    def restore_terminal(self) -> None:
        """Give the terminal back now, whatever state the app is in."""
        self.stop_application_mode()
        self.close()

    def _restore_attributes(self) -> None:
        # A shell in the foreground has its own, and would stop whoever changes them.
        try:
            if self.attrs_before is not None and os.tcgetpgrp(self.fileno) == os.getpgrp():
                termios.tcflush(self.fileno, termios.TCIFLUSH)
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        except (OSError, termios.error):
            return

    def write(self, data: str) -> None:
        """Write to the terminal what differs from what it shows, if it takes anything."""
        text = self._risk.screen_diff.reduce(data)
        if self._writer is not None and text:
            self._writer.write(text)

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("".join(f"\x1b[?{mode}h" for mode in _CLICKS))

    def _query_in_band_window_resize(self) -> None:
        """Do nothing: the size is asked of the system, as anything could come on the line."""

    def _get_terminal_size(self) -> tuple[int, int]:
        try:
            columns, rows = os.get_terminal_size(self.fileno)
        except OSError:
            columns, rows = 0, 0
        return (
            min(columns or DEFAULT_SIZE[0], MAXIMUM_SIZE[0]),
            min(rows or DEFAULT_SIZE[1], MAXIMUM_SIZE[1]),
        )

    # What the terminal says of itself

    def ask(self) -> None:
        """Ask the terminal for what is only guessed of it; nobody waits for the answers."""
        self._ask(self._questions.begin(self._risk.mode.guessed))

    def _ask(self, questions: str) -> None:
        if questions and self._is_active:
            self._answered.clear()
            self._asked_at = time.monotonic()
            self.write(questions)

    @property
    def _is_asked(self) -> bool:
        """Whether an answer is likely to come soon."""
        return self._questions.waits and time.monotonic() < self._asked_at + ASKED_FOR

    def _hear_out(self) -> None:
        """Wait a moment for an answer that would else come to whoever has the terminal next."""
        if self._is_asked and not self.hung_up:
            self._answered.wait(LAST_ANSWER_WAIT)

    def _hear(self, answer: str) -> None:
        """Take in what the terminal says; in the thread that reads keys."""
        findings, more = self._questions.hear(answer)
        if any(findings):
            self._call_soon(self._risk.learn_of_terminal, *findings)
        if more:
            self._call_soon(self._ask, more)
        if more or not self._questions.waits:
            self._answered.set()

    # Into the background and back

    def _sigtstp_application(self, *_: object) -> None:
        self._stopping = True
        self._call_soon(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        self._stopping = False
        self._call_soon(self._resume)

    def _suspend(self) -> None:
        if self._stopping and self._is_active:
            self.suspend_application_mode()
        # Whoever was told to go on meanwhile, or to end, would sleep for ever.
        if self._stopping and self._risk.shutdown.code is None:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self) -> None:
        if self._risk.shutdown.code is None and self._auto_restart:
            self.resume_application_mode()

    def suspend_application_mode(self) -> None:
        """Give the terminal to others for a while."""
        super().suspend_application_mode()
        self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take the terminal back after a suspension, and draw everything again."""
        if not self._is_suspended:
            # Stopped without warning; what was begun has to be ended before it begins again.
            self._asked_at = -inf
            super().suspend_application_mode()
        self._is_suspended = False
        super().resume_application_mode()
        self._risk.redraw()

    # What is typed

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            self._call_soon(self._risk._handle_exception, error)

    def run_input_thread(self) -> None:
        """Hand on what is typed until the terminal is given back, or gone."""
        parser = InputParser()
        decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        discarding = False
        while not self.exit_event.is_set():
            # Without a timeout where silence means nothing: a machine may have dozens of terminals.
            silence = TICK if discarding or parser.unfinished else None
            ready, _, _ = select.select([self.fileno, self._wake_reader], [], [], silence)
            if self._wake_reader in ready:
                return
            if not ready:
                discarding = False
                for message in parser.tick(time.monotonic(), is_asked=self._is_asked):
                    self.process_message(message)
                continue
            try:
                data = os.read(self.fileno, 4096)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self.on_hangup()
                return
            discarding = discarding or self._queue_is_full()
            if discarding:
                # A flood; it is over when nothing comes for a moment.
                parser.reset()
                continue
            for message in parser.feed(decode(data), time.monotonic()):
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Hand on a message, unless it is an answer, or a click where there is no screen."""
        if isinstance(message, TerminalAnswer):
            self._hear(message.text)
            return
        if isinstance(message, MouseEvent):
            columns, rows = self._risk.size
            if message.screen_x >= columns or message.screen_y >= rows:
                return
        super().process_message(message)

    def _queue_is_full(self) -> bool:
        screens = self._risk.screen_stack[-1:]  # none before the first one stands
        focused = [screen.focused for screen in screens if screen.focused is not None]
        waiting = (pump.message_queue_size for pump in (self._risk, *screens, *focused))
        return sum(waiting) > MAXIMUM_WAITING


def risk_driver_class(driver: type[Driver]) -> type[Driver]:
    """The driver for the app instead of the one that Textual would choose."""
    return RiskDriver if driver is linux_driver.LinuxDriver else driver
