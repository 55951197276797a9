"""One whole game, told in many tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.game_setup import GameSetup
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import Seat
from tests.bots.matches import planners, play
from tests.engine.positions import BOARD, NAMES

if TYPE_CHECKING:
    from risk_tui.engine.records import Record

COLOURS = ("red", "blue", "green", "yellow")
MISSIONS = load_ruleset("us-1993-mission")
SEATS = [Seat(name, colour) for name, colour in zip(NAMES, COLOURS, strict=False)]
SETUP = GameSetup(BOARD, MISSIONS, 4)


@pytest.fixture(scope="session")
def records() -> list[Record]:
    """The steps of a game of four with missions, to its end."""
    return play(MISSIONS, planners(4, 3), 3)[1]
