"""The end of the program after a signal: in good order, or at once if that takes too long."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

SHUTDOWN_SECONDS = 1.5
"""Maximum seconds for an orderly end. The game is saved at every step, so nothing is lost."""

_TICK = 0.1
"""Seconds between checks; each counts as this long, however late it comes."""

_SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


class ShutdownHandler:
    """Handles the signals that end the program, and makes sure that it does end.

    ``exit`` starts an orderly end with an exit code; ``restore_terminal`` restores the terminal and
    prints the last messages.
    """

    def __init__(
        self, exit: Callable[[int], object], restore_terminal: Callable[[], object]
    ) -> None:
        self._exit = exit
        self._restore_terminal = restore_terminal
        self._loop: asyncio.AbstractEventLoop | None = None
        self.code: int | None = None
        """The exit code for the first signal; ``None`` before any."""
        self._exit_code = 0
        self._ticks_left = 0
        self._last_chance = False
        """True if the deadline has passed once; the second time ends the program at once."""
        self._is_finished = False

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start handling signals. Must be called in the main thread, on Unix."""
        self._loop = loop
        for name in _SIGNALS:
            signal.signal(getattr(signal, name), self._on_signal)
        signal.signal(signal.SIGALRM, self._on_tick)

    def start_deadline(self, code: int) -> None:
        """Start the time limit for an orderly end. Do nothing unless signals are handled."""
        self._exit_code = code if self.code is None else self.code
        if self._loop is not None:
            self._ticks_left = round(SHUTDOWN_SECONDS / _TICK)
            signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)

    def finish(self) -> None:
        """Ignore signals and the deadline from now on, because the terminal is restored."""
        self._is_finished = True
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for name in _SIGNALS:
                signal.signal(getattr(signal, name), lambda *_: None)

    def _on_signal(self, number: int, frame: object) -> None:
        # This can interrupt any code, so it does as little as possible.
        if self.code is not None or self._loop is None:
            return
        self.code = 128 + number
        self.start_deadline(self.code)
        with contextlib.suppress(RuntimeError):  # The loop is closed already.
            self._loop.call_soon_threadsafe(self._exit, self.code)

    def _on_tick(self, number: int, frame: object) -> None:
        self._ticks_left -= 1
        if self._ticks_left <= 0 and not self._is_finished:
            self._on_deadline()

    def _on_deadline(self) -> None:
        if self._last_chance:
            os._exit(self._exit_code)
        self._last_chance = True
        self._ticks_left = round(SHUTDOWN_SECONDS / _TICK)
        try:
            self._restore_terminal()
        except BaseException:
            os._exit(self._exit_code)
        if self._is_finished:
            os._exit(self._exit_code)
        # An interrupted restore is still running: let it continue until the next deadline.
