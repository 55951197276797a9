"""Runs inputs one after another in a process of its own, watched for time, memory and harm.

Every input is made from the seed, the target and its number alone, so that any of them can be
made again, in any order and by any number of processes.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risk_tui.errors import RiskError

from .target import prove_refusal
from .targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.sharedctypes import Synchronized

    from .target import Target

LONGEST = 1.0
"""Seconds of processor time that one input may take."""

ATTEMPTS = 3
"""How often a slow input is run, for it may have been the machine that was slow."""

MOST_MEMORY = 200
"""Megabytes that the process may have in memory, with everything that the program imports."""

HEADROOM = 512
"""Megabytes of address space that a process may get on top of what it begins with."""

MOST_KEPT = 50
"""Defects of one target that are kept; more are only counted."""


class TooSlow(BaseException):
    """An input took longer than it may; no handler of the program takes it for its own."""


class Forbidden(BaseException):
    """An input made the program touch what is none of its business."""


@dataclass
class Tally:
    """What came of some inputs of one target."""

    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0
    """What all took, without the making of inputs."""
    slowest: float = 0.0
    """Seconds that one input took."""
    slowest_number: int = 0
    peak: int = 0
    """Megabytes in memory, at most."""
    defects: list[tuple[int, str]] = field(default_factory=list)
    """The number of each bad input and, in a line, what it did."""

    def add(self, other: Tally) -> None:
        """Take in what another process found."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.seconds += other.seconds
        self.peak = max(self.peak, other.peak)
        if other.slowest > self.slowest:
            self.slowest, self.slowest_number = other.slowest, other.slowest_number
        self.defects += other.defects


def made(target: Target, seed: int, number: int) -> Any:
    """The input of that number."""
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
    """Run the inputs of a target and send the ``Tally``; ``at`` always has the present number.

    All that the program writes is written to ``folder``, which must be empty; bad inputs, with
    how it came to that, to ``kept``.
    """
    _settle_in(folder, kept)
    target = TARGETS[name](folder)
    target.prepare()
    made(target, seed, 0)  # what is imported late is imported now
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
    """How the program failed at an input, as a traceback; ``None`` if it did not."""
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
    """The least input found within some seconds that fails with the same kind of error."""
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
    """Write down a bad input: as it is if it is text or bytes, and how it came to that."""
    stem = f"{name.replace(' ', '-')}-{number}"
    kept.mkdir(parents=True, exist_ok=True)
    if isinstance(value, str | bytes):
        raw = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        (kept / f"{stem}.input").write_bytes(raw)
    told = ascii(value)
    shown = told if len(told) <= 20_000 else f"{told[:20_000]} … {len(told)} characters"
    (kept / f"{stem}.txt").write_text(f"{shown}\n\n{problem}", encoding="utf-8")


def _peak() -> int:
    """Megabytes that this process had in memory at most."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size // (1024 * 1024 if sys.platform == "darwin" else 1024)


def _limit_memory() -> None:
    """More memory than any input may take is an error of the program, not the machine's end."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        pages = int(statm.read_text().split()[0])
        most = pages * resource.getpagesize() + HEADROOM * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


# What no input may do


def _settle_in(folder: Path, kept: Path) -> None:
    """Make ``folder`` the place for all that is written, and see that it stays so."""
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
    """The paths that an event of the interpreter is about to change."""
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
