"""A program that appends entries to a game.

``appender.py GAME SEAT TIMES`` writes the number of each entry that it saved, one per line, and
finally ``done`` or the reason why it stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path

from risk_tui.errors import RiskError
from risk_tui.saves import database
from risk_tui.saves.errors import ConcurrentWrite
from risk_tui.table.table import Table


def say(text: object) -> None:
    """Write one line at once."""
    print(text, flush=True)


def play(game: Path, seat: int, times: int) -> None:
    """Change the standing answer of a seat ``times`` times."""
    table = Table.open(game)
    say("here")
    while times:
        defence = "one" if table.seats[seat].defence == "most" else "most"
        try:
            table.seating.set_defence(seat, defence)
        except ConcurrentWrite:
            continue
        # No other process changes this seat, so its last entry is this one.
        say(table.entries - 1)
        times -= 1
    table.close()


def run(arguments: list[str]) -> None:
    """Append entries and write the result."""
    game, seat, times = arguments
    database.BUSY_SECONDS = 60  # The machine may be busy too.
    try:
        play(Path(game), int(seat), int(times))
        say("done")
    except RiskError as error:
        say(error)


if __name__ == "__main__":
    run(sys.argv[1:])
