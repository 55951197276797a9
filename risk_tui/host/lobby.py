"""The lobby: a friend of several tables chooses one, to sit or to watch, or opens another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.clean_text import printable
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import SavedGame
from risk_tui.saves.guest_list import CODE_LENGTH
from risk_tui.saves.save_file import read_summary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

MAX_LINE = 1_000
"""The most characters that are read of a typed line."""

PROMPT = "Which table? A number sits down, w and a number watches, q leaves: "


OTHER_TABLE = "The code of another table opens it."

MAX_WRONG_CODES = 3
"""Wrong codes in one visit, which then ends."""

WRONG_CODES_EXIT = 77
"""The exit code of a visit with too many wrong codes, which the server counts."""


class TooManyWrongCodes(RiskError):
    """The friend typed too many wrong codes."""

    def __init__(self) -> None:
        super().__init__("too many wrong codes; ask the host for a new one")


class Choice(NamedTuple):
    """A game, and the seat as ``join --seat`` takes it; ``None`` to watch."""

    game: str
    seat: str | None


def choose_place(
    places: Sequence[tuple[str, str]],
    lines: TextIO,
    out: TextIO,
    open_other: Callable[[str], bool] | None = None,
) -> Choice | None:
    """Ask a friend for a table.

    Args:
        places: Games, each with the friend's seat.
        lines: What the friend types.
        out: Where the tables and the question are written.
        open_other: Opens another table by its code; returns False for a wrong code. ``None`` if
            there is no other table.

    Returns:
        The only place without asking; ``None`` if the friend leaves, or has to come again.

    Raises:
        TooManyWrongCodes: If the friend typed too many wrong codes.
    """
    if len(places) == 1 and open_other is None:
        return Choice(*places[0])
    wrong_codes = 0
    while wrong_codes < MAX_WRONG_CODES:
        print("\nYour tables:\n", file=out)
        for number, (game, _) in enumerate(places, 1):
            print(f"  {number}  {describe_table(Path(game))}", file=out)
        if open_other is not None:
            print(f"\n{OTHER_TABLE}", file=out)
        print(f"\n{PROMPT}", end="", file=out, flush=True)
        line = lines.readline(MAX_LINE)
        word = "".join(line.lower().split())
        if not line or word in ("q", "quit"):
            return None
        number_text = word.removeprefix("w")
        if number_text in {str(number) for number in range(1, len(places) + 1)}:
            game, seat = places[int(number_text) - 1]
            return Choice(game, None if word.startswith("w") else seat)
        if open_other is not None and len(word) >= CODE_LENGTH:
            if open_other(line):
                print("The table is open to you: connect again", file=out, flush=True)
                return None
            wrong_codes += 1
            print("That is no code of a table of yours", file=out)
            continue
        print(f"There is no table {printable(line, 40)!r}", file=out)
    raise TooManyWrongCodes


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
