"""Rescue a damaged game: write its steps up to the last valid one to a new file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.entries import InvalidEntry, read_entry
from risk_tui.saves.errors import SaveError, free_path, rescued_path
from risk_tui.saves.file_creation import create_at, make_file
from risk_tui.saves.header import read_header
from risk_tui.saves.recovery import Recovered, recover
from risk_tui.saves.save_file import summary_json
from risk_tui.table.game_log import GameLog

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.saves.save_file import GameSummary
    from risk_tui.saves.side_data import SideData


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
