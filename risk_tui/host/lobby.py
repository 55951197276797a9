"""The lobby: a friend of several tables chooses one, to sit or to watch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.clean_text import printable
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import SavedGame
from risk_tui.saves.save_file import read_summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

MAX_LINE = 1_000
"""The most characters that are read of a typed line."""

PROMPT = "Which table? A number sits down, w and a number watches, q leaves: "


class Choice(NamedTuple):
    """A game, and the seat as ``join --seat`` takes it; ``None`` to watch."""

    game: str
    seat: str | None


def choose_place(places: Sequence[tuple[str, str]], lines: TextIO, out: TextIO) -> Choice | None:
    """Ask a friend for a table.

    Args:
        places: Games, each with the friend's seat.
        lines: What the friend types.
        out: Where the tables and the question are written.

    Returns:
        The only place without asking; ``None`` if the friend leaves.
    """
    if len(places) == 1:
        return Choice(*places[0])
    while True:
        print("\nYour tables:\n", file=out)
        for number, (game, _) in enumerate(places, 1):
            print(f"  {number}  {describe_table(Path(game))}", file=out)
        print(f"\n{PROMPT}", end="", file=out, flush=True)
        line = lines.readline(MAX_LINE)
        word = "".join(line.lower().split())
        if not line or word in ("q", "quit"):
            return None
        watches = word.startswith("w")
        number_text = word.removeprefix("w")
        if number_text in {str(number) for number in range(1, len(places) + 1)}:
            game, seat = places[int(number_text) - 1]
            return Choice(game, None if watches else seat)
        print(f"There is no table {printable(line, 40)!r}", file=out)


def describe_table(game: Path) -> str:
    """Return a line about a table: its name, whose move it is and who sits there."""
    try:
        summary = read_summary(game)
    except SaveError as error:
        return printable(error, 200)
    if summary.winners:
        state = f"won by {' and '.join(summary.winners)}"
    else:
        state = f"round {summary.round}, {summary.to_move} to move"
    present = SavedGame(game, summary).at_table()
    seated = f"at the table: {', '.join(present)}" if present else "the table is empty"
    return printable(f"{game.stem}: {state}; {seated}")
