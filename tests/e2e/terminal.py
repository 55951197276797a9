"""A real pseudo-terminal with the installed program in it, read through a terminal emulator."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
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
    """The program on a screen of its own; ``press`` types, ``wait`` looks until it is there.

    ``plant`` is Python that is run in the program's process before it begins.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        plant: str = "",
        ignore_hangup: bool = False,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._text = ""
        env = dict(os.environ) | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            env.pop(name, None)
        env |= environment or {}
        program, given = PROGRAM, list(arguments)
        if plant:
            code = f"{plant}\nimport sys; from risk_tui.cli import main; sys.exit(main())"
            program, given = sys.executable, ["-c", code, *arguments]
        self.child = pexpect.spawn(
            program,
            given,
            dimensions=(rows, columns),
            env=env,
            timeout=5,
            ignore_sighup=ignore_hangup,
        )
        self.child.delaybeforesend = None
        self._attributes = termios.tcgetattr(self.child.child_fd)
        self.received = 0
        self.written = bytearray()
        """All that was received."""
        self.highest = 0
        """The highest byte of all that was received."""
        self.left_alternate_screen = False
        """Whether the last word of the program gave the shell's screen back."""
        self.was_given_back = False
        """Whether the program left the terminal as it had found it, when it ended."""

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
        self.written += data
        self.highest = max(self.highest, *data)
        entered, left = data.rfind(b"\x1b[?1049h"), data.rfind(b"\x1b[?1049l")
        if entered != left:
            self.left_alternate_screen = left > entered
        self.feed(data)
        return True

    def feed(self, data: bytes) -> None:
        """Show what a program writes, this one or another at the same terminal."""
        self._stream.feed(data)
        self._text = ""

    @property
    def text(self) -> str:
        """The screen as it stands; it is put together only after something was written."""
        if not self._text:
            self._text = "\n".join(self.screen.display)
        return self._text

    def press(self, *keys: str) -> None:
        """Type keys by name, or text as it is."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def pour(self, data: bytes) -> None:
        """Send bytes as a line does, however many, while the screen is read."""
        os.set_blocking(self.child.child_fd, False)
        while data:
            try:
                data = data[os.write(self.child.child_fd, data[:4096]) :]
            except BlockingIOError:
                self.read()
        os.set_blocking(self.child.child_fd, True)

    def press_one_by_one(self, *keys: str) -> None:
        """Type keys as a person does: look at what one did before the next."""
        for key in keys:
            self.press(key)
            while self.read(0.2):
                pass

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        self._text = ""
        self.child.setwinsize(rows, columns)

    def until(self, condition: Callable[[], bool], what: str, seconds: float = 20) -> None:
        """Read until a condition holds; fails with the screen when it never does."""
        deadline = time.monotonic() + seconds
        while not condition():
            over = not self.read() and not self.child.isalive() and not condition()
            if over or time.monotonic() > deadline:
                raise AssertionError(f"never saw {what}; the screen:\n{self.text}")

    def until_unread(self, condition: Callable[[], bool], what: str, seconds: float = 10) -> None:
        """Wait for a condition while nobody reads what the program writes."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"never saw {what}"
            time.sleep(0.02)

    def wait(self, text: str, seconds: float = 20) -> None:
        """Read until the screen shows a text."""
        self.until(lambda: text in self.text, repr(text), seconds)

    @property
    def given_back(self) -> bool:
        """Whether the terminal is as the program found it."""
        words = re.findall(rb"\x1b\[\?(\d+)([hl])", self.written)
        usual = {b"7": b"h", b"25": b"h"}
        modes = all(switch == usual.get(mode, b"l") for mode, switch in dict(words).items())
        return modes and termios.tcgetattr(self.child.child_fd) == self._attributes

    def cut(self, seconds: float = 5) -> tuple[int, float]:
        """Take the terminal away; the program's exit code and the CPU seconds that it spent on."""
        process = f"/proc/{self.child.pid}/stat"
        ticks = Path(process).read_text().rsplit(")", 1)[1].split()[11:13]
        before = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        self.child.ptyproc.fileobj.close()
        self.child.closed = self.child.ptyproc.closed = True
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            ended, status, used = os.wait4(self.child.pid, os.WNOHANG)
            if ended:
                self.child.ptyproc.terminated = True
                spent = used.ru_utime + used.ru_stime - before
                return os.waitstatus_to_exitcode(status), spent
            time.sleep(0.01)
        os.kill(self.child.pid, signal.SIGKILL)
        raise AssertionError("the program lives on without its terminal")

    def ended(self, seconds: float = 10) -> int:
        """Wait for the program to end; its exit code as a shell tells it."""
        self.until(lambda: not self.child.isalive(), "the end of the program", seconds)
        self.was_given_back = self.given_back
        self.child.close()
        if self.child.signalstatus is not None:
            return 128 + int(self.child.signalstatus)
        return int(self.child.exitstatus)
