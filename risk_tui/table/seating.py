"""The seats of a table: which are played at this terminal, which elsewhere, and which are free."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _
from risk_tui.errors import NotYourDecision, RiskError
from risk_tui.saves.entries import DefenceEntry, PlayerEntry
from risk_tui.saves.errors import SaveError, display_name
from risk_tui.saves.locks import BOT_LOCK, TABLE_LOCK, FileLock
from risk_tui.table.seats import NO_PLAYER, PERSON, is_external

if TYPE_CHECKING:
    from risk_tui.table.ledger import Ledger

WATCHING_ONLY = N_("you are watching; only players can do that")

TAKE_OVER_AFTER = 5.0
"""Seconds after which a terminal no longer waits for another one to move a bot."""

RELEASE_SECONDS = 1.0
"""Seconds that a terminal has to leave a seat before the next, stronger step."""

KILL_SECONDS = 10.0
"""Seconds that a killed process may take to end, because that takes a while on a busy machine."""

_POLL_PAUSE = 0.02
"""Seconds between two checks of a seat."""


class Seating:
    """The seats of a game, which this terminal can take and leave.

    A host manages all seats that no other terminal has. A guest has one fixed seat, or none.
    """

    def __init__(self, ledger: Ledger, *, is_guest: bool) -> None:
        self._ledger = ledger
        self._game_log = ledger.log
        self.seats = ledger.log.seats
        """All seats, the neutral army's last."""
        path = ledger.save.path
        self._table_lock, self._lead_lock = FileLock(path, TABLE_LOCK), FileLock(path, BOT_LOCK)
        self._locks = [FileLock(path, str(seat)) for seat in range(len(ledger.log.seats))]
        """The lock of each seat, which only one terminal can have."""
        self.local_seats: frozenset[int] = frozenset()
        """The seats that are played at this terminal."""
        self.is_guest = is_guest
        """True if this terminal joined for one seat, or to watch, and can't manage others."""
        self.local_people: set[int] = set()
        """The seats of the people who share this terminal, including those handed to a bot."""
        self.away: frozenset[int] = frozenset()
        """Seats of people that no terminal had at the last call of ``refresh_presence``."""
        self._taken_over_at: int | None = None
        """The ``Ledger.sync_count`` at which this terminal took over the lead, if it did."""

    @property
    def only_local_seat(self) -> int | None:
        """The seat of the only person at this terminal; ``None`` if there are more, or none."""
        return min(self.local_seats) if len(self.local_seats) == 1 else None

    @property
    def person_seats(self) -> frozenset[int]:
        """The seats that people play now, at any terminal or at none."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.is_person)

    @property
    def remote_seats(self) -> frozenset[int]:
        """Seats of people that are not played at this terminal: at others, or ``away``."""
        return self.person_seats - self.local_seats

    @property
    def requested_seats(self) -> frozenset[int]:
        """Seats of this terminal that another terminal asks for."""
        return frozenset(
            seat for seat, lock in enumerate(self._locks) if lock.is_release_requested()
        )

    def is_taken(self, seat: int) -> bool:
        """Return True if another terminal has a seat."""
        return self._locks[seat].is_taken()

    def try_to_lead(self) -> bool:
        """Take the lead if it is free; return True if this terminal has to decide automatically.

        In a person's turn, that person's terminal leads. In the turn of a bot, or of a person who
        is away, the first terminal that takes the lead has it. If the leader does nothing for
        ``TAKE_OVER_AFTER`` seconds, this terminal leads too until it reads another terminal's
        entry; the numbers of the entries prevent a step from being done twice. With real dice a
        step may take any time, so no other terminal takes over.
        """
        if self.is_guest and not self.local_seats:
            return False
        log, ledger = self._game_log, self._ledger
        turn = log.game.turn
        if self.seats[turn].is_person and turn in self.local_seats:
            return True
        if ledger.idle_seconds() > TAKE_OVER_AFTER and not log.options.real_dice:
            self._taken_over_at = ledger.sync_count
        if self._taken_over_at == ledger.sync_count:
            return True
        if self.seats[turn].is_person and self.is_taken(turn):
            return False
        return self._take_lead()

    def may_pace_bots(self) -> bool:
        """Return True if this terminal leads in the turns of bots, after taking a free lead."""
        return bool(self.local_seats or not self.is_guest) and self._take_lead()

    def _take_lead(self) -> bool:
        return not self._lead_lock.is_taken() and self._lead_lock.take()

    def has_leader(self) -> bool:
        """Check whether any terminal carries out automatic decisions."""
        if self.local_seats or not self.is_guest:
            return True
        return self._lead_lock.is_taken() or any(map(self.is_taken, self.person_seats))

    # Coming and going

    def host(self) -> None:
        """Open the table here with all free seats of people.

        Raises:
            SaveError: If other terminals have all of them, or the table can't be locked, as
                described at ``stand_in``.
        """
        self._enter()
        people = self.person_seats
        for seat in people:
            self._sit(seat)
        if people and not self.local_seats:
            save = self._ledger.save
            raise SaveError(
                _(
                    "all seats of {save} are taken; to watch: risk-tui join {game}",
                    save=save.name,
                    game=display_name(save.path),
                )
            )
        self.refresh_presence()

    def join(self, seat: int, *, take: bool = False) -> None:
        """Open the table here with one seat.

        Args:
            seat: The seat.
            take: Make the terminal that has the seat leave it.

        Raises:
            RiskError: If no person has the seat or had it at the start, or if another terminal has
                it.
            SaveError: If the table can't be locked (see ``stand_in``), or another terminal can't be
                made to leave the seat (see ``evict``).
        """
        self._enter()
        name = self.seats[seat].name
        if not self.seats[seat].may_have_person:
            raise RiskError(
                _(
                    "{name} is a bot in this game; to play that seat ask the host to type :bot "
                    "off {name}",
                    name=name,
                )
            )
        if take:
            evict(self._locks[seat])
        if not self._sit(seat):
            raise RiskError(
                _("another terminal has {name}'s seat; try again", name=name)
                if take
                else _(
                    "another terminal has {name}'s seat; ask the host to type :free {name}, or "
                    "move it here with --take",
                    name=name,
                )
            )
        self.refresh_presence()

    def watch(self) -> None:
        """Open the table here without a seat, with a lock if lock files can be written."""
        with contextlib.suppress(SaveError):
            self._table_lock.take(shared=True)
        self.refresh_presence()

    def stand_in(self) -> None:
        """Open the table here without a seat, only to make decisions that no terminal makes.

        Raises:
            SaveError: If another terminal is closing the game, files can't be locked there, or the
                game is being played on another machine.
        """
        self._enter()
        self.refresh_presence()

    def _enter(self) -> None:
        """Lock the table, so that the game can't be renamed or deleted.

        Raises:
            SaveError: As described at ``stand_in``.
        """
        if not self._table_lock.take(shared=True):
            raise SaveError(_("the game is being closed at another terminal"))

    def stop_leading(self) -> None:
        """Give up the lead, so that another terminal can move the bots."""
        self._lead_lock.release()

    def close(self) -> None:
        """Leave all seats and the table."""
        for lock in (*self._locks, self._lead_lock, self._table_lock):
            lock.release()
        self.local_seats = frozenset()

    def refresh_presence(self) -> bool:
        """Update ``away``; return True if it changed."""
        before = self.away
        self.away = frozenset(seat for seat in self.remote_seats if not self.is_taken(seat))
        return before != self.away

    # Seats

    def take_seat(self, seat: int) -> None:
        """Take a free seat of a person for this terminal.

        Raises:
            RiskError: If a bot plays the seat, or this terminal can't take it.
        """
        if not self.seats[seat].is_person:
            name = self.seats[seat].name
            raise RiskError(_("a bot plays {name}; to take over: bot off {name}", name=name))
        self.require_control(seat)
        if not self._sit(seat):  # Another terminal was faster.
            raise NotYourDecision(_("{name} plays at another terminal", name=self.seats[seat].name))
        self.refresh_presence()
        self._ledger.notify()

    def leave_seat(self, seat: int) -> None:
        """Leave a seat to another terminal; the caller notifies observers.

        Raises:
            RiskError: If the seat is not played here, or is the only one here.
        """
        self.require_local(seat)
        if self.is_guest or len(self.local_seats) == 1:
            raise RiskError(_("that is your only seat; quit instead"))
        self._free(seat)
        self.local_people.discard(seat)
        self.refresh_presence()

    def leave_requested_seats(self) -> None:
        """Leave the seats that other terminals request, without notifying observers."""
        for seat in self.requested_seats:
            self._free(seat)
            self.local_people.discard(seat)

    def change_player(self, seat: int, player: str) -> None:
        """Change the player of a seat; the caller notifies observers.

        Raises:
            RiskError: If this terminal can't manage the seat.
            SaveError: If the change can't be saved.
        """
        self.require_control(seat)
        self._ledger.change_seat(PlayerEntry(seat, player))
        if player == PERSON:
            self._sit(seat)
        elif not self.is_guest:
            self._free(seat)
        if is_external(player):
            self.take_for_program(seat)
        self.refresh_presence()

    def take_for_program(self, seat: int) -> bool:
        """Take a seat for a program that runs here; return False if another terminal has it."""
        return self._locks[seat].take()

    def set_defence(self, seat: int, answer: str) -> None:
        """Set how a seat answers when asked for defence dice: ``ask``, ``most`` or ``one``."""
        if self.seats[seat].defence != answer:
            self.require_control(seat)
            self._ledger.change_seat(DefenceEntry(seat, answer))
            self._ledger.notify()

    def require_local(self, seat: int) -> None:
        """Raise ``NotYourDecision`` unless a seat is played at this terminal."""
        if self.is_guest and not self.local_seats:
            raise NotYourDecision(_(WATCHING_ONLY))
        if seat not in self.local_seats:
            raise NotYourDecision(
                _("{seat} does not play at this terminal", seat=self.seats[seat].name)
            )

    def require_control(self, seat: int) -> None:
        """Raise ``RiskError`` unless a seat is played here, or is free and this is a host."""
        if seat in self.local_seats:
            return
        name = self.seats[seat].name
        if self.is_guest:
            raise NotYourDecision(
                _(
                    "{name} does not play here; the host manages other seats, where the game was "
                    "started or resumed",
                    name=name,
                )
            )
        if self.is_taken(seat):
            raise NotYourDecision(_("{name} plays at another terminal", name=name))

    def require_player(self, seat: int) -> None:
        """Raise ``RiskError`` if a seat's army has no player."""
        if self.seats[seat].player == NO_PLAYER:
            raise RiskError(_("the {seat} has no player", seat=self.seats[seat].name))

    def _sit(self, seat: int) -> bool:
        """Take a seat for this terminal; return False if another one has it."""
        seated = self._locks[seat].take()
        if seated:
            self.local_seats |= {seat}
            self.local_people.add(seat)
        return seated

    def _free(self, seat: int) -> None:
        """Leave a seat, so that any terminal can take it."""
        self.local_seats -= {seat}
        self._locks[seat].release()


