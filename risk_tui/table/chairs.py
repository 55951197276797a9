"""Who sits where: the seats that are played at this terminal, and those at others."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError
from risk_tui.saves.locks import LEAD, TABLE, Lock

if TYPE_CHECKING:
    from pathlib import Path

POLITE = 1.0
"""Seconds that a terminal has to leave a seat before the next, harder word."""


class Chairs:
    """The chairs at a table, each with a lock that only one terminal can have."""

    def __init__(self, game: Path, seats: int) -> None:
        self._table = Lock(game, TABLE)
        self._lead = Lock(game, LEAD)
        self._chairs = [Lock(game, str(seat)) for seat in range(seats)]

    @property
    def here(self) -> frozenset[int]:
        """The seats that are played at this terminal."""
        return frozenset(seat for seat, chair in enumerate(self._chairs) if chair.held)

    def enter(self) -> None:
        """Come to the table, so that nobody puts the game away. Raises ``SaveError``."""
        if not self._table.take(shared=True):
            raise SaveError("the game is being put away at another terminal")

    def look_in(self) -> None:
        """Come to the table if its folder lets anybody leave a trace there."""
        with contextlib.suppress(SaveError):
            self._table.take(shared=True)

    def sit(self, seat: int) -> bool:
        """Take a seat for this terminal; false when another one has it."""
        return self._chairs[seat].take()

    def free(self, seat: int) -> None:
        """Leave a seat to whoever wants it."""
        self._chairs[seat].drop()

    @property
    def wanted(self) -> frozenset[int]:
        """Seats here that another terminal asks for."""
        return frozenset(seat for seat, chair in enumerate(self._chairs) if chair.wanted)

    def taken(self, seat: int) -> bool:
        """Whether another terminal has a seat."""
        return self._chairs[seat].taken()

    def lead(self) -> bool:
        """Be the one terminal that moves the computer players; false while another one is."""
        return self._lead.held or (not self._lead.taken() and self._lead.take())

    def oust(self, seat: int) -> None:
        """Have the terminal that has a seat leave it.

        It is asked; if it does not hear, its process is told as if its line dropped; at last it
        is killed, which no game minds. Raises ``SaveError`` when it is not ours to tell.
        """
        chair = self._chairs[seat]
        for word in (None, signal.SIGHUP, signal.SIGKILL):
            if word is not None and (holder := chair.holder()) is not None:
                _send(holder, word)
            deadline = time.monotonic() + POLITE
            while chair.taken() and time.monotonic() < deadline:
                chair.ask()
                time.sleep(0.02)

    def leave(self) -> None:
        """Stand up from all seats and leave the table."""
        for lock in (*self._chairs, self._lead, self._table):
            lock.drop()


def _send(process: int, word: int) -> None:
    try:
        os.kill(process, word)
    except ProcessLookupError:
        return
    except PermissionError:
        raise SaveError("that terminal belongs to somebody else on this machine") from None
