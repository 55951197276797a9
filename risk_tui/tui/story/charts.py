"""Charts of a story: lines from turn to turn, and the holders of continents, as rows of text.

Lines are drawn in braille. At intervals, each shows the glyph of its seat, so that a chart can be
read without colours too.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _, format_number
from risk_tui.story.moments import holder_at
from risk_tui.tui.panels.continents import short_names
from risk_tui.tui.theme.palette import PICKED, seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, GOLD, HEAD, badge_style, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.story.moments import Holding
    from risk_tui.story.series import Series, Value
    from risk_tui.story.story import Story
    from risk_tui.table.seats import Seat

_SHORT_MARGIN, _LONG_MARGIN = 5, 18
"""Columns on the left for numbers and for short or full names of continents."""
_LONG_MARGIN_FROM = 90
"""Minimum columns of the screen for full names of continents."""
_CURSOR = Style(bgcolor=PICKED.hex)
_MIN_NAME = 3
"""Minimum columns of a player's name above a chart."""
_BRAILLE = 0x2800
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille sign's dots, by column and row."""
_GLYPH_INTERVAL, _SHARED_COLUMNS = 16, 3
"""Columns between two glyphs of a line; columns after which lines in shared cells alternate."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The horizontal axis of charts, which maps the points of a series to columns.

    Args:
        moments: The moment of each point.
        width: Columns of a chart with its margin.
        cursor: The index of the selected point.
    """

    moments: tuple[int, ...]
    width: int
    cursor: int

    @property
    def margin(self) -> int:
        """The columns left of a chart."""
        return _LONG_MARGIN if self.width >= _LONG_MARGIN_FROM else _SHORT_MARGIN

    @property
    def columns(self) -> int:
        """The columns of a chart itself."""
        return max(self.width - self.margin - 1, 1)

    @property
    def last(self) -> int:
        """The index of the last point."""
        return len(self.moments) - 1

    def column(self, point: int) -> int:
        """Return the column of a point."""
        return round(point * (self.columns - 1) / self.last) if self.last else 0

    def position(self, column: float) -> float:
        """Return the position of a column among the points; it can be between two of them."""
        return min(column * self.last / max(self.columns - 1, 1), self.last)

    def point_at(self, column: int) -> int:
        """Return the point nearest to a column."""
        return min(max(round(self.position(column)), 0), self.last)

    def point_of(self, moment: int) -> int:
        """Return the last point at or before a moment."""
        return max(bisect_right(self.moments, moment) - 1, 0)


