"""The log of a game: its entries applied one by one, without a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from risk_tui.data.language import _, pluralize
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import Chance, seeded_chance, system_chance
from risk_tui.engine.declarations import HasWords
from risk_tui.engine.events import RollCorrected, TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.records import Outcome, Record
from risk_tui.errors import ChanceError, IllegalAction, RiskError
from risk_tui.saves.entries import (
    ActionEntry,
    CorrectionEntry,
    DefenceEntry,
    Entry,
    PartialRollEntry,
    PlayerEntry,
    UndoEntry,
)
from risk_tui.saves.header import Header
from risk_tui.saves.save_file import GameSummary
from risk_tui.table.dice_steps import (
    CorrectableStep,
    PartialStep,
    cancel_error,
    dry_run,
    make_correction_event,
    shows_secrets,
)
from risk_tui.table.seats import (
    NO_PLAYER,
    PERSON,
    Seat,
    check_seats,
    clean_name,
    extra_seats,
    is_external,
)

_MAX_ROLLS = 100
"""The maximum number of rolls of one step; each roll tries the step again from its start."""


class LogStep(NamedTuple):
    """The record of a step, and the numbers of the entries that made it."""

    record: Record
    start: int
    """The number of the entry with which the step began, before later dice."""
    end: int
    """The number of the entry that completed it."""


class GameLog:
    """A game with its seats and steps, made from its entries."""

    def __init__(self, header: Header, chance: Chance | None = None) -> None:
        """Start the log of a new game.

        Args:
            header: The header of the game.
            chance: The source of dice and cards; by default the seed or the operating system.

        Raises:
            RiskError: If a player's name, colour or id is invalid.
        """
        self.header = header
        self.setup = header.setup
        self.seed = header.seed
        self.options = header.options
        self.players = [Seat(given.name, given.colour, given.player) for given in header.seats]
        check_seats(self.players)
        for seat in self.players:
            if clean_name(seat.name) != seat.name:
                raise RiskError(_("the name {seat!a} cannot be shown as it is", seat=seat.name))
            _check_player(seat.player)
        self.seats = [*self.players, *extra_seats(header.setup, self.players)]
        """The players' seats, then those of armies without a player."""
        self.steps: list[LogStep] = []
        """All steps, without those that were undone."""
        self._start: int | None = None
        """The number of the entry that began the step in progress, if any did."""
        self.entry_count = 0
        """The number of applied entries."""
        self.pending: PartialStep | None = None
        """The step in progress that waits for real dice, if any."""
        self._undo_games: list[Game] = []
        """The game before each of the last steps that can be undone, the oldest first."""
        self._last_roll: tuple[Game, int] | None = None
        """The game before the last step with real dice, and the number of that step."""
        self._corrections: tuple[RollCorrected, ...] = ()
        """The corrections of the step in progress."""
        self.chance = chance or self._new_chance()
        """The source of dice and cards."""
        self.game = Game(header.setup, self.chance)

    # Reports

    def summary(self) -> GameSummary:
        """Return the summary for a list of games."""
        game, decision = self.game, self.game.decision
        return GameSummary(
            ruleset=self.setup.ruleset.title,
            players=tuple(seat.given_name for seat in self.players),
            round=game.round,
            to_move=self.seats[decision.seat].given_name if decision is not None else "",
            winners=tuple(self.seats[seat].given_name for seat in game.winners),
            steps=len(self.steps),
        )

    @property
    def records(self) -> list[Record]:
        """The records of all steps."""
        return [step.record for step in self.steps]

    @property
    def hides_board(self) -> bool:
        """True if the view is limited by fog. Spectators of bot-only games see everything.

        A person who left a seat to a bot still counts as its player, because they may come back and
        must not have seen more than their seat may see.
        """
        if not self.setup.rules.hooks.sight:
            return False
        return any(seat.may_have_person for seat in self.players)

    def public_records(self) -> list[Record]:
        """Return all steps, without facts that fog hides until the game is over."""
        if self.game.decision is None or not self.hides_board:
            return self.records
        return [record.redacted_for(None) for record in self.records]

    # Steps

    def attach_reason(self, record: Record, reason: HasWords) -> None:
        """Give the last step a reason, unless its seat's last reason in this turn is the same."""
        if not self.steps or self.steps[-1].record is not record:
            return
        for earlier, *_entries in reversed(self.steps[:-1]):
            if any(isinstance(event, TurnBegan) for event in earlier.events):
                break
            if earlier.seat == record.seat and earlier.reason is not None:
                if earlier.reason == reason:
                    return
                break
        self.steps[-1] = self.steps[-1]._replace(record=replace(record, reason=reason))

    def add_roll(self, entry: PartialRollEntry) -> None:
        """Add the dice and cards so far of a step that still needs dice.

        Raises:
            RiskError: If the step or its outcomes are impossible, or it needs no more dice.
        """
        if not self.options.real_dice:
            raise RiskError(
                _("the computer rolls the dice of this game, so no step waits for them")
            )
        if len(entry.chance) > _MAX_ROLLS:
            raise RiskError(_("one step has at most {max_rolls} rolls", max_rolls=_MAX_ROLLS))
        self.require_current_step(entry.seat, entry.action, entry.chance)
        if self.pending is not None and self.pending.outcomes == entry.chance:
            raise RiskError(_("these dice are already known"))
        try:
            step = dry_run(self.game, entry.seat, entry.action, entry.chance)
        except (IllegalAction, ChanceError) as error:
            raise self._refusal(entry.seat, error) from None
        if step.dice_request is None:
            raise RiskError(_("this step needs no more dice"))
        if self.pending is None:
            self._start = self.entry_count
        self.pending = step
        self.entry_count += 1

    def find_correctable_step(self) -> CorrectableStep:
        """Return the step whose dice may be corrected now.

        Raises:
            IllegalAction: If there is none.
        """
        if not self.options.real_dice:
            raise IllegalAction(
                _("the computer rolls the dice in this game, so there is nothing to correct")
            )
        step = self.pending
        if step is not None and step.outcomes:
            return CorrectableStep(self.game, step.seat, step.action, step.outcomes, 0)
        if self._last_roll is None or self._last_roll[1] >= len(self.steps):
            raise IllegalAction(_("no dice were rolled that could be corrected"))
        before, number = self._last_roll
        record, *later = self.records[number:]
        seats = [record.seat for record in later] + ([step.seat] if step is not None else [])
        for seat in seats:
            if self.seats[seat].is_person:
                name = self.seats[seat].name
                raise IllegalAction(
                    _("{name} has acted since, so the dice can't be corrected", name=name)
                )
        if any(record.is_irreversible for record in later):
            raise IllegalAction(
                _("a card was drawn, or a turn has begun, since the dice were rolled")
            )
        if shows_secrets(record):
            raise IllegalAction(
                _("these dice revealed hidden cards or missions, so they can't be corrected")
            )
        return CorrectableStep(before, record.seat, record.action, record.chance, len(later) + 1)

    def correct(self, entry: CorrectionEntry) -> Record | None:
        """Repeat the step that rolled the last dice with corrected dice.

        Returns:
            ``None`` if the step needs more dice.

        Raises:
            RiskError: If the correction is not possible; nothing has happened.
        """
        self._checked_seat(entry.seat)
        rolled_step = self.find_correctable_step()
        if entry.count != rolled_step.count:
            raise RiskError(
                _(
                    "this correction must take back {steps}, not {given}",
                    steps=pluralize(rolled_step.count, "step"),
                    given=entry.count,
                )
            )
        if len(entry.chance) > _MAX_ROLLS or not rolled_step.rolls:
            raise RiskError(_("these dice cannot be corrected"))
        shared = min(len(entry.chance), len(rolled_step.outcomes))
        if not shared or entry.chance[:shared] == rolled_step.outcomes[:shared]:
            raise RiskError(_("a correction must change the dice"))
        game, record = rolled_step.before.copy(), None
        try:
            step = dry_run(rolled_step.before, rolled_step.seat, rolled_step.action, entry.chance)
            if step.dice_request is None:
                record = game.replay_step(rolled_step.seat, rolled_step.action, entry.chance)
        except (IllegalAction, ChanceError) as error:
            raise RiskError(_("these dice cannot have been rolled: {error}", error=error)) from None
        event = make_correction_event(entry.seat, rolled_step.outcomes, entry.chance)
        earlier = self._corrections
        if rolled_step.count:
            first = self.steps[-rolled_step.count]
            earlier = tuple(it for it in first.record.events if isinstance(it, RollCorrected))
        if len(earlier) >= _MAX_ROLLS:
            raise IllegalAction(
                _("the same dice can be corrected at most {max_rolls} times", max_rolls=_MAX_ROLLS)
            )
        if rolled_step.count:
            self._start = first.start
            del self.steps[-rolled_step.count :]
            self._undo_games.clear()
        self._corrections = (*earlier, event)
        self.game, self._last_roll = game, None
        if record is not None:
            return self.add_record(record, rolled_step.before)
        assert step.dice_request is not None, "dice are missing"
        self.pending = replace(
            step, dice_request=replace(step.dice_request, typed_before=event.typed)
        )
        self.entry_count += 1
        return None

    def game_before(self, count: int) -> Game:
        """Return the game before the last ``count`` steps, all of which can be undone."""
        return self._undo_games[-count]

    def undo(self, count: int) -> None:
        """Undo the last ``count`` steps; a step that waits for its first dice is dropped.

        Raises:
            RiskError: If any of them can't be undone.
        """
        if self.pending is not None and (request := self.pending.dice_request) and request.is_begun:
            raise cancel_error(request)
        maximum = len(self._undo_games)
        if not 1 <= count <= maximum:
            allowed = _("at most {number}", number=maximum) if maximum else _("nothing")
            raise RiskError(
                _(
                    "can't undo {count}, {allowed}: dice, used cards and finished turns stay",
                    count=count,
                    allowed=allowed,
                )
            )
        self.game = self._undo_games[-count]
        del self._undo_games[-count:]
        del self.steps[-count:]
        self.pending = self._start = None
        self.entry_count += 1

    def change_seat(self, entry: PlayerEntry | DefenceEntry) -> None:
        """Change the player or the standing answer of a seat.

        Raises:
            RiskError: If the seat has no player, or the new player is unknown.
        """
        seat = self.check_seat_change(entry)
        match entry:
            case PlayerEntry(_, player):
                seat.player = player
            case DefenceEntry(_, answer):
                seat.defence = answer
        self.entry_count += 1

    def check_seat_change(self, entry: PlayerEntry | DefenceEntry) -> Seat:
        """Return the seat that an entry changes, or raise as ``change_seat`` does."""
        if isinstance(entry, PlayerEntry):
            _check_player(entry.player)
        return self._checked_seat(entry.seat)

    def backup(self) -> GameLog:
        """Return a copy of the present state for ``restore``; both share the seats."""
        backup = copy(self)
        backup.game = self.game.copy()
        backup.steps = self.steps.copy()
        backup._undo_games = self._undo_games.copy()
        return backup

    def restore(self, backup: GameLog) -> None:
        """Restore the state of a backup; changes of seats since then are not reverted."""
        vars(self).update(vars(backup))
        if self.seed is not None:
            # A seeded chance has to continue after the last record.
            self.chance = self._new_chance()
            game = Game(self.setup)
            for record, *_entries in self.steps:
                game.replay_step(record.seat, record.action, record.chance, self.chance)
            self.game = self.game.copy(self.chance)

    # Entries

    def apply_entry(self, entry: Entry, undoable: bool = True) -> Record | None:
        """Apply an entry of the file.

        Args:
            entry: The entry.
            undoable: False if it is certain that the step will not be undone.

        Returns:
            The record, if the entry is a complete step.

        Raises:
            RiskError: If the entry can't have happened. Discard the log then.
        """
        match entry:
            case ActionEntry(seat, action, chance):
                return self._step(seat, action, chance, undoable)
            case PartialRollEntry():
                self.add_roll(entry)
            case CorrectionEntry():
                return self.correct(entry)
            case UndoEntry(count):
                self.undo(count)
            case PlayerEntry() | DefenceEntry():
                self.change_seat(entry)
        return None

    def apply_entries(self, entries: Sequence[Entry]) -> None:
        """Apply entries as ``apply_entry`` does, but faster."""
        for entry, undoable in zip(entries, _undoable(entries), strict=True):
            self.apply_entry(entry, undoable)

    def _step(
        self, seat: int, action: Action, chance: tuple[Outcome, ...], undoable: bool
    ) -> Record:
        self.require_current_step(seat, action, chance)
        # A step with dice or cards can't be undone, but real dice can be corrected.
        copy_needed = self.options.real_dice if chance else undoable
        before = self.game.copy() if copy_needed else self.game
        echo = self.chance if self.seed is not None else None
        try:
            record = self.game.replay_step(seat, action, chance, echo)
        except (IllegalAction, ChanceError) as error:
            raise self._refusal(seat, error) from None
        return self.add_record(record, before)

    def _refusal(self, seat: int, error: IllegalAction | ChanceError) -> RiskError:
        if isinstance(error, ChanceError):
            return RiskError(_("these dice or cards are impossible: {error}", error=error))
        decision, name = self.game.decision, self._checked_seat(seat).name
        if decision is None:
            return RiskError(_("the game is over before this step"))
        if decision.seat != seat:
            decides = self.seats[decision.seat].name
            return RiskError(_("{decides} decides here, not {name}", decides=decides, name=name))
        return RiskError(_("{name} cannot do this: {error}", name=name, error=error))

    def require_current_step(self, seat: int, action: Action, chance: tuple[Outcome, ...]) -> None:
        """Raise ``IllegalAction`` if another step is in progress, or this one with other dice."""
        step = self.pending
        if step is None:
            return
        if (seat, action, chance[: len(step.outcomes)]) != (step.seat, step.action, step.outcomes):
            raise IllegalAction(_("another step is under way; it has to be finished with its dice"))

    def add_record(self, record: Record, before: Game) -> Record:
        """Add the record of a step that the game has taken.

        Args:
            record: The record, to which corrections of dice are added.
            before: A copy of the game before the step; any game if the step can be neither undone
                nor corrected.

        Returns:
            The complete record.
        """
        self.pending = None
        if self.options.real_dice and any(isinstance(outcome, tuple) for outcome in record.chance):
            self._last_roll = before, len(self.steps)
        if self._corrections:
            record = replace(record, events=(*self._corrections, *record.events))
            self._corrections = ()
        start = self.entry_count if self._start is None else self._start
        self.steps.append(LogStep(record, start, self.entry_count))
        self._start = None
        self.entry_count += 1
        if record.is_irreversible:
            self._undo_games.clear()
        else:
            self._undo_games.append(before)
        return record

    def _new_chance(self) -> Chance:
        return system_chance() if self.seed is None else seeded_chance(self.seed)

    def _checked_seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.players):
            raise RiskError(_("there is no seat {seat} at this table", seat=seat))
        return self.seats[seat]


def _undoable(entries: Sequence[Entry]) -> Iterator[bool]:
    """Return for each entry, in order, whether a later entry, or a player now, may undo it."""
    undoable, results = True, []
    for entry in reversed(entries):
        if isinstance(entry, UndoEntry):
            undoable = True
        elif isinstance(entry, ActionEntry) and entry.chance:
            undoable = False
        results.append(undoable)
    return reversed(results)


def _check_player(player: str) -> None:
    """Raise ``RiskError`` unless a player is a person or could be a bot, installed here or not."""
    from risk_tui.bots import bot_ids, is_bot_id

    if player == NO_PLAYER or not (is_external(player) or is_bot_id(player)):
        allowed = ", ".join((PERSON, *bot_ids()))
        raise RiskError(
            _("unknown player {player!r}; there are: {allowed}", player=player, allowed=allowed)
        )
