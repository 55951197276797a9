"""A damaged game on the resume screen: what is good of it is offered."""

from __future__ import annotations

import errno
import fcntl
import os
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.tui.app import RiskApp
from risk_tui.tui.screens.saved_games import SavedGamesScreen
from tests.saves.games import bot_game, change
from tests.tui.tables import on_screen, press, settle

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.table import Table


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Return the tables that are opened; the game screen itself is not shown."""
    tables: list[Table] = []
    monkeypatch.setattr(RiskApp, "open_table", lambda self, table: tables.append(table))
    return tables


@pytest.fixture
def game() -> Path:
    path = saves_folder() / "ann.risk"
    bot_game(path, 60).close()
    return path


QUESTION = "Continue from the last good step (round 1)? y / n"


async def test_a_damaged_game_is_played_on_from_its_last_good_step(
    game: Path, opened: list[Table]
) -> None:
    change(game, "DELETE FROM entries WHERE number = 55")
    before = game.read_bytes()
    app = RiskApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(SavedGamesScreen())
        await settle(pilot)
        await press(pilot, "enter")
        assert "entry 55 is missing" in on_screen(app)
        assert QUESTION in on_screen(app)
        assert "y resume" in on_screen(app)
        await press(pilot, "n")
        assert "Nothing was changed." in on_screen(app)
        assert len(saved_games()) == 1
        await press(pilot, "enter", "y")
        await settle(pilot)
    assert game.read_bytes() == before
    assert opened[0].name == "ann-rescued"
    assert opened[0].steps == 55


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE head SET value = 'spoilt' WHERE key = 'summary'", QUESTION),
        ("DELETE FROM head WHERE key = 'game'", "nothing can be rescued"),
    ],
)
async def test_a_game_that_cannot_be_read_is_offered_as_far_as_it_is_good(
    damage: str, words: str, game: Path, opened: list[Table]
) -> None:
    change(game, damage)
    app = RiskApp()
    async with app.run_test(size=(120, 24)) as pilot:
        app.push_screen(SavedGamesScreen())
        await settle(pilot)
        await press(pilot, "end", "enter")
        assert words in on_screen(app)
        await press(pilot, "y")
        await settle(pilot)
    assert len(opened) == (words == QUESTION)
    for table in opened:
        assert table.steps == 60


async def test_saved_game_is_refused_where_files_cannot_be_locked(
    game: Path, opened: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    app = RiskApp()
    async with app.run_test(size=(120, 24)) as pilot:
        app.push_screen(SavedGamesScreen())
        await settle(pilot)
        await press(pilot, "enter")
        assert "files can't be locked in" in on_screen(app)
    assert not opened