def chart_lines(
    series: Series, seats: Sequence[Seat], axis: Axis, height: int, *, ascii: bool = False
) -> list[Text]:
    """Return a series as a chart of ``height`` rows, including its title, values and basis.

    In ASCII, lines consist of the letters of the seats.
    """
    top = max(ceil(series.highest), 1)
    values = [[series.value(seat, moment) for moment in axis.moments] for seat in range(len(seats))]
    lines = [_values_line(series, values, seats, axis)]
    if series.basis:
        lines.append(Text(fit(f" {series.basis}", axis.width), DIM))
    rows = max(height - len(lines), 2)
    drawn = [_line_dots(seat_values, axis, rows, top) for seat_values in values]
    cursor = axis.column(axis.cursor)
    half = format_number(top / 2, "g" if top < 10 else ".0f")
    # In two rows there is no room for the half.
    labels = {(rows - 1) // 2: half, 0: str(top), rows - 1: "0"}
    for row in range(rows):
        line = Text(labels.get(row, "").rjust(axis.margin - 1) + " ", DIM)
        for column in range(axis.columns):
            here = [seat for seat in range(len(seats)) if (column, row) in drawn[seat]]
            sign, style = "┊" if column == cursor else " ", DIM
            if here:
                # Lines in shared cells alternate, so that each can be followed.
                seat = here[column // _SHARED_COLUMNS % len(here)]
                style, glyph = seat_style(seats[seat]), seat_glyph(seats[seat].colour)
                is_top = (column, row - 1) not in drawn[seat]
                first = seat * _GLYPH_INTERVAL // len(seats)
                is_marked = is_top and column % _GLYPH_INTERVAL == first
                sign = glyph if ascii or is_marked else chr(_BRAILLE + drawn[seat][column, row])
            line.append(sign, style + _CURSOR if column == cursor else style)
        lines.append(line)
    return lines


def _line_dots(
    values: Sequence[float | None], axis: Axis, rows: int, top: float
) -> dict[tuple[int, int], int]:
    """Return the line of one seat as braille: the dots of each cell, by column and row."""
    cells: dict[tuple[int, int], int] = {}
    before: int | None = None
    for x in range(2 * axis.columns):
        value = _value_at(values, axis.position(x / 2))
        if value is None:
            before = None
            continue
        y = round((1 - value / top) * (4 * rows - 1))
        # Connect the dots of a steep line.
        start = y if before is None or before == y else before + (1 if y > before else -1)
        for dot in range(min(start, y), max(start, y) + 1):
            cell = (x // 2, dot // 4)
            cells[cell] = cells.get(cell, 0) | _DOTS[x % 2][dot % 4]
        before = y
    return cells


def _value_at(values: Sequence[float | None], position: float) -> float | None:
    """Interpolate the value at a position; ``None`` if it is unknown or stays zero."""
    low = int(position)
    one, other = values[low], values[min(low + 1, len(values) - 1)]
    if one is None or (not one and not other):
        return None
    return one if other is None else one + (other - one) * (position - low)


def _values_line(
    series: Series, values: Sequence[Sequence[Value]], seats: Sequence[Seat], axis: Axis
) -> Text:
    """Return the title of a chart, and the value of every seat at the cursor."""
    line = Text(f" {series.title.upper()}", HEAD)
    here = [row[min(axis.cursor, len(row) - 1)] for row in values]
    texts = ["-" if value is None else f"{value:.0f}{series.unit}" for value in here]
    room = axis.width - line.cell_len - sum(len(text) + 5 for text in texts)
    width = min(max(room // max(len(seats), 1), _MIN_NAME), 12)
    for seat, text in zip(seats, texts, strict=True):
        name = fit(seat.name, min(width, Text(seat.name).cell_len))
        line.append(f"  {seat_glyph(seat.colour)} {name} ", seat_style(seat))
        line.append(text, seat_style(seat, bold=True))
    line.truncate(axis.width, overflow="ellipsis")
    return line


def axis_line(story: Story, axis: Axis) -> Text:
    """Return the line below a chart: dots at turning points, and rounds where they start.

    The number of a round can cover a dot.
    """
    signs: list[tuple[str, Style]] = [("─", DIM)] * axis.columns
    for point in story.turning_points:
        column = axis.column(axis.point_of(point.start))
        signs[column] = ("•", GOLD)
    next_free = 0
    starts = {turn.round: turn.start for turn in reversed(story.turns)}
    for number, start in sorted(starts.items()):
        column, label = axis.column(axis.point_of(start)), str(number)
        if number and column >= next_free and column + len(label) <= axis.columns:
            for offset, digit in enumerate(label):
                signs[column + offset] = (digit, CALM)
            next_free = column + len(label) + 2
    cursor = axis.column(axis.cursor)
    label = _("round") if axis.margin == _LONG_MARGIN else _("rnd")
    line = Text(label.rjust(axis.margin - 1) + " ", DIM)
    for column, (sign, style) in enumerate(signs):
        line.append(sign, style + _CURSOR if column == cursor else style)
    return line


def band_lines(
    board: Board, holdings: Sequence[Holding], seats: Sequence[Seat], axis: Axis
) -> list[Text]:
    """Return a row for each continent: glyph and colour of its holder, over all turns."""
    numbers = [number for number, continent in enumerate(board.continents) if continent.exists]
    names = [board.continents[number].name for number in numbers]
    shown = names if axis.margin == _LONG_MARGIN else short_names(names)
    cursor = axis.column(axis.cursor)
    moments = [axis.moments[axis.point_at(column)] for column in range(axis.columns)]
    lines = []
    for number, name in zip(numbers, shown, strict=True):
        line = Text(f"{fit(f' {name}', axis.margin - 1)} ", CALM)
        continent_holdings = [holding for holding in holdings if holding.continent == number]
        for column, moment in enumerate(moments):
            seat = holder_at(continent_holdings, number, moment)
            sign, style = "·", DIM
            if seat != NO_SEAT:
                sign, style = seat_glyph(seats[seat].colour), badge_style(seats[seat])
            elif column == cursor:
                style += _CURSOR
            line.append(sign, style)
        lines.append(line)
    return lines
