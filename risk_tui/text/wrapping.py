"""Break text into lines at blanks, but never inside a name; align the cells of tables."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.table.seats import Seat

GAP = "  "
"""The blanks between two cells of a table."""

_LEAD = re.compile(r"\s*(?:\S+(?: \S+)*\s{2,})?")
"""The text before the words of a line: blanks, or a first column, as in a list of keys."""


def names_in(board: Board, seats: Sequence[Seat] = ()) -> tuple[str, ...]:
    """Return the names at a table that have several words, which must stay on one line."""
    names = [territory.name for territory in board.territories]
    names += [continent.name for continent in board.continents]
    names += [seat.name for seat in seats]
    return tuple(name for name in names if " " in name)


def columns(text: str) -> int:
    """Return the number of columns that a text takes on a screen.

    >>> columns("Zoë"), columns("東京"), columns("ที่")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char)[0] == "M"
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


def align_columns(
    rows: Sequence[Sequence[str]],
    is_right: Callable[[int, str], bool] = lambda number, text: number > 0,
) -> list[str]:
    """Return the rows of a table as lines, with blanks between the cells.

    Args:
        rows: The texts of the cells; all rows have the same length.
        is_right: Returns True for a cell that is aligned to the right, by the number of its column
            and its text; by default all but the first.

    >>> align_columns([["a", "bc"], ["def", "g"]])
    ['a    bc', 'def   g']
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for number, (text, width) in enumerate(zip(row, widths, strict=True)):
            pad = " " * (width - columns(text))
            cells.append(pad + text if is_right(number, text) else text + pad)
        lines.append(GAP.join(cells).rstrip())
    return lines


def wrap(text: str, width: int, names: Iterable[str] = (), *, hang: bool = True) -> list[str]:
    """Wrap a text to ``width`` columns; later lines ``hang`` below the words of the first.

    >>> wrap("Enter  from New York to Rome", 20, ["New York"])
    ['Enter  from New York', '       to Rome']
    >>> wrap("Enter  goes from New York", 20, ["New York"])
    ['Enter  goes from', '       New York']
    >>> wrap("la partie finit ; West-Australien", 14)
    ['la partie', 'finit ;', 'West-', 'Australien']
    """
    return [
        " " * indent + line[start:end]
        for line in text.split("\n")
        for indent, start, end in line_spans(line, width, tuple(names), hang=hang)
    ]


_MIN_WIDTH = 20
"""The minimum number of columns of a line, even if a terminal is narrower."""


def wrap_for(out: TextIO, text: str, names: Iterable[str] = (), *, spare: int = 0) -> list[str]:
    """Wrap a text for a terminal; for any other stream it stays one line.

    Args:
        out: The stream that the text is written to.
        text: The text.
        names: Names that stay on one line.
        spare: The columns that stay free at the right, for an answer.
    """
    if not out.isatty():
        return [text]
    return wrap(text, max(shutil.get_terminal_size().columns - spare, _MIN_WIDTH), names)


def line_spans(
    line: str, width: int, names: tuple[str, ...], *, hang: bool
) -> Iterator[tuple[int, int, int]]:
    """Yield the parts of a wrapped line: the indent, and the start and end in the line."""
    if columns(line) <= width:
        yield 0, 0, len(line)
        return
    lead = _LEAD.match(line)
    later = min(columns(lead[0]) if lead and hang else 0, width // 2)
    indent = start = end = 0
    for word in _word_pattern(names).finditer(line):
        if end > start and indent + columns(line[start : word.end()]) > width:
            yield indent, start, end
            indent, start = later, word.start()
        end = word.end()
        while indent + columns(line[start:end]) > width:  # The word is longer than a line.
            cut = start + max(1, width - indent)
            while cut > start + 1 and indent + columns(line[start:cut]) > width:
                cut -= 1
            cut = line.rfind("-", start + 1, cut) + 1 or cut
            yield indent, start, cut
            indent, start = later, cut
    if end > start:
        yield indent, start, end


@lru_cache(maxsize=8)
def _word_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of words, in which a whole name counts as one word.

    In French, a blank is before some signs, at which no line starts.
    """
    longest_first = sorted(names, key=len, reverse=True)
    parts = (*map(re.escape, longest_first), r" (?=[;:!?»](?:\s|$))", r"(?<=«) ", r"\S")
    return re.compile("|".join(parts).join(("(?:", ")+")))
