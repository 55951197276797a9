"""A real pseudo-terminal with the installed program in it, read through a terminal emulator."""

from __future__ import annotations

import os
import re
import sys
import termios
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Self

import pyte

from tests.e2e.child import AlwaysReadChild, Child
from tests.e2e.forked import LONGEST_PAUSE, ForkedProgram
from tests.waiting import PATIENCE

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
"""Seconds of silence, twice in a row, after which a waiting program has no more output.

Twice that is more than any pause of the program: after a lone Escape, and before it accepts keys
for a new question.
"""

QUIET_IN_A_HURRY = 2 * LONGEST_PAUSE
"""The same in a forked program, whose pauses are shorter."""


class Terminal:
    """The program on a screen of its own: ``press`` types, ``wait`` waits for a text.

    ``plant`` is Python code that runs in the program's process before it starts. The installed
    program is started if ``installed``; otherwise one is forked that has imported all modules.
    Like almost all terminals, it says of what kind it is if ``answers``; the program would wait for
    that before it ends, and before it takes an escape for the Escape key.
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
        answers: bool = True,
    ) -> None:
        self.quiet = QUIET if installed else QUIET_IN_A_HURRY
        self.screen = pyte.Screen(columns, rows)
        if answers:
            self.screen.write_process_input = self.press  # type: ignore[method-assign]
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
        """All output."""
        self.highest = 0
        """The highest byte of the output."""
        self.was_given_back = False
        """True if the terminal was restored when the program ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.hang_up()

    def read(self, seconds: float = 0.05) -> bool:
        """Read output within some seconds; return True if there was any."""
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
        """Show output of this or another program on the screen."""
        self._stream.feed(data)
        self._text = ""

    @property
    def text(self) -> str:
        """The text on the screen, of which only changed rows are read again."""
        if not self._text:
            for row in self.screen.dirty:
                line = self.screen.buffer[row]
                self._rows[row] = "".join(line[x].data for x in range(self.screen.columns))
            self.screen.dirty.clear()
            self._text = "\n".join(self._rows[row] for row in range(self.screen.lines))
        return self._text

    def press(self, *keys: str) -> None:
        """Type keys by their names, and other text literally."""
        for key in keys:
            self.child.write(KEYS.get(key, key).encode())

    def pour(self, data: bytes) -> None:
        """Send any number of bytes while the output is read."""
        os.set_blocking(self.child.line, False)
        while data:
            try:
                data = data[os.write(self.child.line, data[:4096]) :]
            except BlockingIOError:
                self.read()
        os.set_blocking(self.child.line, True)

    def press_one_by_one(self, *keys: str) -> None:
        """Type keys, and wait after each until the program has answered."""
        for key in keys:
            self.press(key)
            self.settle()

    def settle(self) -> None:
        """Read until the program waits for input and writes nothing more."""
        deadline, calm = time.monotonic() + PATIENCE, 0
        while calm < 2 and self.child.is_alive:
            calm = calm + 1 if not self.read(self.quiet) and self.child.rests else 0
            assert time.monotonic() < deadline, f"it never rests; the screen:\n{self.text}"

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self.screen.resize(rows, columns)
        self._text = ""
        self.child.resize(columns, rows)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Read until a condition holds; fail with the text of the screen if it never does."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            over = not self.child.is_alive  # Its last output must still be read.
            over = not self.read() and over and not condition()
            if over or time.monotonic() > deadline:
                raise AssertionError(f"never saw {what}; the screen:\n{self.text}")

    def wait(self, text: str) -> None:
        """Read until the screen shows a text."""
        self.until(lambda: text in self.text, repr(text))

    @property
    def given_back(self) -> bool:
        """True if the terminal is as the program found it."""
        words = re.findall(rb"\x1b\[\?(\d+)([hl])", self.written)
        usual = {b"7": b"h", b"25": b"h"}
        modes = all(switch == usual.get(mode, b"l") for mode, switch in dict(words).items())
        return modes and termios.tcgetattr(self.child.line) == self.child.attributes

    @property
    def left_alternate_screen(self) -> bool:
        """True if the program switched back to the shell's screen at last."""
        return self.written.rfind(b"\x1b[?1049l") > self.written.rfind(b"\x1b[?1049h")

    def ended(self) -> int:
        """Wait for the end of the program; return its exit code as a shell does."""
        self.until(lambda: not self.child.is_alive, "the end of the program")
        while self.read():
            pass
        self.was_given_back = self.given_back
        return self.child.wait()
