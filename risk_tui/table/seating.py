"""The seats of a table by terminal: those of this one, those of others, and free ones."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import NotYourDecision, RiskError
from risk_tui.saves.entries import DefenceEntry, PlayerEntry
from risk_tui.saves.errors import SaveError, display_name
from risk_tui.saves.locks import BOT_LOCK, TABLE_LOCK, FileLock
from risk_tui.table.seats import NO_PLAYER, PERSON, is_external

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.ledger import Ledger
    from risk_tui.table.seats import Seat

TAKE_OVER_AFTER = 5.0
"""Seconds after which a terminal no longer waits for another one to move a computer player."""

RELEASE_WAIT = 1.0
"""Seconds that a terminal has to leave a seat before a harder signal is sent."""

KILL_WAIT = 10.0
"""Seconds after which a process that was killed is not going to leave: on a busy machine even that
takes a while."""

_POLL_PAUSE = 0.02
"""Seconds from one look at a seat to the next."""


class Seating:
    """The seats of a game as this terminal takes and leaves them.

    A host arranges every seat that no other terminal has; a guest has one for good, or none.
    """

    def __init__(self, ledger: Ledger, *, is_guest: bool = False) -> None:
        self._ledger = ledger
        self._game_log = ledger.log
        self._locks = SeatLocks(ledger.save.path, len(ledger.log.seats))
        self.is_guest = is_guest
        """True if this terminal joined for one seat, or to watch, and can't arrange others."""
        self.people: set[int] = set()
        """The seats of the persons who share this terminal, also those they handed to a bot."""
        self.away: frozenset[int] = frozenset()
        """Seats of persons that no terminal had when ``refresh_presence`` was called last."""
        self._taken_over_at: int | None = None
        """The number of syncs when the leading terminal hung and this one took over, if it did."""

    @property
    def seats(self) -> list[Seat]:
        """All seats, the neutral army's last."""
        return self._game_log.seats

    @property
    def local_seats(self) -> frozenset[int]:
        """The seats that are played at this terminal."""
        return self._locks.local_seats

    @property
    def only_local_seat(self) -> int | None:
        """The seat of the only person at this terminal; ``None`` for several, or none."""
        return min(self.local_seats) if len(self.local_seats) == 1 else None

    @property
    def remote_seats(self) -> frozenset[int]:
        """Seats of persons that are not played at this terminal."""
        persons = {number for number, seat in enumerate(self.seats) if seat.is_person}
        return frozenset(persons) - self.local_seats

    @property
    def requested_seats(self) -> frozenset[int]:
        """Seats here that another terminal asks for: they are to be left."""
        return self._locks.requested_seats

    def is_taken(self, seat: int) -> bool:
        """Return True if another terminal has a seat."""
        return self._locks.is_taken(seat)

    def is_leader(self) -> bool:
        """Check whether this terminal carries out the decisions that no person is asked for.

        The leader is the terminal of the person in turn; in the turn of a bot, or of a person who
        is away, the first to take it on. Only when that one does nothing for long do others step
        in: the numbers of the entries keep two from doing the same thing twice. With real dice a
        step may take any time, so no terminal steps in.
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
        led_elsewhere = self.seats[turn].is_person and self.is_taken(turn)
        return not led_elsewhere and self._locks.become_leader()

    def has_leader(self) -> bool:
        """Check whether any terminal carries out the decisions that no person is asked for."""
        if self.local_seats or not self.is_guest:
            return True
        people = [number for number, seat in enumerate(self.seats) if seat.is_person]
        return not people or any(self.is_taken(seat) for seat in people)

    # Coming and going

    def host(self) -> None:
        """Open the table here with every free seat of a person.

        Raises ``SaveError`` when other terminals have all of them, and as ``SeatLocks.enter`` does.
        """
        self._locks.enter()
        persons = [number for number, seat in enumerate(self.seats) if seat.is_person]
        for seat in persons:
            self._sit(seat)
        if persons and not self.local_seats:
            save = self._ledger.save
            raise SaveError(
                _(
                    "all seats of {save} are taken; to watch: risk-tui join {display_name}",
                    save=save.name,
                    display_name=display_name(save.path),
                )
            )
        self.refresh_presence()

    def join(self, seat: int, *, take: bool = False) -> None:
        """Open the table here with one seat.

        With ``take`` the terminal that has the seat has to leave it. Raises ``RiskError`` if the
        seat is a bot's or taken, and ``SaveError`` as ``host`` does.
        """
        self._locks.enter()
        name = self.seats[seat].name
        if PERSON not in (self.seats[seat].player, self.seats[seat].first):
            raise RiskError(
                _(
                    "{name} is a bot in this game; to play that seat ask the host to type :bot "
                    "off {name}",
                    name=name,
                )
            )
        if take:
            self._locks.evict(seat)
        if not self._sit(seat):
            problem = (
                _("another terminal has {name}'s seat; try again")
                if take
                else _(
                    "another terminal has {name}'s seat; ask the host to type :free {name}, or "
                    "move it here with --take"
                )
            )
            raise RiskError(problem.format(name=name))
        self.refresh_presence()

    def watch(self) -> None:
        """Open the table here without a seat."""
        self._locks.observe()
        self.refresh_presence()

    def attend(self) -> None:
        """Open the table here without a seat, to play what no terminal plays.

        Raises ``SaveError`` as ``SeatLocks.enter`` does.
        """
        self._locks.enter()
        self.refresh_presence()

    def stop_leading(self) -> None:
        """Let other terminals move the bots."""
        self._locks.stop_leading()

    def close(self) -> None:
        """Leave all seats and the table."""
        self._locks.leave()

    def refresh_presence(self) -> bool:
        """Update which persons are away; whether that changed."""
        before = self.away
        self.away = frozenset(seat for seat in self.remote_seats if not self.is_taken(seat))
        return before != self.away

    # Seats

    def take_seat(self, seat: int) -> None:
        """Take a free seat of a person for this terminal. Raises ``RiskError``."""
        if not self.seats[seat].is_person:
            name = self.seats[seat].name
            raise RiskError(_("a bot plays {name}; to take over: bot off {name}", name=name))
        self.require_control(seat)
        self._sit(seat)
        self.refresh_presence()
        self._ledger.notify()

    def leave_seat(self, seat: int) -> None:
        """Leave a seat to another terminal; the caller notifies. Raises ``RiskError``."""
        self.require_local(seat)
        if self.is_guest or len(self.local_seats) == 1:
            raise RiskError(_("that is your only seat; quit instead"))
        self._free(seat)
        self.refresh_presence()

    def release_requested(self) -> None:
        """Leave the seats that other terminals request, from any thread, without notifying
        observers.
        """
        for seat in self.requested_seats:
            self._free(seat)

    def change_player(self, seat: int, player: str) -> None:
        """Let another player play a seat; the caller notifies.

        Raises ``RiskError`` for a seat that this terminal cannot arrange, ``SaveError`` if it
        cannot be written.
        """
        self.require_control(seat)
        self._ledger.change_seat(PlayerEntry(seat, player))
        if player == PERSON:
            self._sit(seat)
        elif not self.is_guest:
            self._locks.free(seat)
        if is_external(player):
            self.run_bot(seat)
        self.refresh_presence()

    def run_bot(self, seat: int) -> bool:
        """Take a seat for a program that plays it here; False when another terminal has it."""
        return self._locks.run_bot(seat)

    def set_defence(self, seat: int, answer: str) -> None:
        """Set a standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""
        if self.seats[seat].defence != answer:
            self.require_control(seat)
            self._ledger.change_seat(DefenceEntry(seat, answer))
            self._ledger.notify()

    def require_local(self, seat: int) -> None:
        """Raise ``NotYourDecision`` unless a seat is played at this terminal."""
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
                _("{name} does not play here; the host manages other seats", name=name)
            )
        if self.is_taken(seat):
            raise NotYourDecision(_("{name} plays at another terminal", name=name))

    def require_player(self, seat: int) -> None:
        """Raise ``RiskError`` if a seat belongs to an army beyond the players'."""
        if self.seats[seat].player == NO_PLAYER:
            raise RiskError(_("the {seat} has no player", seat=self.seats[seat].name))

    def _sit(self, seat: int) -> bool:
        seated = self._locks.sit(seat)
        if seated:
            self.people.add(seat)
        return seated

    def _free(self, seat: int) -> None:
        self._locks.free(seat)
        self.people = self.people - {seat}


