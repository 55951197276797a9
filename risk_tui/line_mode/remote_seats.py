"""Waits for the other terminals at the table, and gives seats up to them."""

from __future__ import annotations

import time
from contextlib import contextmanager
from enum import Enum
from threading import Event, Thread
from typing import TYPE_CHECKING

from risk_tui.text.prompts import NOBODY_PLAYS, waiting_for_dice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from risk_tui.engine.decisions import Decision
    from risk_tui.line_mode.line_input import LineReader
    from risk_tui.table.table import Table

POLL_INTERVAL = 0.1
"""Seconds between two polls of the game's files."""

PRESENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks who is away, or hangs: their locks show that, not the files."""


class WaitResult(Enum):
    """Why a wait is over."""

    STEP = "something happened"
    LINE = "a line was typed"
    EVICTED = "the only seat here is played elsewhere now"


class RemoteSeats:
    """Waits for other terminals, and gives them the seats that they ask for."""

    def __init__(self, table: Table, lines: LineReader) -> None:
        self._table = table
        self._lines = lines
        self._seated = bool(table.local_seats)
        self.waited = False
        """Whether somebody waited, and has to be called when it is their move."""

    def wait(self, decision: Decision, show: Callable[[str], None]) -> WaitResult:
        """Wait for news; ``show`` gets again and again the text for whom everybody waits."""
        table = self._table
        self.waited = True
        next_check = 0.0
        shown = ""
        while True:
            if table.may_have_changes() or time.monotonic() >= next_check:
                next_check = time.monotonic() + PRESENCE_CHECK_INTERVAL
                if table.sync() or self._has_tasks():
                    self._lines.hide_typed()
                    return WaitResult.STEP
                table.refresh_presence()
                if (text := self._waiting_text(decision)) != shown:
                    shown = text
                    self._lines.hide_typed()
                    show(text)
                    self._lines.show_typed()
                table.release_requested()
                if self._seated and table.guest and not table.local_seats:
                    return WaitResult.EVICTED
            if self._lines.ready(POLL_INTERVAL):
                return WaitResult.LINE

    def _has_tasks(self) -> bool:
        """Whether this terminal has something to do for the table: to play for bots, or to roll."""
        table = self._table
        return table.dice_request is not None or table.carries_out(table.automatic())

    def _waiting_text(self, decision: Decision) -> str:
        """The text that says for whom or what everybody waits."""
        table, name = self._table, self._table.seats[decision.seat].name
        if (dice := table.remote_dice_for(table.only_local_seat)) is not None:
            return waiting_for_dice(dice, table.board, table.seats)
        if not table.is_led() and not table.seats[decision.seat].is_person:
            return NOBODY_PLAYS
        away = decision.seat in table.away
        return f"{name} is away; the game waits" if away else f"Waiting for {name}"

    @contextmanager
    def releasing_seats(self) -> Iterator[None]:
        """A context in which seats are given up to the terminals that ask for them."""
        finished = Event()

        def release() -> None:
            while not finished.wait(POLL_INTERVAL):
                if self._table.may_have_changes():
                    self._table.release_requested()

        thread = Thread(target=release, daemon=True)
        thread.start()
        try:
            yield
        finally:
            finished.set()
            thread.join()
