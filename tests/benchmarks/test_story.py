"""The time to show the story of a long game and any of its moments, and the size of its page.

Run: ``python -m pytest tests/benchmarks/test_story.py -n 0 -s``. The aims are 0.5 seconds for
a game of 1,000 steps, 50 ms for any moment of one of 3,000, 1.5 MB for the page of 1,000 steps.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from risk_tui.cli.story import story_theme
from risk_tui.data.settings import Settings
from risk_tui.engine.game_setup import GameSetup
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.header import Header, SeatSetup
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.page import story_html
from risk_tui.story.story import read_story
from risk_tui.table.game_log import GameLog
from risk_tui.tui.app import RiskApp
from risk_tui.tui.story.story_screen import StoryScreen
from risk_tui.tui.text_widgets import TextLines
from tests.bots.matches import Anything, play
from tests.engine.positions import BOARD, NAMES
from tests.story.conftest import COLOURS
from tests.tui.tables import MIDDLE, on_screen


def game_of(path: Path, steps: int) -> Path:
    """Save a game of some steps between four players with random actions."""
    rules = load_ruleset("us-1993")
    _, records = play(rules, [Anything(seat) for seat in range(4)], 9, steps)
    seats = zip(NAMES, COLOURS, strict=False)
    header = Header(
        GameSetup(BOARD, rules, 4),
        tuple(SeatSetup(name, colour, "person") for name, colour in seats),
        None,
        "2026-11-22T18:00:00+00:00",
    )
    entries = [ActionEntry(record.seat, record.action, record.chance) for record in records]
    log = GameLog(header)
    log.apply_entries(entries)
    SaveFile.create(path, header, log.summary(), entries).close()
    return path


def shown(app: RiskApp) -> list[str]:
    """Return the rows of the story; none before it is shown."""
    return [line for body in app.screen.query(TextLines) for line in body.plain_lines]


@pytest.mark.asyncio
async def test_story_of_a_thousand_steps(tmp_path: Path) -> None:
    path = game_of(tmp_path / "long.risk", 1000)
    seconds = []
    for _ in range(5):
        app = RiskApp(settings=Settings())
        async with app.run_test(size=MIDDLE) as pilot:
            await pilot.pause()
            start = time.perf_counter()
            app.push_screen(StoryScreen(read_story(path)))
            while not any("TURNING" in line for line in shown(app)):
                await pilot.pause(0)
            on_screen(app)
            seconds.append(time.perf_counter() - start)
    best, worst = min(seconds), max(seconds)
    print(f"\nstory of 1,000 steps on screen: {best:.3f} to {worst:.3f} s (aim: 0.5)")
    start = time.perf_counter()
    size = len(story_html(read_story(path), story_theme()).encode())
    print(f"its page: {size:,} bytes (aim: 1,500,000), {time.perf_counter() - start:.2f} s")


def test_any_moment_of_three_thousand_steps(tmp_path: Path) -> None:
    story = read_story(game_of(tmp_path / "long.risk", 3000))
    rng, times = random.Random(1), []
    for _ in range(300):
        moment = rng.randint(0, story.end)
        start = time.perf_counter()
        story.moment(moment)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    print(
        f"\nany moment of {story.end} steps: median {times[150]:.1f} ms, worst {times[-1]:.1f} ms"
    )
