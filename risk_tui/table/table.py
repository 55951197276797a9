"""The one place where a game is played."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from risk_tui.engine.errors import IllegalAction, RiskError
from risk_tui.saves.entries import DefenceChanged, PlayerChanged
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file import SaveFile
from risk_tui.saves.folder import new_game_path
from risk_tui.saves.header import USUAL, Header, Options, Sitting
from risk_tui.table.course import Course
from risk_tui.table.ledger import Ledger
from risk_tui.table.rolling import no_withdrawing
from risk_tui.table.seats import NOBODY, PERSON, check_seats, neutral_seat, seat_called
from risk_tui.table.steps import Steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from risk_tui.engine.board import Board
    from risk_tui.engine.game import Setup
    from risk_tui.engine.records import Record
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order
    from risk_tui.table.seats import Seat


class Table(Steps):
    """A game as it is played at this terminal.

    Its file is where several terminals meet: each has seats of its own (``here``), what others do
    comes in with ``catch_up``, and every step is durable in the file before ``submit`` returns.
    Whoever shows the table subscribes to its changes and then asks for views and for the history.
    """

    @classmethod
    def create(
        cls,
        setup: Setup,
        seats: Sequence[Seat],
        *,
        seed: str | None = None,
        options: Options = USUAL,
        path: Path | None = None,
    ) -> Table:
        """A new game and its file; ``path`` is chosen from the players' names by default.

        All persons sit here. Raises ``RiskError`` for seats that cannot be, and for a ``seed``
        where the dice are real; ``SaveError`` if nothing can be written.
        """
        check_seats(seats)
        for army in neutral_seat(setup):
            if army.name.casefold() in {seat.name.casefold() for seat in seats}:
                raise RiskError(f"nobody can be called {army.name}: that is the third army's name")
        if len(seats) != setup.seats:
            raise RiskError(f"the game is set up for {setup.seats} seats, not {len(seats)}")
        now = datetime.now(UTC)
        sittings = tuple(Sitting(seat.name, seat.colour, seat.player) for seat in seats)
        header = Header(setup, sittings, seed, now.isoformat(timespec="seconds"), options)
        place = path or new_game_path((seat.name for seat in seats), now.date().isoformat())
        course = Course(header)
        table = cls(Ledger(SaveFile.create(place, header, course.summary()), course))
        table._host()
        for number, seat in enumerate(seats):
            table.set_defence(number, seat.defence)
        return table

    @classmethod
    def open(cls, path: Path) -> Table:
        """A saved game, replayed through the rules, with every free seat of a person.

        Raises ``SaveError`` when the file cannot be read or tells what cannot have happened, or
        when other terminals have all the seats.
        """
        table = cls(Ledger.read(SaveFile.open(path)))
        try:
            table._host()
        except SaveError:
            table.close()
            raise
        return table

    @classmethod
    def join(cls, path: Path, seat: str | None = None, *, take: bool = False) -> Table:
        """A saved game with one seat, by its name or colour, or without any: to watch.

        With ``take`` the terminal that has the seat has to leave it. Raises ``RiskError`` for a
        seat that is not there or is taken, ``SaveError`` as ``open`` does.
        """
        table = cls(Ledger.read(SaveFile.open(path, mode="ro" if seat is None else "rw")))
        table.guest = True
        try:
            if seat is None:
                table._chairs.look_in()
            else:
                table._take_chair(seat_called(seat, table.seats), take)
        except RiskError:
            table.close()
            raise
        table.look_round()
        return table

    # What is there to see

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._course.setup.board

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self._course.setup.ruleset

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""
        return self._course.game.winners

    @property
    def steps(self) -> int:
        """How many records the game has, without those taken back."""
        return self._course.steps

    def prove_pictures(self) -> None:
        """See that the board can be shown; leaves the table if not, and raises ``BoardError``."""
        try:
            _ = self.board.pictures
        except RiskError:
            self.close()
            raise

    @property
    def entries(self) -> int:
        """How many entries of the file were taken in: counts on when steps are taken back."""
        return self._course.entries

    def steps_until(self, entries: int) -> int:
        """How many of the records that still stand were made by the first ``entries`` entries."""
        return bisect_left(self._course.numbers, entries)

    def view(self, seat: int | None) -> View:
        """What a seat may know, or a spectator."""
        return self._course.game.view(seat)

    def history(self, seat: int | None, start: int = 0) -> list[Record]:
        """The records from number ``start`` on, as ``seat`` may know them."""
        return [record.seen_by(seat) for record in self._course.records[start:]]

    # What can be done

    def undo(self) -> int:
        """Take back the last step of a person, and the bots' steps since; how many in all.

        What a person chose and now waits for its first dice is the last step. Raises
        ``IllegalAction`` when there is none, when it was done at another terminal, or when dice,
        a card or a new turn have been seen since.
        """
        rolling = self.rolling or self.awaited
        if rolling is not None and (rolling.may_cancel or rolling.begun):
            self.cancel_roll()
            return 1

        def take_back() -> int:
            count = self._undoable()
            self._ledger.take_back(count)
            return count

        count = self._do(take_back)
        self._automatics.orders.clear()
        return count

    def set_player(self, seat: int, player: str) -> None:
        """Hand a seat to a bot, or back to a person (``person``).

        Raises ``RiskError`` for an unknown bot or a seat that is not ours to arrange,
        ``SaveError`` if it cannot be written.
        """
        if self.seats[seat].player == NOBODY:
            raise RiskError(f"the {self.seats[seat].name} is nobody's seat")
        if player != PERSON:
            from risk_tui.bots import make_bot

            make_bot(player, "")
        self._expect_ours(seat)
        self._do(lambda: self._ledger.change(PlayerChanged(seat, player)))
        self._automatics.orders.pop(seat, None)
        if player == PERSON:
            self._sit(seat)
        elif not self.guest:
            self._chairs.free(seat)
        self._look_again()

    def set_defence(self, seat: int, answer: str) -> None:
        """A standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""
        if self.seats[seat].defence != answer:
            self._expect_ours(seat)
            self._do(lambda: self._ledger.change(DefenceChanged(seat, answer)))

    def sit(self, seat: int) -> None:
        """Take a free seat of a person for this terminal. Raises ``RiskError``."""
        if not self.seats[seat].is_person:
            name = self.seats[seat].name
            raise RiskError(f"no person plays {name}; to play it yourself: bot off {name}")
        self._expect_ours(seat)
        self._sit(seat)
        self._look_again()

    def free(self, seat: int) -> None:
        """Leave a seat to another terminal. Raises ``RiskError``."""
        self._expect_here(seat)
        if self.guest or len(self.here) == 1:
            raise RiskError("that is the only seat of this terminal; leave the table instead")
        self._automatics.orders.pop(seat, None)
        self._leave_chair(seat)
        self._look_again()

    def give_order(self, order: Order) -> None:
        """Let an order answer its seat's decisions until it is fulfilled or cancelled."""
        self._expect_here(order.seat)
        self._expect_no_roll()
        self._automatics.orders[order.seat] = order
        self._changed()

    def cancel_order(self, seat: int) -> bool:
        """Stop what a seat ordered; whether there was anything."""
        self._version += 1
        return self._automatics.orders.pop(seat, None) is not None

    def close(self) -> None:
        """Leave the table; the game stays in its file."""
        self._ledger.close()
        self._chairs.leave()

    def _undoable(self) -> int:
        pending, records = self._course.pending, self._course.records
        if pending is not None and pending.rolling is not None and pending.rolling.begun:
            raise no_withdrawing(pending.rolling)
        for count, record in enumerate(reversed(records), 1):
            if record.reveals:
                break
            if self.seats[record.seat].is_person or self._chairs.taken(record.seat):
                self._expect_here(record.seat)
                return count
        raise IllegalAction(
            "nothing to take back: the last step rolled dice, drew a card or began a turn"
            if records
            else "nothing to take back yet"
        )

    def _look_again(self) -> None:
        self.look_round()
        self._changed()
