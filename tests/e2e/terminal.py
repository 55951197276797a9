"""A real pseudo-terminal with the installed program in it, read through a terminal emulator."""

from __future__ import annotations

import os
import re
import sys
import termios
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pyte

from tests.e2e.child import AlwaysReadChild, Child
from tests.e2e.forked import LONGEST_PAUSE, ForkedProgram
from tests.waiting import PATIENCE

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
    "f6": "\x1b[17~",
}


QUIET = 0.16
"""Seconds after which a program that rests has nothing more to say, if that was so twice.

Twice that is more than any pause that it makes itself: after an escape that nothing follows, and
before it takes keys for something new.
"""

QUIET_IN_A_HURRY = 2 * LONGEST_PAUSE
"""The same for a forked program, whose pauses are shorter."""


class Terminal:
    """The program on a screen of its own; ``press`` types, ``wait`` looks until it is there.

    ``plant`` is Python that is run in the program's process before it begins. The installed program
    is started where ``installed`` says so; else one is forked that has its imports behind it.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        plant: str = "",
        ignore_hangup: bool = False,
        always_read: bool = False,
        installed: bool = False,
    ) -> None:
        self.quiet = QUIET if installed else QUIET_IN_A_HURRY
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._rows: dict[int, str] = {}
        self._text = ""
        env = dict(os.environ) | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            env.pop(name, None)
        env |= environment or {}
        child = AlwaysReadChild if always_read else Child
        if installed:
            command = [PROGRAM, *arguments]
            if plant:
                code = f"{plant}\nimport sys; from risk_tui.cli import main; sys.exit(main())"
                command = [sys.executable, "-c", code, *arguments]
            self.child = child(command, columns, rows, environment=env, ignore_hangup=ignore_hangup)
        else:
            fork = partial(ForkedProgram, arguments, env, plant=plant, ignore_hangup=ignore_hangup)
            self.child = child(fork, columns, rows)
        self.received = 0
        self.written = bytearray()
        """All that was received."""
        self.highest = 0
        """The highest byte of all that was received."""
        self.was_given_back = False
        """Whether the program left the terminal as it had found it, when it ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.hang_up()

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what the program wrote, waiting at most so long; whether there was anything."""
        data = self.child.read(seconds)
        if data is None:
            self.child.wait()
        if not data:
            return False
        self.received += len(data)
        self.written += data
        self.highest = max(self.highest, *data)
        self.feed(data)
        return True

    def feed(self, data: bytes) -> None:
        """Show what a program writes, this one or another at the same terminal."""
        self._stream.feed(data)
        self._text = ""

    @property
    def text(self) -> str:
        """The screen as it stands; only what was written since is put together anew."""
        if not self._text:
            for row in self.screen.dirty:
                line = self.screen.buffer[row]
                self._rows[row] = "".join(line[x].data for x in range(self.screen.columns))
            self.screen.dirty.clear()
            self._text = "\n".join(self._rows[row] for row in range(self.screen.lines))
        return self._text

    def press(self, *keys: str) -> None:
        """Type keys by name, or text as it is."""
        for key in keys:
            self.child.write(KEYS.get(key, key).encode())

    def pour(self, data: bytes) -> None:
        """Send bytes as a line does, however many, while the screen is read."""
        os.set_blocking(self.child.line, False)
        while data:
            try:
                data = data[os.write(self.child.line, data[:4096]) :]
            except BlockingIOError:
                self.read()
        os.set_blocking(self.child.line, True)

    def press_one_by_one(self, *keys: str) -> None:
        """Type keys as a person does: look at what one did before the next."""
        for key in keys:
            self.press(key)
            self.settle()

    def settle(self) -> None:
        """Read until the program waits for what is done next, and nothing more comes."""
        deadline, calm = time.monotonic() + PATIENCE, 0
        while calm < 2 and self.child.is_alive:
            calm = calm + 1 if not self.read(self.quiet) and self.child.rests else 0
            assert time.monotonic() < deadline, f"it never rests; the screen:\n{self.text}"

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        self._text = ""
        self.child.resize(columns, rows)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Read until a condition holds; fails with the screen when it never does."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            over = not self.child.is_alive  # its last words are still to be read then
            over = not self.read() and over and not condition()
            if over or time.monotonic() > deadline:
                raise AssertionError(f"never saw {what}; the screen:\n{self.text}")

    def wait(self, text: str) -> None:
        """Read until the screen shows a text."""
        self.until(lambda: text in self.text, repr(text))

    @property
    def given_back(self) -> bool:
        """Whether the terminal is as the program found it."""
        words = re.findall(rb"\x1b\[\?(\d+)([hl])", self.written)
        usual = {b"7": b"h", b"25": b"h"}
        modes = all(switch == usual.get(mode, b"l") for mode, switch in dict(words).items())
        return modes and termios.tcgetattr(self.child.line) == self.child.attributes

    @property
    def left_alternate_screen(self) -> bool:
        """Whether the last word of the program gave the shell's screen back."""
        return self.written.rfind(b"\x1b[?1049l") > self.written.rfind(b"\x1b[?1049h")

    def ended(self) -> int:
        """Wait for the program to end; its exit code as a shell tells it."""
        self.until(lambda: not self.child.is_alive, "the end of the program")
        while self.read():
            pass
        self.was_given_back = self.given_back
        return self.child.wait()