class SeatLocks:
    """The seats at a table, each with a lock that only one terminal can have."""

    def __init__(self, game: Path, seats: int) -> None:
        self.local_seats: frozenset[int] = frozenset()
        """The seats that are played at this terminal."""
        self._table = FileLock(game, TABLE_LOCK)
        self._lead = FileLock(game, BOT_LOCK)
        self._seats = [FileLock(game, str(seat)) for seat in range(seats)]

    def enter(self) -> None:
        """Open the table at this terminal, so that the game can't be renamed or deleted.

        Raises:
            SaveError: If another terminal is closing the game, files can't be locked there, or the
                game is being played on another machine.
        """
        if not self._table.take(shared=True):
            raise SaveError(_("the game is being closed at another terminal"))

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
        """Return True if another terminal has a seat."""
        return self._seats[seat].is_taken()

    def become_leader(self) -> bool:
        """Be the one terminal that moves the computer players; false while another one is."""
        if self._lead.held:
            return True
        return not self._lead.is_taken() and self._lead.take()

    def stop_leading(self) -> None:
        """Let another terminal move the bots."""
        self._lead.release()

    def evict(self, seat: int) -> None:
        """Make the terminal that has a seat leave it.

        The terminal is asked first; then its process gets a hangup signal; finally it is killed,
        which leaves the game's file valid.

        Raises:
            SaveError: If the process belongs to another user, or is unknown to the system.
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
                        _("that seat is held by another terminal and can't be released from here")
                    )
                _send(holder, signal_number)
            # Looks are counted: a clock would run on while other programs have the processor.
            for _rest in range(round(patience / _POLL_PAUSE)):
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
        raise SaveError(_("that terminal belongs to another user of this machine")) from None
    finally:
        os.close(holder)
