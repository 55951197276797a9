"""Runs inputs in a process of its own, and watches time, memory and harmful effects.

Each input is made from the seed, the target and its number alone, so that it can be made again in
any order and by any number of processes.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from risk_tui.errors import RiskError

from .target import Target, prove_refusal
from .targets import TARGETS

LONGEST = 1.0
"""The maximum processor time for an input, in seconds."""

ATTEMPTS = 3
"""The number of times that a slow input is run, because the machine may be busy."""

MOST_MEMORY = 200
"""The maximum memory of the process in megabytes, including the program."""

HEADROOM = 512
"""The address space that a process may get in addition, in megabytes."""

MOST_KEPT = 50
"""The maximum number of defects of a target whose inputs are kept."""


class TooSlow(BaseException):
    """An input took too long. Handlers of the program don't catch this class."""


class Forbidden(BaseException):
    """An input made the program do something forbidden."""


@dataclass
class Tally:
    """The results of some inputs of one target."""

    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0
    """The total time in seconds, without making inputs."""
    slowest: float = 0.0
    """The time of the slowest input in seconds."""
    slowest_number: int = 0
    peak: int = 0
    """The peak memory in megabytes."""
    defects: list[tuple[int, str]] = field(default_factory=list)
    """The number of each defective input, and its error in a line."""

    def add(self, other: Tally) -> None:
        """Add the tally of another process."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.seconds += other.seconds
        self.peak = max(self.peak, other.peak)
        if other.slowest > self.slowest:
            self.slowest, self.slowest_number = other.slowest, other.slowest_number
        self.defects += other.defects


def made(target: Target, seed: int, number: int) -> Any:
    """Return an input by its number."""
    return target.make(random.Random(f"{seed} {target.name} {number}"))


def work(
    name: str,
    seed: int,
    numbers: range,
    folder: Path,
    kept: Path,
    at: Synchronized[int],
    results: Connection,
) -> None:
    """Run the inputs of a target, and send the ``Tally``.

    Args:
        name: The name of the target.
        seed: The seed of the inputs.
        numbers: The numbers of the inputs.
        folder: An empty folder for all files of the program.
        kept: The folder for inputs with defects and their tracebacks.
        at: Is set to the number of the current input.
        results: The connection for the tally.
    """
    _settle_in(folder, kept)
    target = TARGETS[name](folder)
    target.prepare()
    made(target, seed, 0)  # Import late modules now.
    _limit_memory()
    tally = Tally()
    for number in numbers:
        at.value = number
        _one(target, seed, number, tally, kept)
    tally.peak = _peak()
    results.send(tally)


def _one(target: Target, seed: int, number: int, tally: Tally, kept: Path) -> None:
    value = made(target, seed, number)
    peak, began = _peak(), time.process_time()
    problem = outcome(target, value, tally)
    took = time.process_time() - began
    for _ in range(ATTEMPTS - 1):
        if took > LONGEST:
            began = time.process_time()
            problem = outcome(target, value)
            took = min(took, time.process_time() - began)
    tally.inputs += 1
    tally.seconds += took
    if took > tally.slowest:
        tally.slowest, tally.slowest_number = took, number
    if problem is None and took > LONGEST:
        problem = f"TooSlow: {took:.1f} s"
    if problem is None and _peak() > max(peak, MOST_MEMORY):
        problem = f"TooLarge: {_peak()} MB"
    if problem is not None:
        said = problem.strip().splitlines()[-1][:300]
        tally.defects.append((number, said))
        if len(tally.defects) <= MOST_KEPT:
            small = _smaller(target, value, said)
            keep(kept, target.name, number, small, problem)


def outcome(target: Target, value: object, tally: Tally | None = None) -> str | None:
    """Run an input, and return the traceback of a defect; ``None`` if there is none."""
    counted = tally or Tally()
    try:
        signal.setitimer(signal.ITIMER_PROF, 3 * LONGEST)
        try:
            target.run(value)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        counted.accepted += 1
    except RiskError as error:
        counted.refused += 1
        try:
            prove_refusal(error)
        except AssertionError:
            return traceback.format_exc()
    except (Exception, TooSlow, Forbidden, KeyboardInterrupt, SystemExit):
        return traceback.format_exc()
    return None


def _smaller(target: Target, value: Any, said: str) -> Any:
    """Search some seconds for a smaller input that fails with the same kind of error."""
    kind, until = said.partition(":")[0], time.monotonic() + 5
    if not isinstance(value, str | bytes | list):
        return value
    size = len(value)
    while size > 1 and time.monotonic() < until:
        size = (size + 1) // 2
        start = 0
        while start < len(value) and time.monotonic() < until:
            shorter = value[:start] + value[start + size :]
            problem = outcome(target, shorter)
            if problem and problem.strip().splitlines()[-1].partition(":")[0] == kind:
                value = shorter
            else:
                start += size
    return value


def keep(kept: Path, name: str, number: int, value: object, problem: str) -> None:
    """Write an input and its traceback to files; text and bytes also as they are."""
    stem = f"{name.replace(' ', '-')}-{number}"
    kept.mkdir(parents=True, exist_ok=True)
    if isinstance(value, str | bytes):
        raw = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        (kept / f"{stem}.input").write_bytes(raw)
    escaped = ascii(value)
    shown = escaped if len(escaped) <= 20_000 else f"{escaped[:20_000]} … {len(escaped)} characters"
    (kept / f"{stem}.txt").write_text(f"{shown}\n\n{problem}", encoding="utf-8")


def _peak() -> int:
    """Return the peak memory of this process in megabytes."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size // (1024 * 1024 if sys.platform == "darwin" else 1024)


