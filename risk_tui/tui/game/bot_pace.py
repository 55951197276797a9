"""Plays for bots, orders and standing answers, at a pace that people can follow."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from risk_tui.table.automation import PendingAutoAction
    from risk_tui.table.seats import Seat
    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table

SET_UP = ("begin", "claim", "place")
"""Decisions of the set-up: many small ones, shown quickly."""

SET_UP_PAUSE = 0.04
ORDER_PAUSE = 0.12
"""Seconds that a step of the set-up, or a battle of a blitz, stays on the screen at most."""

HIDDEN_POLL_INTERVAL = 0.2
"""Seconds between two checks whether a hidden screen can be seen again."""

_INSTANT_DECIDERS = ("table", "order", "standing answer")
"""Deciders that are not bots: they need no time to think."""


def is_reply_in_human_turn(situation: Situation, seats: Sequence[Seat]) -> bool:
    """Whether only defence dice in a person's turn are due: an answer, not a turn of its own."""
    view = situation.view
    in_own_turn = view.acting_seat == view.turn and seats[view.turn].is_person
    return isinstance(view.decision, ToDefend) and in_own_turn


def waits_in_pause(due: PendingAutoAction, situation: Situation, seats: Sequence[Seat]) -> bool:
    """Whether an automatic step waits while the computer players are paused."""
    return due.decider not in _INSTANT_DECIDERS and not is_reply_in_human_turn(situation, seats)


def seconds_after(
    due: PendingAutoAction, situation: Situation, seats: Sequence[Seat], pause: float
) -> float:
    """Seconds that the screen stays as it is before an automatic step; a bot's take ``pause``."""
    if situation.kind in SET_UP:
        return min(pause, SET_UP_PAUSE)
    if is_reply_in_human_turn(situation, seats):
        return 0
    return min(pause, ORDER_PAUSE) if due.decider in _INSTANT_DECIDERS else pause


class BotRunner:
    """Takes automatic steps one after the other until a person has to decide.

    ``pause`` returns how many seconds the screen stays as it is before a step, ``waits`` whether
    a step waits while they are ``paused``, and ``is_hidden`` whether nobody can see the screen
    now, so that it has to wait; ``on_stop`` is called when nothing automatic is due any more, with
    a message if something went wrong.
    """

    def __init__(
        self,
        table: Table,
        pause: Callable[[PendingAutoAction], float],
        waits: Callable[[PendingAutoAction], bool],
        is_hidden: Callable[[], bool],
        on_stop: Callable[[str], None],
    ) -> None:
        self._table = table
        self._pause = pause
        self._waits = waits
        self._is_hidden = is_hidden
        self._on_stop = on_stop
        self._skip = asyncio.Event()
        self._next = asyncio.Event()
        """Set when one step may be taken although they are paused, or they go on."""
        self.paused = False
        """Whether computer players wait before each step until they are let go on."""
        self.running = False
        self.failed = False
        """Whether the last run ended with a problem: going on at once would only fail again."""
        self.closed = False

    def skip(self) -> bool:
        """Go on without pauses until a person has to decide; whether anything was under way."""
        if self.running:
            self.paused = False
            self._next.set()
            self._skip.set()
            self._table.automation.hurry()
        return self.running

    def pause(self) -> None:
        """Let the computer players wait before each step, or go on."""
        self.paused = not self.paused
        self._skip.clear()
        self._next.clear() if self.paused else self._next.set()

    def step(self) -> None:
        """Let them take one step, and then wait."""
        self.paused = True
        self._skip.clear()
        self._next.set()

    async def run(self) -> None:
        """Take automatic steps until somebody has to be asked."""
        self.running, self.failed = True, False
        problem = ""
        try:
            while not self.closed and (due := self.pending()) is not None:
                await self._wait(due)
                if self.paused and self._waits(due) and not await self._may_step(due):
                    continue
                if self._is_hidden():
                    # A screen below another one gets no event when it has its room again.
                    await asyncio.sleep(HIDDEN_POLL_INTERVAL)
                else:
                    await self._perform(due)
        except RiskError as error:
            problem, self.failed = str(error), True
        finally:
            self.running = False
            self._skip.clear()
        if not self.closed:
            self._on_stop(problem)

    async def _perform(self, due: PendingAutoAction) -> None:
        # A bot may think for a while; the screen stays alive, and the game may move on meanwhile.
        choice = (
            due.think() if due.decider in _INSTANT_DECIDERS else await asyncio.to_thread(due.think)
        )
        if not self.closed:
            self._table.automation.perform(due, choice)

    def pending(self) -> PendingAutoAction | None:
        """The automatic step that is due and that this terminal carries out, if any."""
        due = self._table.automation.pending()
        return due if self._table.automation.carries_out(due) else None

    async def _may_step(self, due: PendingAutoAction) -> bool:
        """Wait until a step is let be taken; false once another one is due, or none."""
        while self.paused and not self._next.is_set():
            if self.closed or self.pending() != due:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self._next.wait(), HIDDEN_POLL_INTERVAL)
        self._next.clear()
        return True

    async def _wait(self, due: PendingAutoAction) -> None:
        seconds = self._pause(due)
        if not seconds or self._skip.is_set():
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return
