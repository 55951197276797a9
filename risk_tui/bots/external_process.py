"""A program that sends lines of JSON, and is not trusted.

No shell is used. The program gets a session and process group of its own, which is killed as a
whole; it inherits no file but its three pipes. On Linux, processes that it started in other
sessions are found by parents and by a mark in the environment, and killed too. The program's output
is read in pieces of limited size.
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
from typing import TYPE_CHECKING, Any

from risk_tui.bots.base import BotFault, BotStopped
from risk_tui.bots.external_messages import Decide, Hurry, Quit
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, format_number
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.bots.external_messages import Hello, Message

MAX_LINE = 65_536
"""The most bytes of a bot's message."""
MAX_UNREAD = 1_048_576
"""The most bytes of a bot's output for one question, including late and unrequested messages."""
STDERR_TAIL_BYTES = 400
"""Bytes of the error stream that are kept."""

_LOOK = 0.05
"""Seconds between checks of a waiting thread."""
_GRACE = 0.3
"""Seconds for a program to exit by itself."""
_MARK = "RISK_TUI_BOT"
"""The environment variable that marks the processes of one program."""
_MAX_SWEEPS = 10
"""The most searches for processes that a program started, while any are found."""
_PROCESSES = Path("/proc")
_CHUNK = 65_536