def _limit_memory() -> None:
    """Limit the memory, so that excessive use is an error of the program."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        pages = int(statm.read_text().split()[0])
        most = pages * resource.getpagesize() + HEADROOM * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


# Forbidden effects


def _settle_in(folder: Path, kept: Path) -> None:
    """Use ``folder`` for all files, and forbid other places and harmful calls."""
    for kind in ("DATA_HOME", "CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        os.environ[f"XDG_{kind}"] = str(folder / kind.lower())
    os.environ["HOME"] = str(folder)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    os.chdir(folder)

    def too_slow(*_: object) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, too_slow)
    inside = (str(folder.resolve()), str(kept.resolve()))

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if event in _HARMFUL:
            raise Forbidden(f"{event} {details!a}"[:300])
        for path in _written(event, details):
            if path is not None and not _lies_in(path, inside):
                if event == "sqlite3.connect":
                    raise sqlite3.OperationalError("unable to open database file")
                raise PermissionError(13, "Permission denied", path)

    sys.addaudithook(watch)


_HARMFUL = {
    *("os.kill", "os.killpg", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"),
    *("subprocess.Popen", "pty.spawn", "socket.connect", "socket.bind", "signal.pthread_kill"),
}

_CHANGING = {
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.mkfifo", "shutil.rmtree"),
}


def _written(event: str, details: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the paths that an audited call is about to change."""
    if event == "open":
        path, mode, flags = details
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if isinstance(path, str | bytes) and (writes or set(mode or "") & set("wax+")):
            yield path
    elif event in _CHANGING:
        yield from (each for each in details[:2] if isinstance(each, str | bytes | os.PathLike))
    elif event == "sqlite3.connect":
        from urllib.parse import unquote, urlsplit

        name = os.fsdecode(details[0])
        if not name.startswith("file:"):
            yield name
        elif "mode=ro" not in name:
            yield unquote(urlsplit(name).path)


def _lies_in(path: Any, folders: tuple[str, ...]) -> bool:
    name = os.fsdecode(path)
    if name in ("", ":memory:", os.devnull):
        return True
    whole = os.path.realpath(name)
    return any(whole == each or whole.startswith(each + os.sep) for each in folders)
