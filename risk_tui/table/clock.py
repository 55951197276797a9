"""The clock at a table: the time that players have left, and votes for a pause."""

from __future__ import annotations

import sqlite3

from risk_tui.data.language import _
from risk_tui.engine.state import Status
from risk_tui.errors import IllegalAction
from risk_tui.saves.clock import Clock, read_clock, write_clock
from risk_tui.saves.talk import PAUSE, RESUME, TalkLine, add_line
from risk_tui.table.ledger import Ledger
from risk_tui.table.seating import Seating

CLOCK = "clock"
"""The decider of a decision that a bot makes because a person's time is up."""


class TableClock:
    """The clock at a table; ``state`` is ``None`` if the game has no clock."""

    def __init__(self, ledger: Ledger, seating: Seating) -> None:
        self._ledger = ledger
        self._seating = seating

    @property
    def state(self) -> Clock | None:
        """The clock as it is in the file; ``None`` if the game has none."""
        return self._ledger.clock

    def is_overdue(self) -> bool:
        """Return True if the time of the person who has to decide is up."""
        if (clock := self._ledger.clock) is None:
            return False
        due = self._ledger.due()
        is_away = due.seat in self._seating.away
        return clock.is_overdue(due, self._ledger.now(), is_away=is_away)

    def seconds_left(self) -> float | None:
        """Return the seconds left for the person who has to decide.

        Returns:
            ``None`` if there is no clock, or if no person has to decide.
        """
        if (clock := self._ledger.clock) is None:
            return None
        return clock.seconds_left(self._ledger.due(), self._ledger.now())

    def set(self, clock: Clock | None) -> None:
        """Set the clock of the game, which starts now; ``None`` removes it.

        Raises:
            RiskError: If players roll real dice, because a bot can't roll for a late player.
            SaveError: If it can't be saved.
        """
        if clock is not None and self._ledger.log.options.real_dice:
            raise IllegalAction(_("a clock needs computer dice: no one rolls for an absent player"))
        if clock is not None:
            clock = clock.renewed(self._ledger.due(), self._ledger.now())
        self._ledger.change_side_data(lambda connection: write_clock(connection, clock))

    def vote(self) -> bool:
        """Vote for a pause for the people here, or withdraw their votes if all of them agreed.

        Returns:
            True if the clock is paused now.

        Raises:
            RiskError: If there is no clock, only watchers are here, or they vote too often.
            SaveError: If it can't be saved.
        """
        seats = self._seating.local_seats
        if not seats:
            raise IllegalAction(_("you are watching; only players can pause the clock"))
        log, now = self._ledger.log, self._ledger.now()
        speaker = min(seats)  # One line for all people here.
        status = log.game.view(None).status
        people = [
            number
            for number, seat in enumerate(log.players)
            if seat.is_person and status[number] is Status.PLAYING
        ]

        def change(connection: sqlite3.Connection) -> Clock:
            clock = read_clock(connection)
            if clock is None:
                raise IllegalAction(_("this game has no clock"))
            clock = clock.with_votes(seats, people, now)
            write_clock(connection, clock)
            kind = PAUSE if speaker in clock.agreed else RESUME
            add_line(connection, self._ledger.stamped(TalkLine(kind, speaker)))
            return clock

        return self._ledger.change_side_data(change).is_paused
