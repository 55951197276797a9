"""Lets bots, orders and standing answers play, at a pace that people can follow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.table.automatic import Automatic
    from risk_tui.table.table import Table

SET_UP = ("begin", "claim", "place")
"""Decisions of the set-up: many small ones, shown quickly."""

SET_UP_PAUSE = 0.04
ORDER_PAUSE = 0.12
"""Seconds that a step of the set-up, or a battle of a blitz, stays on the screen at most."""

LOOK = 0.2
"""Seconds after which those who wait until the screen can be seen look again."""

_NOT_BOTS = ("table", "order", "standing answer")


def only_answers(table: Table) -> bool:
    """Whether what is due is no more than an answer in a person's turn: dice against an attack."""
    decision = table.decision
    if not isinstance(decision, ToDefend):
        return False
    view = table.view(None)
    return view.acting == view.turn and table.seats[view.turn].is_person


class Runner:
    """Takes automatic steps one after the other until a person has to decide.

    ``pause`` tells how many seconds a bot's step stays on the screen, and ``unseen`` whether
    nobody can see it now, so that it has to wait; ``stopped`` is called when nothing automatic is
    due any more, with a message if something went wrong.
    """

    def __init__(
        self,
        table: Table,
        pause: Callable[[], float],
        unseen: Callable[[], bool],
        stopped: Callable[[str], None],
    ) -> None:
        self._table = table
        self._pause = pause
        self._unseen = unseen
        self._stopped = stopped
        self._skip = asyncio.Event()
        self.running = False
        self.failed = False
        """Whether the last run ended with a problem; going on at once would only fail again."""
        self.closed = False

    def skip(self) -> bool:
        """Go on without pauses until a person has to decide; whether anything was under way."""
        if self.running:
            self._skip.set()
        return self.running

    async def run(self) -> None:
        """Play while nobody has to be asked."""
        self.running, self.failed = True, False
        problem = ""
        try:
            while not self.closed and (due := self.due()) is not None:
                await self._wait(due)
                if self._unseen():
                    # A screen below another one is not told that it has its room again.
                    await asyncio.sleep(LOOK)
                else:
                    await self._take(due)
        except RiskError as error:
            problem, self.failed = str(error), True
        finally:
            self.running = False
            self._skip.clear()
        if not self.closed:
            self._stopped(problem)

    async def _take(self, due: Automatic) -> None:
        # A bot may think for a while; the screen stays alive, and the game may move on meanwhile.
        action = due.think() if due.by in _NOT_BOTS else await asyncio.to_thread(due.think)
        if not self.closed:
            self._table.answer(due, action)

    def due(self) -> Automatic | None:
        """What is due and ours to carry out."""
        due = self._table.automatic()
        return due if due is not None and (due.by == "order" or self._table.leads()) else None

    async def _wait(self, due: Automatic) -> None:
        seconds = self._pause()
        decision = self._table.decision
        if decision is not None and decision.kind in SET_UP:
            seconds = min(seconds, SET_UP_PAUSE)
        elif only_answers(self._table):
            seconds = 0
        elif due.by in _NOT_BOTS:
            seconds = min(seconds, ORDER_PAUSE)
        if not seconds or self._skip.is_set():
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return
