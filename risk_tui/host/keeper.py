"""The keeper of the hosted tables: a process that makes decisions when no terminal makes them.

It decides for players whose time is up, moves bots while no player is at the table, and notifies
absent players that it is their move. It is a separate process, because the server keeps no game
open. It ends with the server, which starts it again if it dies.
"""

from __future__ import annotations

import os
import select
import subprocess
import time
from contextlib import suppress
from datetime import UTC, datetime
from threading import Thread
from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.saves.errors import SaveError
from risk_tui.table.automation import TABLE
from risk_tui.table.clock import CLOCK
from risk_tui.table.seats import is_external
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from risk_tui.host.notify import Notifier

CHECK_SECONDS = 1.0
"""Seconds between two checks of the tables."""

RETRY_SECONDS = 60.0
"""Seconds after which a table that was closed, or could not be opened, is opened again."""

MAX_STEPS = 50
"""The most steps at one table before the other tables are checked."""


class KeptTable:
    """One table, open while its game goes on."""

    def __init__(self, game: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._game, self._now = game, now
        self._table: Table | None = None
        self._retry_at = 0.0

    def look(self, notifier: Notifier) -> None:
        """Make pending decisions that no terminal makes, then notify the player to move."""
        try:
            table = self._open()
            if table is None:
                return
            if table.ledger.watch.may_have_changes() or table.clock.is_overdue():
                table.ledger.sync_if_changed()
            table.seating.refresh_presence()
            self._play(table)
            notifier.notify_if_due(table, table.ledger.now())
            if table.decision is None:
                self.close()
        except RiskError:
            self.close()

    def close(self) -> None:
        """Close the game; it is opened again after ``RETRY_SECONDS``."""
        self._retry_at = time.monotonic() + RETRY_SECONDS
        if self._table is not None:
            self._table.close()
            self._table = None

    def _open(self) -> Table | None:
        if self._table is None and time.monotonic() >= self._retry_at:
            self._table = Table.attend(self._game)
            self._table.ledger.now = self._now
        return self._table

    def _play(self, table: Table) -> None:
        """Take the steps that no terminal takes."""
        persons = [number for number, seat in enumerate(table.seats) if seat.is_person]
        for _ in range(MAX_STEPS):
            due = table.automation.pending()
            is_empty = not any(map(table.seating.is_taken, persons))
            if due is None or not persons or due.decider == TABLE or is_external(due.decider):
                break
            if not (due.decider == CLOCK or is_empty) or table.automation.step() is None:
                break
        # Friends who come can then move the bots at their own pace.
        table.seating.stop_leading()


def keep(games: Callable[[], Iterable[Path]], notifier: Notifier, line: int) -> None:
    """Check the tables repeatedly, with low priority, until the server closes ``line``.

    Args:
        games: Returns the games that are served.
        notifier: Notifies players.
        line: A file descriptor that the server keeps open.
    """
    with suppress(OSError):
        os.nice(5)  # Friends' programs run first.
    tables: dict[Path, KeptTable] = {}
    try:
        while True:
            with suppress(SaveError):
                for game in games():
                    tables.setdefault(game, KeptTable(game))
            for table in tables.values():
                table.look(notifier)
            if select.select([line], [], [], CHECK_SECONDS)[0]:
                return
    finally:
        for table in tables.values():
            table.close()


class KeeperProcess:
    """The server's handle of the keeper."""

    def __init__(self, command: Sequence[str], log: Callable[[str], None]) -> None:
        self._command, self._log = command, log
        self.start()

    def start(self) -> None:
        """Start the process, and pass its lines to the log."""
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            start_new_session=True,
        )
        Thread(target=self._read, args=(self._process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._log(line.rstrip("\n"))

    def ensure(self) -> None:
        """Start the process again if it has died."""
        if self._process.poll() is not None:
            self.start()

    def stop(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
