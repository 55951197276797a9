"""A cache of chances to win, a file for each game: without it they are estimated again."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from risk_tui.errors import RiskError
from risk_tui.story.chances import (
    GAMES,
    MOST_GAMES,
    MOST_MOMENTS,
    Chances,
    chance_moments,
    estimate_chances,
)
from risk_tui.story.estimate_cache import keep_estimate, read_estimate

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.story.story import Story

_CHANCES = TypeAdapter(Chances)
_KIND = "chances"


def known_chances(story: Story, least: int = 1) -> Chances | None:
    """The chances that were estimated before, if by the ``least`` games or more."""
    try:
        chances = _CHANCES.validate_json(read_estimate(story, _KIND))
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
    """The story with the chances to win among its series, from this many games or more.

    They are estimated, in ``jobs`` processes (one for each core), unless they are known. Raises
    ``RiskError`` where it cannot be imagined or played on, and ``Stopped``.
    """
    chances = known_chances(story, games)
    if chances is None:
        from risk_tui.laboratory.runner import LocalWorkers, usable_cores

        with closing(LocalWorkers(jobs or usable_cores())) as workers:
            chances = estimate_chances(story, games, workers, show, stopping)
        keep_estimate(story, _KIND, _CHANCES.dump_json(chances))
    return story.with_series(chances.series())


def with_known_chances(story: Story) -> Story:
    """The story with the chances to win if they were estimated before."""
    chances = known_chances(story)
    return story if chances is None else story.with_series(chances.series())


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
