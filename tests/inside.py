"""What lies behind a table, for tests that put something there: no other module reaches for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.chance import Chance
    from risk_tui.engine.game import Game
    from risk_tui.saves.save_file import SaveFile
    from risk_tui.table.game_log import GameLog
    from risk_tui.table.table import Table


def log_of(table: Table) -> GameLog:
    """The steps of a table's game, with the luck of each."""
    return table.ledger.log


def game_of(table: Table) -> Game:
    """The game as it stands on a table, with all that is hidden."""
    return log_of(table).game


def put_game(table: Table, game: Game) -> None:
    """Have another game stand on a table than its file tells."""
    log_of(table).game = game


def roll_with(table: Table, chance: Chance) -> None:
    """Have the dice and cards of the game come from ``chance`` from now on."""
    put_game(table, game_of(table).copy(chance))


def deal_with(table: Table, chance: Chance) -> None:
    """Have what is not rolled on a table with real dice come from ``chance``."""
    log_of(table).chance = chance


def save_of(table: Table) -> SaveFile:
    """The file that a table is saved to."""
    return table.ledger.save
