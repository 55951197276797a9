"""How the program ends when it is told to: in good order if it can, at once if it cannot."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

GRACE = 1.5
"""Seconds that an orderly end may take. The game is in its file, so nothing is lost after that."""

_ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


class Leaving:
    """Hears the signals that end the program, and sees to it that it does end.

    ``exit`` begins an orderly end with an exit code; ``last_words`` gives the terminal back and
    says what the player has to know.
    """

    def __init__(self, exit: Callable[[int], object], last_words: Callable[[], object]) -> None:
        self._exit = exit
        self._last_words = last_words
        self._loop: asyncio.AbstractEventLoop | None = None
        self.code: int | None = None
        """The exit code that a signal asked for."""
        self._promised = 0

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear the signals from now on. From the main thread, and on Unix, only."""
        self._loop = loop
        for name in _ENDING:
            signal.signal(getattr(signal, name), self._signalled)
        signal.signal(signal.SIGALRM, self._too_late)

    def hurry(self, code: int) -> None:
        """The end has begun, and may not take for ever. Does nothing where no signals are heard."""
        self._promised = code if self.code is None else self.code
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_REAL, GRACE)

    def done(self) -> None:
        """Everything was said and given back."""
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for name in _ENDING:
                signal.signal(getattr(signal, name), lambda *_: None)

    def _signalled(self, number: int, frame: object) -> None:
        # Whatever is being done is interrupted here, so this does no more than it must.
        if self.code is not None or self._loop is None:
            return
        self.code = 128 + number
        self.hurry(self.code)
        with contextlib.suppress(RuntimeError):  # it is over already
            self._loop.call_soon_threadsafe(self._exit, self.code)

    def _too_late(self, number: int, frame: object) -> NoReturn:
        try:
            self._last_words()
        finally:
            os._exit(self._promised)
