"""The seats of a table by terminal: those of this one, those of others, and free ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.errors import NotYourDecision, RiskError
from risk_tui.saves.errors import SaveError, display_name
from risk_tui.table.seat_locks import SeatLocks
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.game_log import GameLog
    from risk_tui.table.seats import Seat


class Seating:
    """The seats of a game as this terminal takes and leaves them.

    A host arranges every seat that no other terminal has; a guest has one for good, or none.
    """

    def __init__(self, log: GameLog, path: Path) -> None:
        self._log = log
        self._locks = SeatLocks(path, len(log.seats))
        self.path = path
        """The game's file."""
        self.guest = False
        """Whether this terminal joined for one seat, or to watch, and cannot arrange any other."""
        self.is_kept = True
        """False if the game goes when the table is left, as a first game does."""
        self.people: set[int] = set()
        """The seats of the persons who share this terminal, also those they handed to a bot."""
        self.away: frozenset[int] = frozenset()
        """Seats of persons that no terminal had when ``refresh_presence`` was called last."""

    @property
    def name(self) -> str:
        """The game's name: its file's."""
        return self.path.stem

    @property
    def seats(self) -> list[Seat]:
        """All seats, the neutral army's last."""
        return self._log.seats

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

    def release_requested(self) -> None:
        """Leave the seats that other terminals ask for, from any thread: it notifies nobody."""
        for seat in self.requested_seats:
            self._leave_seat(seat)

    def refresh_presence(self) -> bool:
        """Update which persons are away; whether that changed."""
        before = self.away
        self.away = frozenset(seat for seat in self.remote_seats if not self._locks.is_taken(seat))
        return before != self.away

    def _host(self) -> None:
        persons = [seat for seat in range(len(self.seats)) if self.seats[seat].is_person]
        for seat in persons:
            self._sit(seat)
        if persons and not self.local_seats:
            raise SaveError(
                f"all seats of {self.name} are taken at other terminals; to watch: "
                f"risk-tui join {display_name(self.path)}"
            )
        self.refresh_presence()

    def _take_lock(self, seat: int, take: bool) -> None:
        if take:
            self._locks.evict(seat)
        if not self._sit(seat):
            name = self.seats[seat].name
            ask = f"ask the host to type :free {name}, or move it here with --take"
            raise RiskError(f"another terminal has {name}'s seat; {'try again' if take else ask}")

    def _sit(self, seat: int) -> bool:
        seated = self._locks.sit(seat)
        if seated:
            self.people.add(seat)
        return seated

    def _leave_seat(self, seat: int) -> None:
        self._locks.free(seat)
        self.people = self.people - {seat}

    def _require_person(self, seat: int) -> None:
        """Raise ``RiskError`` if a seat is a bot's and no person handed it over."""
        if PERSON not in (self.seats[seat].player, self.seats[seat].first):
            name = self.seats[seat].name
            raise RiskError(
                f"{name} is a bot in this game; to play that seat ask the host to type "
                f":bot off {name}"
            )

    def _require_local(self, seat: int) -> None:
        if seat not in self.local_seats:
            raise NotYourDecision(f"{self.seats[seat].name} does not play at this terminal")

    def _require_controlled(self, seat: int) -> None:
        """Raise unless a seat is played here, or is free and this is no guest's terminal."""
        if self.guest and seat not in self.local_seats:
            name = self.seats[seat].name
            raise NotYourDecision(
                f"{name} does not play at this terminal; other seats are arranged at the host's"
            )
        if seat not in self.local_seats and self._locks.is_taken(seat):
            raise NotYourDecision(f"{self.seats[seat].name} plays at another terminal")
