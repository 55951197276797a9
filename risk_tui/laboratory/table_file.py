"""The results of games as a table: comma-separated values, a line for each game."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from risk_tui.data.files import open_text, overwrite, reason, unfinished
from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from risk_tui.laboratory.result import GameResult

_GAME = ("game", "seed", "finished", "rounds", "steps", "changes_of_leader", "seconds")
_SEAT = ("bot", "won", "place", "turn_order", "turns", "luck", "luck_chance", "thinking_seconds")


def check_table(path: Path) -> None:
    """Raise ``RiskError`` unless a table can be written here: over an older one, or a new one."""
    name = printable(path)
    try:
        if path.exists():
            with open_text(path) as file:
                if not file.readline().startswith(",".join(_GAME)):
                    raise RiskError(f"{name} is there already; give --csv the name of a new file")
        with unfinished(path, b""):
            pass  # the disk lets it be written
    except UnicodeDecodeError:
        raise RiskError(f"{name} is there already; give --csv the name of a new file") from None
    except OSError as error:
        raise RiskError(f"{name} cannot be written: {reason(error)}") from None


def write_table(path: Path, results: Sequence[GameResult]) -> None:
    """Write the table, by the numbers of the games. Raises ``OSError``."""
    seats = len(results[0].bots) if results else 0
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*_GAME, *(f"{name}_{seat + 1}" for seat in range(seats) for name in _SEAT)])
    for game in sorted(results, key=lambda result: result.number):
        row: list[object] = [game.number, game.seed, int(game.finished), game.rounds, game.steps]
        row += [game.leaders, game.seconds]
        for seat in range(seats):
            row += [game.bots[seat], round(game.share(seat), 4), game.places[seat]]
            row += [game.order.index(seat) + 1, game.turns[seat], game.luck[seat]]
            row += [game.luck_chances[seat], game.thinking[seat]]
        table.writerow(row)
    overwrite(path, text.getvalue().encode())
