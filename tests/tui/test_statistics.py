"""The screen with the statistics of all players."""

from __future__ import annotations

from contextlib import closing

from risk_tui.saves.errors import saves_folder
from risk_tui.tui.screens.start import StartScreen
from risk_tui.tui.screens.statistics import StatisticsScreen
from tests.saves.games import bot_game
from tests.tui.tables import SMALL, on_screen, play, press, until


async def test_players_are_looked_at_from_the_title() -> None:
    with closing(bot_game(saves_folder() / "war.risk")):
        pass
    async with play(None).run_test(size=SMALL) as pilot:
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await until(pilot, lambda: "1 saved game" in on_screen(pilot.app))
        assert "toni" in on_screen(pilot.app)
        await press(pilot, "enter")
        await until(pilot, lambda: "toni: 2 games" in on_screen(pilot.app))
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_without_games_it_says_so() -> None:
    async with play(None).run_test(size=SMALL) as pilot:
        await press(pilot, "p")
        await until(pilot, lambda: "No game can be counted yet." in on_screen(pilot.app))
