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
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tests.processes import PROCESSES, state, status_fields
from tests.waiting import PATIENCE

_MOST = 65_536
"""The most bytes that are read at once."""


class Process(Protocol):
    """The part of ``subprocess.Popen`` that a terminal needs."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Child:
    """A process in a terminal, and the other end of that terminal.

    The command may also be a function that starts a process in a given terminal.
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
        """The attributes of the terminal before the process starts."""

        def take_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            # The process that runs the tests may ignore hangups.
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
        """True unless the process has ended."""
        return self._process.poll() is None

    @property
    def is_stopped(self) -> bool:
        """True if the process is suspended."""
        return state(self.pid) == "T"

    def wait(self) -> int:
        """Wait for the end of the process; return its exit code as a shell does."""
        code = self._process.wait(PATIENCE)
        return code if code >= 0 else 128 - code

    def kill(self) -> None:
        """Kill the process and its children; their output can still be read."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def hang_up(self) -> None:
        """Close the terminal."""
        if self.line >= 0:
            os.close(self.line)
        self.line = -1

    def read(self, seconds: float) -> bytes | None:
        """Return the next output within some seconds; ``None`` if there will be no more."""
        waiting = select.poll()
        waiting.register(self.line, select.POLLIN)
        data = b""
        while len(data) < _MOST and waiting.poll(0 if data else 1000 * seconds):
            try:
                data += os.read(self.line, _MOST)
            except OSError:  # No process has the other end.
                return data or None
        return data

    def write(self, data: bytes) -> None:
        """Type something."""
        while data:
            data = data[os.write(self.line, data) :]

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def stop_output(self) -> None:
        """Accept no more output, as a broken connection does."""
        end = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
        termios.tcflow(end, termios.TCOOFF)
        os.close(end)

    @property
    def rests(self) -> bool:
        """True if it has read all input, and all its threads wait for something but a core."""
        with contextlib.suppress(OSError):
            end = os.open(self._name, os.O_RDWR | os.O_NOCTTY)
            try:
                unread = struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0" * 4))[0]
            finally:
                os.close(end)
            threads = (PROCESSES / str(self.pid) / "task").iterdir()
            return not unread and {status_fields(each)[0] for each in threads} <= set("STZ")
        return not self.is_alive


class AlwaysReadChild(Child):
    """A process whose output is read all the time, not only when a test asks for it.

    Otherwise a client such as ssh would hang when its terminal is full.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._take_in, daemon=True)
        self._reader.start()

    def _take_in(self) -> None:
        with contextlib.suppress(OSError):  # No process has the other end.
            while piece := os.read(self.line, _MOST):
                self._pieces.put(piece)

    def read(self, seconds: float) -> bytes | None:
        over = not self._reader.is_alive()
        try:
            return self._pieces.get(timeout=0 if over else seconds)
        except queue.Empty:
            return None if over else b""

    def hang_up(self) -> None:
        self._reader.join(PATIENCE)
        super().hang_up()
