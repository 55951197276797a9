"""A friend's visit, which passes bytes between their SSH client and a program in a terminal."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import signal
import socket
import struct
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import asyncssh

from risk_tui.data.environment import HOSTED
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.host.forks import WRONG_CODE, ForkServer, Request

DEFAULT_SIZE, MAX_SIZE = (80, 24), (1000, 400)
"""The columns and rows of a terminal of unknown size, and the most that a program gets."""

RESIZE_SECONDS, MAX_RESIZES = 0.05, 100
"""Seconds between two changes of a terminal's size, and the most reports of a size in that time.

A client that reports more is disconnected, because it would keep the server from serving others.
"""

MAX_UNREAD = 65_536
"""The most bytes that wait for the program; after that, the client has to wait."""

_MAX_READ = 65_536
"""The most bytes that are read from the program at once."""

_CLIENT_VARIABLES = (
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
)
"""The variables that a client may set: colours and language."""

_HOST_VARIABLES = (
    HOSTED,
    "HOME",
    "PATH",
    "TZ",
    *(f"XDG_{kind}_HOME" for kind in ("CONFIG", "DATA", "CACHE", "STATE")),
)
"""The variables of the host that a program needs."""

MAX_VALUE_BYTES = 64
"""The most bytes of a variable's value."""

_PLAIN_VALUE = re.compile(rf"[A-Za-z0-9@._+:-]{{1,{MAX_VALUE_BYTES}}}")

