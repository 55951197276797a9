"""A program for each friend, forked from a warm process.

The fork server is a small process with one thread that has imported the program but opened no game.
The SSH server sends it a terminal and a request, and it forks a child that plays in that terminal.
So a friend's first screen comes at once, and friends share the memory of the imports.

Every request has its own socket, on which the child reports wrong codes and the fork server sends
the exit code. The SSH server closes the socket when the friend has gone; a child that still runs
``SHUTDOWN_SECONDS`` later is killed.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NoReturn

from risk_tui.data.crash_log import report_fault
from risk_tui.data.language import _, use_language
from risk_tui.data.settings import load_settings
from risk_tui.errors import RiskError
from risk_tui.saves.guest_list import Place

SHUTDOWN_SECONDS = 5.0
"""Seconds that a program may take to end after its terminal is gone."""

MAX_REQUEST = 65_536
"""The most bytes of a request."""

WRONG_CODE, EXIT = b"w", b"x"
"""The bytes on a request's socket: a wrong code was typed; and the end, before the exit code."""


@dataclass(frozen=True)
class Request:
    """A request for a program: the friend's places, and the variables of the environment.

    A code opens the places in ``closed`` too, for the ``key`` if the friend has one.
    """

    login: str
    places: list[Place]
    key: str = ""
    closed: list[Place] = field(default_factory=list)
    may_create: bool = False
    environment: dict[str, str] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Return the request as one line."""
        return json.dumps(asdict(self), default=str).encode() + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes) -> Request:
        """Read a request from its line."""
        content = json.loads(data)
        for name in ("places", "closed"):
            content[name] = [Place(Path(game), who) for game, who in content[name]]
        return cls(**content)


class ForkServer:
    """The SSH server's handle of the fork server, which is started again if it has died."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command, self._environment = command, environment
        self.start()

    def start(self) -> None:
        """Start the process."""
        self._line, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                self._command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd="/",
                env=dict(self._environment),
                start_new_session=True,
            )

    def fork(self, terminal: int, request: Request) -> socket.socket:
        """Fork a program in a terminal.

        Returns:
            A socket on which ``WRONG_CODE`` comes for each wrong code, and at last ``EXIT`` and the
            exit code as one byte. Closing it ends the program.

        Raises:
            RiskError: If the fork server can't be reached.
        """
        for _attempt in range(2):
            ours, theirs = socket.socketpair()
            with theirs, suppress(OSError):
                ours.sendall(request.to_bytes())
                socket.send_fds(self._line, [b"+"], [terminal, theirs.fileno()])
                return ours
            ours.close()
            self.stop()
            self.start()
        raise RiskError(_("programs for friends can't be started now"))

    def stop(self) -> None:
        """End the process; its children end when their terminals are closed."""
        self._line.close()
        self.process.terminate()
        try:
            self.process.wait(2 * SHUTDOWN_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def serve_forks(visit: Callable[[Request, Callable[[], None]], int]) -> None:
    """Run the fork server, which forks for each request on the socket at standard input.

    Args:
        visit: Called in each child, in a terminal of its own, with the request and a function that
            reports a wrong code; returns the exit code.
    """
    line = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.close(null)
    gc.collect()
    gc.freeze()  # Children would copy all memory that a collection touches.
    _ForkLoop(line, visit).run()


class _ForkLoop:
    """The loop of the fork server: takes requests, and reports and kills children."""

    def __init__(
        self, line: socket.socket, visit: Callable[[Request, Callable[[], None]], int]
    ) -> None:
        self._line, self._visit = line, visit
        self._children: dict[int, socket.socket] = {}
        self._deadlines: dict[int, float] = {}
        self._is_over = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(line, selectors.EVENT_READ)
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_writer, False)
        self._selector.register(self._wake_reader, selectors.EVENT_READ)

    def run(self) -> None:
        """Fork until the SSH server has gone and all children have ended."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake_writer, warn_on_full_buffer=False)
        while not self._is_over or self._children:
            for key, _unused in self._selector.select(self._seconds_to_deadline()):
                if key.fileobj is self._line:
                    self._take_request()
                elif key.fileobj == self._wake_reader:
                    os.read(self._wake_reader, 1000)
                else:
                    self._selector.unregister(key.fileobj)
                    self._deadlines[key.data] = time.monotonic() + SHUTDOWN_SECONDS
            self._reap()
            self._kill_late()

    def _stop(self, *_: object) -> None:
        self._is_over = True

    def _seconds_to_deadline(self) -> float | None:
        if not self._deadlines:
            return None
        return max(min(self._deadlines.values()) - time.monotonic(), 0.0)

    def _take_request(self) -> None:
        data, descriptors, *_ = socket.recv_fds(self._line, 1, 2)
        if not data:
            self._selector.unregister(self._line)
            self._is_over = True
            return
        terminal, descriptor = descriptors
        report = socket.socket(fileno=descriptor)
        try:
            data = _read_line(report)
            pid = os.fork()
        except OSError:
            report.close()
            os.close(terminal)
            return
        if pid == 0:
            self._run_child(terminal, report, data)
        os.close(terminal)
        self._children[pid] = report
        self._selector.register(report, selectors.EVENT_READ, pid)

    def _run_child(self, terminal: int, report: socket.socket, data: bytes) -> NoReturn:
        """Play in a terminal, then exit."""
        code = 1

        def report_wrong_code() -> None:
            with suppress(OSError):
                report.send(WRONG_CODE)

        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            self._selector.close()
            for inherited in (self._line, *self._children.values()):
                inherited.close()
            os.close(self._wake_reader)
            os.close(self._wake_writer)
            request = Request.from_bytes(data)
            _take_terminal(terminal)
            os.environ.clear()
            os.environ.update(request.environment)
            use_language(load_settings().language)
            code = self._visit(request, report_wrong_code)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        except Exception as error:
            print(report_fault(error), file=sys.stderr, flush=True)
        finally:
            os._exit(code & 0xFF)

    def _reap(self) -> None:
        """Report the children that have ended."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                code = os.waitstatus_to_exitcode(status)
                report = self._children.pop(pid)
                self._deadlines.pop(pid, None)
                with suppress(KeyError):
                    self._selector.unregister(report)
                with report, suppress(OSError):
                    report.send(EXIT + bytes([code if code >= 0 else (128 - code) & 0xFF]))

    def _kill_late(self) -> None:
        """Kill the children whose deadline has passed."""
        for pid, deadline in list(self._deadlines.items()):
            if time.monotonic() >= deadline:
                del self._deadlines[pid]
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)


def _read_line(report: socket.socket) -> bytes:
    """Read a request, which was written before its socket was passed on."""
    data = b""
    while not data.endswith(b"\n"):
        part = report.recv(MAX_REQUEST)
        data += part
        if not part or len(data) > MAX_REQUEST:
            raise OSError(_("there is no request"))
    return data


def _take_terminal(terminal: int) -> None:
    """Make a terminal the controlling terminal, and connect the standard streams to it."""
    os.setsid()
    for number in range(3):
        os.dup2(terminal, number)
    os.close(terminal)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = open(number, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
