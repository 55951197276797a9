"""Processes that play at one table as fast as possible, and report every record they see."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from zlib import crc32

from risk_tui.bots import make_bot
from risk_tui.engine.records import Record
from risk_tui.saves import journals
from risk_tui.saves.entries import ActionEntry, write_entry
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import COLOURS, Seat
from risk_tui.table.table import Table
from tests.inside import log_of
from tests.new_games import create_table

ELSEWHERE = "RISK_TUI_SOAK_ELSEWHERE"
"""An environment variable: all disks are treated as those of another machine."""

if os.environ.get(ELSEWHERE):
    journals.file_system = lambda file: "nfs4"

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")

IDLE = 0.002
"""Seconds that an idle player waits."""


def new_game(path: Path, people: int, bots: int, rules: str = "us-1993") -> None:
    """Create a game with some people and bots, without any terminal."""
    seats = [
        Seat(NAMES[number], COLOURS[number], "person" if number < people else "toni", "most")
        for number in range(people + bots)
    ]
    create_table(seats, rules, path=path).close()


def digest(record: Record | ActionEntry) -> int:
    """Return a number that identifies a record."""
    return crc32(write_entry(ActionEntry(record.seat, record.action, record.chance)).encode())


def recorded(path: Path) -> list[int]:
    """Return the digests of all records in a game's file.

    Raises:
        SaveError: If it is damaged.
    """
    with closing(SaveFile.open(path)) as file:
        return [digest(entry) for entry in file.entries() if isinstance(entry, ActionEntry)]


def is_over(path: Path) -> bool:
    """Return True if a game has winners."""
    with closing(Table.join(path)) as table:
        return bool(table.winners)


def play_seat(path: Path, seat: str, shown: Connection) -> None:
    """Play a person's seat, and the decisions of bots at this terminal, until the end."""
    table = Table.join(path, seat)
    mind, told = make_bot("toni", f"{os.getpid()}"), 0
    while table.decision is not None:
        asked = table.prompted_seat()
        if asked is not None:
            view = table.view(asked)
            assert view.decision is not None
            table.submit(asked, mind.choose(view, view.decision))
        elif table.automation.step() is None and not table.ledger.sync():
            time.sleep(IDLE)
        told = _tell(table, told, shown)
    table.close()


def play_all(path: Path, shown: Connection) -> None:
    """Play a game between bots."""
    table, told = Table.open(path), 0
    while table.automation.step() is not None:
        told = _tell(table, told, shown)
    table.close()


def _tell(table: Table, told: int, shown: Connection) -> int:
    for number, record in enumerate(log_of(table).records[told:], told):
        shown.send_bytes(b"%d %d" % (number, digest(record)))
    return table.steps


class Player:
    """A process at a table, which can be killed at any instant."""

    def __init__(self, play: object, path: Path, *arguments: object) -> None:
        context = _context()
        self._ours, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=play, args=(path, *arguments, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.shown: dict[int, int] = {}
        """The digests of the records that were shown, by their numbers."""

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.is_alive()

    def listen(self, seconds: float = 0) -> bool:
        """Read reports, waiting some seconds for the first; return True if there was any."""
        heard = False
        try:
            while self._ours.poll(0 if heard else seconds):
                number, mark = self._ours.recv_bytes().split()
                self.shown[int(number)] = int(mark)
                heard = True
        except (EOFError, OSError):
            return heard
        return heard

    def kill(self) -> None:
        """Kill the process, and read its last reports."""
        if self._process.pid is not None and self.alive:
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        self.listen()

    @property
    def failed(self) -> bool:
        """True if the process ended by an error, not by a kill."""
        return self._process.exitcode not in (None, 0, -signal.SIGKILL)


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.soak.players"])
    return context
