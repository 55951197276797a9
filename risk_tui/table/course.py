"""The course of a game: its entries followed one by one, with no file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.chance import Chance, seeded_chance, system_chance
from risk_tui.engine.errors import ChanceError, IllegalAction, RiskError
from risk_tui.engine.facts import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.saves.entries import DefenceChanged, PlayerChanged, Rolled, Step, TakenBack
from risk_tui.saves.file import Summary
from risk_tui.table.rolling import no_withdrawing, tried
from risk_tui.table.seats import PERSON, Seat, check_seats, clean_name, neutral_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Outcome, Record
    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header
    from risk_tui.table.rolling import Tried


_MOST_ROLLS = 100
"""Answers of chance to a step that wants more dice; each roll tries it again from its start."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands, the neutral army's too."""

    name: str
    territories: int
    armies: int
    cards: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a course was, to go back to."""

    game: Game
    records: tuple[Record, ...]
    numbers: tuple[int, ...]
    earlier: tuple[Game, ...]
    entries: int
    pending: Tried | None


class Course:
    """A game with its seats and records, as its entries tell it."""

    def __init__(self, header: Header) -> None:
        """Raises ``RiskError`` for players who cannot sit at a table."""
        self.setup = header.setup
        self.seed = header.seed
        self.options = header.options
        self.players = [Seat(each.name, each.colour, each.player) for each in header.sittings]
        self._check_players()
        self.seats = [*self.players, *neutral_seat(header.setup)]
        """The players' seats, and the neutral army's if there is one."""
        self.records: list[Record] = []
        """All steps, without those taken back."""
        self.numbers: list[int] = []
        """For each record the number of the entry that made it."""
        self.entries = 0
        """How many entries were followed."""
        self.pending: Tried | None = None
        """The step under way: dice of it are to be rolled by hand."""
        self._earlier: list[Game] = []
        """The game before each of the last steps, as far back as steps can be taken back."""
        self._chance = self._fresh_chance()
        self.game = Game(header.setup, self._chance)

    # What it tells

    @property
    def round(self) -> int:
        """The round that the last turn belongs to; 0 during the set-up."""
        facts = (fact for record in reversed(self.records) for fact in record.facts)
        return next((fact.round for fact in facts if isinstance(fact, TurnBegan)), 0)

    @property
    def steps(self) -> int:
        """How many records there are."""
        return len(self.records)

    def standings(self) -> list[Standing]:
        """How everybody stands now."""
        view = self.game.view(None)
        return [
            Standing(
                each.name,
                len(view.territories_of(seat)),
                view.armies_of(seat),
                view.card_counts[seat],
            )
            for seat, each in enumerate(self.seats)
        ]

    def summary(self) -> Summary:
        """What a list of games shows of it."""
        decision = self.game.decision
        return Summary(
            ruleset=self.setup.ruleset.title,
            players=tuple(seat.name for seat in self.players),
            round=self.game.view(None).round,
            to_move=self.seats[decision.seat].name if decision is not None else "",
            winners=tuple(self.seats[seat].name for seat in self.game.winners),
            steps=self.steps,
        )

    # What is done

    @property
    def luck(self) -> Chance:
        """Where dice and cards come from."""
        return self._chance

    def act(
        self, seat: int, action: Action, mark: Mark, chance: tuple[Outcome, ...] | None = None
    ) -> Record:
        """Do what a seat chose, from the ``mark`` of now on, with what ``chance`` gave if known.

        Raises ``IllegalAction``, and then nothing has happened.
        """
        self._expect_to_go_on(seat, action, chance or ())
        if chance is None:
            record = self.game.apply(action, seat=seat)
        else:
            record = self.game.replay_step(seat, action, chance)
        self._keep(record, mark.game)
        return record

    def roll(self, entry: Rolled) -> None:
        """Know what chance gave a step of which dice are wanted still.

        Raises ``RiskError`` when that cannot be.
        """
        if not self.options.real_dice:
            raise RiskError("the computer rolls the dice of this game, so no step waits for them")
        if len(entry.chance) > _MOST_ROLLS:
            raise RiskError(f"nobody rolls more than {_MOST_ROLLS} times for one step")
        self._expect_to_go_on(entry.seat, entry.action, entry.chance)
        if self.pending is not None and self.pending.outcomes == entry.chance:
            raise RiskError("this much of the step was known before")
        try:
            step = tried(self.game, entry.seat, entry.action, entry.chance)
        except (IllegalAction, ChanceError) as error:
            raise self._refusal(entry.seat, error) from None
        if step.rolling is None:
            raise RiskError("no dice of this step are wanted any more")
        self.pending = step
        self.entries += 1

    def take_back(self, count: int) -> None:
        """Take back the last ``count`` steps. Raises ``RiskError`` when these have to stay."""
        if self.pending is not None and (rolling := self.pending.rolling) and rolling.begun:
            raise no_withdrawing(rolling)
        most = len(self._earlier)
        if not 1 <= count <= most:
            allowed = f"at most {most}" if most else "nothing"
            raise RiskError(
                f"{count} cannot be taken back here, {allowed}: "
                "what rolled dice, drew a card or began a turn stays"
            )
        self.game = self._earlier[-count]
        del self._earlier[-count:], self.records[-count:], self.numbers[-count:]
        self.pending = None
        self.entries += 1

    def arrange(self, entry: PlayerChanged | DefenceChanged) -> None:
        """Let a seat be played by another player, or defend otherwise. Raises ``RiskError``."""
        seat = self._known(entry.seat)
        match entry:
            case PlayerChanged(_, player):
                _check_player(player)
                seat.player = player
            case DefenceChanged(_, answer):
                seat.defence = answer
        self.entries += 1

    def mark(self) -> Mark:
        """Where the course is now."""
        done = tuple(self.records), tuple(self.numbers)
        return Mark(self.game.copy(), *done, tuple(self._earlier), self.entries, self.pending)

    def go_back(self, mark: Mark) -> None:
        """Be where ``mark`` was taken; what seats were told since then stays told."""
        self.game = mark.game
        self.records, self.numbers = list(mark.records), list(mark.numbers)
        self._earlier, self.entries = list(mark.earlier), mark.entries
        self.pending = mark.pending
        if self.seed is not None:
            # A seeded chance has to stand where the last record left it.
            self._chance = self._fresh_chance()
            again = Game(self.setup)
            for record in self.records:
                again.replay_step(record.seat, record.action, record.chance, self._chance)
            self.game = self.game.copy(self._chance)

    # What is followed

    def follow(self, entry: Entry) -> Record | None:
        """Do an entry again; the record of a step.

        Raises ``RiskError``, for a person, when it cannot have happened. The course is of no
        further use then.
        """
        return self._follow(entry, may_go=True)

    def follow_all(self, entries: Sequence[Entry]) -> None:
        """Do entries again, as ``follow`` does; quicker for many."""
        for entry, may_go in zip(entries, _may_be_taken_back(entries), strict=True):
            self._follow(entry, may_go)

    def _follow(self, entry: Entry, may_go: bool) -> Record | None:
        match entry:
            case Step(seat, action, chance):
                return self._step(seat, action, chance, may_go)
            case Rolled():
                self.roll(entry)
            case TakenBack(count):
                self.take_back(count)
            case PlayerChanged() | DefenceChanged():
                self.arrange(entry)
        return None

    def _step(self, seat: int, action: Action, chance: tuple[Outcome, ...], may_go: bool) -> Record:
        self._expect_to_go_on(seat, action, chance)
        # Whatever took chance cannot be taken back.
        before = self.game.copy() if may_go and not chance else self.game
        echo = self._chance if self.seed is not None else None
        try:
            record = self.game.replay_step(seat, action, chance, echo)
        except (IllegalAction, ChanceError) as error:
            raise self._refusal(seat, error) from None
        self._keep(record, before)
        return record

    def _refusal(self, seat: int, error: IllegalAction | ChanceError) -> RiskError:
        if isinstance(error, ChanceError):
            return RiskError(f"chance cannot have answered this: {error}")
        decision, name = self.game.decision, self._known(seat).name
        if decision is None:
            return RiskError("the game is over before this step")
        if decision.seat != seat:
            decides = self.seats[decision.seat].name
            return RiskError(f"it is {decides} who decides here, not {name}")
        return RiskError(f"{name} cannot do this: {error}")

    def _expect_to_go_on(self, seat: int, action: Action, chance: tuple[Outcome, ...]) -> None:
        """Raise ``IllegalAction`` unless this is the step under way, with no other dice."""
        step = self.pending
        if step is None:
            return
        if (seat, action, chance[: len(step.outcomes)]) != (step.seat, step.action, step.outcomes):
            raise IllegalAction("another step is under way; it has to be finished with its dice")

    def _keep(self, record: Record, before: Game) -> None:
        self.pending = None
        self.records.append(record)
        self.numbers.append(self.entries)
        self.entries += 1
        if record.reveals:
            self._earlier.clear()
        else:
            self._earlier.append(before)

    def _fresh_chance(self) -> Chance:
        return system_chance() if self.seed is None else seeded_chance(self.seed)

    def _known(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.players):
            raise RiskError(f"there is no seat {seat} at this table")
        return self.seats[seat]

    def _check_players(self) -> None:
        check_seats(self.players)
        for seat in self.players:
            if clean_name(seat.name) != seat.name:
                raise RiskError(f"the name {seat.name!a} cannot be shown as it is")
            _check_player(seat.player)


def _may_be_taken_back(entries: Sequence[Entry]) -> Iterator[bool]:
    """For each entry, whether it may be taken back: by a later one, or by somebody now."""
    may, told = True, []
    for entry in reversed(entries):
        if isinstance(entry, TakenBack):
            may = True
        elif isinstance(entry, Step) and entry.chance:
            may = False
        told.append(may)
    return reversed(told)


def _check_player(player: str) -> None:
    """Raise ``RiskError`` unless it is a person or a bot of this program."""
    from risk_tui.bots import bot_names

    if player != PERSON and player not in bot_names():
        allowed = ", ".join((PERSON, *bot_names()))
        raise RiskError(f"there is no player {player!a}; there are: {allowed}")
