"""Games without valid lock files keep one log.

Entries that a terminal saved are in the file under their numbers, and no number is used twice.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.entries import DefenceEntry
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table

from .appender import run
from .tables import make_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs other processes")

ENDLESS = 100_000
"""More repetitions than any test needs."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_game(tmp_path / "war.risk", "Ann,Ben")


class Terminal:
    """A process at a game, and the numbers of the entries that it saved."""

    def __init__(self, game: Path, seat: int, times: int, *options: str) -> None:
        self.seat = seat
        self.saved: list[int] = []
        self.end = ""
        out, into = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                os.dup2(into, 1)
                sys.stdout = os.fdopen(1, "w")
                run([str(game), str(seat), str(times), *options])
            finally:
                os._exit(0)
        os.close(into)
        self._lines = os.fdopen(out, "r")

    def read(self) -> bool:
        """Read one line; return False for the last one."""
        line = self._lines.readline().strip()
        if line.isdecimal():
            self.saved.append(int(line))
        elif line != "here":
            self.end = line
            return False
        return True

    def read_until(self, count: int) -> None:
        """Wait until a number of entries were saved."""
        while len(self.saved) < count:
            assert self.read(), self.end

    def finish(self) -> str:
        """Wait for the end and return its reason."""
        while self.read():
            pass
        return self.end

    def kill(self) -> None:
        """Kill the process; its earlier output still counts."""
        os.kill(self.process, signal.SIGKILL)
        self.finish()
        self.close()

    def close(self) -> None:
        """Kill the process if it still runs."""
        if not self._lines.closed:
            self._lines.close()
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """A list of terminals, which are closed after the test."""
    started: list[Terminal] = []
    yield started
    for terminal in started:
        terminal.close()


def expect_one_log(game: Path, terminals: list[Terminal]) -> None:
    """Assert that the file has every entry that a terminal saved, and only one log."""
    with closing(SaveFile.open(game, "ro")) as save:
        entries = list(save.entries())
    claimed = [number for terminal in terminals for number in terminal.saved]
    assert len(set(claimed)) == len(claimed), "two terminals saved an entry of the same number"
    for terminal in terminals:
        for number in terminal.saved:
            entry = entries[number]
            assert isinstance(entry, DefenceEntry)
            assert entry.seat == terminal.seat
    with closing(Table.join(game)) as watcher:
        assert watcher.entries == len(entries)


def test_without_their_locks_two_terminals_still_write_one_log(
    game: Path, terminals: list[Terminal]
) -> None:
    ann = Terminal(game, 0, ENDLESS)
    terminals.append(ann)
    ann.read_until(1)
    shutil.rmtree(game.with_name(".war.seats"))
    ben = Terminal(game, 1, 30)
    terminals.append(ben)
    assert ben.finish() == "done"
    ann.kill()
    expect_one_log(game, terminals)


def test_stale_locks_are_ignored(game: Path, terminals: list[Terminal]) -> None:
    folder = game.with_name(".war.seats")
    folder.mkdir(exist_ok=True)
    for name in ("table", "lead", "0", "1"):
        (folder / name).write_text(f"{2**22 - 1} {socket.gethostname()}")
    terminals.append(Terminal(game, 0, 20))
    assert terminals[0].finish() == "done"
    expect_one_log(game, terminals)
