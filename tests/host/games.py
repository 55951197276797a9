"""Small games for hosts."""

from __future__ import annotations

from pathlib import Path

from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table


def new_game(path: Path, players: str) -> Path:
    """Make a game that has just begun."""
    seats = seat_players(players.split(","), ("toni",))
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), len(seats))
    Table.create(setup, seats, seed="1", path=path).close()
    return path
