"""A process in a pseudo-terminal of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import queue
import select
import signal
import struct
import subprocess
import termios
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MOST = 65_536
"""Bytes that are read in one piece."""


class Process(Protocol):
    """What ``subprocess.Popen`` shows of a process."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Child:
    """A process that was started in a terminal, and the other end of that terminal.

    The command may be a function that starts something in the terminal that it is given.
    """

    def __init__(
        self,
        command: Sequence[str] | Callable[[int], Process],
        columns: int = 80,
        rows: int = 24,
        *,
        environment: Mapping[str, str] | None = None,
        ignore_hangup: bool = False,
    ) -> None:
        self.line, theirs = os.openpty()
        self._name = os.ttyname(theirs)
        self.resize(columns, rows)
        self.attributes = termios.tcgetattr(theirs)
        """The terminal as the process finds it."""

        def take_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            # Whoever runs the tests may ignore it.
            signal.signal(signal.SIGHUP, signal.SIG_IGN if ignore_hangup else signal.SIG_DFL)

        self._process: Process
        if callable(command):
            self._process = command(theirs)
        else:
            self._process = subprocess.Popen(
                command,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=environment,
                start_new_session=True,
                preexec_fn=take_the_terminal,
            )
        os.close(theirs)
        self.pid = self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    @property
    def is_stopped(self) -> bool:
        """Whether the process was stopped, and may be continued."""
        return _state(Path(f"/proc/{self.pid}")) == "T"

    def wait(self) -> int:
        """Wait for the end of the process; its exit code as a shell tells it."""
        code = self._process.wait(PATIENCE)
        return code if code >= 0 else 128 - code

    def kill(self) -> None:
        """End the process and those that it started; what they wrote can still be read."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def hang_up(self) -> None:
        """Take the terminal away."""
        if self.line >= 0:
            os.close(self.line)
        self.line = -1

    def read(self, seconds: float) -> bytes | None:
        """What was written, waiting at most so long; ``None`` if nothing will ever be written."""
        waiting = select.poll()
        waiting.register(self.line, select.POLLIN)
        data = b""
        while len(data) < _MOST and waiting.poll(0 if data else 1000 * seconds):
            try:
                data += os.read(self.line, _MOST)
            except OSError:  # nobody has the other end any more
                return data or None
        return data

    def write(self, data: bytes) -> None:
        """Type something."""
        while data:
            data = data[os.write(self.line, data) :]

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def stop_output(self) -> None:
        """Take nothing more of what is written, as a line does that is stuck."""
        end = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
        termios.tcflow(end, termios.TCOOFF)
        os.close(end)

    @property
    def rests(self) -> bool:
        """Whether it has read all that was typed, and every thread waits for something.

        A process that waits for the processor does not rest.
        """
        with contextlib.suppress(OSError):
            end = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
            try:
                unread = struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0" * 4))[0]
            finally:
                os.close(end)
            threads = Path(f"/proc/{self.pid}/task").iterdir()
            return not unread and {_state(each) for each in threads} <= set("STZ")
        return not self.is_alive


class AlwaysReadChild(Child):
    """A process whose output is taken in at once, as terminals do, not when a test looks at it.

    Otherwise a program that answers others, like ssh, hangs as soon as the terminal is full.
    """

    def __init__(
        self,
        command: Sequence[str] | Callable[[int], Process],
        columns: int = 80,
        rows: int = 24,
        *,
        environment: Mapping[str, str] | None = None,
        ignore_hangup: bool = False,
    ) -> None:
        super().__init__(
            command, columns, rows, environment=environment, ignore_hangup=ignore_hangup
        )
        self._pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._take_in, daemon=True)
        self._reader.start()

    def _take_in(self) -> None:
        with contextlib.suppress(OSError):  # nobody has the other end any more
            while piece := os.read(self.line, _MOST):
                self._pieces.put(piece)

    def read(self, seconds: float) -> bytes | None:
        """What was written, waiting at most so long; ``None`` if nothing will ever be written."""
        over = not self._reader.is_alive()
        try:
            return self._pieces.get(timeout=0 if over else seconds)
        except queue.Empty:
            return None if over else b""

    def hang_up(self) -> None:
        """Take the terminal away; the process has ended."""
        self._reader.join(PATIENCE)
        super().hang_up()


def _state(process: Path) -> str:
    """What a process or a thread does, as a letter in the tables of Linux."""
    return (process / "stat").read_text().rpartition(")")[2].split()[0]
