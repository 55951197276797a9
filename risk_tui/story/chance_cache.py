"""A cache of chances to win, a file for each game: without it they are estimated again."""

from __future__ import annotations

import contextlib
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from risk_tui.data.cache_files import cache_folder, keep
from risk_tui.data.files import read_file
from risk_tui.errors import RiskError
from risk_tui.laboratory.match import program_digest
from risk_tui.rulesets.ruleset_file import ruleset_to_data
from risk_tui.story.chances import (
    GAMES,
    MOST_GAMES,
    MOST_MOMENTS,
    Chances,
    chance_moments,
    estimate_chances,
)
from risk_tui.table.copies import step_digests

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from risk_tui.story.story import Story

_MAX_BYTES = 1_000_000
"""A larger file is not read."""
_MOST_FILES = 200
"""Games whose chances are kept; those that were estimated first go first."""

_CHANCES = TypeAdapter(Chances)


def known_chances(story: Story, least: int = 1) -> Chances | None:
    """The chances that were estimated before, if by so many games at least."""
    try:
        chances = _CHANCES.validate_json(read_file(cache_path(story), _MAX_BYTES))
    except (OSError, RiskError, ValidationError):
        return None
    return chances if chances.games >= least and _fits(chances, story) else None


def story_with_chances(
    story: Story,
    games: int = GAMES,
    jobs: int | None = None,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Story:
    """The story with the chances to win among its series, from so many games or more.

    They are estimated, in ``jobs`` processes (one for each core), unless they are known. Raises
    ``RiskError`` where it cannot be imagined or played on, and ``Stopped``.
    """
    chances = known_chances(story, games)
    if chances is None:
        from risk_tui.laboratory.workers import LocalWorkers, usable_cores

        workers = LocalWorkers(jobs or usable_cores())
        try:
            chances = estimate_chances(story, games, workers, show, stopping)
        finally:
            workers.close()
        keep_estimate(cache_path(story), _CHANCES.dump_json(chances))
    return story.with_series(chances.series())


def with_known_chances(story: Story) -> Story:
    """The story with the chances to win if they were estimated before."""
    chances = known_chances(story)
    return story if chances is None else story.with_series(chances.series())


def cache_path(story: Story, kind: str = "chances") -> Path:
    """Where the chances of a game are kept, or its review; whoever deletes it loses nothing.

    The name depends on all that they follow from: board, rules, steps, and the program, since
    another version of it may play on otherwise.
    """
    setup = story.timeline.setup
    digest = sha256()
    for part in (
        program_digest(),
        *(f"{name}\n{text}" for name, text in sorted(setup.board.files.items())),
        repr(ruleset_to_data(setup.ruleset)),
        repr((setup.seats, setup.colours)),
        step_digests(story.timeline.records),
    ):
        digest.update(sha256(part.encode()).digest())
    return cache_folder() / kind / f"{digest.hexdigest()[:32]}.json"


def _fits(chances: Chances, story: Story) -> bool:
    """Whether what was read can be the chances of this game: anybody may have written it."""
    count = len(chances.moments)
    rows = (*chances.values, *chances.errors)
    return (
        len(chances.values) == len(chances.errors) == len(story.seats)
        and chances.games <= MOST_GAMES
        and count <= MOST_MOMENTS
        and chances.moments == chance_moments(story)
        and all(len(row) == count and all(0 <= value <= 1 for value in row) for row in rows)
    )


def keep_estimate(path: Path, data: bytes) -> None:
    """Keep what was estimated for the next time, if that can be; the oldest files go."""
    keep(path, data)
    with contextlib.suppress(OSError):
        files = sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[:-_MOST_FILES]:
            file.unlink()
