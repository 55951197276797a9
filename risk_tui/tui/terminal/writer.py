"""Writes to the terminal without ever holding up the game."""

from __future__ import annotations

import os
import select
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

AHEAD = 150_000
"""Characters that may wait for a slow line; what is drawn beyond that is left out."""

PATIENCE = 0.5
"""Seconds that the last words may take on a line that does not move."""


class Writer(Thread):
    """A thread that writes texts to a terminal, in their order.

    ``lost`` is called when the terminal is gone, and ``caught_up`` when a line moves again on
    which something was left out: nobody knows then what the terminal shows.
    """

    def __init__(
        self, terminal: int, lost: Callable[[], object], caught_up: Callable[[], object]
    ) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self._terminal = terminal
        self._lost = lost
        self._caught_up = caught_up
        self._texts: SimpleQueue[str | None] = SimpleQueue()
        # Each of the two is written by one thread only.
        self._given = 0
        self._done = 0
        self._left_out = False
        self.gone = False

    def write(self, text: str, *, always: bool = False) -> None:
        """Send a text on its way; on a stuck line only what is ``always`` wanted."""
        if self.gone:
            return
        if self._given - self._done > AHEAD and not always:
            self._left_out = True
            return
        self._given += len(text)
        self._texts.put(text)

    def flush(self) -> None:
        """Nothing has to be done."""

    def stop(self) -> None:
        """Write what is left, if the line takes it soon enough, and end."""
        self._texts.put(None)
        if self.is_alive():
            self.join(PATIENCE)

    def run(self) -> None:
        """Write until told to stop."""
        going = True
        while going:
            pieces = [self._texts.get()]
            while len(pieces) < 50:
                try:
                    pieces.append(self._texts.get_nowait())
                except Empty:
                    break
            going = None not in pieces
            text = "".join(piece for piece in pieces if piece is not None)
            if text and not self.gone:
                self._send(text)
            self._done += len(text)
            if self._left_out and self._done == self._given:
                self._left_out = False
                self._caught_up()

    def _send(self, text: str) -> None:
        data = memoryview(text.encode("utf-8", "backslashreplace"))
        while data:
            try:
                data = data[os.write(self._terminal, data) :]
            except BlockingIOError:
                # Somebody else made the terminal so.
                select.select([], [self._terminal], [], 1)
            except OSError:
                self.gone = True
                self._lost()
                return
