"""A game's log and its file: what is done here is saved first, what others saved is taken in."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.beside import Beside
from risk_tui.saves.clock import Clock, Due, read_clock, write_clock
from risk_tui.saves.entries import ActionEntry, PlayerEntry, write_entry
from risk_tui.saves.errors import (
    ConcurrentWrite,
    DamagedGame,
    NameTaken,
    SaveError,
    SpoiltGame,
    display_name,
)
from risk_tui.saves.file_creation import make_file
from risk_tui.saves.header import read_header
from risk_tui.saves.journals import wal_files
from risk_tui.saves.locks import folder_of
from risk_tui.saves.recovery import recover
from risk_tui.saves.save_file import summary_json
from risk_tui.saves.talk import LATE, TalkLine, add_line, is_silent, read_talk
from risk_tui.table.game_log import GameLog
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from risk_tui.engine.actions import Action
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.records import Record
    from risk_tui.saves.entries import DefenceEntry, Entry
    from risk_tui.saves.header import Header
    from risk_tui.saves.save_file import SaveFile


MAX_SECONDS = 600.0
"""The seconds of one decision that count at most: a player who takes longer has left the table."""

_ATTEMPTS = 5
"""The most attempts at a step while another terminal is faster."""


class Ledger:
    """A game with its file, as one terminal keeps it. Several terminals may share one file.

    Each step is durable in the file before the method returns. ``sync`` takes in what other
    terminals appended. Observers are told of every change of the table.
    """

    def __init__(self, save: SaveFile, log: GameLog) -> None:
        self.save = save
        self.log = log
        self.version = 0
        """The number of changes so far: another number means another situation."""
        self._last_change = monotonic()
        self.sync_count = 0
        """The number of times that entries of other terminals were read."""
        self._observers: list[Callable[[], None]] = []
        self._watch = FileWatch(save.path)
        self._entries: list[Entry] = []
        """All entries that were applied: for a copy, should another program spoil the file."""
        self._loss: SaveError | None = None
        """The problem with the file since then, and the place of the copy."""
        self._is_closed = False
        self._behind = False
        """True if other terminals may have appended entries that were not read yet."""
        self._since = monotonic()
        """When the decision that is due was asked here first."""
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        """The time for clocks and talk."""
        self.talk: list[TalkLine] = []
        """The talk at the table, and the deeds of the clock."""
        self._last_line = 0
        """The number of the last line of talk."""
        self.is_silent = False
        """True if talk and truces are off at this table."""
        self.clock: Clock | None = None
        """The clock of the game, if it has one."""

    @classmethod
    def read(cls, save: SaveFile, chance: Chance | None = None) -> Ledger:
        """A saved game, replayed through the rules; what follows gets its luck from ``chance``.

        Raises ``SaveError`` when the file holds what cannot have happened; it is closed then.
        """
        try:
            header = read_header(save.header_text(), save.path.name)
            ledger = cls(save, _game_log(header, save.path.name, chance))
            ledger.sync()
        except RiskError:
            save.close()
            raise
        return ledger

    # Changes

    def subscribe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call ``observer`` after every change; the answer ends the subscription."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def notify(self) -> None:
        """Count a change of the table and tell the observers."""
        self.version += 1
        self._last_change = monotonic()
        self._tell_observers()

    def _tell_observers(self) -> None:
        for observer in tuple(self._observers):
            observer()

    def idle_seconds(self) -> float:
        """Return the seconds since the table changed last."""
        return monotonic() - self._last_change

    # Steps

    def submit(self, seat: int, action: Action, late: str = "") -> Record:
        """Apply the action that a seat chose, and save it.

        ``late`` is the bot that chose it when the seat's time was up.

        Dice rolled for an attempt that could not be saved were not seen by any player.

        Raises:
            IllegalAction: If the rules do not allow it; nothing has happened.
            SaveError: If it can't be saved; nothing has happened.
        """
        checkpoint = self.log.checkpoint()
        record = self.log.apply_action(seat, action, checkpoint)
        self._append(checkpoint, ActionEntry(seat, record.action, record.chance), late)
        return record

    def apply(self, entry: Entry) -> Record | None:
        """Do what an entry says, but for changes of seats; the record if that makes a step.

        Raises as ``submit`` does, and ``RiskError`` for what cannot happen now.
        """
        checkpoint = self.log.checkpoint()
        record = self.log.apply_entry(entry)
        self._append(checkpoint, entry)
        return record

    def change_seat(self, entry: PlayerEntry | DefenceEntry) -> None:
        """Let a seat be played by another player, or defend otherwise.

        Raises:
            RiskError: If that can't be, as for the seat of an army without a player.
            SaveError: If it can't be saved.
        """
        log = self.log
        log.check_seat_change(entry)
        for attempt in self.attempts():
            with attempt, self._copying_if_spoilt():
                beside = self._renewal(entry)
                self.save.append(log.entries, entry, log.summary(), beside=beside)
                break
        log.change_seat(entry)
        self._entries.append(entry)
        self.read_beside()

    def attempts(self) -> Iterator[AbstractContextManager[None]]:
        """Yield contexts in which to try a step after what other terminals did.

        A context ends quietly if another terminal was quicker. Leave the loop after the step.

        Raises:
            SaveError: If other terminals were quicker each time.
        """
        self.sync_if_changed()
        for _rest in range(_ATTEMPTS):
            yield suppress(ConcurrentWrite)
            self.sync()
        raise ConcurrentWrite(_("another terminal acted first; try again"))

    # Other terminals

    def may_have_changes(self) -> bool:
        """Return True if the file may have been written, or a seat asked for; cheap to ask."""
        return self._watch.may_have_changes()

    def has_changes(self) -> bool:
        """Return True if there may be entries to take in. Raises ``SaveError``."""
        with self._copying_if_spoilt():
            self._behind = self.save.has_changes() or self._behind
        return self._behind

    def sync(self) -> bool:
        """Take in what was done at other terminals; whether there was anything.

        Talk and the clock count, but are no change of the game. Raises ``SaveError`` when the file
        holds what cannot have happened: the table has to be left then.
        """
        log = self.log
        with self._copying_if_spoilt():
            entries = self.save.entries(log.entries)
            is_beside_new = self.read_beside()
        try:
            log.apply_entries(entries)
        except RiskError as error:
            what = _(
                "entry {entries} cannot have happened: {error}", entries=log.entries, error=error
            )
            raise DamagedGame(self.save.path, what, len(log.records)) from None
        self._behind = False
        self._entries += entries
        if entries:
            self._since = monotonic()
            self.sync_count += 1
            self.notify()
        elif is_beside_new:
            self._tell_observers()
        return bool(entries) or is_beside_new

    def sync_if_changed(self) -> None:
        """Take in what was done at other terminals, if anything may have been."""
        if self.has_changes():
            self.sync()

    def _append(self, checkpoint: GameLog, entry: Entry, late: str = "") -> None:
        """Save what was just done, or restore the game as it was before."""
        log, now = self.log, monotonic()
        took = None
        if isinstance(entry, ActionEntry):
            took = entry.seat, min(now - self._since, MAX_SECONDS)
        try:
            beside = self._renewal(entry, late)
            self.save.append(checkpoint.entries, entry, log.summary(), took, beside)
        except SaveError as error:
            log.restore(checkpoint)
            if isinstance(error, SpoiltGame):
                raise self._loss_of(error) from None
            raise
        self._entries.append(entry)
        self._since = now
        if self.clock is not None:
            self.read_beside()

    # Talk and the clock

    def due(self) -> Due:
        """The decision that is due, as far as a clock needs it."""
        game, seats = self.log.game, self.log.seats
        seat = None if game.decision is None else game.decision.seat
        is_person = seat is not None and seats[seat].is_person
        return Due(seat, is_person, (game.round, game.turn), len(self.log.records))

    def add_talk(self, line: TalkLine) -> None:
        """Add a line of talk durably, then tell the observers.

        Raises:
            RiskError: If its seat talks too fast.
            SaveError: If it can't be saved.
        """
        line = replace(line, after=self.log.entries, at=self.now().isoformat())
        self.change_beside(lambda connection: add_line(connection, line))

    def change_beside(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Change the file durably beside the game, then tell the observers.

        Raises:
            RiskError: Any of ``change``; then nothing has changed.
            SaveError: If it can't be saved.
        """
        with self._copying_if_spoilt():
            self.save.update(change)
        self.read_beside()
        self._tell_observers()

    def read_beside(self) -> bool:
        """Take in talk and the clock; return True if anything is new."""
        before = self.clock, self.is_silent
        lines, self.clock, self.is_silent = self.save.read(
            lambda link: (read_talk(link, self._last_line), read_clock(link), is_silent(link))
        )
        for number, line in lines:
            self._last_line = number
            if max(line.seat, line.to or 0) < len(self.log.seats):
                self.talk.append(line)
        return bool(lines) or before != (self.clock, self.is_silent)

    def _renewal(self, entry: Entry, late: str = "") -> Callable[[sqlite3.Connection], None]:
        """Return the change of the clock that comes with an entry, after it was applied."""

        def renew(connection: sqlite3.Connection) -> None:
            clock = read_clock(connection)
            if clock is None:
                return
            due, now, number = self.due(), self.now(), self.log.entries - 1
            if isinstance(entry, PlayerEntry):
                number += 1  # It is applied after it was saved.
                if entry.seat == due.seat:
                    due = replace(due, is_person=entry.player == PERSON)
            if late and clock.seat is not None:
                is_first = clock.late != (clock.seat, *clock.turn)
                if is_first or (not clock.per_turn and clock.has_ended(now)):
                    line = TalkLine(LATE, clock.seat, None, late, 0, number, now.isoformat())
                    add_line(connection, line)
                clock = replace(clock, late=(clock.seat, *clock.turn))
            write_clock(connection, clock.renewed(due, now))

        return renew

    # The file

    def fold(self) -> None:
        """Put every step into the one file, so that it can be copied alone while it is played.

        Raises ``SaveError`` if another program spoilt it; the message says where the game is now.
        """
        with self._copying_if_spoilt():
            self.save.fold()

    def close(self) -> None:
        """Close the file; a copy of the game is made if it was spoilt from outside.

        A ``fold`` before or after raises what the players must be told then. Closing again does
        nothing: the file may have been deleted meanwhile.
        """
        if self._is_closed:
            return
        with suppress(SaveError):
            self.fold()
        self._is_closed = True
        self.save.close()

    @contextmanager
    def _copying_if_spoilt(self) -> Iterator[None]:
        """A context in which damage from outside makes a copy of the game, and says where."""
        try:
            yield
        except SpoiltGame as error:
            raise self._loss_of(error) from None

    def _loss_of(self, error: SpoiltGame) -> SaveError:
        """Return the problem with the file, and where the game is now; only the first call copies
        it.
        """
        if self._loss is None:
            self._loss = error
            if not error.is_whole and self.save.may_write:
                try:
                    copy = self._copy()
                except SaveError as problem:
                    self._loss = SaveError(
                        _("{what}, and {problem}", what=error.what, problem=problem)
                    )
                else:
                    command = f"risk-tui resume {display_name(copy)}"
                    self._loss = SaveError(
                        _(
                            "{what}; all steps are in a copy: {command}",
                            what=error.what,
                            command=command,
                        )
                    )
        return self._loss

    def _copy(self) -> Path:
        """A new file with all that was seen here, or one that another terminal made of it.

        Raises ``SaveError``.
        """
        path, game = self.save.path, self.log.header.to_json()
        texts = [write_entry(entry) for entry in self._entries]
        beside = Beside(self.clock, tuple(self.talk), self.is_silent).up_to(len(texts))
        copy, number = path.with_name(f"{path.stem}-rescued{path.suffix}"), 1
        while True:
            try:
                make_file(copy, game, texts, summary_json(self.log.summary(), len(texts)), beside)
            except NameTaken:
                if _begins_with(copy, game, texts):
                    return copy
                number += 1
                copy = path.with_name(f"{path.stem}-rescued-{number}{path.suffix}")
            else:
                return copy


