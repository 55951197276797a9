"""Plays on from moments of a played game, in whatever process this is."""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import TYPE_CHECKING

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.engine.events import TurnBegan
from risk_tui.laboratory.one_game import MAX_STEPS, play_steps
from risk_tui.story.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.bots.base import Bot
    from risk_tui.engine.game import Game
    from risk_tui.story.story import Story


def course_of(story: Story) -> bytes:
    """The played game as workers get it."""
    return pickle.dumps((story.timeline.setup, story.timeline.records))


@lru_cache(maxsize=1)
def timeline_of(course: bytes) -> Timeline:
    """The positions of a game, from the bytes that another process was given."""
    # These bytes were made by this program in the process that this one belongs to.
    return Timeline(*pickle.loads(course))


def players(game: Game, seed: str) -> list[Bot]:
    """The computer players who play on, one for each seat."""
    return [make_bot(DEFAULT_BOT, f"{seed}/{seat}") for seat in range(game.setup.seats)]


def play_rounds(
    game: Game, bots: list[Bot], rounds: int, is_decided: Callable[[Game], bool] | None = None
) -> None:
    """Play on until this many more rounds are over, the game is, or it ``is_decided`` at a turn."""
    last = game.view(clear=True).round + rounds
    for steps, record in enumerate(play_steps(game, bots), 1):
        begun = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > last for number in begun):
            break
        if begun and is_decided is not None and is_decided(game):
            break
