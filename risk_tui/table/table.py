"""The table: the one place where a game is played."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from risk_tui.engine.actions import BeginWith, Defend
from risk_tui.engine.decisions import ToBegin
from risk_tui.engine.events import TurnBegan
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.saves.entries import DefenceEntry, PlayerEntry, UndoEntry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import new_game_path
from risk_tui.saves.header import DEFAULT_OPTIONS, Header, SeatSetup, TableOptions
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog
from risk_tui.table.seats import (
    NOBODY,
    PERSON,
    Seat,
    check_seats,
    extra_seats,
    is_external,
    seat_named,
    spell_names,
)
from risk_tui.table.shared_log import SharedLog
from risk_tui.table.steps import Steps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from risk_tui.boards.board import Board
    from risk_tui.bots.external_bot import ExternalBot
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.game import GameSetup
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.table.dice_steps import DiceRequest
    from risk_tui.table.orders import Order
    from risk_tui.table.seats import Seat


class Table(Steps):
    """A game as it is played at this terminal.

    Its file is where several terminals meet: each has seats of its own (``local_seats``), what
    others do comes in with ``sync``, and every step is durable in the file before ``submit``
    returns. Whoever shows the table subscribes to its changes and then asks for views and for the
    history.
    """

    @classmethod
    def create(
        cls,
        setup: GameSetup,
        seats: Sequence[Seat],
        *,
        seed: str | None = None,
        options: TableOptions = DEFAULT_OPTIONS,
        path: Path | None = None,
        chance: Chance | None = None,
    ) -> Table:
        """A new game and its file; ``path`` is chosen from the players' names by default.

        All persons sit here. Dice and cards come from ``chance`` as long as the table is open, by
        default from the ``seed`` or the operating system. Raises ``RiskError`` for seats that
        cannot be, and for a ``seed`` where the dice are real; ``SaveError`` if nothing can be
        written.
        """
        check_seats(seats)
        for army in extra_seats(setup, seats):
            if army.name.casefold() in {seat.name.casefold() for seat in seats}:
                raise RiskError(
                    f"nobody can be called {army.name}: that is the name of an army that joins in"
                )
        if len(seats) != setup.seats:
            raise RiskError(f"the game is set up for {setup.seats} seats, not {len(seats)}")
        now = datetime.now(UTC)
        seat_setups = tuple(SeatSetup(seat.name, seat.colour, seat.player) for seat in seats)
        header = Header(setup, seat_setups, seed, now.isoformat(timespec="seconds"), options)
        log = GameLog(header, chance)

        from risk_tui.saves.file_creation import create_at

        def free_path() -> Path:
            return new_game_path((seat.name for seat in seats), now.date().isoformat())

        def create(path: Path) -> SaveFile:
            return SaveFile.create(path, header, log.summary())

        save = create_at(free_path, create) if path is None else create(path)
        table = cls(SharedLog(save, log))
        try:
            table._locks.enter()
        except SaveError:
            table.close()
            save.path.unlink()
            raise
        table._host()
        for number, seat in enumerate(seats):
            table.set_defence(number, seat.defence)
        return table

    @classmethod
    def open(cls, path: Path, *, chance: Chance | None = None) -> Table:
        """A saved game, replayed through the rules, with every free seat of a person.

        Dice and cards come from ``chance``, as with ``create``.

        Raises ``SaveError`` when the file cannot be read or holds what cannot have happened, when
        other terminals have all the seats, or when files cannot be locked there.
        """
        table = cls(SharedLog.read(SaveFile.open(path), chance))
        try:
            table._locks.enter()
            table._host()
        except SaveError:
            table.close()
            raise
        return table

    @classmethod
    def join(
        cls,
        path: Path,
        seat: str | None = None,
        *,
        take: bool = False,
        ascii: bool = False,
    ) -> Table:
        """A saved game with one seat, by its name or colour, or without any: to watch.

        With ``take`` the terminal that has the seat has to leave it. With ``ascii`` the players
        are named in ASCII, also where a seat is refused.
        Raises ``RiskError`` for a seat that is not there, is taken or never was a person's,
        ``SaveError`` as ``open`` does.
        """
        table = cls(SharedLog.read(SaveFile.open(path, mode="ro" if seat is None else "rw")))
        table.guest = True
        spell_names(table.seats, ascii=ascii)
        try:
            if seat is None:
                table._locks.observe()
            else:
                number = seat_named(seat, table.seats)
                table._locks.enter()
                table._require_person(number)
                table._take_lock(number, take)
        except RiskError:
            table.close()
            raise
        table.refresh_presence()
        return table

    # What it shows

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._log.setup.board

    @property
    def setup(self) -> GameSetup:
        """What the game was started with."""
        return self._log.setup

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self._log.setup.ruleset

    @property
    def hides_board(self) -> bool:
        """Whether not everybody sees the whole board."""
        return self._log.hides_board

    @property
    def players(self) -> int:
        """How many players there are; a neutral army is none."""
        return self._log.setup.seats

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""
        return self._log.game.winners

    def remote_dice_for(self, seat: int | None) -> DiceRequest | None:
        """The dice that are to be rolled at another terminal, if ``seat`` sees what for."""
        request = self.remote_dice_request
        if request is None or request.battle is None or not self.hides_board:
            return request
        return None if request.battle.target in self.view(seat).unseen else request

    @property
    def steps(self) -> int:
        """How many records the game has, without those taken back."""
        return len(self._log.records)

    def validate_pictures(self) -> None:
        """Check that the board can be shown; else leaves the table and raises ``BoardError``."""
        try:
            self.board.validate_pictures()
        except RiskError:
            self.close()
            raise

    @property
    def entries(self) -> int:
        """How many entries of the file were taken in: also grows when steps are taken back."""
        return self._log.entries

    def steps_until(self, entries: int) -> int:
        """How many of the records that still stand were made by the first ``entries`` entries."""
        return bisect_left(self._log.numbers, entries)

    def view(self, seat: int | None) -> View:
        """The view of a seat, or of a spectator (``None``)."""
        return self._log.game.view(seat, clear=seat is None and not self.hides_board)

    def history(
        self, seat: int | None, start: int = 0, *, seen_by: int | None = None
    ) -> list[Record]:
        """The records from number ``start`` on, as ``seat`` may know them.

        Without a seat they tell no secrets; where not everybody sees the whole board, they tell
        what ``seen_by`` saw of it. Once the game is over all is told that happened on the board.
        """
        records = self._log.records[start:]
        if not self.hides_board or self._log.game.decision is None:
            return [record.redacted_for(seat, clear=True) for record in records]
        if seat is None and seen_by is not None:
            records = [record.redacted_for(seen_by) for record in records]
        return [record.redacted_for(seat) for record in records]

    def all_records(self) -> tuple[Record, ...]:
        """All steps with what is hidden in them: for the story of a game, which hides it itself."""
        return tuple(self._log.records)

    def seconds(self) -> list[float]:
        """The seconds that the decisions of each seat took; empty where nobody counted them."""
        return self._ledger.save.seconds()

    def has_acted(self, seat: int) -> bool:
        """Whether a seat has decided anything since the game began."""
        return any(record.seat == seat for record in self._log.records[1:])

    def is_turn_reversible(self) -> bool:
        """Check whether all that was done in this turn can be taken back."""
        for record in reversed(self._log.records):
            if any(isinstance(event, TurnBegan) for event in record.events):
                return True
            if record.is_irreversible:
                return False
        return True

    def has_defended(self, seat: int) -> bool:
        """Whether a seat has chosen defence dice since the game began."""
        return any(
            record.seat == seat and isinstance(record.action, Defend)
            for record in self._log.records
        )

    # What can be done

    def undo(self) -> int:
        """Take back the last step of a person, and the bots' steps since; how many in all.

        What a person chose and now waits for its first dice is the last step. Raises
        ``IllegalAction`` when there is none, when it was done at another terminal, or when dice,
        a card or a new turn have been seen since.
        """
        request = self.dice_request or self.remote_dice_request
        if request is not None and (request.may_cancel or request.is_begun):
            self.cancel_roll()
            return 1

        def take_back() -> int:
            count = self._undoable()
            self._ledger.apply(UndoEntry(count))
            self._automatics.orders.clear()
            return count

        return self._retry(take_back)

    def begin_with(self, seat: int) -> None:
        """Begin a new game with a seat that was agreed on. Raises ``RiskError``."""
        decision = self.decision
        if not isinstance(decision, ToBegin):
            raise IllegalAction("the game has begun")
        self._act(decision.seat, BeginWith(seat), "table")
        self._changed()

    def set_player(self, seat: int, player: str) -> None:
        """Hand a seat to a bot, or back to a person (``person``).

        Raises ``RiskError`` for an unknown bot or a seat that this terminal cannot arrange,
        ``SaveError`` if it cannot be written.
        """
        if self.seats[seat].player == NOBODY:
            raise RiskError(f"the {self.seats[seat].name} is nobody's seat")
        if player != PERSON:
            self._automatics.bots.check(seat, player)
        self._require_controlled(seat)
        self._retry(lambda: self._ledger.change_seat(PlayerEntry(seat, player)))
        self._automatics.orders.pop(seat, None)
        if player == PERSON:
            self._sit(seat)
        elif not self.guest:
            self._locks.free(seat)
        if is_external(player):
            self._locks.run_bot(seat)
        self._seats_changed()

    def run_program(self, seat: int, program: ExternalBot) -> None:
        """Let a program that was started here play a seat; it ends with the table.

        Raises ``RiskError`` for a seat that this terminal cannot arrange.
        """
        if self.seats[seat].player == NOBODY:
            raise RiskError(f"the {self.seats[seat].name} is nobody's seat")
        self._require_controlled(seat)
        self._automatics.bots.run(seat, program)
        if self.seats[seat].player != program.player:
            self.set_player(seat, program.player)
        elif not self._locks.run_bot(seat):
            raise RiskError(f"another terminal plays {self.seats[seat].name}'s seat")

    @property
    def programs(self) -> Mapping[int, ExternalBot]:
        """The programs that play from this terminal, by seat."""
        return self._automatics.bots.programs

    def set_defence(self, seat: int, answer: str) -> None:
        """Set a standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""
        if self.seats[seat].defence != answer:
            self._require_controlled(seat)
            self._retry(lambda: self._ledger.change_seat(DefenceEntry(seat, answer)))

    def take_seat(self, seat: int) -> None:
        """Take a free seat of a person for this terminal. Raises ``RiskError``."""
        if not self.seats[seat].is_person:
            name = self.seats[seat].name
            raise RiskError(f"{name} is played by a bot; to play it yourself: bot off {name}")
        self._require_controlled(seat)
        self._sit(seat)
        self._seats_changed()

    def leave_seat(self, seat: int) -> None:
        """Leave a seat to another terminal. Raises ``RiskError``."""
        self._require_local(seat)
        if self.guest or len(self.local_seats) == 1:
            raise RiskError("that is the only seat of this terminal; leave the table instead")
        self._automatics.orders.pop(seat, None)
        self._leave_seat(seat)
        self._seats_changed()

    def give_order(self, order: Order) -> None:
        """Let an order answer its seat's decisions until it is fulfilled or cancelled.

        Raises ``IllegalAction`` where the rules do not let it begin.
        """
        self._require_local(order.seat)
        self._require_no_roll()
        first = order.first(self._log.game.view(order.seat))
        refusal = first and self._log.game.why_not(first, seat=order.seat)
        if refusal:
            raise IllegalAction(refusal)
        self._automatics.orders[order.seat] = order
        self._changed()

    def order_of(self, seat: int) -> Order | None:
        """The order that answers for a seat now, if there is one."""
        return self._automatics.orders.get(seat)

    def cancel_order(self, seat: int) -> bool:
        """Cancel the order of a seat; whether there was one."""
        cancelled = self._automatics.orders.pop(seat, None) is not None
        if cancelled:
            self._changed()
        return cancelled

    def fold(self) -> None:
        """Put every step into the one file, so that it can be copied alone while it is played.

        Raises ``SaveError`` if another program spoilt it; the message says where the game is now.
        """
        self._ledger.fold()

    def close(self) -> None:
        """Leave the table; the game stays in its file."""
        self._automatics.bots.close()
        self._ledger.close()
        self._locks.leave()

    def _undoable(self) -> int:
        records = self._log.records
        for count, record in enumerate(reversed(records), 1):
            if record.is_irreversible:
                break
            if self._automatics.only_pass(self._log.game_before(count)) == record.action:
                continue  # It would only be passed again.
            if self.seats[record.seat].is_person or self._locks.is_taken(record.seat):
                self._require_local(record.seat)
                return count
        raise IllegalAction(
            "nothing to undo: the last step rolled dice, drew a card or began a turn"
            if records
            else "nothing to undo yet"
        )

    def _seats_changed(self) -> None:
        self.refresh_presence()
        self._changed()
