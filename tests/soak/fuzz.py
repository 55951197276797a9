"""Fuzzing of everything that comes from outside: files, saves, typed text, the command line.

Each target gets a share of the inputs. A seeded generator makes every input from valid ones, by
changes in some places, so a seed gives the same inputs. An input is a defect if it is neither
accepted nor refused in one printable line, takes more than a second, needs more than 200 MB, or
touches anything outside its own folder. Defects are reduced to the smallest input and kept.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from tests.fuzz.targets import TARGETS
from tests.fuzz.worker import Tally, work

STUCK = 120.0
"""Seconds for one input after which its process is killed."""

SLICE = 20_000
"""The number of inputs for one process."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the fuzzer."""
    group = parser.add_argument_group("fuzz")
    group.add_argument("--inputs", type=int, default=1_000_000, help="of all targets (1,000,000)")
    group.add_argument("--only", action="append", choices=TARGETS, help="only these targets")
    group.add_argument(
        "--keep",
        type=Path,
        default=Path(tempfile.gettempdir()) / "risk-tui-fuzz",
        help="where bad inputs are kept",
    )


def run(options: argparse.Namespace) -> int:
    """Run the fuzzer; return 1 if there is a defect."""
    began = time.monotonic()
    names = options.only or list(TARGETS)
    shares = {name: TARGETS[name].share for name in names}
    total = Tally()
    print(
        f"{'target':<14} {'inputs':>9} {'refused':>9} {'accepted':>9} "
        f"{'each':>8} {'slowest':>8} {'':<16} {'peak':>7}",
        flush=True,
    )
    for name in names:
        inputs = -(-options.inputs * shares[name] // sum(shares.values()))
        tally = fuzz(name, options.seed, inputs, options.jobs, options.keep)
        print(
            f"{name:<14} {tally.inputs:>9,} {tally.refused:>9,} {tally.accepted:>9,} "
            f"{tally.seconds * 1000 / tally.inputs:>5.2f} ms {tally.slowest * 1000:>5.0f} ms "
            f"{f'(number {tally.slowest_number})':<16} {tally.peak:>4} MB  {_defects(tally)}",
            flush=True,
        )
        for number, said in tally.defects[:20]:
            print(f"    {number}: {said}")
        total.add(tally)
    minutes = (time.monotonic() - began) / 60
    print(
        f"fuzz: {total.inputs:,} inputs, {_defects(total)}; {total.refused:,} refused, "
        f"{total.accepted:,} accepted; slowest {total.slowest * 1000:.0f} ms, at most {total.peak} "
        f"MB; seed {options.seed}, {minutes:.1f} minutes"
    )
    if total.defects:
        print(f"fuzz: the inputs are in {options.keep}")
    return 1 if total.defects else 0


def _defects(tally: Tally) -> str:
    return f"{len(tally.defects)} defect{'s' * (len(tally.defects) != 1)}"


@dataclass
class _Worker:
    """A process that runs some inputs, and the time of its last progress."""

    process: BaseProcess
    at: Synchronized[int]
    results: Connection
    numbers: range
    seen: int = -2
    since: float = 0.0

    def stuck(self) -> bool:
        """Return True if it has run the same input for too long."""
        if self.at.value != self.seen:
            self.seen, self.since = self.at.value, time.monotonic()
        return time.monotonic() - self.since > STUCK


def fuzz(name: str, seed: int, inputs: int, jobs: int, kept: Path) -> Tally:
    """Run the inputs of a target in ``jobs`` processes; defects go to the folder ``kept``."""
    size = max(1, min(SLICE, -(-inputs // jobs)))
    waiting = [range(start, min(start + size, inputs)) for start in range(0, inputs, size)]
    workers: list[_Worker] = []
    total = Tally()
    with tempfile.TemporaryDirectory(prefix="risk-tui-fuzz-") as place:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                folder = Path(tempfile.mkdtemp(dir=place))
                workers.append(_start(name, seed, waiting.pop(0), folder, kept))
            for worker in list(workers):
                if worker.results.poll(0.02):
                    workers.remove(worker)
                    total.add(_result(worker, name, waiting))
                elif worker.stuck():
                    worker.process.kill()
    return total


def _start(name: str, seed: int, numbers: range, folder: Path, kept: Path) -> _Worker:
    # A fork has all imports already, where it is safe.
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    at = context.Value("q", numbers.start - 1)
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(name, seed, numbers, folder, kept, at, send))
    process.start()
    send.close()
    return _Worker(process, at, receive, numbers)


def _result(worker: _Worker, name: str, waiting: list[range]) -> Tally:
    """Return the result of a process; if it died, that is a defect, and another runs the rest."""
    try:
        tally: Tally = worker.results.recv()
    except EOFError:
        worker.process.join()
        number = worker.at.value
        if number < worker.numbers.start:
            raise SystemExit(f"fuzz: {name} cannot begin") from None
        said = f"the process ended with {worker.process.exitcode}"
        tally = Tally(number + 1 - worker.numbers.start, defects=[(number, said)])
        if number + 1 < worker.numbers.stop:
            waiting.append(range(number + 1, worker.numbers.stop))
    worker.process.join()
    return tally
