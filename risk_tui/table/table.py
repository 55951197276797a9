"""The one place where a game is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from risk_tui.engine.actions import Begin
from risk_tui.engine.chance import Chance, seeded_chance, system_chance
from risk_tui.engine.decisions import ToBegin
from risk_tui.engine.errors import ChanceError, IllegalAction, RiskError
from risk_tui.engine.game import Game
from risk_tui.saves.entries import DefenceChanged, PlayerChanged, Step, TakenBack
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file import SaveFile, Summary
from risk_tui.saves.folder import new_game_path
from risk_tui.saves.header import Header, Sitting, read_header
from risk_tui.table.orders import standing_defence
from risk_tui.table.seats import NOBODY, PERSON, Seat, check_seats, clean_name, neutral_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from risk_tui.bots.base import Bot
    from risk_tui.engine.actions import Action
    from risk_tui.engine.board import Board
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.game import Setup
    from risk_tui.engine.records import Record
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View
    from risk_tui.saves.entries import Entry
    from risk_tui.table.orders import Order


@dataclass(frozen=True, slots=True)
class Automatic:
    """A decision that nobody at the table is asked for, and how its answer is found.

    ``think`` may take a while and touches nothing of the table, so it can run in a thread.
    """

    seat: int
    by: str
    """``table``, ``order``, ``standing answer`` or the name of a bot."""
    think: Callable[[], Action]
    at: int
    """Counts what happened at the table before: another number, another situation."""


class Table:
    """A game with its seats and its file.

    Every step is durable in the file before ``submit`` returns. Whoever shows the table
    subscribes to its changes and then asks for views and for the history.
    """

    def __init__(self, save: SaveFile, header: Header) -> None:
        self._save = save
        self._setup = header.setup
        self._seed = header.seed
        self.seats = [Seat(each.name, each.colour, each.player) for each in header.sittings]
        self.seats += neutral_seat(header.setup)
        self._chance: Chance = (
            system_chance() if header.seed is None else seeded_chance(header.seed)
        )
        self._game = Game(header.setup, self._chance)
        self._records: list[Record] = []
        self._entries = 0
        self._orders: dict[int, Order] = {}
        self._bots: dict[int, Bot] = {}
        self._observers: list[Callable[[], None]] = []
        self._version = 0
        self.people = {number for number, seat in enumerate(self.seats) if seat.is_person}
        """The seats that a person ever played: who shares the secrets of this terminal."""

    @classmethod
    def create(
        cls,
        setup: Setup,
        seats: Sequence[Seat],
        *,
        seed: str | None = None,
        path: Path | None = None,
    ) -> Table:
        """A new game and its file; ``path`` is chosen from the players' names by default.

        Raises ``RiskError`` for seats that cannot be, ``SaveError`` if nothing can be written.
        """
        check_seats(seats)
        for army in neutral_seat(setup):
            if army.name.casefold() in {seat.name.casefold() for seat in seats}:
                raise RiskError(f"nobody can be called {army.name}: that is the third army's name")
        if len(seats) != setup.seats:
            raise RiskError(f"the game is set up for {setup.seats} seats, not {len(seats)}")
        now = datetime.now(UTC)
        sittings = tuple(Sitting(seat.name, seat.colour, seat.player) for seat in seats)
        header = Header(setup, sittings, seed, now.isoformat(timespec="seconds"))
        place = path or new_game_path((seat.name for seat in seats), now.date().isoformat())
        save = SaveFile.create(place, header, _summary(Game(setup), seats, 0))
        table = cls(save, header)
        for number, seat in enumerate(seats):
            table.set_defence(number, seat.defence)
        return table

    @classmethod
    def open(cls, path: Path) -> Table:
        """A saved game, replayed through the rules.

        Raises ``SaveError`` when the file cannot be read or tells what cannot have happened.
        """
        save = SaveFile.open(path)
        try:
            header = read_header(save.header_text(), save.path.name)
            table = cls(save, header)
            _check_sittings(table.seats[: header.setup.seats], save.path.name)
            for entry in save.entries():
                table._replay(entry)
        except RiskError:
            save.close()
            raise
        return table

    # What is there to see

    @property
    def name(self) -> str:
        """The game's name: its file's."""
        return self._save.name

    @property
    def path(self) -> Path:
        """The game's file."""
        return self._save.path

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._setup.board

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self._setup.ruleset

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, ``None`` when the game is over."""
        return self._game.decision

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""
        return self._game.winners

    @property
    def steps(self) -> int:
        """How many records the game has, without those taken back."""
        return len(self._records)

    def view(self, seat: int | None) -> View:
        """What a seat may know, or a spectator."""
        return self._game.view(seat)

    def history(self, seat: int | None, start: int = 0) -> list[Record]:
        """The records from number ``start`` on, as ``seat`` may know them."""
        return [record.seen_by(seat) for record in self._records[start:]]

    def subscribe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call ``observer`` after every change; the answer ends the subscription."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    # What can be done

    def submit(self, seat: int, action: Action) -> Record:
        """Do what a seat chose. Raises ``IllegalAction`` (nothing happens) or ``SaveError``."""
        record = self._game.apply(action, seat=seat)
        self._records.append(record)
        try:
            self._append(Step(seat, record.action, record.chance))
        except SaveError:
            # What is not in the file has not happened.
            self._records.pop()
            self._rebuild()
            raise
        self._changed()
        return record

    def undo(self) -> int:
        """Take back the last step of a person, and the bots' steps since; how many in all.

        Raises ``IllegalAction`` when there is none, or when dice, a card or a new turn have been
        seen since.
        """
        count = self._undoable()
        taken = self._records[-count:]
        del self._records[-count:]
        self._rebuild()
        try:
            self._append(TakenBack(count))
        except SaveError:
            self._records += taken
            self._rebuild()
            raise
        self._orders.clear()
        self._changed()
        return count

    def set_player(self, seat: int, player: str) -> None:
        """Hand a seat to a bot, or back to a person (``person``).

        Raises ``RiskError`` for an unknown bot, ``SaveError`` if it cannot be written.
        """
        if self.seats[seat].player == NOBODY:
            raise RiskError(f"the {self.seats[seat].name} is nobody's seat")
        if player != PERSON:
            from risk_tui.bots import make_bot

            make_bot(player, "")
        self._append(PlayerChanged(seat, player))
        self._sit(seat, player)
        self._changed()

    def set_defence(self, seat: int, answer: str) -> None:
        """A standing answer to the question for defence dice: ``ask``, ``most`` or ``one``."""
        if self.seats[seat].defence != answer:
            self._append(DefenceChanged(seat, answer))
            self.seats[seat].defence = answer
            self._changed()

    def give_order(self, order: Order) -> None:
        """Let an order answer its seat's decisions until it is fulfilled or cancelled."""
        self._orders[order.seat] = order
        self._changed()

    def cancel_order(self, seat: int) -> bool:
        """Stop what a seat ordered; whether there was anything."""
        self._version += 1
        return self._orders.pop(seat, None) is not None

    def automatic(self) -> Automatic | None:
        """Who answers the decision that is due if no person is asked, else ``None``."""
        decision = self.decision
        if decision is None:
            return None
        seat = decision.seat
        if isinstance(decision, ToBegin):
            return self._known("table", seat, Begin())
        if not self.seats[seat].is_person:
            bot, view = self._bot(seat), self.view(seat)
            return Automatic(seat, bot.name, lambda: bot.choose(view, decision), self._version)
        action = standing_defence(self.seats[seat].defence, decision)
        if action is not None:
            return self._known("standing answer", seat, action)
        order = self._orders.get(seat)
        if order is not None:
            action = order.answer(self.view(seat), decision)
            if action is not None:
                return self._known("order", seat, action)
            del self._orders[seat]
        return None

    def still_due(self, automatic: Automatic) -> bool:
        """Whether an automatic decision is due as it was when it was asked for."""
        now = self.automatic()
        return now is not None and (now.seat, now.by, now.at) == (
            automatic.seat,
            automatic.by,
            automatic.at,
        )

    def _known(self, by: str, seat: int, action: Action) -> Automatic:
        return Automatic(seat, by, lambda: action, self._version)

    def step(self) -> Record | None:
        """Do one automatic step if one is due."""
        automatic = self.automatic()
        return None if automatic is None else self.submit(automatic.seat, automatic.think())

    def close(self) -> None:
        """Leave the table; the game stays in its file."""
        self._save.close()

    # How it is kept

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            from risk_tui.bots import make_bot

            seed = f"{self._seed if self._seed is not None else self.name}/{seat}"
            self._bots[seat] = make_bot(self.seats[seat].player, seed)
        return self._bots[seat]

    def _undoable(self) -> int:
        for count, record in enumerate(reversed(self._records), 1):
            if record.reveals:
                break
            if self.seats[record.seat].is_person:
                return count
        raise IllegalAction(
            "nothing to take back: the last step rolled dice, drew a card or began a turn"
            if self._records
            else "nothing to take back yet"
        )

    def _rebuild(self) -> None:
        self._game = Game.replay(self._setup, self._records, self._chance)

    def _append(self, entry: Entry) -> None:
        self._save.append(self._entries, entry, _summary(self._game, self.seats, self.steps))
        self._entries += 1

    def _sit(self, seat: int, player: str) -> None:
        self.seats[seat].player = player
        self._bots.pop(seat, None)
        if player == PERSON:
            self.people.add(seat)

    def _changed(self) -> None:
        self._version += 1
        for observer in tuple(self._observers):
            observer()

    def _replay(self, entry: Entry) -> None:
        from risk_tui.bots import bot_names

        where = f"{self.path.name}, entry {self._entries}"
        match entry:
            case Step(seat, action, chance):
                echo = self._chance if self._seed is not None else None
                try:
                    record = self._game.replay_step(seat, action, chance, echo)
                except (IllegalAction, ChanceError) as error:
                    raise SaveError(f"{where} cannot have happened: {error}") from None
                self._records.append(record)
            case TakenBack(count):
                if count > len(self._records) or any(
                    record.reveals for record in self._records[-count:]
                ):
                    raise SaveError(f"{where} takes back what cannot be taken back")
                del self._records[-count:]
                self._rebuild()
            case PlayerChanged(seat, player):
                self._known_seat(seat, where)
                if player != PERSON and player not in bot_names():
                    raise SaveError(f"{where}: there is no bot {player!a}")
                self._sit(seat, player)
            case DefenceChanged(seat, answer):
                self._known_seat(seat, where).defence = answer
        self._entries += 1

    def _known_seat(self, seat: int, where: str) -> Seat:
        if not 0 <= seat < self._setup.seats:
            raise SaveError(f"{where} speaks of a seat that is not there")
        return self.seats[seat]


def _check_sittings(seats: Sequence[Seat], where: str) -> None:
    from risk_tui.bots import bot_names

    try:
        check_seats(seats)
        for seat in seats:
            if clean_name(seat.name) != seat.name:
                raise RiskError(f"the name {seat.name!a} cannot be shown")
            if not seat.is_person and seat.player not in bot_names():
                raise RiskError(f"there is no bot {seat.player!a}")
    except RiskError as error:
        raise SaveError(f"{where}: {error}") from None


def _summary(game: Game, seats: Sequence[Seat], steps: int) -> Summary:
    decision = game.decision
    view = game.view(None)
    return Summary(
        ruleset=game.setup.ruleset.title,
        players=tuple(seat.name for seat in seats[: game.setup.seats]),
        round=view.round,
        to_move=seats[decision.seat].name if decision is not None else "",
        winners=tuple(seats[seat].name for seat in game.winners),
        steps=steps,
    )
