"""Signals that end a game by lines, raised so that the line editor gives the terminal back."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_STOPS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")

RETRY_SECONDS = 0.1
"""Seconds after which a stop that was lost on its way up is raised again."""

WAKE_SECONDS = 1.0
"""Seconds after which whoever waits for a line looks for a signal that came just before."""


class TerminationSignal(KeyboardInterrupt):
    """A signal that ends the game at this terminal; ``code`` is the exit code for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def mark_delivered() -> None:
    """Note that the exception has arrived, so that it is not raised again."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def termination_code(error: BaseException) -> int | None:
    """The exit code of the signal that an exception stands for, ``None`` if it is another fault.

    Python may call a handler while the exception of an earlier signal is on its way; the caller
    then sees a ``SystemError`` that was caused by it.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return int(getattr(cause, "code", 130))
        cause = cause.__cause__ if isinstance(cause, SystemError) else None
    return None


@contextmanager
def raise_on_termination() -> Iterator[None]:
    """Within, signals that end the program raise ``TerminationSignal``; once is enough."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _STOPS if hasattr(signal, name)]
    timer = hasattr(signal, "setitimer")
    first = 0

    def stop(number: int, frame: object) -> None:
        nonlocal first
        if bool(first) == (number in numbers):
            # Only the first counts; the timer's raises it again, and other times only wakes.
            return
        first = first or number
        if timer:
            # Python drops what is raised while it clears something away.
            signal.setitimer(signal.ITIMER_REAL, RETRY_SECONDS)
        raise TerminationSignal(first)

    watched = [*numbers, signal.SIGALRM] if timer else numbers
    handlers = {number: signal.signal(number, stop) for number in watched}
    if timer:
        # Only a wait for input notices; what reads or writes a file is not interrupted.
        signal.siginterrupt(signal.SIGALRM, False)
        signal.setitimer(signal.ITIMER_REAL, WAKE_SECONDS, WAKE_SECONDS)
    try:
        yield
    finally:
        mark_delivered()
        for number, handler in handlers.items():
            signal.signal(number, handler)
