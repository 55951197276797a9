"""An untrusted program that exchanges lines of JSON.

No shell is used. The program gets a session and process group of its own, which is killed as a
whole; it inherits no file but its three pipes. On Linux, processes that it started in other
sessions are killed too: they are found by their parents and by a mark in their environment. The
program's output is read in pieces of limited size.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from pathlib import Path
from threading import Lock
from typing import Any

from risk_tui.bots.base import BotFault, BotStopped
from risk_tui.bots.external_messages import Decide, Hello, Hurry, Message, Quit
from risk_tui.bots.guarded import HURRIED_LIMIT, late_answer
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError

MAX_LINE = 65_536
"""The most bytes of a bot's message."""
MAX_UNREAD = 1_048_576
"""The most bytes that a bot may write per question, including late and unrequested messages."""
STDERR_TAIL_BYTES = 400
"""The bytes that are kept from the end of the error stream."""

_POLL_SECONDS = 0.05
"""Seconds between a waiting thread's checks for ``hurry`` and ``close``."""
_SHUTDOWN_SECONDS = 0.3
"""Seconds for a program to exit by itself."""
_MARK = "RISK_TUI_BOT"
"""The environment variable that marks the processes of one program."""
_MAX_KILL_ROUNDS = 10
"""The most rounds of finding and killing the processes that a program started."""
_PROCESSES = Path("/proc")
_CHUNK = 65_536


