"""The other terminals at the table, for whoever plays by lines."""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from risk_tui.engine.decisions import Decision
    from risk_tui.plain.lines import Lines
    from risk_tui.table.table import Table

LOOK = 0.1
"""Seconds between two looks at what other terminals did."""


class News(Enum):
    """Why somebody waits no longer."""

    STEP = "something happened"
    LINE = "a line was typed"
    OUSTED = "the only seat here is played elsewhere now"


class Company:
    """Waits for other terminals, and leaves them the seats that they ask for."""

    def __init__(self, table: Table, lines: Lines) -> None:
        self._table = table
        self._lines = lines
        self._seated = bool(table.here)
        self.waited = False
        """Whether somebody waited, and has to be called when it is his move."""

    def wait(self, decision: Decision, tell: Callable[[str], None]) -> News:
        """Wait for news; ``tell`` is told now and again for whom everybody waits."""
        table = self._table
        self.waited = True
        while not table.catch_up() and (table.automatic() is None or not table.leads()):
            table.look_round()
            name = table.seats[decision.seat].name
            away = decision.seat in table.away
            tell(f"{name} is away; the game waits" if away else f"Waiting for {name}")
            table.give_way()
            if self._seated and table.guest and not table.here:
                return News.OUSTED
            if self._lines.ready(LOOK):
                return News.LINE
        return News.STEP

    @contextmanager
    def giving_way(self) -> Iterator[None]:
        """While a line is typed, leave seats to the terminals that ask for them."""
        typed = Event()

        def look() -> None:
            while not typed.wait(LOOK):
                self._table.give_way()

        looking = Thread(target=look, daemon=True)
        looking.start()
        try:
            yield
        finally:
            typed.set()
            looking.join()
