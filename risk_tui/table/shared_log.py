"""A game's log and its file: what is done here is saved first, what others saved is taken in."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.errors import DamagedGame, SaveError
from risk_tui.saves.header import read_header
from risk_tui.table.game_log import GameLog

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.records import Record
    from risk_tui.saves.entries import DefenceEntry, Entry, PlayerEntry
    from risk_tui.saves.header import Header
    from risk_tui.saves.save_file import SaveFile


LONGEST = 600.0
"""Seconds of one decision that count at most: whoever takes longer has left the table."""


class SharedLog:
    """A game with its file. Several of these may share one file.

    Whatever is done here is durable in the file before the method returns; what others appended
    is taken in by ``sync``.
    """

    def __init__(self, save: SaveFile, log: GameLog) -> None:
        self.save = save
        self.log = log
        self._behind = False
        """Whether others may have appended entries that were not taken in yet."""
        self._since = monotonic()
        """When the decision that is due was asked here first."""

    @classmethod
    def read(cls, save: SaveFile, chance: Chance | None = None) -> SharedLog:
        """A saved game, replayed through the rules; what follows gets its luck from ``chance``.

        Raises ``SaveError`` when the file holds what cannot have happened; it is closed then.
        """
        try:
            header = read_header(save.header_text(), save.path.name)
            shared = cls(save, _game_log(header, save.path.name, chance))
            shared.sync()
        except RiskError:
            save.close()
            raise
        return shared

    def submit(self, seat: int, action: Action) -> Record:
        """Do the action that a seat chose.

        Raises ``IllegalAction`` or ``SaveError``, and then nothing has happened; what the computer
        rolled for an attempt that could not be saved was seen by nobody.
        """
        checkpoint = self.log.checkpoint()
        record = self.log.apply_action(seat, action, checkpoint)
        self._append(checkpoint, ActionEntry(seat, record.action, record.chance))
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
        """Let a seat be played by another player, or defend otherwise. Raises ``SaveError``."""
        log = self.log
        self.save.append(log.entries, entry, log.summary())
        log.change_seat(entry)

    def has_changes(self) -> bool:
        """Whether there may be something to catch up with."""
        self._behind = self._behind or self.save.has_changes()
        return self._behind

    def sync(self) -> bool:
        """Take in what others appended; whether there was anything.

        Raises ``SaveError`` for what cannot have happened; this object is of no further use then.
        """
        log = self.log
        entries = self.save.entries(log.entries)
        try:
            log.apply_entries(entries)
        except RiskError as error:
            what = f"entry {log.entries} cannot have happened: {error}"
            raise DamagedGame(self.save.path, what, len(log.records)) from None
        self._behind = False
        if entries:
            self._since = monotonic()
        return bool(entries)

    def _append(self, checkpoint: GameLog, entry: Entry) -> None:
        """Save what was just done, or restore the game as it was before."""
        log, now = self.log, monotonic()
        took = None
        if isinstance(entry, ActionEntry):
            took = entry.seat, min(now - self._since, LONGEST)
        try:
            self.save.append(checkpoint.entries, entry, log.summary(), took)
        except SaveError:
            log.restore(checkpoint)
            raise
        self._since = now


def _game_log(header: Header, where: str, chance: Chance | None) -> GameLog:
    try:
        return GameLog(header, chance)
    except RiskError as error:
        raise SaveError(f"{where}: {error}") from None
