"""The rescue of a damaged game: a new file with its steps up to the last good one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.entries import InvalidEntry, read_entry
from risk_tui.saves.errors import SaveError, free_path
from risk_tui.saves.file_creation import create_at, make_file
from risk_tui.saves.header import read_header
from risk_tui.saves.recovery import Recovered, recover
from risk_tui.saves.save_file import summary_json
from risk_tui.table.game_log import GameLog

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.saves.beside import Beside
    from risk_tui.saves.save_file import GameSummary


@dataclass(frozen=True, slots=True)
class RescuedGame:
    """The part of a game that can be rescued: its header and first entries, up to ``summary``.

    ``problem`` is the error in the next entry.
    """

    path: Path
    game: str
    entries: tuple[str, ...]
    summary: GameSummary
    problem: str
    beside: Beside

    @property
    def description(self) -> str:
        """The progress of the rescued game for a message."""
        return (
            _("round {round}", round=self.summary.round)
            if self.summary.round
            else _("the setting up")
        )

    def write(self) -> Path:
        """The new game, beside the damaged one, which stays as it is. Raises ``SaveError``."""
        wanted = self.path.with_name(f"{self.path.stem}-rescued{self.path.suffix}")
        return create_at(lambda: free_path(wanted), self._make)

    def _make(self, path: Path) -> Path:
        count = len(self.entries)
        beside = self.beside.up_to(count)
        make_file(path, self.game, self.entries, summary_json(self.summary, count), beside)
        return path


def readable_log(path: Path) -> tuple[GameLog, str]:
    """A game as far as it can be read, and what is wrong with the next entry; empty: nothing is.

    Raises ``SaveError`` when its head cannot be read.
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
        raise SaveError(
            _("{path} has no good step, so nothing of it can be rescued", path=path.name)
        )
    entries = tuple(recovered.entries[: log.entries])
    return RescuedGame(path, recovered.game, entries, summary, problem, recovered.beside)


def _replay(path: Path) -> tuple[Recovered, GameLog, str]:
    """Return what can be read of a game, its log of good entries, and what is wrong with the next.

    Raises ``SaveError`` when the head cannot be read.
    """
    recovered = recover(path)
    problem = recovered.problem
    try:
        log = GameLog(read_header(recovered.game, path.name))
    except RiskError as error:
        raise SaveError(_("{error}; nothing of it can be rescued", error=error)) from None
    try:
        for text in recovered.entries:
            log.apply_entry(read_entry(text))
    except InvalidEntry as error:
        problem = _("entry {entries} {error}", entries=log.entries, error=error)
    except RiskError as error:
        problem = _(
            "entry {entries} cannot have happened: {error}", entries=log.entries, error=error
        )
    return recovered, log, problem
