"""The pace of bots, orders and standing answers, which lets people follow them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from risk_tui.commands.front_end import Pace
from risk_tui.data.language import _
from risk_tui.engine.decisions import ToDefend
from risk_tui.errors import RiskError
from risk_tui.table.automation import STANDING_ANSWER, TABLE, PendingAutoAction
from risk_tui.table.clock import CLOCK
from risk_tui.table.dice_steps import ORDER
from risk_tui.table.seats import Seat
from risk_tui.table.situation import Situation
from risk_tui.text.prompts import NOBODY_PLAYS
from risk_tui.tui.game.bottom_line import BottomLine, waiting
from risk_tui.tui.game.moment import Moment, ScreenServices
from risk_tui.tui.screens.base import is_too_small

SETUP_KINDS = ("begin", "claim", "place")
"""The kinds of decisions of the setup, whose many small steps are shown quickly."""

SETUP_PAUSE = 0.04
"""Maximum seconds for which a step of the setup stays on the screen."""
ORDER_PAUSE = 0.12
"""Maximum seconds for which a step of an order, such as a blitz, stays on the screen."""

WAIT_POLL_INTERVAL = 0.2
"""Seconds between two checks if the screen is still too small, or the bots still paused."""

_INSTANT_DECIDERS = (TABLE, ORDER, STANDING_ANSWER)
"""Deciders that are not bots, and need no time to think."""


def is_reply_in_human_turn(situation: Situation, seats: Sequence[Seat]) -> bool:
    """Return True if the decision is only the defence against an attack by a person."""
    view = situation.view
    is_person_acting = view.acting_seat == view.turn and seats[view.turn].is_person
    return isinstance(view.decision, ToDefend) and is_person_acting


class BotPace:
    """Takes automatic steps one after the other until a person has to decide.

    Bots wait before each step, so that people can follow. While they are paused, they wait until a
    person lets them continue.
    """

    def __init__(
        self,
        screen: ScreenServices,
        moment: Moment,
        line: BottomLine,
        on_stop: Callable[[str], None],
    ) -> None:
        """Create the pace of one table.

        Args:
            on_stop: Called when no automatic step is due any more, with the problem if a step
                failed, otherwise with an empty text.
        """
        self._screen = screen
        self._table = moment.table
        self._moment = moment
        self._line = line
        self._on_stop = on_stop
        self._skip = asyncio.Event()
        self._next = asyncio.Event()
        """Set to allow one step during a pause, and at the end of the pause."""
        self.paused = False
        """True while bots wait before each step until a person lets them continue."""
        self.running = False
        """True while automatic steps are being taken."""
        self.failed = False
        """True if the last run ended with a problem. Starting again at once would fail again."""
        self.closed = False
        """True after the screen was left. No step may be taken then."""

    # Requests of players

    def set(self, how: Pace) -> None:
        """Change the pace of the bots.

        Raises:
            RiskError: If another terminal runs the bots, unless they are to skip ahead.
        """
        if how is Pace.SKIP:
            self._skip_ahead()
            return
        if not self.running:
            self._table.automation.check_pace()
        self.paused = how is Pace.STEP or not self.paused
        self._skip.clear()
        if how is Pace.STEP or not self.paused:
            self._next.set()
        else:
            self._next.clear()
        if self._moment.situation.automatic is not None:
            self.announce(self._moment.situation.automatic)
        elif self.paused:
            self._line.say(_("bots are paused before each step; {pause}: resume"))
        else:
            self._line.say(_("bots play without pausing"))
        self._screen.draw()

    def _skip_ahead(self) -> None:
        """Take the steps that are under way without pauses until a person has to decide.

        If none are, let the next player act, which also tries a failed step again.
        """
        if not self.running:
            self._screen.refresh_after_change()
            return
        self.paused = False
        self._next.set()
        self._skip.set()
        self._table.automation.hurry()

    # Messages

    def announce(self, due: PendingAutoAction) -> None:
        """Show which player takes the automatic step that is due."""
        line, name = self._line, self._table.seats[due.seat].name
        if due.decider == ORDER:
            line.say(line.after_held(_("{name}: in progress …  {{cancel}} stops", name=name)))
        elif due.decider == CLOCK:
            line.say(line.after_held(_("{name}'s time is up: a bot decides", name=name)))
        elif due.decider in (TABLE, STANDING_ANSWER) or self._is_reply():
            return
        elif not self._table.seating.has_leader():
            line.say(_(NOBODY_PLAYS))
        elif self.paused:
            line.say(_("{name} waits: {{step}} one step · {{pause}} continue", name=name))
        else:
            news = (
                _("{name} is playing …", name=name)
                if self.is_elsewhere()
                else _("{name} is playing …  {{skip}} skips ahead", name=name)
            )
            line.say(line.after_held(news))

    def is_elsewhere(self) -> bool:
        """Return True if another terminal decides or runs the bots, so nothing can be skipped."""
        situation = self._moment.situation
        if waiting(situation, self._table):
            return True
        due = situation.automatic
        runs_here = self.running or self._table.automation.carries_out(due)
        return due is not None and not runs_here

    def _is_reply(self) -> bool:
        return is_reply_in_human_turn(self._moment.situation, self._table.seats)

    # Steps

    def start(self) -> None:
        """Start to take automatic steps, unless they are being taken already."""
        if not self.running:
            self.running = True
            self._screen.start_worker(self._run(), "automatic")

    async def _run(self) -> None:
        """Take automatic steps until a person has to decide."""
        self.failed = False
        problem = ""
        try:
            while not self.closed and (due := self._pending()) is not None:
                await self._pause_before(due)
                if self._must_wait(due) and not await self._wait_for_permission(due):
                    continue
                if is_too_small(self._screen.risk.size):
                    # A screen below another one gets no event when the terminal grows again.
                    await asyncio.sleep(WAIT_POLL_INTERVAL)
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
        # A bot thinks in a thread while the screen reacts. The game may continue meanwhile.
        choice = (
            due.think() if due.decider in _INSTANT_DECIDERS else await asyncio.to_thread(due.think)
        )
        if not self.closed:
            self._table.automation.perform(due, choice)

    def _pending(self) -> PendingAutoAction | None:
        """Return the automatic step that this terminal has to carry out now, if any."""
        due = self._table.automation.pending()
        return due if self._table.automation.carries_out(due) else None

    def _must_wait(self, due: PendingAutoAction) -> bool:
        """Return True if a step must wait because the bots are paused."""
        return self.paused and due.decider not in _INSTANT_DECIDERS and not self._is_reply()

    async def _wait_for_permission(self, due: PendingAutoAction) -> bool:
        """Wait until a step may be taken. Return False if it is no longer due."""
        while self.paused and not self._next.is_set():
            if self.closed or self._pending() != due:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self._next.wait(), WAIT_POLL_INTERVAL)
        self._next.clear()
        return True

    async def _pause_before(self, due: PendingAutoAction) -> None:
        """Let people see the position before a step, unless they skip ahead."""
        seconds = self._seconds_before(due)
        if not seconds or self._skip.is_set():
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return

    def _seconds_before(self, due: PendingAutoAction) -> float:
        """Return the seconds to wait before an automatic step."""
        pause = self._screen.risk.settings.pause
        if self._moment.situation.kind in SETUP_KINDS:
            return min(pause, SETUP_PAUSE)
        if self._is_reply():
            return 0
        return min(pause, ORDER_PAUSE) if due.decider in _INSTANT_DECIDERS else pause
