"""The other terminals at the table, for whoever plays by lines."""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum
from threading import Event, Thread
from typing import TYPE_CHECKING

from risk_tui.language.rolling import await_dice

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
        while not table.catch_up() and not self._left_to_do():
            table.look_round()
            tell(self._awaited(decision))
            table.give_way()
            if self._seated and table.guest and not table.here:
                return News.OUSTED
            if self._lines.ready(LOOK):
                return News.LINE
        return News.STEP

    def _left_to_do(self) -> bool:
        """Whether another terminal left something to this one: to play for bots, or to roll."""
        table = self._table
        return table.rolling is not None or (table.automatic() is not None and table.leads())

    def _awaited(self, decision: Decision) -> str:
        """For whom or what everybody waits."""
        table, name = self._table, self._table.seats[decision.seat].name
        if table.awaited is not None:
            return await_dice(table.awaited, table.board, table.seats)
        away = decision.seat in table.away
        return f"{name} is away; the game waits" if away else f"Waiting for {name}"

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
