"""Detection of what other terminals at the table do, by polling the file of the game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from textual.message import Message

from risk_tui.errors import RiskError
from risk_tui.table.situation import Situation
from risk_tui.table.table import Table
from risk_tui.text.time_phrases import describe_clock

POLL_INTERVAL, QUIET_POLL_INTERVAL = 0.1, 0.25
"""Seconds between two polls of the game's file, while others play and after a quiet time."""

QUIET_POLLS = 50
"""Number of polls without news and keys after which the longer interval is used."""

PRESENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks for terminals that left or hang. Locks show that, not the file."""

ABSENT_AFTER = 3.0
"""Seconds without a key after which a player may be looking elsewhere and is alerted."""


class RemoteTerminals:
    """Polls the game's file, and decides when a player here has to be alerted.

    Args:
        has_work: Returns True if this terminal now has to run bots or ask for dice.
        post: Called with ``News`` if there may be some, or with ``Tick``.
    """

    class News(Message):
        """Others may have played, come or left, so that ``sync`` is needed."""

    class Tick(Message):
        """The text with the remaining time has changed."""

    def __init__(
        self, table: Table, has_work: Callable[[], bool], post: Callable[[Message], bool]
    ) -> None:
        self._table = table
        self._has_work = has_work
        self._post = post
        self.closed = False
        """True after the table was left, when polling ends."""
        self.is_syncing = False
        """True while records of other terminals are being read."""
        self._polls_without_news = 0
        """The number of polls since the last news or the last key pressed here."""
        self._next_presence_check = 0.0
        """The time of the next presence check, by the monotonic clock."""
        self._presence_changed = False
        """True if a player came, left, ran out of time or started a rematch, and this is not shown
        yet.
        """
        self.has_rematch = False
        """True if another terminal has started a rematch."""
        self._was_asked = False
        """True if a person here had to decide at the last call of ``must_decide_now``."""
        self._turn: tuple[int, int] | None = None
        """The seat and the round of the turn in which a person here was last asked."""
        self._time_left = ""
        """The text with the remaining time that was shown last."""
        self._was_overdue = False
        self._last_key_time = -ABSENT_AFTER

    def start_polling(self) -> None:
        """Poll the file repeatedly until the table is left."""
        # A timer of the screen would wake the whole screen at every poll.
        seconds = POLL_INTERVAL if self._polls_without_news < QUIET_POLLS else QUIET_POLL_INTERVAL
        asyncio.get_running_loop().call_later(seconds, self._poll)

    def _poll(self) -> None:
        if self.closed:
            return
        self._polls_without_news += 1
        if self._has_news():
            self._polls_without_news = 0
            self._post(self.News())
        elif (time_left := describe_clock(self._table)) != self._time_left:
            self._time_left = time_left
            self._post(self.Tick())
        self.start_polling()

    def _has_news(self) -> bool:
        """Return True if there may be something to sync, or an error for ``sync`` to raise."""
        table, now = self._table, time.monotonic()
        was_overdue, self._was_overdue = self._was_overdue, table.clock.is_overdue()
        self._presence_changed |= was_overdue != self._was_overdue
        may_have_changes = table.ledger.watch.may_have_changes() or self._presence_changed
        if now < self._next_presence_check and not may_have_changes:
            return False
        self._next_presence_check = now + PRESENCE_CHECK_INTERVAL
        try:
            self._presence_changed |= table.seating.refresh_presence() or self._notice_rematch()
            changed = table.ledger.has_changes() or self._presence_changed
            return changed or bool(table.seating.requested_seats) or self._has_work()
        except RiskError:
            return True

    def _notice_rematch(self) -> bool:
        """Return True if another terminal has started a rematch since the last call."""
        if self.has_rematch or not self._table.winners:
            return False
        from risk_tui.table.rematch import can_join_rematch

        self.has_rematch = can_join_rematch(self._table)
        return self.has_rematch

    def sync(self) -> bool:
        """Load the changes of other terminals.

        Returns:
            True if there is something to show that the table has not notified its observers of.

        Raises:
            SaveError: If the game's file is damaged.
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
        """Note that a player has just pressed a key here."""
        self._last_key_time, self._polls_without_news = time.monotonic(), 0

    def must_decide_now(self, situation: Situation) -> bool:
        """Return True if a person here has to decide now but had not at the last call."""
        was_asked = self._was_asked
        self._was_asked = situation.is_here or situation.dice is not None
        return self._was_asked and not was_asked

    def must_alert(self, situation: Situation) -> bool:
        """Return True if a newly asked person must be alerted: in a new turn, or after a pause.

        A terminal that is the only one at its table alerts no player.
        """
        turn, before = (situation.view.turn, situation.view.round), self._turn
        self._turn = turn
        is_absent = time.monotonic() - self._last_key_time > ABSENT_AFTER
        has_others = self._table.seating.is_guest or bool(self._table.seating.remote_seats)
        return has_others and (turn != before or is_absent)
