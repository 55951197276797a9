"""Every moment of a timeline equals the game at that moment, in any order of access."""

from __future__ import annotations

import pytest

from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.game import Game
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.story.moments import INTERVAL, Timeline
from tests.story.conftest import SETUP

WAYS = {
    "forwards": lambda end: range(0, end + 1, 7),
    "back": lambda end: range(end, -1, -7),
    "to and fro": lambda end: [moment for step in range(40) for moment in (step * 5, end - step)],
}


@pytest.fixture(scope="module")
def views(records: list[Record]) -> list[View]:
    """Ann's view at every moment, from a game that is played once."""
    game = Game(SETUP, RecordedChance(()))
    views = [game.view(0)]
    for record in records:
        game.replay_step(record.seat, record.action, record.chance)
        views.append(game.view(0))
    return views


@pytest.mark.parametrize("way", WAYS)
def test_moments_equal_the_game_in_any_order(
    records: list[Record], views: list[View], way: str
) -> None:
    timeline = Timeline(SETUP, records)
    for moment in WAYS[way](timeline.end):
        assert timeline.view(moment, 0) == views[moment]


def test_moment_replays_fewer_steps_than_the_interval(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline(SETUP, records)
    timeline.view(timeline.end)
    steps = 0
    replay_step = Game.replay_step

    def counted(self: Game, *step: object) -> object:
        nonlocal steps
        steps += 1
        return replay_step(self, *step)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "replay_step", counted)
    for moment in (timeline.end - 1, 3, timeline.end // 2, INTERVAL - 1, timeline.end):
        steps = 0
        timeline.view(moment)
        assert steps < INTERVAL


def test_moments_outside_the_game_are_refused(records: list[Record]) -> None:
    timeline = Timeline(SETUP, records[:5])
    for moment in (-1, 6):
        with pytest.raises(IndexError):
            timeline.view(moment)
