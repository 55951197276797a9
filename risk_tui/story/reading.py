"""Build the story of a saved game or of a game at a table.

The story of a damaged game ends at the damage.
"""

from __future__ import annotations

import contextlib
from contextlib import closing
from typing import TYPE_CHECKING

from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SaveError
from risk_tui.saves.journals import file_stat, journal_files
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.story import build_story
from risk_tui.table.ledger import Ledger, readable_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TypeAlias

    from risk_tui.story.story import Story
    from risk_tui.table.game_log import GameLog
    from risk_tui.table.table import Table

    Later: TypeAlias = Callable[[Story], Callable[[], Story] | None]
    """Returns ``None``, or a function that builds the story again if the game has continued."""


def read_story(path: Path, reader: int | None = None) -> Story:
    """Read the story of a saved game, without changing the file.

    The story of a damaged game ends at the damage, and its ``missing`` describes the problem.

    Args:
        path: The file of the game.
        reader: The seat whose secrets may be shown; ``None`` for a spectator.

    Raises:
        RiskError: If nothing can be read, or as for ``build_story``.
    """
    missing, seconds = "", list[float]()
    try:
        with closing(SaveFile.open(path, mode="ro")) as save:
            log = Ledger.read(save).log
            seconds = save.seconds()
    except SaveError as error:
        log, problem = _read_damaged(path, error)
        missing = _("The rest of the game is missing: {problem}", problem=problem)
    return build_story(
        log.setup,
        log.seats,
        log.records,
        name=path.stem,
        reader=reader,
        seconds=seconds,
        missing=missing,
        started=log.header.created,
    )


def story_at_table(table: Table, reader: int | None) -> Story:
    """Build the story of the game at a table so far.

    Args:
        table: The table.
        reader: The seat whose secrets may be shown; ``None`` for a spectator.

    Raises:
        RiskError: As for ``build_story``.
    """
    return build_story(
        table.setup,
        table.seats,
        table.all_records(),
        name=table.name,
        reader=reader,
        seconds=table.seconds(),
    )


def watch_table(table: Table, reader: int | None) -> Later:
    """Return a ``Later`` for the game at a table."""

    def later(story: Story) -> Callable[[], Story] | None:
        records = table.all_records()
        if len(records) == story.end and records == tuple(story.timeline.records):
            return None
        setup, seats, seconds = table.setup, tuple(table.seats), table.seconds()
        return lambda: build_story(
            setup, seats, records, name=story.name, reader=reader, seconds=seconds
        )

    return later


def watch_file(path: Path) -> Later:
    """Return a ``Later`` for a saved game."""
    before = _file_state(path)

    def later(story: Story) -> Callable[[], Story] | None:
        nonlocal before
        if (now := _file_state(path)) == before:
            return None
        before = now
        return lambda: read_story(path, story.reader)

    return later


def _file_state(path: Path) -> list[tuple[int, int, int] | None]:
    """Return inodes, sizes and times (ns) of a game file and of SQLite's log beside it."""
    found = []
    for file in (path, journal_files(path)[0]):
        with contextlib.suppress(OSError):
            found.append(file_stat(file))
    return found


def _read_damaged(path: Path, error: SaveError) -> tuple[GameLog, str]:
    """Read a damaged game up to the damage.

    Args:
        path: The file of the game.
        error: The error that was raised when it was opened.

    Returns:
        The readable part, and the description of the damage.

    Raises:
        SaveError: The same ``error``, if no step can be read.
    """
    try:
        log, problem = readable_log(path)
    except RiskError:
        raise error from None
    if not log.records:
        raise error
    return log, problem or str(error)
