"""A thread that writes to the terminal, so that a slow connection never delays the game."""

from __future__ import annotations

import os
import select
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