class BotProcess:
    """A running program. Closing it kills it and all processes that it started.

    Without ``/proc``, processes that have left its process group are not found; neither are those
    that have lost both their parent and their original environment.
    """

    def __init__(self, command: str) -> None:
        """Start the program.

        Raises:
            RiskError: If it can't be started.
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise RiskError(
                _("the command of the bot cannot be read: {error}", error=error)
            ) from None
        if not words:
            raise RiskError(_("the command of the bot is empty; write for example cmd:./mybot"))
        self._mark = os.urandom(16).hex()
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
                env={**os.environ, "PYTHONUNBUFFERED": "1", _MARK: self._mark},
            )
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or error
            raise RiskError(
                _(
                    "the bot {word} cannot start: {problem}",
                    word=printable(words[0], 80),
                    problem=problem,
                )
            ) from None
        self._in_use = Lock()
        """Held by the thread that uses the pipes, because answers are awaited in other threads."""
        self._closing = False
        self._hurried = False
        self._ended = False
        """True if it will write nothing more."""
        self._input = bytearray()
        self._output = bytearray()
        self._stderr_tail = bytearray()
        self._selector = selectors.DefaultSelector()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = [pipe for pipe in pipes if pipe is not None]
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        _RUNNING.add(self)

    def send(self, message: Message) -> None:
        """Queue a message; it is written while waiting for an answer."""
        self._output += _encode_line(message)

    def ask(self, message: Hello | Decide, limit: float) -> dict[str, Any]:
        """Send a message and wait for its answer: the one with its ``id``, or any one to a hello.

        Late answers to earlier questions are skipped.

        Args:
            message: The message.
            limit: Seconds to wait; after ``hurry`` at most ``HURRIED_LIMIT`` more.

        Raises:
            BotFault: If the answer is invalid or late.
            BotStopped: If the program has ended, or writes too much.
        """
        number = message.id if isinstance(message, Decide) else None
        size = 0
        is_hurry_sent = False
        with self._in_use:
            self._hurried = False
            self.send(message)
            end = time.monotonic() + limit
            while True:
                if self._closing:
                    raise BotStopped(_("was ended"))
                if self._hurried and number is not None and not is_hurry_sent:
                    is_hurry_sent = True
                    end = min(end, time.monotonic() + HURRIED_LIMIT)
                    self.send(Hurry(type="hurry", id=number))
                while (line := self._next_line()) is not None:
                    if (answer := read_message(line, number)) is not None:
                        return answer
                if self._ended:
                    raise self._exit_reason()
                seconds_left = end - time.monotonic()
                if seconds_left <= 0:
                    raise BotFault(late_answer(None if is_hurry_sent else limit))
                size += self._exchange(min(seconds_left, _POLL_SECONDS))
                if size > MAX_UNREAD:
                    raise BotStopped(_("writes too much"))

    def hurry(self) -> None:
        """Shorten the wait for an answer; may be called from any thread."""
        self._hurried = True

    def close(self) -> None:
        """End the program: ask it to quit, then kill it and all processes that it started."""
        if self._closing:
            return
        self._closing = True
        _RUNNING.discard(self)
        process = self._process
        descendants = self._find_descendants()  # Find them now: their parent may exit soon.
        with contextlib.suppress(OSError):
            os.write(self._stdin.fileno(), _encode_line(Quit(type="quit")))
        # A thread that waits for an answer sees ``_closing`` and stops.
        if self._in_use.acquire(timeout=_SHUTDOWN_SECONDS):
            self._stdin.close()
            self._in_use.release()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SHUTDOWN_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        self._kill_descendants(descendants)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SHUTDOWN_SECONDS)
        if self._stdin.closed:
            self._selector.close()
            self._stdout.close()
            self._stderr.close()

    def _find_descendants(self) -> set[tuple[int, str]]:
        """Return the processes that the program started, as pairs of process id and start time.

        The start time distinguishes a process from a later one with the same id.
        """
        mark = f"{_MARK}={self._mark}".encode()
        processes = dict[int, tuple[int, str]]()
        # After its end, another process may have its id.
        started = {self._process.pid} if self._process.returncode is None else set()
        with contextlib.suppress(OSError):
            for pid in [int(each.name) for each in _PROCESSES.iterdir() if each.name.isdigit()]:
                with contextlib.suppress(OSError):
                    processes[pid] = _parent_and_start(pid)
                    if mark in (_PROCESSES / str(pid) / "environ").read_bytes().split(b"\0"):
                        started.add(pid)
        while more := {pid for pid, (up, _) in processes.items() if up in started} - started:
            started |= more
        started.discard(self._process.pid)
        return {(pid, processes[pid][1]) for pid in started if pid in processes}

    def _kill_descendants(self, known: set[tuple[int, str]]) -> None:
        """Kill all processes that the program started, and ``known`` ones, until none is left."""
        for _unused in range(_MAX_KILL_ROUNDS):
            running = self._find_descendants()
            for pid, start in known - running:
                with contextlib.suppress(OSError):
                    if _parent_and_start(pid)[1] == start:
                        running.add((pid, start))
            if not running:
                return
            for pid, _start in running:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            known = set()

    def _next_line(self) -> bytes | None:
        """Return the next complete line, or ``None``.

        Raises:
            BotStopped: If the line is too long.
        """
        end = self._input.find(b"\n")
        if (end if end >= 0 else len(self._input)) > MAX_LINE:
            raise BotStopped(
                _("writes a line of more than {max_line} KB", max_line=MAX_LINE // 1024)
            )
        if end < 0:
            return None
        line = bytes(self._input[:end])
        del self._input[: end + 1]
        return line

    def _exchange(self, wait: float) -> int:
        """Write and read after waiting up to ``wait`` seconds; return the number of bytes read."""
        size = 0
        with contextlib.suppress(KeyError):
            self._selector.unregister(self._stdin)
        if self._output:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        for key, _unused in self._selector.select(wait):
            if key.fileobj is self._stdin:
                self._write()
                continue
            data = b""
            with contextlib.suppress(OSError):
                data = os.read(key.fd, _CHUNK)
            size += len(data)
            if not data:
                self._selector.unregister(key.fileobj)
            if key.fileobj is not self._stdout:
                self._stderr_tail = (self._stderr_tail + data)[-STDERR_TAIL_BYTES:]
                continue
            self._input += data
            self._ended = not data
        return size

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._output[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # It has closed its input, but its earlier output is still of use.
            self._output.clear()
            return
        del self._output[:written]

    def _exit_reason(self) -> BotStopped:
        """Return the fault of a program that ended, with the last line of its error stream."""
        code = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_SHUTDOWN_SECONDS)
        self._exchange(0)
        lines = self._stderr_tail.decode(errors="replace").strip().splitlines()
        why = _("ended") if not code else _("was killed by signal {text}", text=-code)
        if code is not None and code > 0:
            why = _("ended with exit code {code}", code=code)
        return BotStopped(why, printable(lines[-1], 100) if lines else "")


def _parent_and_start(pid: int) -> tuple[int, str]:
    """Return the parent of a process, and the process's start time.

    Raises:
        OSError: If the process is gone.
    """
    stat = (_PROCESSES / str(pid) / "stat").read_text("utf-8", "replace")
    # The program's name comes first, in parentheses, and may contain anything.
    fields = stat.rpartition(")")[2].split()
    return int(fields[1]), fields[19]


def _encode_line(message: Message) -> bytes:
    return json.dumps(message.to_data(), separators=(",", ":")).encode() + b"\n"


def read_message(line: bytes, number: int | None) -> dict[str, Any] | None:
    """Parse a line of a program's output.

    Args:
        number: The id of the current question; ``None`` after a hello.

    Returns:
        The message; ``None`` for an empty line or a late answer to an earlier question.

    Raises:
        BotFault: If the line is anything else.
    """
    if not line.strip():
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        text = printable(line[:60].decode(errors="replace"), 60)
        raise BotFault(_("wrote something that is not JSON"), text) from None
    if not isinstance(message, dict):
        raise BotFault(_("wrote JSON that is not an object"))
    answered = message.get("id")
    if number is None:
        return message
    if type(answered) is int and 0 < answered <= number:
        return message if answered == number else None
    raise BotFault(_("answered without the id {number} of the question", number=number))


_RUNNING: weakref.WeakSet[BotProcess] = weakref.WeakSet()
"""The running programs."""


@atexit.register
def close_all() -> None:
    """End every running program when this one exits."""
    for process in tuple(_RUNNING):
        process.close()
