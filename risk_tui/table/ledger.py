"""A game's log and its file: steps of this terminal are saved, those of others are read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

from risk_tui.data.language import _
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import Chance
from risk_tui.engine.records import Record
from risk_tui.errors import RiskError
from risk_tui.saves.clock import Clock, PendingFacts, read_clock, write_clock
from risk_tui.saves.entries import (
    ActionEntry,
    DefenceEntry,
    Entry,
    InvalidEntry,
    PlayerEntry,
    read_entry,
)
from risk_tui.saves.errors import (
    ConcurrentWrite,
    DamagedGame,
    NameTaken,
    OverwrittenGame,
    SaveError,
    display_name,
    free_path,
    rescued_path,
)
from risk_tui.saves.file_operations import create_at, make_file
from risk_tui.saves.header import read_header
from risk_tui.saves.journals import file_states, journal_files
from risk_tui.saves.locks import folder_of
from risk_tui.saves.recovery import Recovered, SideData, recover
from risk_tui.saves.save_file import GameSummary, SaveFile, summary_json
from risk_tui.saves.talk import LATE, TalkLine, add_line, is_silent, read_talk
from risk_tui.table.game_log import GameLog
from risk_tui.table.seats import PERSON

T = TypeVar("T")

MAX_SECONDS = 600.0
"""The maximum seconds that count for one decision; longer ones are taken for absences."""

_ATTEMPTS = 5
"""Attempts at a step while other terminals act first."""


class Ledger:
    """A game and its file, as seen from one terminal. Several terminals may share one file.

    Each step is durable in the file before the method returns. ``sync`` reads the entries that
    other terminals have appended. Observers are called after every change of the table.
    """

    def __init__(self, save: SaveFile, log: GameLog) -> None:
        self.save = save
        self.log = log
        self.version = 0
        """The number of changes so far, which tells whether the situation is still the same."""
        self._last_change = monotonic()
        self.sync_count = 0
        """The number of times that entries were read from the file."""
        self._observers: list[Callable[[], None]] = []
        self.watch = FileWatch(save.path)
        """Notices changes of the file, and requests for seats, without a query."""
        self._loss: SaveError | None = None
        """The error for a damaged file, which says where the copy is."""
        self._is_closed = False
        self._is_behind = False
        """True if other terminals may have appended entries that were not read yet."""
        self._pending_since = monotonic()
        """The time at which the present decision became pending here, in monotonic seconds."""
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        """A function that returns the present time for the clock and the talk."""
        self.talk: list[TalkLine] = []
        """The talk at the table, including lines about the clock."""
        self._last_line = 0
        """The number of the last line of talk that was read."""
        self.is_silent = False
        """True if talk and truces are off at this table."""
        self.clock: Clock | None = None
        """The clock of the game, if it has one."""

    @classmethod
    def read(cls, save: SaveFile, chance: Chance | None = None) -> Ledger:
        """Replay a saved game.

        Args:
            save: The open file; it is closed if an error is raised.
            chance: The source of dice and cards for further steps; by default the seed or the
                operating system.

        Raises:
            SaveError: If the file has an invalid header or an entry that can't have happened.
        """
        try:
            header = read_header(save.header_text(), save.path.name)
            try:
                log = GameLog(header, chance)
            except RiskError as error:
                raise SaveError(f"{save.path.name}: {error}") from None
            ledger = cls(save, log)
            ledger.sync()
        except RiskError:
            save.close()
            raise
        return ledger

    # Changes

    def subscribe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call ``observer`` after every change.

        Returns:
            A function that ends the subscription.
        """
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def notify(self) -> None:
        """Count a change of the table and call the observers."""
        self.version += 1
        self._last_change = monotonic()
        self._call_observers()

    def _call_observers(self) -> None:
        for observer in tuple(self._observers):
            observer()

    def idle_seconds(self) -> float:
        """Return the seconds since the last change of the table."""
        return monotonic() - self._last_change

    # Steps

    def submit(self, seat: int, action: Action, late: str = "") -> Record:
        """Apply the action that a seat chose, and save it.

        If it can't be saved, no player has seen its dice.

        Args:
            seat: The seat.
            action: The action.
            late: The bot that chose the action because the seat's time was up; empty if the seat
                was in time.

        Raises:
            IllegalAction: If the rules do not allow it; nothing has happened.
            SaveError: If it can't be saved; nothing has happened.
        """
        log = self.log
        log.require_current_step(seat, action, ())
        backup = log.backup()
        record = log.add_record(log.game.apply(action, seat=seat), backup.game)
        self._append(backup, ActionEntry(seat, record.action, record.chance), late)
        return record

    def apply(self, entry: Entry) -> Record | None:
        """Apply an entry and save it; use ``change_seat`` for changes of seats.

        Returns:
            The record, if the entry is a complete step.

        Raises:
            RiskError: If the entry is not possible now; nothing has happened.
            SaveError: If it can't be saved; nothing has happened.
        """
        backup = self.log.backup()
        record = self.log.apply_entry(entry)
        self._append(backup, entry)
        return record

    def change_seat(self, entry: PlayerEntry | DefenceEntry) -> None:
        """Change the player or the standing answer of a seat, and save the change.

        Raises:
            RiskError: If the seat has no player, or the new player is unknown.
            SaveError: If it can't be saved.
        """
        log = self.log
        log.check_seat_change(entry)
        for attempt in self.attempts():
            with attempt, self._copying_if_damaged():
                changes = partial(self._renew_clock, entry, "")
                self.save.append(log.entry_count, entry, log.summary(), changes=changes)
                break
        log.change_seat(entry)
        self.read_side_data()

    def attempts(self) -> Iterator[AbstractContextManager[None]]:
        """Yield contexts in which to try a step, each time up to date with other terminals.

        If another terminal acts first, the context suppresses the error and the loop continues.
        Leave the loop after the step.

        Raises:
            ConcurrentWrite: If other terminals acted first at every attempt.
            SaveError: If the file can't be read.
        """
        self.sync_if_changed()
        for _rest in range(_ATTEMPTS):
            yield suppress(ConcurrentWrite)
            self.sync()
        raise ConcurrentWrite(_("another terminal acted first; try again"))

    # Other terminals

    def has_changes(self) -> bool:
        """Return True if there may be entries that were not read yet.

        Raises:
            SaveError: If the file can't be read.
        """
        with self._copying_if_damaged():
            self._is_behind = self.save.has_changes() or self._is_behind
        return self._is_behind

    def sync(self) -> bool:
        """Read what other terminals have written.

        Returns:
            True if there was anything new: entries, talk or a change of the clock.

        Raises:
            SaveError: If the file can't be read, or has an entry that can't have happened. Close
                the table then.
        """
        log = self.log
        with self._copying_if_damaged():
            entries = self.save.entries(log.entry_count)
            has_new_side_data = self.read_side_data()
        try:
            log.apply_entries(entries)
        except RiskError as error:
            what = _("entry {entries} is impossible: {error}", entries=log.entry_count, error=error)
            raise DamagedGame(self.save.path, what, len(log.steps)) from None
        self._is_behind = False
        if entries:
            self._pending_since = monotonic()
            self.sync_count += 1
            self.notify()
        elif has_new_side_data:
            self._call_observers()
        return bool(entries) or has_new_side_data

    def sync_if_changed(self) -> None:
        """Read what other terminals have written, if there may be anything."""
        if self.has_changes():
            self.sync()

    def _append(self, backup: GameLog, entry: Entry, late: str = "") -> None:
        """Save an entry that was just applied, or restore ``backup`` and raise the error."""
        log, now = self.log, monotonic()
        seat_seconds = None
        if isinstance(entry, ActionEntry):
            seat_seconds = entry.seat, min(now - self._pending_since, MAX_SECONDS)
        with self._copying_if_damaged():
            try:
                changes = partial(self._renew_clock, entry, late)
                self.save.append(backup.entry_count, entry, log.summary(), seat_seconds, changes)
            except SaveError:
                log.restore(backup)  # A copy has the summary of the restored state.
                raise
        self._pending_since = now
        if self.clock is not None:
            self.read_side_data()

    # Talk and the clock

    def due(self) -> PendingFacts:
        """Return the facts about the pending decision that a clock needs."""
        game, seats = self.log.game, self.log.seats
        seat = None if game.decision is None else game.decision.seat
        is_person = seat is not None and seats[seat].is_person
        return PendingFacts(seat, is_person, (game.round, game.turn), len(self.log.steps))

    def stamped(self, line: TalkLine) -> TalkLine:
        """Return a line with the present time and number of entries."""
        return replace(line, after=self.log.entry_count, at=self.now().isoformat())

    def change_side_data(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Change the clock or the talk in the file, then call the observers.

        Returns:
            The result of ``change``.

        Raises:
            RiskError: If ``change`` raises it; nothing has changed.
            SaveError: If it can't be saved.
        """
        with self._copying_if_damaged():
            result = self.save.update(change)
        self.read_side_data()
        self._call_observers()
        return result

    def read_side_data(self) -> bool:
        """Read the talk and the clock; return True if anything is new."""
        before = self.clock, self.is_silent
        lines, self.clock, self.is_silent = self.save.read(
            lambda connection: (
                read_talk(connection, self._last_line),
                read_clock(connection),
                is_silent(connection),
            )
        )
        for number, line in lines:
            self._last_line = number
            if max(line.seat, line.to or 0) < len(self.log.seats):
                self.talk.append(line)
        return bool(lines) or before != (self.clock, self.is_silent)

    def _renew_clock(self, entry: Entry, late: str, connection: sqlite3.Connection) -> None:
        """Update the clock in the transaction that saves an entry."""
        clock = read_clock(connection)
        if clock is None:
            return
        due, now, number = self.due(), self.now(), self.log.entry_count - 1
        if isinstance(entry, PlayerEntry):
            number += 1  # A change of players is applied after it is saved.
            if entry.seat == due.seat:
                due = replace(due, is_person=entry.player == PERSON)
        if late and clock.seat is not None:
            is_first = clock.late != (clock.seat, *clock.turn)
            if is_first or (not clock.per_turn and clock.has_ended(now)):
                line = TalkLine(LATE, clock.seat, None, late, 0, number, now.isoformat())
                add_line(connection, line)
            clock = replace(clock, late=(clock.seat, *clock.turn))
        write_clock(connection, clock.renewed(due, now))

    # The file

    def checkpoint(self) -> None:
        """Write all steps into the main file, so that it can be copied alone during play.

        Raises:
            SaveError: If another program damaged the file; the message says where the game is now.
        """
        with self._copying_if_damaged():
            self.save.checkpoint()

    def close(self) -> None:
        """Close the file; if another program damaged it, make a copy of the game.

        No error is raised. Call ``checkpoint``, before or after, to get the error that players must
        see. Closing again does nothing, because the file may have been deleted meanwhile.
        """
        if self._is_closed:
            return
        with suppress(SaveError):
            self.checkpoint()
        self._is_closed = True
        self.save.close()

    @contextmanager
    def _copying_if_damaged(self) -> Iterator[None]:
        """Open a context that, if the file is damaged, says where the game is now.

        Only the first such context makes a copy of the game.
        """
        try:
            yield
        except OverwrittenGame as error:
            if self._loss is None and self.save.may_write:
                try:
                    command = f"risk-tui resume {display_name(self._copy())}"
                    loss = _(
                        "{what}; all steps are in a copy: {command}", what=error, command=command
                    )
                except SaveError as problem:
                    loss = _("{what}, and {problem}", what=error, problem=problem)
                self._loss = SaveError(loss)
            raise (self._loss or error) from None

    def _copy(self) -> Path:
        """Write all known entries to a new file, unless another terminal has done so.

        Returns:
            The path of the copy.

        Raises:
            SaveError: If it can't be written.
        """
        path, game = rescued_path(self.save.path), self.log.header.to_json()
        texts = [self.save.known[number] for number in range(self.log.entry_count)]
        side_data = SideData(self.clock, tuple(self.talk), self.is_silent).up_to(len(texts))
        copy, number = path, 1
        while True:
            try:
                make_file(
                    copy, game, texts, summary_json(self.log.summary(), len(texts)), side_data
                )
            except NameTaken:
                if _begins_with(copy, game, texts):
                    return copy
                number += 1
                copy = path.with_name(f"{path.stem}-{number}{path.suffix}")
            else:
                return copy


def _begins_with(path: Path, game: str, texts: list[str]) -> bool:
    """Check whether a file is the same game and starts with these entries."""
    try:
        other = recover(path)
    except SaveError:
        return False
    return other.game == game and other.entries[: len(texts)] == texts


class FileWatch:
    """Detects changes of a game's file, of SQLite's log and of the folder of its locks.

    A check needs three system calls and no query. The folder shows requests for seats, which are
    files in it.
    """

    def __init__(self, game: Path) -> None:
        file = game.resolve()
        self._files = file, journal_files(file)[0], folder_of(file)
        self._states = file_states()
        self._changed = False
        """True if the files had changed at the last check."""

    def may_have_changes(self) -> bool:
        """Return True if the files changed since the check before the last one.

        The times of files are coarse: a write right after a check may not change them. So a change
        counts for the next check too.
        """
        before, self._states = self._states, file_states(*self._files)
        earlier, self._changed = self._changed, self._states != before
        return earlier or self._changed


@dataclass(frozen=True, slots=True)
class RescuedGame:
    """The part of a game that can be rescued: its header and its first entries.

    ``game`` is the text of the header, ``summary`` describes the game after these entries, and
    ``problem`` is the error in the next entry.
    """

    path: Path
    game: str
    entries: tuple[str, ...]
    summary: GameSummary
    problem: str
    side_data: SideData

    @property
    def description(self) -> str:
        """The point that the rescued game has reached, in words for a message."""
        return (
            _("round {round}", round=self.summary.round) if self.summary.round else _("the setup")
        )

    def write(self) -> Path:
        """Write a new game beside the damaged one, which is not changed.

        Returns:
            The path of the new game.

        Raises:
            SaveError: If it can't be written.
        """
        return create_at(lambda: free_path(rescued_path(self.path)), self._make)

    def _make(self, path: Path) -> Path:
        count = len(self.entries)
        side_data = self.side_data.up_to(count)
        make_file(path, self.game, self.entries, summary_json(self.summary, count), side_data)
        return path


def readable_log(path: Path) -> tuple[GameLog, str]:
    """Return the log of a game's valid entries, and the problem of the next one, or "".

    Raises:
        SaveError: If the header can't be read.
    """
    return _replay(path)[1:]


def find_rescue(path: Path) -> RescuedGame | None:
    """Return the part of a game that can be rescued; ``None`` if nothing is wrong with it.

    Raises:
        SaveError: If nothing can be rescued.
    """
    recovered, log, problem = _replay(path)
    if not problem:
        return None
    summary = log.summary()
    if not summary.steps:
        raise SaveError(_("{path} has no valid step, so nothing can be rescued", path=path.name))
    entries = tuple(recovered.entries[: log.entry_count])
    return RescuedGame(path, recovered.game, entries, summary, problem, recovered.side_data)


def _replay(path: Path) -> tuple[Recovered, GameLog, str]:
    """Replay the valid entries of a game.

    Returns:
        The readable part of the game, the log of its valid entries, and the problem of the next
        entry, or "".

    Raises:
        SaveError: If the header can't be read.
    """
    recovered = recover(path)
    problem = recovered.problem
    try:
        log = GameLog(read_header(recovered.game, path.name))
    except RiskError as error:
        raise SaveError(_("{error}; nothing can be rescued", error=error)) from None
    try:
        for text in recovered.entries:
            log.apply_entry(read_entry(text))
    except InvalidEntry as error:
        problem = _("entry {entries} {error}", entries=log.entry_count, error=error)
    except RiskError as error:
        problem = _("entry {entries} is impossible: {error}", entries=log.entry_count, error=error)
        valid = recovered.entries[: log.entry_count]
        log = GameLog(log.header)  # An impossible entry may leave the old log half changed.
        log.apply_entries(list(map(read_entry, valid)))
    return recovered, log, problem
