"""Access to the hidden parts of a table; tests use no other way to them."""

from __future__ import annotations

from risk_tui.engine.chance import Chance
from risk_tui.engine.game import Game
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog
from risk_tui.table.table import Table


def log_of(table: Table) -> GameLog:
    """Return the log of the game at a table."""
    return table.ledger.log


def game_of(table: Table) -> Game:
    """Return the game at a table, with its hidden parts."""
    return log_of(table).game


def put_game(table: Table, game: Game) -> None:
    """Replace the game at a table without changing its file."""
    log_of(table).game = game


def roll_with(table: Table, chance: Chance) -> None:
    """Use ``chance`` for the dice and cards of the game from now on."""
    put_game(table, game_of(table).copy(chance))


def deal_with(table: Table, chance: Chance) -> None:
    """Use ``chance`` for cards and orders at a table with real dice."""
    log_of(table).chance = chance


def save_of(table: Table) -> SaveFile:
    """Return the file of a table."""
    return table.ledger.save
