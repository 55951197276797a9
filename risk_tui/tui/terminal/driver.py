"""What is asked of the terminal, and how it is given back: clicks at most, and in one piece."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import termios
import time
from threading import current_thread
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers import linux_driver
from textual.events import MouseEvent

from risk_tui.tui.terminal.keystrokes import Keystrokes
from risk_tui.tui.terminal.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.message import Message

    from risk_tui.tui.app import RiskApp

_CLICKS = (1000, 1006)
"""Modes of the terminal: report buttons; with coordinates beyond 223."""

_LEAVE = "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Everything off that was switched on: updates as a whole, pastes in brackets, lines without
wrapping, the keyboard's protocol, the other screen, no cursor, reports of the focus."""

USUAL_SIZE, LARGEST = (80, 24), (1000, 400)
"""Columns and rows of a terminal that tells none, and the most that are drawn on."""

TICK = 0.1
"""Seconds between two looks at whether the program is being left."""

MOST_AHEAD = 400
"""Messages that may wait for the app. Keys beyond that are noise: nobody types so fast."""


class ThriftyDriver(linux_driver.LinuxDriver):
    """Textual's driver for Unix, with clicks if the app's settings want them.

    Over a slow line a report for every cell that the mouse crosses would hold up the keys. A line
    that is stuck holds up nothing, one that is cut ends the program, and noise does neither.
    """

    def __init__(self, app: RiskApp, *, mouse: bool = True, **options: Any) -> None:
        super().__init__(app, mouse=mouse and app.settings.mouse == "clicks", **options)
        self._risk = app
        self._writer: Writer | None = None
        self._on = False
        """Whether the terminal is ours now."""
        self._away = False
        self._stopping = False
        self.gone = False
        """Whether nobody can read what is written any more."""
        vars(linux_driver)["WriterThread"] = self._new_writer
        app.leaving.listen(self._loop)

    def _new_writer(self, file: TextIO) -> Writer:
        self._writer = Writer(file.fileno(), self.lost, lambda: self._soon(self._risk.redraw))
        return self._writer

    def lost(self) -> None:
        """The terminal is gone; from any thread."""
        if not self.gone:
            self.gone = True
            os.kill(os.getpid(), signal.SIGHUP)

    def _soon(self, call: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
            self._loop.call_soon_threadsafe(call, *arguments)

    # The terminal's modes

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self.exit_event.clear()
        self._on, self._writer = True, None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer is None:
            self._on = False
            self.lost()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was; nothing if that was done."""
        if not self._on:
            return
        self._on = False
        self.disable_input()
        self._restore_attributes()
        if self._writer is not None:
            clicks = "".join(f"\x1b[?{mode}l" for mode in _CLICKS) if self._mouse else ""
            self._writer.write(clicks + _LEAVE, always=True)

    def disable_input(self) -> None:
        """Hear no more keys."""
        with contextlib.suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        self.exit_event.set()
        if self._key_thread is not None and self._key_thread is not current_thread():
            self._key_thread.join(3 * TICK)

    def close(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.stop()

    def give_back(self) -> None:
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
        """Write to the terminal, if it takes anything."""
        if self._writer is not None:
            self._writer.write(data)

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("".join(f"\x1b[?{mode}h" for mode in _CLICKS))

    def _query_in_band_window_resize(self) -> None:
        """The size is asked of the system: what comes on the line could be anything."""

    def _get_terminal_size(self) -> tuple[int, int]:
        try:
            columns, rows = os.get_terminal_size(self.fileno)
        except OSError:
            columns, rows = 0, 0
        return (
            min(columns or USUAL_SIZE[0], LARGEST[0]),
            min(rows or USUAL_SIZE[1], LARGEST[1]),
        )

    # Into the background and back

    def _sigtstp_application(self, *_: object) -> None:
        self._stopping = True
        self._soon(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        self._stopping = False
        self._soon(self._resume)

    def _suspend(self) -> None:
        if self._stopping and self._on:
            self.suspend_application_mode()
        # Whoever was told to go on meanwhile, or to end, would sleep for ever.
        if self._stopping and self._risk.leaving.code is None:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self) -> None:
        if self._risk.leaving.code is None and self._auto_restart:
            self.resume_application_mode()

    def suspend_application_mode(self) -> None:
        """Give the terminal to others for a while."""
        super().suspend_application_mode()
        self._away = True

    def resume_application_mode(self) -> None:
        """Back from a suspension: the terminal shows what others wrote."""
        if not self._away:
            # Stopped without warning; what was begun has to be ended before it begins again.
            super().suspend_application_mode()
        self._away = False
        super().resume_application_mode()
        self._risk.redraw()

    # What is typed

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            self._soon(self._risk._handle_exception, error)

    def run_input_thread(self) -> None:
        """Hand on what is typed until the terminal is given back, or gone."""
        keystrokes = Keystrokes()
        decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        deaf = False
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], TICK)
            if not ready:
                deaf = False
                for message in keystrokes.tick(time.monotonic()):
                    self.process_message(message)
                continue
            try:
                data = os.read(self.fileno, 4096)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self.lost()
                return
            deaf = deaf or self._swamped()
            if deaf:
                # A flood; it is over when nothing comes for a moment.
                keystrokes.forget()
                continue
            for message in keystrokes.feed(decode(data), time.monotonic()):
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Hand on a message, unless it is a click where there is no screen."""
        if isinstance(message, MouseEvent):
            columns, rows = self._risk.size
            if message.screen_x >= columns or message.screen_y >= rows:
                return
        super().process_message(message)

    def _swamped(self) -> bool:
        app = self._risk
        pumps = (app, app.focused, *app.screen_stack[-1:])
        waiting = (pump.message_queue_size for pump in pumps if pump is not None)
        return sum(waiting) > MOST_AHEAD


def thrifty(driver: type[Driver]) -> type[Driver]:
    """The driver for the app instead of the one that Textual would choose."""
    return ThriftyDriver if driver is linux_driver.LinuxDriver else driver
