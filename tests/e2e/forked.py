"""The program, forked from a process that has imported all modules of the screen.

Starting an interpreter and importing modules is most of the time of a short test. Tests that depend
on the start (the locale, closed streams, the order of imports) use the installed program. A forked
program also makes no pauses for people: it accepts keys as soon as a question is shown.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

_MOST = 200_000
"""The most bytes of a request, with arguments and an environment."""
_NUMBER = struct.Struct("i")

LONGEST_PAUSE = 0.02
"""The longest pause in seconds that a forked program makes by itself."""


class ForkedProgram:
    """A forked program, with the methods of ``subprocess.Popen`` that a terminal needs."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        terminal: int,
        *,
        plant: str = "",
        ignore_hangup: bool = False,
    ) -> None:
        self._report, theirs = os.pipe()
        request = json.dumps([str(Path.cwd()), arguments, dict(environment), plant, ignore_hangup])
        socket.send_fds(_server(), [request.encode()], [terminal, theirs])
        os.close(theirs)
        (self.pid,) = _NUMBER.unpack(os.read(self._report, _NUMBER.size))
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; ``None`` while the program runs."""
        with suppress(TimeoutError):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the program.

        Raises:
            TimeoutError: If it does not end within some seconds.
        """
        if self._code is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise TimeoutError
            (self._code,) = _NUMBER.unpack(os.read(self._report, _NUMBER.size))
            os.close(self._report)
        return self._code


@cache
def _server() -> socket.socket:
    """Start the process that forks programs, which ends with this one; return a socket to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    _, terminal = os.openpty()  # Python then opens its streams as for a terminal.
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno())],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    os.close(terminal)
    atexit.register(server.wait)
    atexit.register(server.kill)
    return ours


def _serve(line: socket.socket) -> None:
    """Fork a program for each request until the socket is closed."""
    from risk_tui.data.environment import prepare_imports

    prepare_imports()
    import risk_tui.cli.play
    import risk_tui.line_mode.session
    import risk_tui.tui.app
    import risk_tui.tui.game.game_screen
    import risk_tui.tui.story.story_screen  # noqa: F401

    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # The exit codes of reporters are not needed.
    while True:
        request, (*descriptors,), *_ = socket.recv_fds(line, _MOST, 2)
        if not request:
            return
        if os.fork() == 0:
            line.close()
            _report(json.loads(request), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _report(request: list[object], terminal: int, report: int) -> None:
    """Fork the program, and report its number and exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    program = os.fork()
    if program == 0:
        os.close(report)
        _run(terminal, *request)
    os.close(terminal)
    os.write(report, _NUMBER.pack(program))
    _, status = os.waitpid(program, 0)
    with suppress(BrokenPipeError):
        os.write(report, _NUMBER.pack(os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _hurry() -> None:
    """Shorten the pauses that the program makes for people and slow connections."""
    from risk_tui.tui.terminal import driver, terminal_app

    terminal_app.GUARD = 0.0
    driver.ESCAPE_SECONDS = driver.TICK = LONGEST_PAUSE


def _run(
    terminal: int,
    folder: str,
    arguments: list[str],
    environment: dict[str, str],
    plant: str,
    ignore_hangup: bool,
) -> None:
    """Run the program in a terminal of its own."""
    os.setsid()
    for stream in range(3):
        os.dup2(terminal, stream)
    os.close(terminal)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_IGN if ignore_hangup else signal.SIG_DFL)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["risk-tui", *arguments]
    _hurry()
    exec(plant, {})
    from risk_tui.cli import main

    sys.exit(main())


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
