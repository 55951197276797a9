"""Print tables with bars, using the width and colours of the terminal."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.cli.output import screen_mode, terminal_width
from risk_tui.text.wrapping import columns, wrap

if TYPE_CHECKING:
    from rich.table import Table

PLAIN = "cyan"
"""The colour of a bar that is neither good nor bad."""

_MIN_WIDTH, _MAX_WIDTH = 40, 88
"""The narrowest and widest report, in columns; long labels widen it if there is room."""
_GAP = 2
"""The columns between two cells."""
_INDENT = "  "
_LABEL_WIDTH, _VALUE_WIDTH = 30, 7
"""The columns of labels and of numbers; longer ones get more."""
_SHORT_LABEL_WIDTH = 14
"""The columns of labels in short tables."""
_SIDE_BY_SIDE_WIDTH = 72
"""The columns from which short tables are printed side by side."""


class BarRow(NamedTuple):
    """A row of a table: a label, numbers, and a bar for ``chance`` (0: no bar)."""

    label: str
    values: tuple[str, ...]
    chance: float = 0.0
    colour: str = PLAIN


class BarTable(NamedTuple):
    """A table under its heading; ``short`` tables may be printed side by side.

    The bar of the chance ``peak`` has full length.
    """

    heading: str
    rows: Sequence[BarRow]
    short: bool = False
    peak: float = 1.0


class Report(NamedTuple):
    """A title, tables, and notes about them."""

    title: str
    parts: Sequence[BarTable]
    notes: Sequence[str]


def print_report(options: argparse.Namespace, report: Report) -> None:
    """Print a report: in colour if the terminal supports it, in ASCII if necessary."""
    from rich.console import Console
    from rich.text import Text

    colours = screen_mode(options).colours if sys.stdout.isatty() else "none"
    colour_systems = {"full": "truecolor", "256": "256", "16": "standard"}
    needed = max(map(_needed_width, report.parts), default=0)
    least = _MIN_WIDTH if sys.stdout.isatty() else max(_MIN_WIDTH, needed)
    width = terminal_width(least, max(_MAX_WIDTH, needed))
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=width,
        force_terminal=colours != "none",
        color_system=colour_systems.get(colours),  # type: ignore[arg-type]
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(Text(report.title, style="bold"))
    for table in _lay_out_tables(report.parts, width):
        console.print()
        console.print(table)
    console.print()
    for note in report.notes:
        console.print(Text("\n".join(wrap(note, min(width, _MAX_WIDTH), hang=False)), style="dim"))
    print(*map(str.rstrip, buffer.getvalue().splitlines()), sep="\n")


def _lay_out_tables(parts: Sequence[BarTable], width: int) -> Iterator[Table]:
    """Yield all tables, with short ones side by side if there is room."""
    from rich.table import Table

    short = [part for part in parts if part.short]
    room = (width - 2 * _GAP) // max(len(short), 1)
    fits = width >= _SIDE_BY_SIDE_WIDTH and all(_needed_width(part) <= room for part in short)
    for part in parts:
        if not part.short or not fits:
            yield _draw_table(part, width, _SHORT_LABEL_WIDTH if part.short else _LABEL_WIDTH)
        elif part is short[0]:
            row = Table.grid(padding=(0, 2 * _GAP, 0, 0), pad_edge=False)
            row.add_row(*(_draw_table(member, room, _SHORT_LABEL_WIDTH) for member in short))
            yield row


def _measure(part: BarTable) -> tuple[int, int, int]:
    """Return the columns of the labels, the number of numbers in a row, and their columns."""
    numbers = max(len(row.values) for row in part.rows)
    size = max([_VALUE_WIDTH, *(columns(value) for row in part.rows for value in row.values)])
    longest = len(_INDENT) + max(columns(row.label) for row in part.rows) + _GAP
    return longest, numbers, size


def _needed_width(part: BarTable) -> int:
    """Return the fewest columns in which no label is cut."""
    longest, numbers, size = _measure(part)
    return longest + (size + _GAP) * numbers + 1


def _draw_table(part: BarTable, width: int, label: int) -> Table:
    """Draw a table: labels, numbers, and bars in the remaining space.

    Args:
        label: The columns of the labels, unless one is longer or the numbers need the space.
    """
    from rich.table import Table
    from rich.text import Text

    longest, numbers, size = _measure(part)
    room = width - (size + _GAP) * numbers
    label = min(max(label, longest), max(room - 1, _SHORT_LABEL_WIDTH))
    bar = max(room - label, 1)
    table = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    table.title = Text(part.heading, style="bold")
    table.title_justify = "left"
    table.add_column(width=label - _GAP, overflow="ellipsis", no_wrap=True)
    for _ in range(numbers):
        table.add_column(width=size, justify="right", no_wrap=True)
    table.add_column(width=bar, no_wrap=True)
    for row in part.rows:
        filled = Text("█" * round(bar * row.chance / part.peak), style=row.colour)
        table.add_row(Text(_INDENT + row.label), *map(Text, row.values), filled)
    return table
