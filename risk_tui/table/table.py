"""The table: the object through which a front end plays a game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.engine.actions import Action, BeginWith, Defend, EndPhase
from risk_tui.engine.chance import Chance
from risk_tui.engine.decisions import Decision, ToBegin
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.saves.entries import UndoEntry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import new_game_path
from risk_tui.saves.header import DEFAULT_OPTIONS, Header, SeatSetup, TableOptions
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.automation import Automation
from risk_tui.table.clock import TableClock
from risk_tui.table.dice_steps import BY_HAND, DiceRequest
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import Ledger
from risk_tui.table.real_dice import RealDice
from risk_tui.table.seating import Seating
from risk_tui.table.seats import PERSON, Seat, check_seats, extra_seats, seat_by_name, spell_names
from risk_tui.table.talk import Talk

if TYPE_CHECKING:
    from risk_tui.bots.external_bot import ExternalBot


class Table:
    """A game at this terminal: six parts, and the operations that need several of them.

    The ``ledger`` has the game and its file, which several terminals may share, and notifies
    observers of changes. The ``seating`` knows which seats are played here. ``dice`` handles steps
    that wait for real dice, and the ``automation`` has the bots and orders. The ``clock`` and the
    ``talk`` are stored beside the game. No part knows the table.

    Every step is durable in the file before ``submit`` returns. A front end subscribes to the
    ledger and then asks for views and the history.
    """

    def __init__(self, ledger: Ledger, *, is_guest: bool = False) -> None:
        self.ledger = ledger
        self.seating = Seating(ledger, is_guest=is_guest)
        self.dice = RealDice(ledger, self.seating)
        self.clock = TableClock(ledger, self.seating)
        self.automation = Automation(ledger, self.seating, self.dice, self.clock)
        self.talk = Talk(ledger, self.seating, self.history)
        self._log = ledger.log
        self.path = ledger.save.path
        """The game's file."""
        self.name = ledger.save.name
        """The name of the game, which is that of its file."""
        self.setup = ledger.log.setup
        """The setup of the game."""
        self.board = self.setup.board
        self.ruleset = self.setup.ruleset
        self.players = self.setup.seats
        """The number of players, without a neutral army."""
        self.seats = ledger.log.seats
        """All seats, the neutral army's last."""
        self.options = ledger.log.options
        """The options of the table, which are the same at every terminal."""
        self.seeded = ledger.log.seed is not None
        """True if dice and cards come from a seed; players who know it can predict them."""
        self.is_kept = True
        """False if the game is deleted when the table is closed, as after a lesson."""

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
        """Create a game and its file, with all people at this terminal.

        Args:
            setup: The setup of the game.
            seats: The players' seats.
            seed: Makes dice and cards repeatable.
            options: The options of the table.
            path: The file; by default its name is made from the players' names.
            chance: The source of dice and cards while the table is open; by default the seed or the
                operating system.

        Raises:
            RiskError: If the seats are invalid, or if there is a seed with real dice.
            SaveError: If the file can't be written.
        """
        check_seats(seats)
        names = {seat.name.casefold() for seat in seats}
        for army in extra_seats(setup, seats):
            # Other terminals may show the army's name in another language.
            if not names.isdisjoint((army.name.casefold(), army.given_name.casefold())):
                raise RiskError(
                    _(
                        "a player can't be called {army}: another army uses that name",
                        army=army.name,
                    )
                )
        if len(seats) != setup.seats:
            raise RiskError(
                _(
                    "the game is set up for {seats} seats, not {seats_count}",
                    seats=setup.seats,
                    seats_count=len(seats),
                )
            )
        now = datetime.now(UTC)
        seat_setups = tuple(SeatSetup(seat.name, seat.colour, seat.player) for seat in seats)
        header = Header(setup, seat_setups, seed, now.isoformat(timespec="seconds"), options)
        log = GameLog(header, chance)

        from risk_tui.saves.file_operations import create_at

        def free_path() -> Path:
            return new_game_path((seat.name for seat in seats), now.date().isoformat())

        def create(path: Path) -> SaveFile:
            return SaveFile.create(path, header, log.summary())

        save = create_at(free_path, create) if path is None else create(path)
        table = cls(Ledger(save, log))
        try:
            with table._closing_on_error():
                table.seating.host()
        except SaveError:
            save.path.unlink()
            raise
        for number, seat in enumerate(seats):
            table.seating.set_defence(number, seat.defence)
        return table

    @classmethod
    def open(cls, path: Path, *, chance: Chance | None = None) -> Table:
        """Open a saved game with all free seats of people.

        Args:
            path: The game's file.
            chance: The source of dice and cards, as for ``create``.

        Raises:
            SaveError: If the file can't be read or has an entry that can't have happened, if other
                terminals have all the seats, or if files can't be locked there.
        """
        table = cls(Ledger.read(SaveFile.open(path), chance))
        with table._closing_on_error():
            table.seating.host()
        return table

    @classmethod
    def join(
        cls, path: Path, seat: str | None = None, *, take: bool = False, ascii: bool = False
    ) -> Table:
        """Open a saved game with one seat, or to watch.

        Args:
            path: The game's file.
            seat: The name or colour of the seat; ``None`` to watch.
            take: Make the terminal that has the seat leave it.
            ascii: Spell the players' names in ASCII, including those in error messages.

        Raises:
            RiskError: If there is no such seat, if another terminal has it, or if no person has it
                or had it at the start.
            SaveError: If the file can't be read or has an entry that can't have happened, if files
                can't be locked there, or if another terminal can't be made to leave the seat.
        """
        save = SaveFile.open(path, mode="ro" if seat is None else "rw")
        table = cls(Ledger.read(save), is_guest=True)
        spell_names(table.seats, ascii=ascii)
        with table._closing_on_error():
            if seat is None:
                table.seating.watch()
            else:
                table.seating.join(seat_by_name(seat, table.seats), take=take)
        return table

    @classmethod
    def stand_in(cls, path: Path) -> Table:
        """Open a saved game without a seat, only to make decisions that no terminal makes.

        Raises:
            SaveError: If the file can't be read or locked, as for ``open``.
        """
        table = cls(Ledger.read(SaveFile.open(path)))
        with table._closing_on_error():
            table.seating.stand_in()
        return table

    # Reports

    @property
    def decision(self) -> Decision | None:
        """The pending decision; ``None`` if the game is over."""
        return self._log.game.decision

    def prompted_seat(self) -> int | None:
        """Return the seat of the person here who has to decide now, if any."""
        decision = self.decision
        if decision is None or decision.seat not in self.seating.local_seats:
            return None
        waits = self.dice.pending_request is not None or self.automation.pending() is not None
        return None if waits else decision.seat

    @property
    def hides_board(self) -> bool:
        """True if the board is partly hidden from players."""
        return self._log.hides_board

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty until the game is over."""
        return self._log.game.winners

    def remote_dice_for(self, seat: int | None) -> DiceRequest | None:
        """Return the dice that have to be rolled at another terminal, if any.

        Args:
            seat: The viewer; dice of a battle that this seat can't see are left out.
        """
        request = self.dice.remote_request
        if request is None or request.battle is None or not self.hides_board:
            return request
        return None if request.battle.target in self.view(seat).unseen else request

    @property
    def steps(self) -> int:
        """The number of records, without undone ones."""
        return len(self._log.steps)

    def validate_pictures(self) -> None:
        """Check that the board can be shown.

        Raises:
            BoardError: If it can't; the table is closed then.
        """
        with self._closing_on_error():
            self.board.validate_pictures()

    @property
    def entries(self) -> int:
        """The number of entries in the log, including undos."""
        return self._log.entry_count

    def steps_until(self, entries: int) -> int:
        """Return how many of the present records come from the first ``entries`` entries."""
        return bisect_left(self._log.steps, entries, key=attrgetter("end"))

    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or of a spectator (``None``)."""
        return self._log.game.view(seat, clear=seat is None and not self.hides_board)

    def history(
        self, seat: int | None, start: int = 0, *, seen_by: int | None = None
    ) -> list[Record]:
        """Return records without facts that a seat may not know.

        After the end of a game, they include everything that happened on the board.

        Args:
            seat: The viewer; ``None`` to leave out all secrets.
            start: The number of the first record.
            seen_by: In fog, and without ``seat``, the seat whose sight of the board is used.
        """
        records = [step.record for step in self._log.steps[start:]]
        if not self.hides_board or self._log.game.decision is None:
            return [record.redacted_for(seat, clear=True) for record in records]
        if seat is None and seen_by is not None:
            records = [record.redacted_for(seen_by) for record in records]
        return [record.redacted_for(seat) for record in records]

    def all_records(self) -> tuple[Record, ...]:
        """Return all steps with their secrets, for the story of a game, which hides them itself."""
        return tuple(self._log.records)

    def seconds(self) -> list[float]:
        """Return the seconds that each seat took for decisions.

        Seats after the last one that decided are missing, and all are if no seconds were counted.
        """
        return self.ledger.save.seconds()

    def has_acted(self, seat: int) -> bool:
        """Return True if a seat has decided anything since the game started."""
        return any(step.record.seat == seat for step in self._log.steps[1:])

    def is_turn_reversible(self) -> bool:
        """Check whether all steps of this turn can be undone."""
        for step in reversed(self._log.steps):
            if any(isinstance(event, TurnBegan) for event in step.record.events):
                return True
            if step.record.is_irreversible:
                return False
        return True

    def has_defended(self, seat: int) -> bool:
        """Return True if a seat has chosen defence dice since the game started."""
        return any(
            step.record.seat == seat and isinstance(step.record.action, Defend)
            for step in self._log.steps
        )

    # Actions

    def submit(self, seat: int, action: Action) -> Record | None:
        """Do the action that a person here chose.

        Returns:
            ``None`` if dice have to be rolled first.

        Raises:
            IllegalAction: If it is not allowed now; nothing has happened.
            SaveError: If it can't be saved; nothing has happened.
        """
        self.seating.require_local(seat)
        for attempt in self.ledger.attempts():
            with attempt:
                if self.options.real_dice:
                    self.dice.require_none()
                    record = self.dice.act(seat, action)
                else:
                    record = self.ledger.submit(seat, action)
                break
        self.ledger.notify()
        return record

    def cancel_roll(self) -> None:
        """Withdraw the step that a person here chose or ordered and that still has no dice.

        Raises:
            IllegalAction: If dice were rolled already, or there is no step to withdraw.
        """
        withdrawn = self.dice.withdraw()
        if withdrawn.decider != BY_HAND:
            self.automation.drop_order(withdrawn.step.seat)
        self.ledger.notify()

    def undo(self) -> int:
        """Undo the last step of a person, and the bots' steps after it.

        A step that waits for its first dice counts as the last step.

        Returns:
            The number of undone steps.

        Raises:
            IllegalAction: If there is no such step, if it was done at another terminal, or if it or
                a later step rolled dice, drew a card or started a turn.
        """
        request = self.dice.pending_request
        if request is not None and (request.may_cancel or request.is_begun):
            self.cancel_roll()
            return 1
        for attempt in self.ledger.attempts():
            with attempt:
                count = self._count_steps_to_undo()
                self.ledger.apply(UndoEntry(count))
                break
        self.automation.orders.clear()
        self.ledger.notify()
        return count

    def can_undo(self) -> bool:
        """Check whether ``undo`` would take back a step."""
        request = self.dice.pending_request
        if request is not None and (request.may_cancel or request.is_begun):
            return request.may_cancel
        try:
            return self._count_steps_to_undo() > 0
        except IllegalAction:
            return False

    def begin_with(self, seat: int) -> None:
        """Start a new game with the first turn for a seat that the players agreed on.

        Raises:
            RiskError: If the game has started.
        """
        decision = self.decision
        if not isinstance(decision, ToBegin):
            raise IllegalAction(_("the game has begun"))
        self.ledger.submit(decision.seat, BeginWith(seat))
        self.ledger.notify()

    def set_player(self, seat: int, player: str) -> None:
        """Hand a seat to a bot, or back to a person (``person``).

        Raises:
            RiskError: If the bot is unknown, the seat has no player, or this terminal can't manage
                it.
            SaveError: If the change can't be saved.
        """
        self.seating.require_player(seat)
        if player != PERSON:
            self.automation.bots.check(seat, player)
        self.seating.change_player(seat, player)
        self.automation.drop_order(seat)
        self.ledger.notify()

    def run_program(self, seat: int, program: ExternalBot) -> None:
        """Let a program that was started here play a seat; closing the table ends the program.

        Raises:
            RiskError: If the seat has no player, or this terminal can't manage it.
            SaveError: If the change can't be saved.
        """
        self.seating.require_player(seat)
        self.seating.require_control(seat)
        self.automation.bots.run(seat, program)
        if self.seats[seat].player != program.player:
            self.set_player(seat, program.player)
        elif not self.seating.take_for_program(seat):
            raise RiskError(_("another terminal plays {seat}'s seat", seat=self.seats[seat].name))

    def leave_seat(self, seat: int) -> None:
        """Leave a seat to another terminal.

        Raises:
            RiskError: If the seat is not played here, or is the only one here.
        """
        self.seating.leave_seat(seat)
        self.automation.drop_order(seat)
        self.ledger.notify()

    def leave_requested_seats(self) -> None:
        """Leave the seats that other terminals request, including those of programs here."""
        self.seating.leave_requested_seats()
        self.seating.refresh_presence()
        self.ledger.notify()

    def close(self) -> None:
        """Leave the table, and close the game's file."""
        self.automation.bots.close()
        self.ledger.close()
        self.seating.close()

    @contextmanager
    def _closing_on_error(self) -> Iterator[None]:
        """Open a context that closes the table if a ``RiskError`` is raised in it."""
        try:
            yield
        except RiskError:
            self.close()
            raise

    def _count_steps_to_undo(self) -> int:
        """Return the number of steps that ``undo`` takes back, or raise as it does."""
        steps = self._log.steps
        for count, step in enumerate(reversed(steps), 1):
            record = step.record
            if record.is_irreversible:
                break
            if isinstance(record.action, EndPhase):
                before = self._log.game_before(count)
                if self.automation.forced_pass(before, before.decision) == record.action:
                    continue  # The player could only pass again.
            if self.seats[record.seat].is_person or self.seating.is_taken(record.seat):
                self.seating.require_local(record.seat)
                return count
        raise IllegalAction(
            _(
                "can't undo: the last step rolled dice, used a card, revealed something "
                "or started a turn"
            )
            if steps
            else _("nothing to undo yet")
        )
