"""A cache of reviews, a file for each game: without it a game is reviewed again."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from risk_tui.errors import RiskError
from risk_tui.story.estimate_cache import keep_estimate, read_estimate
from risk_tui.story.review import (
    CANDIDATES,
    GAMES,
    MOST_GAMES,
    Review,
    check_review,
    review_game,
    reviewed_seats,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.story.story import Story

_REVIEW = TypeAdapter(Review)
_KIND = "reviews"


def known_review(story: Story, least: int = 1) -> Review | None:
    """The review that was made before, if by the ``least`` pairs of games or more."""
    if not story.is_over:
        return None
    try:
        review = _REVIEW.validate_json(read_estimate(story, _KIND))
    except (OSError, RiskError, ValidationError):
        return None
    return review if review.games >= least and _fits(review, story) else None


def review_of(
    story: Story,
    games: int = GAMES,
    jobs: int | None = None,
    show: Callable[[int, int], None] = lambda done, total: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Review:
    """The review of a game, by this many pairs of games or more for each decision judged.

    It is made, in ``jobs`` processes (one for each core), unless it is known. Raises ``RiskError``
    for a game under way, or one that cannot be imagined or played on, and ``Stopped``.
    """
    check_review(story)
    review = known_review(story, games)
    if review is None:
        from risk_tui.laboratory.runner import LocalWorkers, usable_cores

        with closing(LocalWorkers(jobs or usable_cores())) as workers:
            review = review_game(story, games, workers, show, stopping)
        keep_estimate(story, _KIND, _REVIEW.dump_json(review))
    return review


def _fits(review: Review, story: Story) -> bool:
    """Whether what was read can be the review of this game: anybody may have written it."""
    seats = review.seats
    return (
        seats == reviewed_seats(story)
        and len(review.looked_at) == len(review.judged) == len(seats)
        and len(review.dice) == story.timeline.setup.seats
        and all(abs(points) < len(story.timeline.records) + 1 for points in review.dice)
        and 0 < review.games <= MOST_GAMES
        and 0 <= review.seconds < 1e9
        and len(review.mistakes) <= CANDIDATES * len(seats)
        and all(
            mistake.seat in seats
            and 0 <= mistake.moment < story.end
            and 0 <= mistake.cost <= 1
            and 0 <= mistake.error <= 1
            for mistake in review.mistakes
        )
    )