class BotProcess:
    """A running program. Closing it kills it, and all that it started.

    Without ``/proc``, processes that have left its process group are not found; neither are those
    that have lost both their parent and their original environment.
    """

    def __init__(self, command: str) -> None:
        """Start it.

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
        """Held by the thread that uses the pipes: a thread of its own waits for each answer."""
        self._closing = False
        self._hurried = False
        self._ended = False
        """True if it will write nothing more."""
        self._input = bytearray()
        self._output = bytearray()
        self._last_words = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        _RUNNING.add(self)

    def send(self, message: Message) -> None:
        """Queue a message; it is written while waiting for an answer."""
        self._output += _line(message)

    def ask(self, message: Hello | Decide, limit: float, *, hurried_limit: float) -> dict[str, Any]:
        """Send a message and wait for the answer with its ``id``, or for any to a hello.

        Late answers to earlier questions are skipped.

        Args:
            message: The message.
            limit: Seconds to wait.
            hurried_limit: Seconds to wait after ``hurry``.

        Raises:
            BotFault: If the answer is invalid or late.
            BotStopped: If the program has ended or can't be followed.
        """
        with self._in_use:
            return self._ask(message, limit, hurried_limit)

    def _ask(self, message: Hello | Decide, limit: float, hurried_limit: float) -> dict[str, Any]:
        number = message.id if isinstance(message, Decide) else None
        self._hurried = False
        self.send(message)
        end = time.monotonic() + limit
        told = False
        size = 0
        while True:
            if self._closing:
                raise BotStopped(_("was ended"))
            if self._hurried and not told:
                told = True
                end = min(end, time.monotonic() + hurried_limit)
                if number is not None:
                    self.send(Hurry(type="hurry", id=number))
            while (line := self._next_line()) is not None:
                if (answer := read_message(line, number)) is not None:
                    return answer
            if self._ended:
                raise self._exit_reason()
            left = end - time.monotonic()
            if left <= 0:
                raise BotFault(
                    _("gave no answer in {limit} s", limit=format_number(limit, "g"))
                    if not told
                    else _("did not answer quickly")
                )
            size += self._exchange(min(left, _LOOK))
            if size > MAX_UNREAD:
                raise BotStopped(_("writes without stopping"))

    def hurry(self) -> None:
        """Shorten the wait for an answer; may be called from any thread."""
        self._hurried = True

    def close(self) -> None:
        """End the program: tell it to quit, then kill it with all that it started."""
        if self._closing:
            return
        self._closing = True
        _RUNNING.discard(self)
        process = self._process
        assert process.stdin is not None
        started = self._find_started()  # Their parent may be gone in a moment.
        with contextlib.suppress(OSError):
            os.write(process.stdin.fileno(), _line(Quit(type="quit")))
        if self._in_use.acquire(timeout=_GRACE):  # A thread that waits for an answer stops.
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        self._kill_started(started)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        if process.stdin.closed:
            self._selector.close()
            for pipe in (process.stdout, process.stderr):
                assert pipe is not None
                pipe.close()

    def _find_started(self) -> set[tuple[int, str]]:
        """Find the processes that the program started, each with the time of its own start.

        The time tells a process from a later one with the same number.
        """
        mark = f"{_MARK}={self._mark}".encode()
        parents, births, started = dict[int, int](), dict[int, str](), set[int]()
        if self._process.returncode is None:  # Otherwise another process may have its number.
            started.add(self._process.pid)
        with contextlib.suppress(OSError):
            for pid in [int(each.name) for each in _PROCESSES.iterdir() if each.name.isdigit()]:
                with contextlib.suppress(OSError):
                    parents[pid], births[pid] = _parent_and_birth(pid)
                    if mark in (_PROCESSES / str(pid) / "environ").read_bytes().split(b"\0"):
                        started.add(pid)
        while more := {pid for pid, parent in parents.items() if parent in started} - started:
            started |= more
        return {(pid, births[pid]) for pid in started - {self._process.pid} if pid in births}

    def _kill_started(self, known: set[tuple[int, str]]) -> None:
        """Kill processes of the program, including the ``known`` ones, until none is left."""
        for _unused in range(_MAX_SWEEPS):
            running = self._find_started()
            for pid, birth in known - running:
                with contextlib.suppress(OSError):
                    if _parent_and_birth(pid)[1] == birth:
                        running.add((pid, birth))
            if not running:
                return
            for pid, _birth in running:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            known = set()

    def _next_line(self) -> bytes | None:
        """Return the next complete line, or ``None``.

        Raises:
            BotStopped: If the line is too long.
        """
        end = self._input.find(b"\n")
        if max(end, len(self._input) if end < 0 else 0) > MAX_LINE:
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
        stdin, size = self._process.stdin, 0
        assert stdin is not None
        with contextlib.suppress(KeyError):
            self._selector.unregister(stdin)
        if self._output:
            self._selector.register(stdin, selectors.EVENT_WRITE)
        for key, _unused in self._selector.select(wait):
            if key.fileobj is stdin:
                self._write()
                continue
            data = self._read_from(key.fd)
            size += len(data)
            if not data:
                self._selector.unregister(key.fileobj)
            if key.fileobj is not self._process.stdout:
                self._last_words = (self._last_words + data)[-STDERR_TAIL_BYTES:]
                continue
            self._input += data
            self._ended = not data
        return size

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            written = os.write(self._process.stdin.fileno(), self._output[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # It reads no more; earlier output may still be read.
            self._output.clear()
            return
        del self._output[:written]

    @staticmethod
    def _read_from(file: int) -> bytes:
        try:
            return os.read(file, _CHUNK)
        except OSError:
            return b""

    def _exit_reason(self) -> BotStopped:
        """Describe the program's end, with the last line of its error stream as the details."""
        code = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_GRACE)
        stderr = self._process.stderr
        assert stderr is not None
        with contextlib.suppress(BlockingIOError, OSError, ValueError):
            self._last_words = (self._last_words + os.read(stderr.fileno(), _CHUNK))[
                -STDERR_TAIL_BYTES:
            ]
        lines = self._last_words.decode(errors="replace").strip().splitlines()
        why = "ended" if not code else _("was killed by signal {text}", text=-code)
        if code is not None and code > 0:
            why = _("ended with exit code {code}", code=code)
        return BotStopped(why, printable(lines[-1], 100) if lines else "")


def _parent_and_birth(pid: int) -> tuple[int, str]:
    """Return the parent of a process and its start time.

    Raises:
        OSError: If the process is gone.
    """
    stat = (_PROCESSES / str(pid) / "stat").read_text("utf-8", "replace")
    # The program's name comes first, in parentheses, and may contain anything.
    fields = stat.rpartition(")")[2].split()
    return int(fields[1]), fields[19]


def _line(message: Message) -> bytes:
    return json.dumps(message.to_data(), separators=(",", ":")).encode() + b"\n"


def read_message(line: bytes, number: int | None) -> dict[str, Any] | None:
    """Return the message in a line; ``None`` for an empty line, or an answer to an earlier
    question.

    Raises:
        BotFault: If it is anything else.
    """
    if not line.strip():
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        text = printable(line[:60].decode(errors="replace"), 60)
        raise BotFault(_("wrote what is not JSON"), text) from None
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
