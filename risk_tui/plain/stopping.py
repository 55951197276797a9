"""Signals that end a game by lines: the line editor has to give the terminal back."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_STOPS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")

AGAIN = 0.1
"""Seconds after which a stop that was lost on its way up is raised again."""

WAKE = 1.0
"""Seconds after which whoever waits for a line looks for a signal that came just before."""


class Stopped(KeyboardInterrupt):
    """A signal that ends the game at this terminal; ``code`` is the exit code for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def caught() -> None:
    """What was raised has arrived: it need not be raised again."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _unheard(number: int, frame: object) -> None:
    """The game ends already."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, signals that end the program raise ``Stopped``; once is enough."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _STOPS if hasattr(signal, name)]
    timer = hasattr(signal, "setitimer")
    first = 0

    def stop(number: int, frame: object) -> None:
        nonlocal first
        if not first and number not in numbers:
            return
        first = first or number
        for each in numbers:
            signal.signal(each, _unheard)
        if timer:
            # Python drops what is raised while it clears something away.
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        raise Stopped(first)

    watched = [*numbers, signal.SIGALRM] if timer else numbers
    before = {number: signal.signal(number, stop) for number in watched}
    if timer:
        # Only a wait for input notices; what reads or writes a file is not interrupted.
        signal.siginterrupt(signal.SIGALRM, False)
        signal.setitimer(signal.ITIMER_REAL, WAKE, WAKE)
    try:
        yield
    finally:
        caught()
        for number, handler in before.items():
            signal.signal(number, handler)
