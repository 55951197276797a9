"""Estimates something of a story in a thread, while the screen goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped
from risk_tui.story.chance_cache import story_with_chances
from risk_tui.story.chances import GAMES, chance_moments
from risk_tui.story.review_cache import review_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.story.review import Review
    from risk_tui.story.story import Story

Result = TypeVar("Result")


class EstimateRun(Generic[Result]):
    """One estimate: how far it is, and what came of it.

    ``result`` is what was estimated, ``problem`` why there is nothing. A screen looks at them from
    time to time; only ``run`` is called in another thread.
    """

    def __init__(self, key: str, estimate: Callable[[EstimateRun[Result]], Result]) -> None:
        """``key`` begins it and stops it."""
        self.key = key
        self._estimate = estimate
        self.is_stopped = False
        self.is_over = False
        self.result: Result | None = None
        self.problem = ""
        self.done, self.total = 0, 1

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return 100 * self.done // max(self.total, 1)

    def stop(self) -> None:
        """End it soon, without a result."""
        self.is_stopped = True

    def run(self) -> None:
        """Estimate, until it is done or stopped."""
        try:
            self.result = self._estimate(self)
        except RiskError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = f"no processes can be started: {error.strerror or error}"
        except Stopped:
            pass
        finally:
            self.is_over = True

    def show(self, done: int, total: int) -> None:
        """Take in how far it is."""
        self.done, self.total = done, total


def chance_run(story: Story) -> EstimateRun[Story]:
    """Estimates the chances to win; the result is the story with them."""
    total = GAMES * len(chance_moments(story))
    return EstimateRun(
        "w",
        lambda run: story_with_chances(
            story, show=lambda done: run.show(done, total), stopping=lambda: run.is_stopped
        ),
    )


def review_run(story: Story) -> EstimateRun[Review]:
    """Reviews a game."""
    return EstimateRun(
        "v", lambda run: review_of(story, show=run.show, stopping=lambda: run.is_stopped)
    )