def evict(lock: FileLock) -> None:
    """Make the terminal that has a seat leave it.

    The terminal is asked first; then its process gets a hangup signal; finally it is killed, which
    leaves the game's file valid.

    Args:
        lock: The lock of the seat.

    Raises:
        SaveError: If the process can't be found, or belongs to another user.
    """
    steps = (
        (None, RELEASE_SECONDS),
        (signal.SIGHUP, RELEASE_SECONDS),
        (signal.SIGKILL, KILL_SECONDS),
    )
    for signal_number, patience in steps:
        if not lock.is_taken():
            return
        if signal_number is not None:
            holder = lock.holder()
            if holder is None and lock.is_taken():
                raise SaveError(
                    _(
                        "that seat is held by another terminal and can't be released from "
                        "here; leave the game there"
                    )
                )
            _send(holder, signal_number)
        # Count checks instead of seconds, because time also passes while this process is suspended.
        for _rest in range(round(patience / _POLL_PAUSE)):
            if not lock.is_taken():
                return
            lock.request_release()
            time.sleep(_POLL_PAUSE)


def _send(holder: int | None, signal_number: int) -> None:
    """Send a signal to a process, if it still exists, and close its handle."""
    if holder is None:
        return
    try:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(holder, signal_number)
    except PermissionError:
        raise SaveError(_("that terminal belongs to another user of this machine")) from None
    finally:
        os.close(holder)
