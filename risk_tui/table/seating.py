"""Who sits at a table: the seats of this terminal, those of others, and those that are free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import NotYourDecision, RiskError
from risk_tui.saves.errors import SaveError, called
from risk_tui.table.chairs import Chairs

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.course import Course
    from risk_tui.table.seats import Seat


class Seating:
    """The seats of a game as they are taken at this terminal.

    A host arranges every seat that no other terminal has; a guest has one for good, or none.
    """

    def __init__(self, course: Course, path: Path) -> None:
        self._course = course
        self._chairs = Chairs(path, len(course.seats))
        self.path = path
        """The game's file."""
        self.guest = False
        """Whether this terminal came for one seat, or to watch, and has no say in any other."""
        self.people: set[int] = set()
        """The seats that persons play here, or handed to a bot: who shares this terminal."""
        self.away: frozenset[int] = frozenset()
        """Seats of persons that no terminal has, when somebody last looked round."""

    @property
    def name(self) -> str:
        """The game's name: its file's."""
        return self.path.stem

    @property
    def seats(self) -> list[Seat]:
        """All seats, the neutral army's last."""
        return self._course.seats

    @property
    def here(self) -> frozenset[int]:
        """The seats that are played at this terminal."""
        return self._chairs.here

    @property
    def elsewhere(self) -> frozenset[int]:
        """Seats of persons that are not played at this terminal."""
        persons = {number for number, seat in enumerate(self.seats) if seat.is_person}
        return frozenset(persons) - self.here

    @property
    def wanted(self) -> frozenset[int]:
        """Seats here that another terminal asks for: they are to be left."""
        return self._chairs.wanted

    def give_way(self) -> None:
        """Leave the seats that other terminals ask for; tells nobody, so any thread may do it."""
        for seat in self.wanted:
            self._leave_chair(seat)

    def look_round(self) -> bool:
        """See which persons are away; whether that changed."""
        before = self.away
        self.away = frozenset(seat for seat in self.elsewhere if not self._chairs.taken(seat))
        return before != self.away

    def _host(self) -> None:
        self._chairs.enter()
        persons = [seat for seat in range(len(self.seats)) if self.seats[seat].is_person]
        for seat in persons:
            self._sit(seat)
        if persons and not self.here:
            raise SaveError(
                f"all seats of {self.name} are taken at other terminals; to look on: "
                f"risk-tui join {called(self.path)}"
            )
        self.look_round()

    def _take_chair(self, seat: int, take: bool) -> None:
        self._chairs.enter()
        if take:
            self._chairs.oust(seat)
        if not self._sit(seat):
            hint = "try again" if take else "--take moves it here, or :free there"
            raise RiskError(f"another terminal has {self.seats[seat].name}'s seat; {hint}")

    def _sit(self, seat: int) -> bool:
        seated = self._chairs.sit(seat)
        if seated:
            self.people.add(seat)
        return seated

    def _leave_chair(self, seat: int) -> None:
        self._chairs.free(seat)
        self.people = self.people - {seat}

    def _expect_here(self, seat: int) -> None:
        if seat not in self.here:
            raise NotYourDecision(f"{self.seats[seat].name} does not play at this terminal")

    def _expect_ours(self, seat: int) -> None:
        """Raise unless a seat is played here, or is free and this is no guest's terminal."""
        if self.guest and seat not in self.here:
            name = self.seats[seat].name
            raise NotYourDecision(
                f"{name} does not play at this terminal; other seats are arranged at the host's"
            )
        if seat not in self.here and self._chairs.taken(seat):
            raise NotYourDecision(f"{self.seats[seat].name} plays at another terminal")
