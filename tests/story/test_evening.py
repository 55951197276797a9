"""The turning points of a real game agree with the notes of its players."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.engine.game import Game
from risk_tui.story.record_notation import Notation, parse_chance
from risk_tui.story.story import Story, build_story
from risk_tui.table.seats import Seat
from tests.story.conftest import COLOURS, SETUP

NAMES = ("Ann", "Ben", "Cleo", "Ada")
NOTED = (
    "Round 4: Ben holds Egypt against Ann, 3 against 9, a chance of 5%",
    "Round 4: Ben wins Africa (+3), 5 conquests in one turn",
    "Round 5: Ann wins South America (+2)",
    "Round 6: Ann breaks Ben's Africa",
    "Round 7: Cleo beats Ben and takes 3 cards",
    "Round 7: Cleo wins Africa (+3) and Europe (+5), 10 conquests in one turn",
    "Round 7: Ada wins North America (+5), 6 conquests in one turn",
    "Round 8: Cleo wins Asia (+7), 12 conquests in one turn",
    "Round 8: Cleo is 2 territories away from the mission: Venezuela and Peru",
    "Round 8: Ada beats Ann and takes 3 cards",
)
"""Notes of the players, made before they saw the story, in its words."""


@pytest.fixture(scope="module")
def evening() -> Story:
    game, notation = Game(SETUP), Notation(SETUP.board)
    records = []
    for line in (Path(__file__).parent / "evening.txt").read_text().splitlines():
        done, _, chance = line.partition(" | ")
        name, action = done.split(": ")
        outcomes = parse_chance(chance) if chance else ()
        records.append(game.replay_step(NAMES.index(name), notation.parse(action), outcomes))
    return build_story(SETUP, [Seat(*pair) for pair in zip(NAMES, COLOURS, strict=True)], records)


def test_turning_points_contain_the_notes(evening: Story) -> None:
    points = [point.text for point in evening.turning_points]
    assert [point for point in points if point in NOTED] == list(NOTED)
    assert len(points) <= len(NOTED) + 4


def test_near_missions_are_secret_until_the_game_is_over(evening: Story) -> None:
    (near,) = [point for point in evening.turning_points if point.kind == "mission"]
    going_on = evening.timeline.records[: near.moment]
    story = build_story(SETUP, evening.seats, going_on)
    assert story.turning_points
    assert not [point for point in story.turning_points if point.kind == "mission"]


def test_odds_of_certain_conquests_are_left_out(evening: Story) -> None:
    """Central America with one army fell to twelve."""
    assert not [point for point in evening.turning_points if "against 1" in point.text]
