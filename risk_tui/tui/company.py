"""The other terminals at the table: what they do is seen here within a moment."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.errors import RiskError
from risk_tui.language.rolling import await_dice

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.tui.screens.game import GameScreen

LOOK = 0.1
"""Seconds between two looks at the game's file."""

ROUND = 10
"""Looks after which it is also seen who is away."""

ABSENT = 3.0
"""Seconds without a key after which a player may be looking elsewhere, and is called."""


class Company:
    """Keeps up with the other terminals, and calls a player whose move it is."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._looks = 0
        self._asked: int | None = None
        self._turn: tuple[int, int] | None = None
        self._touched = -ABSENT

    def keep(self) -> None:
        """Look at the file again and again, until the table is left."""
        # Not a timer of the screen: each of those wakes all of it.
        asyncio.get_running_loop().call_later(LOOK, self._glance)

    def _glance(self) -> None:
        screen = self._screen
        if screen.is_attached:
            self._looks += 1
            if self._due():
                screen.call_later(self._look)
            self.keep()

    def _due(self) -> bool:
        """Whether there is anything to be seen; ``_look`` says what is wrong with the file."""
        screen = self._screen
        if self._looks % ROUND == 0 and screen.table.elsewhere:
            return True
        try:
            news = screen.table.news() or bool(screen.table.wanted)
            return news or screen.idle_although_due()
        except RiskError:
            return True

    def _look(self) -> None:
        screen = self._screen
        try:
            grown = screen.is_attached and screen.table.catch_up()
        except RiskError as error:
            screen.risk.leave_table(str(error))
            return
        if screen.is_attached and screen.table.wanted:
            self._yield(screen.table.wanted)
        elif not grown and (screen.table.look_round() or self._left_to_do()):
            screen.go_on()

    def _left_to_do(self) -> bool:
        """Whether another terminal left something to this one: to play for bots, or to roll."""
        screen = self._screen
        unasked = screen.table.rolling is not None and not screen.prompt.asking
        return unasked or screen.idle_although_due()

    def touched(self) -> None:
        """A key was pressed: somebody is here."""
        self._touched = time.monotonic()

    def call(self) -> None:
        """Ring the bell if a person here is asked after others were."""
        table = self._screen.table
        rolling, view = table.rolling, table.view(None)
        asked = table.asked() if rolling is None else rolling.seats[0]
        turn = (view.turn, view.round)
        asked_anew = asked is not None and self._asked is None
        due = asked_anew and (turn != self._turn or self._unattended)
        self._asked = asked
        if asked_anew:
            self._turn = turn
            if self._screen.prompt.problem:
                self._screen.prompt.close()  # a line that was refused hides what is asked now
        if due and (table.guest or table.elsewhere) and self._screen.risk.settings.bell == "on":
            self._screen.app.bell()

    def waiting(self) -> str:
        """For whom or what at another terminal everybody waits; empty when it is for nobody."""
        table, decision = self._screen.table, self._screen.table.decision
        if (awaited := table.awaited) is not None:
            return await_dice(awaited, table.board, table.seats)
        if decision is None or decision.seat not in table.elsewhere:
            return ""
        name = table.seats[decision.seat].name
        what = ""
        if isinstance(decision, ToDefend):
            what = f" to defend {table.board.territories[decision.target].name}"
        if decision.seat in table.away:
            return f"{name} is away; the game waits for {name}{what}"
        return f"waiting for {name}{what} …"

    def others_act(self) -> bool:
        """Whether another terminal decides, or moves the computer players: nothing to skip."""
        if self.waiting():
            return True
        return self._screen.table.automatic() is not None and not self._screen.runs()

    def who(self) -> str:
        """Whose terminal this is, where it is one of several."""
        table = self._screen.table
        if table.guest and not table.here:
            return "you look on"
        if len(table.here) == 1 and (table.guest or table.elsewhere):
            return f"you are {table.seats[min(table.here)].name}"
        return ""

    def _yield(self, seats: frozenset[int]) -> None:
        """Leave seats to the terminal that asked for them."""
        screen, table = self._screen, self._screen.table
        names = " and ".join(table.seats[seat].name for seat in sorted(seats))
        if seats == table.here:
            screen.risk.leave_table(f"{names} plays at another terminal now")
            return
        self.part_with(seats)
        screen.say(f"{names} plays at another terminal now")

    def part_with(self, seats: Collection[int]) -> None:
        """Leave seats to another terminal, and nothing of theirs on the screen."""
        screen, decision = self._screen, self._screen.table.decision
        if screen.keyboard.holder in seats or (decision is not None and decision.seat in seats):
            screen.windows.clear_away()
        for seat in seats:
            screen.table.free(seat)

    @property
    def _unattended(self) -> bool:
        return time.monotonic() - self._touched > ABSENT
