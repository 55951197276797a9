"""A saved game that tests may spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .games import bot_game


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 60 steps, which nobody may touch."""
    path = tmp_path_factory.mktemp("played") / "game.risk"
    bot_game(path).close()
    return path


@pytest.fixture
def saved(played: Path, tmp_path: Path) -> Path:
    """A copy of that game."""
    return Path(shutil.copy(played, tmp_path))
