"""Estimates the chances to win in a thread, while the screen goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped
from risk_tui.story.chance_cache import story_with_chances
from risk_tui.story.chances import GAMES, chance_moments

if TYPE_CHECKING:
    from risk_tui.story.story import Story


class ChanceRun:
    """One estimate of the chances to win: how far it is, and what came of it.

    ``result`` is the story with the chances, ``problem`` why there is none. A screen looks at them
    from time to time; only ``run`` is called in another thread.
    """

    def __init__(self, story: Story) -> None:
        self._story = story
        self._is_stopped = False
        self.is_over = False
        self.result: Story | None = None
        self.problem = ""
        self.total = GAMES * len(chance_moments(story))
        """Games to be played on."""
        self.done = 0

    def stop(self) -> None:
        """End it soon, without a result."""
        self._is_stopped = True

    def run(self) -> None:
        """Estimate, until it is done or stopped."""
        try:
            self.result = story_with_chances(
                self._story, show=self._show, stopping=lambda: self._is_stopped
            )
        except RiskError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = f"no processes can be started: {error.strerror or error}"
        except Stopped:
            pass
        finally:
            self.is_over = True

    def _show(self, done: int) -> None:
        self.done = done
