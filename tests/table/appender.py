"""A program that changes a game at one terminal, one thing at a time.

``appender.py GAME SEAT TIMES``: every line that it writes is the number of an entry that it saved;
the last one is ``done``, or the reason why it stopped.
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
    """Change how a seat defends, that often."""
    table = Table.open(game)
    say("here")
    while times:
        defence = "one" if table.seats[seat].defence == "most" else "most"
        try:
            table.seating.set_defence(seat, defence)
        except ConcurrentWrite:
            continue
        # No other process changes this seat: the last entry about it is the one of now.
        say(table.entries - 1)
        times -= 1
    table.close()


def run(arguments: list[str]) -> None:
    """Play, and say at the end how it ended."""
    game, seat, times = arguments
    database.BUSY_SECONDS = 60  # the machine may be busy, too
    try:
        play(Path(game), int(seat), int(times))
        say("done")
    except RiskError as error:
        say(error)


if __name__ == "__main__":
    run(sys.argv[1:])
