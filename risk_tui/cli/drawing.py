"""Tables with bars for people, as wide and as colourful as the terminal lets them be."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from rich.table import Table

PLAIN = "cyan"
"""The colour of a bar that is neither good nor bad."""

_NARROW, _WIDE = 40, 88
_GAP = 2
_LABEL, _VALUE = 30, 7
_SHORT_LABEL = 14
"""Columns of a row: its label, its number; beside each other the labels are short."""
_BESIDE = 72
"""Columns from which on two tables stand beside each other."""


class Row(NamedTuple):
    """A line of a table: what it tells, numbers, and a bar where one of them is a chance."""

    label: str
    values: tuple[str, ...]
    chance: float = 0.0
    colour: str = PLAIN


class Part(NamedTuple):
    """A table under its heading; one that is ``short`` may stand beside the one before it.

    A bar that is as long as can be stands for the chance of ``peak``.
    """

    heading: str
    rows: Sequence[Row]
    short: bool = False
    peak: float = 1.0


class Page(NamedTuple):
    """A title, tables, and what has to be said about them."""

    title: str
    parts: Sequence[Part]
    notes: Sequence[str]


def show(options: argparse.Namespace, page: Page) -> None:
    """Print a page: coloured where a terminal shows colours, in ASCII where it shows no more."""
    import io

    from rich.console import Console
    from rich.text import Text

    from risk_tui.cli.screen import lines_out, screen_mode

    colours = screen_mode(options).colours if sys.stdout.isatty() else "none"
    systems = {"full": "truecolor", "256": "256", "16": "standard"}
    width = min(max(shutil.get_terminal_size((80, 24)).columns, _NARROW), _WIDE)
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        width=width,
        force_terminal=colours != "none",
        color_system=systems.get(colours),  # type: ignore[arg-type]
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(Text(page.title, style="bold"))
    for drawing in _drawn(page.parts, width):
        console.print()
        console.print(drawing)
    console.print()
    for note in page.notes:
        console.print(Text(textwrap.fill(note, width), style="dim"))
    out = lines_out(options, sys.stdout)
    for line in drawn.getvalue().splitlines():
        out.write(line.rstrip() + "\n")
    out.flush()


def _drawn(parts: Sequence[Part], width: int) -> Iterator[Table]:
    """All tables, one below the other, and short ones beside each other where there is room."""
    from rich.table import Table

    short = [part for part in parts if part.short]
    for part in parts:
        if not part.short or width < _BESIDE:
            yield _table(part, width, _SHORT_LABEL if part.short else _LABEL)
        elif part is short[0]:
            room = (width - 2 * _GAP) // len(short)
            beside = Table.grid(padding=(0, 2 * _GAP, 0, 0), pad_edge=False)
            beside.add_row(*(_table(each, room, _SHORT_LABEL) for each in short))
            yield beside


def _table(part: Part, width: int, label: int) -> Table:
    """A table: labels, numbers, and bars in what room is left."""
    from rich.table import Table
    from rich.text import Text

    numbers = max(len(row.values) for row in part.rows)
    size = max([_VALUE, *(len(value) for row in part.rows for value in row.values)])
    bar = max(width - label - (size + _GAP) * numbers, 1)
    table = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    table.title = Text(part.heading, style="bold")
    table.title_justify = "left"
    table.add_column(width=label - _GAP, overflow="ellipsis", no_wrap=True)
    for _ in range(numbers):
        table.add_column(width=size, justify="right", no_wrap=True)
    table.add_column(width=bar, no_wrap=True)
    for row in part.rows:
        drawn = Text("█" * round(bar * row.chance / part.peak), style=row.colour)
        table.add_row(Text(f"  {row.label}"), *map(Text, row.values), drawn)
    return table
