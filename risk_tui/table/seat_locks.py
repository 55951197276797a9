"""The locks of a game's seats: which are played at this terminal, and which at others."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError
from risk_tui.saves.locks import LEAD, TABLE, FileLock

if TYPE_CHECKING:
    from pathlib import Path

RELEASE_WAIT = 1.0
"""Seconds that a terminal has to leave a seat before a harder signal is sent."""

KILL_WAIT = 10.0
"""Seconds after which a process that was killed is not going to leave: on a busy machine even that
takes a while."""

_POLL_PAUSE = 0.02
"""Seconds from one look at a seat to the next."""


class SeatLocks:
    """The seats at a table, each with a lock that only one terminal can have."""

    def __init__(self, game: Path, seats: int) -> None:
        self.local_seats: frozenset[int] = frozenset()
        """The seats that are played at this terminal."""
        self._table = FileLock(game, TABLE)
        self._lead = FileLock(game, LEAD)
        self._seats = [FileLock(game, str(seat)) for seat in range(seats)]

    def enter(self) -> None:
        """Open the table at this terminal, so that the game can't be renamed or deleted.

        Raises:
            SaveError: If another terminal is closing the game, files can't be locked there, or the
                game is being played on another machine.
        """
        if not self._table.take(shared=True):
            raise SaveError("the game is being closed at another terminal")

    def observe(self) -> None:
        """Open the table to watch, with a lock only where lock files can be written."""
        with contextlib.suppress(SaveError):
            self._table.take(shared=True)

    def sit(self, seat: int) -> bool:
        """Take a seat for this terminal; false when another one has it."""
        seated = self._seats[seat].take()
        if seated:
            self.local_seats |= {seat}
        return seated

    def run_bot(self, seat: int) -> bool:
        """Take a seat for a program that plays it from here; false when another terminal has it."""
        return self._seats[seat].take()

    def free(self, seat: int) -> None:
        """Leave a seat, so that any terminal can take it."""
        self.local_seats -= {seat}
        self._seats[seat].release()

    @property
    def requested_seats(self) -> frozenset[int]:
        """Seats here that another terminal asks for."""
        return frozenset(seat for seat, lock in enumerate(self._seats) if lock.release_requested)

    def is_taken(self, seat: int) -> bool:
        """Whether another terminal has a seat."""
        return self._seats[seat].is_taken()

    def become_leader(self) -> bool:
        """Be the one terminal that moves the computer players; false while another one is."""
        if self._lead.held:
            return True
        return not self._lead.is_taken() and self._lead.take()

    def evict(self, seat: int) -> None:
        """Have the terminal that has a seat leave it.

        The terminal is asked first; then its process gets a hangup signal; finally it is
        killed, which leaves the game's file sound.

        Raises ``SaveError`` when the process belongs to somebody else, or the system does not say
        which process it is.
        """
        lock = self._seats[seat]
        steps = ((None, RELEASE_WAIT), (signal.SIGHUP, RELEASE_WAIT), (signal.SIGKILL, KILL_WAIT))
        for signal_number, patience in steps:
            if not lock.is_taken():
                return
            if signal_number is not None:
                holder = lock.holder()
                if holder is None and lock.is_taken():
                    raise SaveError(
                        "the terminal that has the seat does not leave it, and cannot be ended "
                        "from here: it is somebody else's, or on another machine"
                    )
                _send(holder, signal_number)
            # Looks are counted: a clock would run on while other programs have the processor.
            for _ in range(round(patience / _POLL_PAUSE)):
                if not lock.is_taken():
                    return
                lock.request_release()
                time.sleep(_POLL_PAUSE)

    def leave(self) -> None:
        """Leave all seats and the table."""
        for lock in (*self._seats, self._lead, self._table):
            lock.release()
        self.local_seats = frozenset()


def _send(holder: int | None, signal_number: int) -> None:
    """Send a signal to a process, if there is one still, and close its handle."""
    if holder is None:
        return
    try:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(holder, signal_number)
    except PermissionError:
        raise SaveError("that terminal belongs to somebody else on this machine") from None
    finally:
        os.close(holder)