_RESTORE_TERMINAL = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1000l\x1b[?1006l\x1b[<u"
    b"\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[m"
)
"""Codes that restore a terminal whose program was killed, or must end now."""


def child_environment(
    sent: Mapping[bytes, bytes], term: str, connection: str, host_environment: Mapping[str, str]
) -> dict[str, str]:
    """Return the environment of a friend's program.

    Args:
        sent: The variables that the client sent, of which only a few with plain values are used.
        term: The type of the client's terminal.
        connection: The value of ``SSH_CONNECTION``: both ends of the connection.
        host_environment: The environment of the host's programs.
    """
    environment = {
        name: host_environment[name] for name in _HOST_VARIABLES if name in host_environment
    }
    values = {
        name: sent.get(name.encode(), b"").decode("ascii", "replace") for name in _CLIENT_VARIABLES
    }
    values["TERM"] = term if _PLAIN_VALUE.fullmatch(term) else "xterm"
    environment |= {name: value for name, value in values.items() if _PLAIN_VALUE.fullmatch(value)}
    return environment | {"SSH_CONNECTION": connection}


class AllowedVariables(dict[bytes, bytes]):
    """The variables of a client; those that it may not set are dropped."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name.decode("ascii", "replace") in _CLIENT_VARIABLES and len(value) <= MAX_VALUE_BYTES:
            super().__setitem__(name, value)


def clamped_size(columns: int, rows: int) -> tuple[int, int]:
    """Return a terminal's size within limits; 0 means that a number is unknown."""
    return (
        min(columns or DEFAULT_SIZE[0], MAX_SIZE[0]),
        min(rows or DEFAULT_SIZE[1], MAX_SIZE[1]),
    )


class Visit(asyncssh.SSHServerSession[bytes]):
    """One session of a friend: a pseudo-terminal with a program, and no other services."""

    def __init__(
        self,
        forks: ForkServer,
        request: Request,
        host_environment: Mapping[str, str],
        on_wrong_code: Callable[[], None],
        on_end: Callable[[], None],
    ) -> None:
        self._forks, self._request = forks, request
        self._host_environment = host_environment
        self._on_wrong_code, self._on_end = on_wrong_code, on_end
        self._loop = asyncio.get_running_loop()
        self._terminal: int | None = None
        """Our end of the pseudo-terminal, while it is open."""
        self._report: socket.socket | None = None
        """The socket on which wrong codes and the exit code come, while the program runs."""
        self._term = ""
        self._size: tuple[int, int] | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._resizes = 0
        self._unread = bytearray()
        self._code: int | None = None
        self._is_over = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        # asyncssh has no limit for variables, and would keep millions of them.
        chan._env = AllowedVariables()

    # Requests: a terminal, then a shell

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._term, self._size = term_type, clamped_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    # These two are refused by default, too. They would run commands on the host.

    def exec_requested(self, command: str) -> bool:
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        if self._size is None:
            self._refuse(_("this needs a terminal: leave out -T"))
            return
        try:
            self._start()
        except (OSError, RiskError) as error:
            self._refuse(_("no program can be started for you: {error}", error=error))

    def _refuse(self, message: str) -> None:
        self._channel.write_stderr(f"risk-tui: {message}\r\n".encode())
        self._channel.exit(2)

    def _start(self) -> None:
        client = self._channel.get_extra_info("peername")
        server = self._channel.get_extra_info("sockname")
        connection = f"{client[0]} {client[1]} {server[0]} {server[1]}"
        environment = child_environment(
            self._channel.get_environment_bytes(), self._term, connection, self._host_environment
        )
        self._terminal, theirs = os.openpty()
        try:
            os.set_blocking(self._terminal, False)
            self._resize()
            request = replace(self._request, environment=environment)
            self._report = self._forks.fork(theirs, request)
        finally:
            os.close(theirs)
        self._report.setblocking(False)
        self._loop.add_reader(self._report, self._read_report)
        self._loop.add_reader(self._terminal, self._read_program)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = clamped_size(width, height)
        self._resizes += 1
        if self._resizes > MAX_RESIZES:
            self._channel.get_connection().abort()
        elif self._resizing is None:
            self._resizing = self._loop.call_later(RESIZE_SECONDS, self._resize)

    def _resize(self) -> None:
        self._resizing, self._resizes = None, 0
        if self._terminal is None or self._size is None:
            return
        columns, rows = self._size
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    # From the client to the program

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._terminal is None:
            return
        self._unread += data
        self._write_program()

    def _write_program(self) -> None:
        """Write as many of the typed bytes as the program accepts now."""
        if self._terminal is None:
            return
        try:
            del self._unread[: os.write(self._terminal, self._unread)]
        except BlockingIOError:
            pass
        except OSError:
            self._unread.clear()
        if self._unread:
            self._loop.add_writer(self._terminal, self._write_program)
        else:
            self._loop.remove_writer(self._terminal)
        if len(self._unread) > MAX_UNREAD:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    # From the program to the client

    def pause_writing(self) -> None:
        if self._terminal is not None:
            self._loop.remove_reader(self._terminal)

    def resume_writing(self) -> None:
        if self._terminal is not None:
            self._loop.add_reader(self._terminal, self._read_program)

    def _read_program(self) -> None:
        """Send some of the program's output to the client."""
        assert self._terminal is not None
        try:
            data = os.read(self._terminal, _MAX_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""  # Linux reports an error when no process has the other end.
        if data:
            self._channel.write(data)
            return
        self._close_terminal()
        self._finish()

    def _read_report(self) -> None:
        """Count a wrong code, take the exit code, or note that the fork server has died."""
        assert self._report is not None
        try:
            kind = self._report.recv(1)
            if kind == WRONG_CODE:
                self._on_wrong_code()
                return
            code = self._report.recv(1)
        except BlockingIOError:
            return
        except OSError:
            code = b""
        self._loop.remove_reader(self._report)
        if code:
            self._code = code[0]
            # Other processes may still have the terminal; don't wait for their output.
            while self._terminal is not None and self._has_output():
                self._read_program()
            self._close_terminal()
        else:
            self._code = 255
        self._finish()

    def _has_output(self) -> bool:
        """Check whether there is output of the program that was not sent yet."""
        assert self._terminal is not None
        waiting = fcntl.ioctl(self._terminal, termios.FIONREAD, b"\0" * 4)
        return bool(struct.unpack("i", waiting)[0])

    # The end

    def connection_lost(self, exc: Exception | None) -> None:
        self.hang_up()
        self._on_end()

    def hang_up(self, notice: str = "") -> None:
        """Restore the client's terminal, close ours, which ends the program, and the channel."""
        if self._terminal is not None:
            self._restore_client(notice)
        self._code = self._code if self._code is not None else 255
        self._close_terminal()
        self._finish()

    def _restore_client(self, notice: str) -> None:
        """Restore the client's terminal, because the program can't do so, and write a notice."""
        with suppress(OSError):  # The client may have gone.
            if self._term != "dumb":
                self._channel.write(_RESTORE_TERMINAL)
            if notice:
                self._channel.write(f"\r\n{notice}\r\n".encode())

    def _close_terminal(self) -> None:
        if self._terminal is not None:
            self._loop.remove_reader(self._terminal)
            self._loop.remove_writer(self._terminal)
            os.close(self._terminal)
            self._terminal = None

    def _finish(self) -> None:
        """Close the channel if the terminal is closed and the exit code is known."""
        if self._is_over or self._terminal is not None or self._code is None:
            return
        self._is_over = True
        if self._report is not None:
            self._loop.remove_reader(self._report)
            self._report.close()
        with suppress(OSError):
            if self._code == 128 + signal.SIGKILL:
                self._restore_client(_("The program was killed. Nothing is lost: connect again"))
            self._channel.exit(self._code)
