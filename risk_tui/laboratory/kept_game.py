"""Keeps a game of a match as a game file, to be looked at, exported or played on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from risk_tui.laboratory.match import program_digest
from risk_tui.saves.errors import ENDING
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from risk_tui.laboratory.match import Match
    from risk_tui.saves.entries import ActionEntry


def kept_path(folder: Path, match: Match, number: int) -> Path:
    """The file of a game in a folder: another one for each match and version of the program."""
    digest = sha256(f"{match.digest}/{program_digest()}".encode()).hexdigest()[:6]
    name = match.header.setup.ruleset.ruleset
    return folder / f"{name}-{digest}-{number}{ENDING}"


def check_keepable(match: Match) -> None:
    """Raise ``RiskError`` if games of a match cannot be kept: no table would have its players."""
    GameLog(match.game(1))


def keep_game(path: Path, match: Match, number: int, entries: Sequence[ActionEntry]) -> None:
    """Write a game that was played to a new file. Raises ``RiskError`` if it cannot be."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    header = replace(match.game(number), created=now)
    log = GameLog(header)
    log.apply_entries(entries)
    SaveFile.create(path, header, log.summary(), entries).close()
