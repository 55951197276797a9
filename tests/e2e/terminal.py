"""A real pseudo-terminal with the installed program in it, read through a terminal emulator."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pexpect
import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PROGRAM = str(Path(sys.executable).parent / "risk-tui")

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "space": " ",
    "backspace": "\x7f",
    "ctrl+u": "\x15",
    "f5": "\x1b[15~",
}


class Terminal:
    """The program on a screen of its own; ``press`` types, ``wait`` looks until it is there."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        env = dict(os.environ) | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            env.pop(name, None)
        env |= environment or {}
        self.child = pexpect.spawn(
            PROGRAM, list(arguments), dimensions=(rows, columns), env=env, timeout=5
        )
        self.child.delaybeforesend = None
        self.received = 0
        self.highest = 0
        """The highest byte of all that was received."""
        self.left_alternate_screen = False
        """Whether the last word of the program gave the shell's screen back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    def read(self, seconds: float = 0.02) -> bool:
        """Take in what the program wrote, waiting at most so long; whether there was anything."""
        try:
            data = self.child.read_nonblocking(65_536, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self.child.wait()
            return False
        self.received += len(data)
        self.highest = max(self.highest, *data)
        entered, left = data.rfind(b"\x1b[?1049h"), data.rfind(b"\x1b[?1049l")
        if entered != left:
            self.left_alternate_screen = left > entered
        self._stream.feed(data)
        return True

    @property
    def text(self) -> str:
        """The screen as it stands."""
        return "\n".join(self.screen.display)

    def press(self, *keys: str) -> None:
        """Type keys by name, or text as it is."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def press_one_by_one(self, *keys: str) -> None:
        """Type keys as a person does: look at what one did before the next."""
        for key in keys:
            self.press(key)
            while self.read(0.2):
                pass

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def until(self, condition: Callable[[], bool], what: str, seconds: float = 20) -> None:
        """Read until a condition holds; fails with the screen when it never does."""
        deadline = time.monotonic() + seconds
        while not condition():
            over = not self.read() and not self.child.isalive() and not condition()
            if over or time.monotonic() > deadline:
                raise AssertionError(f"never saw {what}; the screen:\n{self.text}")

    def wait(self, text: str, seconds: float = 20) -> None:
        """Read until the screen shows a text."""
        self.until(lambda: text in self.text, repr(text), seconds)

    def ended(self, seconds: float = 10) -> int:
        """Wait for the program to end; its exit code."""
        self.until(lambda: not self.child.isalive(), "the end of the program", seconds)
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -1)
