"""A saved game that tests may change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from risk_tui.saves import folder

from .games import bot_game


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The temporary folder is the player's folder of saved games."""
    monkeypatch.setattr(folder, "saves_folder", lambda: tmp_path)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 60 steps, which no test may change."""
    path = tmp_path_factory.mktemp("played") / "game.risk"
    bot_game(path).close()
    return path


@pytest.fixture
def saved(played: Path, tmp_path: Path) -> Path:
    """A copy of that game."""
    return Path(shutil.copy(played, tmp_path))
