"""Ends the program at a signal: in good order if possible, at once if that takes too long."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

GRACE = 1.5
"""Maximum seconds for an orderly end. The game is in its file, so nothing is lost after that."""

_TICK = 0.1
"""Seconds counted per check. If other programs stop this one for longer, it still counts as one."""

_SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


class ShutdownHandler:
    """Handles the signals that end the program, and makes sure that it does end.

    ``exit`` starts an orderly end with an exit code; ``last_words`` gives the terminal back and
    prints the last messages.
    """

    def __init__(self, exit: Callable[[int], object], last_words: Callable[[], object]) -> None:
        self._exit = exit
        self._last_words = last_words
        self._loop: asyncio.AbstractEventLoop | None = None
        self.code: int | None = None
        """The exit code that a signal requires."""
        self._exit_code = 0
        self._ticks_left = 0
        self._last_chance = False
        """True if the deadline has passed before."""
        self._is_finished = False

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start handling signals. Only from the main thread, and on Unix."""
        self._loop = loop
        for name in _SIGNALS:
            signal.signal(getattr(signal, name), self._on_signal)
        signal.signal(signal.SIGALRM, self._on_tick)

    def start_deadline(self, code: int) -> None:
        """Limit the time of the end. Does nothing unless signals are handled."""
        self._exit_code = code if self.code is None else self.code
        if self._loop is not None:
            self._ticks_left = round(GRACE / _TICK)
            signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)

    def finish(self) -> None:
        """Ignore signals and the deadline, because the terminal has been given back."""
        self._is_finished = True
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for name in _SIGNALS:
                signal.signal(getattr(signal, name), lambda *_: None)

    def _on_signal(self, number: int, frame: object) -> None:
        # This interrupts any code, so it does no more than it must.
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
        self._ticks_left = round(GRACE / _TICK)
        try:
            self._last_words()
        except BaseException:
            os._exit(self._exit_code)
        if self._is_finished:
            os._exit(self._exit_code)
        # This interrupts the last words: let them continue this one time.
