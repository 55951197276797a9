"""A whole game that many tests use, and workers that run tasks in this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.records import Record
from risk_tui.rules.library import load_ruleset
from risk_tui.story.story import Story, build_story
from risk_tui.table.seats import Seat
from tests.bots.matches import planners, play
from tests.engine.positions import BOARD, NAMES

COLOURS = ("red", "blue", "green", "yellow")
MISSIONS = load_ruleset("us-1993-mission")
SEATS = [Seat(name, colour) for name, colour in zip(NAMES, COLOURS, strict=False)]
SETUP = GameSetup(BOARD, MISSIONS, 4)


@pytest.fixture(scope="session")
def records() -> list[Record]:
    """The steps of a game of four with missions, to its end."""
    return play(MISSIONS, planners(4, 14), 14)[1]


@pytest.fixture(scope="session")
def story(records: list[Record]) -> Story:
    """The story of that game."""
    return build_story(SETUP, SEATS, records, name="evening")


@pytest.fixture(scope="session")
def capital_story() -> Story:
    """The story of a game of four with capitals, to its end."""
    ruleset = load_ruleset("us-1993-capital")
    records = play(ruleset, planners(4, 3), 3)[1]
    return build_story(GameSetup(BOARD, ruleset, 4), SEATS, records, name="capitals")


class ImmediateWorkers:
    """Workers that finish each task when it is submitted, by its function or by ``play``."""

    are_here = True

    def __init__(self, capacity: int = 1, play: Callable[[Any], Any] | None = None) -> None:
        self.capacity = capacity
        self.executor: Executor = self  # type: ignore[assignment]
        self._play = play

    def submit(self, function: Callable[[Any], Any], task: Any) -> Future[Any]:
        future = Future[Any]()
        try:
            future.set_result((self._play or function)(task))
        except RuntimeError as error:
            future.set_exception(error)
        return future

    def restart(self) -> None: ...

    def close(self) -> None: ...
