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
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SaveError
from risk_tui.table.automation import TABLE
from risk_tui.table.clock import CLOCK
from risk_tui.table.seats import is_external
from risk_tui.table.table import Table

if TYPE_CHECKING:
    from risk_tui.host.notify import Notifier

CHECK_SECONDS = 1.0
"""Seconds between two checks of the tables."""

RETRY_SECONDS = 60.0
"""Seconds after which a table that was closed, or has failed, is opened again."""

MAX_RETRY_SECONDS = 900.0
"""The most seconds after which a table that fails again and again is opened again."""

MAX_STEPS = 50
"""The most steps at one table before the other tables are checked."""


class KeptTable:
    """One table, open while its game goes on."""

    def __init__(
        self,
        game: Path,
        log: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._game, self._log, self._now = game, log, now
        self._table: Table | None = None
        self._retry_at, self._retry_seconds = 0.0, RETRY_SECONDS

    def check(self, notifier: Notifier) -> None:
        """Make pending decisions that no terminal makes, then notify the player to move.

        The first of several failures is logged; each later attempt waits longer.
        """
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
        except RiskError as error:  # Another program may hold or damage the file.
            if self._retry_seconds == RETRY_SECONDS:
                problem = _(
                    "{game} can't go on while its players are away, and is tried again later: "
                    "{error}",
                    game=printable(self._game.stem),
                    error=printable(error),
                )
                self._log(problem)
            self.close()
            self._retry_seconds = min(2 * self._retry_seconds, MAX_RETRY_SECONDS)
        else:
            self._retry_seconds = RETRY_SECONDS

    def close(self) -> None:
        """Close the game; it is opened again after ``RETRY_SECONDS``, or later if it fails."""
        self._retry_at = time.monotonic() + self._retry_seconds
        if self._table is not None:
            self._table.close()
            self._table = None

    def _open(self) -> Table | None:
        """Return the open table; ``None`` until a closed one may be opened again."""
        if self._table is None and time.monotonic() >= self._retry_at:
            self._table = Table.stand_in(self._game)
            self._table.ledger.now = self._now
        return self._table

    def _play(self, table: Table) -> None:
        """Take the steps that no terminal takes."""
        for _step in range(MAX_STEPS):
            due = table.automation.pending()
            if due is None or not _must_act(table, due.decider) or table.automation.step() is None:
                break
        # Friends who come can then move the bots at their own pace.
        table.seating.stop_leading()


def _must_act(table: Table, decider: str) -> bool:
    """Return True if no terminal makes an automatic decision, so that the keeper must."""
    people = table.seating.person_seats
    if not people or decider == TABLE or is_external(decider):
        return False  # A person starts the game, and programs run at a terminal.
    return decider == CLOCK or not any(map(table.seating.is_taken, people))


def run_keeper(
    games: Callable[[], Iterable[Path]],
    notifier: Notifier,
    log: Callable[[str], None],
    server_pipe: int,
) -> None:
    """Check the tables repeatedly, with low priority, until the server closes the pipe.

    Args:
        games: Returns the games that are served.
        notifier: Notifies players.
        log: Called with a line for the host.
        server_pipe: A file descriptor that the server keeps open.
    """
    with suppress(OSError):
        os.nice(5)  # Friends' programs run first.
    tables: dict[Path, KeptTable] = {}
    try:
        while True:
            with suppress(SaveError):
                for game in games():
                    tables.setdefault(game, KeptTable(game, log))
            for table in tables.values():
                table.check(notifier)
            if select.select([server_pipe], [], [], CHECK_SECONDS)[0]:
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

    def restart_if_dead(self) -> None:
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