def _begins_with(path: Path, game: str, texts: list[str]) -> bool:
    """Check whether a file is the same game, as far as ``texts`` goes or further."""
    try:
        other = recover(path)
    except SaveError:
        return False
    return other.game == game and other.entries[: len(texts)] == texts


def _game_log(header: Header, where: str, chance: Chance | None) -> GameLog:
    try:
        return GameLog(header, chance)
    except RiskError as error:
        raise SaveError(f"{where}: {error}") from None


class FileWatch:
    """The states of a game's file, of SQLite's log and of the folder of its locks, compared.

    Three system calls and no query: a request for a seat is a file in that folder.
    """

    def __init__(self, game: Path) -> None:
        file = game.resolve()
        self._files = [os.fspath(path) for path in (file, wal_files(file)[0], folder_of(file))]
        self._states: list[tuple[int, ...]] = []
        self._changed = False
        """True if the files had changed at the last check."""

    def may_have_changes(self) -> bool:
        """Return True if the files changed since the check before the last one.

        The times of files are coarse: a write right after a check may not change them. So a change
        counts for the next check too.
        """
        before, self._states = self._states, [_state(file) for file in self._files]
        earlier, self._changed = self._changed, self._states != before
        return earlier or self._changed


def _state(file: str) -> tuple[int, ...]:
    """Return the properties that change when a file is written, replaced or removed."""
    try:
        status = os.stat(file)  # noqa: PTH116 - a path object costs more than the look
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns
