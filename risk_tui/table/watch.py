"""A cheap check whether anybody may have written to a game or asks for a seat, by its files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from risk_tui.saves.journals import wal_files
from risk_tui.saves.locks import folder_of

if TYPE_CHECKING:
    from pathlib import Path


class Watch:
    """Compares the states of a game's file, of SQLite's log and of the folder of its locks.

    Three system calls and no query: somebody who asks for a seat makes a file in that folder.
    """

    def __init__(self, game: Path) -> None:
        file = game.resolve()
        self._files = [os.fspath(path) for path in (file, wal_files(file)[0], folder_of(file))]
        self._states: list[tuple[int, ...]] = []
        self._changed = False
        """Whether the files had changed at the last look."""

    def may_have_changes(self) -> bool:
        """Whether the files changed since the last look but one.

        The times of files are coarse: what is written right after a look may leave them as they
        were. So a change counts for the next look too.
        """
        before, self._states = self._states, [_state(file) for file in self._files]
        earlier, self._changed = self._changed, self._states != before
        return earlier or self._changed


def _state(file: str) -> tuple[int, ...]:
    """What changes when a file is written, replaced or removed."""
    try:
        status = os.stat(file)  # noqa: PTH116 - a path object costs more than the look
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns
