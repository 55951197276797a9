"""Small games for hosts."""

from __future__ import annotations

from pathlib import Path

from tests.new_games import create_table


def new_game(path: Path, players: str) -> Path:
    """Make a game that has just begun."""
    create_table(players, seed="1", path=path).close()
    return path
