"""What six terminals at one game cost while nothing happens, beside six empty apps.

Run: ``python -m pytest tests/benchmarks/test_terminals.py -n 0 -s``. A terminal should need at
most 36 MB of its own, and fifty of them less than 5 % of two cores.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EMPTY = """
from pydantic import BaseModel
from textual.app import App
from textual.widgets import Static
class Nothing(BaseModel):
    number: int = 0
class Empty(App):
    def compose(self):
        yield Static("nothing")
Empty().run()
"""
NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
IDLE = float(os.environ.get("IDLE_SECONDS", "60"))
"""Seconds that processor time is counted for."""
SETTLE = 5.0
"""Seconds until everything has started."""
MANY, CORES = 50, 2
"""The terminals that are extrapolated to, and the cores that they share."""


class Cost(NamedTuple):
    """What one terminal costs: memory in MB, and processor time as a share of one core."""

    memory: float
    processor: float


def memory(process: int) -> float:
    """The memory of a process in MB; what it shares with others counts in part."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


def processor_time(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def terminal(arguments: Sequence[str]) -> Iterator[int]:
    """Python in a pseudo-terminal that is read all the time; the number of its process."""
    ours, theirs = os.openpty()
    os.set_inheritable(theirs, True)
    child = subprocess.Popen(
        ["/bin/sh", "-c", 'stty rows 36 cols 120; exec "$0" "$@"', sys.executable, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    )
    os.close(theirs)

    def read() -> None:
        try:
            while os.read(ours, 65_536):
                pass
        except OSError:
            return

    Thread(target=read, daemon=True).start()
    try:
        yield child.pid
    finally:
        child.kill()
        child.wait()
        os.close(ours)


def cost(commands: Sequence[Sequence[str]]) -> Cost:
    """What one of several terminals costs that are open at once."""
    from contextlib import ExitStack

    with ExitStack() as stack:
        processes = [stack.enter_context(terminal(command)) for command in commands]
        time.sleep(SETTLE)
        before, start = [processor_time(each) for each in processes], time.monotonic()
        time.sleep(IDLE)
        seconds = time.monotonic() - start
        shares = [
            (processor_time(each) - used) / seconds
            for each, used in zip(processes, before, strict=True)
        ]
        return Cost(statistics.mean(memory(each) for each in processes), statistics.mean(shares))


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="counts as Linux does")
def test_idle_terminals(tmp_path: Path) -> None:
    seats = seat_players(NAMES, ["toni"])
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), len(NAMES))
    table = Table.create(setup, seats, seed="1", path=tmp_path / "a.risk")
    table.automation.step()
    table.close()
    join = ["-m", "risk_tui", "join", str(table.path), "--seat"]
    empty = cost([["-c", EMPTY]] * len(NAMES))
    game = cost([[*join, name] for name in NAMES])
    for name, each in (("empty", empty), ("game", game)):
        share = each.processor * MANY / CORES
        print(f"\n{name}: {each.memory:.1f} MB, {each.processor:.3%} of a core", end="")
        print(f"; {MANY} of them: {share:.1%} of {CORES} cores", end="")
    memory_ratio = game.memory / empty.memory
    print(f"\nratio: memory {memory_ratio:.2f}", end="")
    print(f", processor time {game.processor / max(empty.processor, 1e-6):.1f}")
    assert memory_ratio > 0
