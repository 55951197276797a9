"""Follows the other terminals at the table: what they do is seen here within a moment."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from textual.message import Message

from risk_tui.errors import RiskError
from risk_tui.text.talk_lines import describe_clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table

POLL_INTERVAL, QUIET_POLL_INTERVAL = 0.1, 0.25
"""Seconds between two polls of the game's file, while others play and while nothing happens."""

QUIET_POLLS = 50
"""Polls without anything new after which the longer interval begins."""

PRESENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks who is away, or hangs: their locks show that, not the file."""

ABSENT_AFTER = 3.0
"""Seconds without a key after which a player may be looking elsewhere, and the bell rings."""


class RemoteTerminals:
    """Polls the game's file, and knows when a player here has to be called.

    ``has_work`` tells whether another terminal left something to this one: to play for bots, or to
    roll. A message goes to ``post`` whenever there may be something new.
    """

    class News(Message):
        """Others may have done something at the table, come to it or left it: to be synced."""

    class Tick(Message):
        """The time that is left reads otherwise."""

    def __init__(
        self, table: Table, has_work: Callable[[], bool], post: Callable[[Message], bool]
    ) -> None:
        self._table = table
        self._has_work = has_work
        self._post = post
        self.closed = False
        """True after the table was left: nothing is polled any more."""
        self.is_syncing = False
        """True while records of other terminals are being read."""
        self._polls_without_news = 0
        """Polls since anything was new."""
        self._next_presence_check = 0.0
        """When to check again who is away; by the monotonic clock."""
        self._presence_changed = False
        """True if a player came to the table or left it, and it is not shown yet."""
        self._was_asked = False
        self._turn: tuple[int, int] | None = None
        self._time_left = ""
        self._was_overdue = False
        self._last_key_time = -ABSENT_AFTER

    def start_polling(self) -> None:
        """Poll the file again and again until the table is left."""
        # Not a timer of the screen: each of those wakes all of it.
        seconds = POLL_INTERVAL if self._polls_without_news < QUIET_POLLS else QUIET_POLL_INTERVAL
        asyncio.get_running_loop().call_later(seconds, self._poll)

    def _poll(self) -> None:
        if self.closed:
            return
        self._polls_without_news += 1
        if self._has_news():
            self._polls_without_news = 0
            self._post(self.News())
        elif self._table.clock.state is not None and self._time_left != describe_clock(self._table):
            self._time_left = describe_clock(self._table)
            self._post(self.Tick())
        self.start_polling()

    def _has_news(self) -> bool:
        """Return True if there is anything to sync, or an error for ``sync`` to raise."""
        table = self._table
        was_overdue, self._was_overdue = self._was_overdue, table.clock.is_overdue()
        if table.ledger.may_have_changes() or was_overdue != self._was_overdue:
            self._presence_changed = self._presence_changed or was_overdue != self._was_overdue
            return True
        now = time.monotonic()
        if now < self._next_presence_check:
            return False
        self._next_presence_check = now + PRESENCE_CHECK_INTERVAL
        try:
            self._presence_changed = table.seating.refresh_presence()
            changed = self._presence_changed or table.ledger.has_changes()
            return changed or bool(table.seating.requested_seats) or self._has_work()
        except RiskError:
            return True

    def sync(self) -> bool:
        """Take in what others did; whether there is anything to show of which no observer knows.

        Raises ``SaveError`` as ``Table.sync`` does.
        """
        table, presence_changed = self._table, self._presence_changed
        self._presence_changed = False
        self.is_syncing = True
        try:
            if table.ledger.has_changes() and table.ledger.sync():
                return False
        finally:
            self.is_syncing = False
        return table.seating.refresh_presence() or presence_changed or self._has_work()

    def note_key(self) -> None:
        """Remember that a key was pressed: a player is here."""
        self._last_key_time = time.monotonic()

    def newly_asked(self, situation: Situation) -> bool:
        """Return True if a person here is asked after others were."""
        was_asked = self._was_asked
        self._was_asked = situation.is_here or situation.dice is not None
        return self._was_asked and not was_asked

    def has_to_ring(self, situation: Situation) -> bool:
        """Return True if a newly asked person is to be called: in a new turn, or after a while."""
        turn, before = (situation.view.turn, situation.view.round), self._turn
        self._turn = turn
        is_absent = time.monotonic() - self._last_key_time > ABSENT_AFTER
        several = self._table.seating.is_guest or bool(self._table.seating.remote_seats)
        return several and (turn != before or is_absent)
