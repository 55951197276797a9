"""The pages of a story as rows of text: charts, continents, turning points, tables, the review.

Lines of charts are drawn in braille. At intervals, each shows the glyph of its seat, so that a
chart can be read without colours too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.geometry import Size

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, colon, format_number, join_and
from risk_tui.story.moments import Holding, Series, Value, holder_at
from risk_tui.story.plain import TABLE_NOTES, figure_cells
from risk_tui.story.story import Story
from risk_tui.table.seats import Seat
from risk_tui.text.words import card_name
from risk_tui.tui.panels.standings import short_names
from risk_tui.tui.text_widgets import coloured_names, filled_text, wrapped
from risk_tui.tui.theme.palette import PICKED, seat_glyph
from risk_tui.tui.theme.styles import (
    CALM,
    DIM,
    GOLD,
    HEAD,
    STRONG,
    WARNING,
    badge_style,
    fit,
    seat_style,
)

if TYPE_CHECKING:
    from risk_tui.story.review import Review

_ONE_PAGE_COLUMNS, _ONE_PAGE_ROWS = 110, 32
"""Minimum columns and rows for charts, turning points and table on a single page."""
_MIN_CHART_ROWS = 8
"""Minimum rows of a chart with its title."""
_GAP_COLUMNS = 2
"""Columns between the left and the right side of a single page."""
_TABLE_COLUMNS = 76
"""Minimum columns of the right side for the table."""
CHARTS, POINTS, TABLE, REVIEW = "charts", "points", "table", "review"

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

Row = TypeVar("Row")

_NAME_WIDTH = 15
"""Columns for a player's glyph and name."""
_COLUMNS = {
    "took": 6,
    "gave": 6,
    "beat": 6,
    "lost": 6,
    "luck": 8,
    "cards": 7,
    "sets": 11,
    "time": 9,
}
"""The usual widths of the columns of figures, in cells, by title."""
_ROUND_WIDTH = 4
"""Columns for the round of a turning point or a mistake."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected parts of a story.

    Args:
        chart_point: The point of the charts under the cursor.
        turning_point: The turning point; ``None`` if the cursor is on none.
        series: The series that is shown, or shown first, modulo the number of series.
        page: The page, modulo the number of pages, which depends on the size of the screen.
        mistake: The mistake in the review.
    """

    chart_point: int = 0
    turning_point: int | None = None
    series: int = 0
    page: int = 0
    mistake: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of a page, and the positions of its parts for clicks.

    ``axis`` is that of the charts, ``None`` if there are none. ``turning_points`` has the index of
    the turning point in each row, -1 for none; they start at the column ``turning_points_left``.
    """

    lines: list[Text]
    axis: Axis | None
    turning_points: list[int]
    turning_points_left: int = 0


def page_names(size: Size, review: Review | None) -> tuple[str, ...]:
    """Return the names of the pages of a story, and of its review, on a screen of this size."""
    is_one_page = size.width >= _ONE_PAGE_COLUMNS and size.height >= _ONE_PAGE_ROWS
    pages = (CHARTS,) if is_one_page else (CHARTS, POINTS, TABLE)
    return pages if review is None else (*pages, REVIEW)


def draw_page(
    story: Story,
    selection: Selection,
    size: Size,
    names: tuple[str, ...],
    review: Review | None,
    *,
    ascii: bool,
) -> Page:
    """Return the selected page, drawn for a screen of this size.

    Args:
        story: The story to show.
        selection: The selection.
        size: The size of the page.
        names: Names of several words, which are not broken between lines.
        review: The review of the game, if there is one.
        ascii: True draws charts in ASCII.
    """
    pages = page_names(size, review)
    page = pages[selection.page % len(pages)]
    if page == REVIEW and review is not None:
        lines = review_lines(story, review, size.width, size.height, selection.mistake, names)
        return Page(lines, None, [])
    if POINTS not in pages:
        return _one_page(story, selection, size, names, ascii)
    if page == POINTS:
        lines, points = point_lines(story, size.width, size.height, selection.turning_point, names)
        return Page(lines, None, points)
    if page == TABLE:
        lines = [*table_lines(story, size.width), *table_notes(size.width), Text()]
        lines += secret_lines(story, size.width, names)
        return Page(lines, None, [])
    return _charts_page(story, selection, size, names, ascii)


def _series_from(story: Story, selection: Selection) -> list[Series]:
    """Return all series, the selected one first."""
    number = selection.series % len(story.series)
    return [*story.series[number:], *story.series[:number]]


def _charts_page(
    story: Story, selection: Selection, size: Size, names: tuple[str, ...], ascii: bool
) -> Page:
    """Return one chart, the continents, and the selected turning point."""
    axis = Axis(story.series[0].moments, size.width, selection.chart_point)
    band = band_lines(story.board, story.holdings, story.seats, axis)
    below = _point_sentence(story, selection, size.width, names)
    # Below the chart are the axis, the continents, a blank line, and two lines for the point.
    rows = max(size.height - 1 - len(band) - 1 - 2, _MIN_CHART_ROWS)
    lines = chart_lines(_series_from(story, selection)[0], story.seats, axis, rows, ascii=ascii)
    lines += [axis_line(story, axis), *band, Text(), *below]
    return Page(lines, axis, [])


def _point_sentence(
    story: Story, selection: Selection, width: int, names: tuple[str, ...]
) -> list[Text]:
    """Return the selected turning point in at most two lines.

    If none is selected, return the note on missing parts of the game, if any.
    """
    if selection.turning_point is None:
        return _missing_lines(story, width)[:2]
    point = story.turning_points[selection.turning_point]
    text = Text(_(" Round {round}: ", round=point.round), DIM)
    text.append_text(coloured_names(point.parts, story.seats, CALM))
    return wrapped(text, width - 1, names, hang=False)[:2]


def _missing_lines(story: Story, width: int) -> list[Text]:
    """Return the note on missing parts of the game, if any."""
    text = Text(f" {story.missing}", WARNING)
    return wrapped(text, width, hang=False) if story.missing else []


def _one_page(
    story: Story, selection: Selection, size: Size, names: tuple[str, ...], ascii: bool
) -> Page:
    """Return all parts: charts and continents on the left, turning points on the right.

    The table is below the turning points if the right side is wide enough, else below both sides.
    """
    right = min(max(size.width * 2 // 5, 44), 80)
    left = size.width - right - _GAP_COLUMNS
    table_on_right = right >= _TABLE_COLUMNS
    table_width = right if table_on_right else size.width
    below = _table_with_notes(story, table_width, size.height // 2, names)
    upper = size.height - (0 if table_on_right else len(below) + 1)
    axis = Axis(story.series[0].moments, left, selection.chart_point)
    band = band_lines(story.board, story.holdings, story.seats, axis)
    room = upper - len(band) - 1
    count = min(max(room // (_MIN_CHART_ROWS + 1), 1), len(story.series))
    charts: list[Text] = []
    for series in _series_from(story, selection)[:count]:
        charts += chart_lines(series, story.seats, axis, room // count - 1, ascii=ascii)
        charts.append(Text())
    left_lines = [*charts[:-1], axis_line(story, axis), *band]
    rows = upper - (len(below) + 1 if table_on_right else 0)
    right_lines, points = point_lines(story, right, rows, selection.turning_point, names)
    if table_on_right:
        right_lines += [Text(), *below]
    lines = []
    for row in range(upper):
        line = left_lines[row].copy() if row < len(left_lines) else Text()
        line.truncate(left)
        line.append(" " * (left + _GAP_COLUMNS - line.cell_len))
        lines.append(line.append_text(right_lines[row]) if row < len(right_lines) else line)
    if not table_on_right:
        lines += [Text(), *below]
    return Page(lines, axis, points, left + _GAP_COLUMNS)


def _table_with_notes(story: Story, width: int, height: int, names: tuple[str, ...]) -> list[Text]:
    """Return the table, with its notes and the secrets if they fit in ``height`` rows."""
    lines = table_lines(story, width) + _missing_lines(story, width)
    for more in (table_notes(width), secret_lines(story, width, names)):
        if len(lines) + len(more) <= height:
            lines += more
    return lines


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


def point_lines(
    story: Story, width: int, height: int, selected: int | None, names: tuple[str, ...]
) -> tuple[list[Text], list[int]]:
    """Return the turning points in at most ``height`` rows, including the selected one.

    Returns:
        The rows, and for each the index of its turning point, -1 if it is about none.
    """
    rows: list[tuple[Text, int]] = []
    for number, point in enumerate(story.turning_points):
        text = coloured_names(point.parts, story.seats, CALM)
        for index, part in enumerate(wrapped(text, width - _ROUND_WIDTH - 4, names)):
            glyph = seat_glyph(story.seats[point.seat].colour) if not index else " "
            line = Text(f"{point.round if not index else '':>{_ROUND_WIDTH}} ", DIM)
            line.append(f"{glyph} ", seat_style(story.seats[point.seat])).append_text(part)
            if number == selected:
                _highlight(line, width)
            rows.append((line, number))
    if not rows:
        rows = [(Text(_(" No turning points yet."), DIM), -1)]
    selected_rows = [row for row, (_, number) in enumerate(rows) if number == selected]
    visible, arrows = _rows_around(rows, selected_rows[-1] if selected_rows else 0, height)
    heading = Text(_(" TURNING POINTS") + arrows, HEAD)
    return [heading, *(line for line, _ in visible)], [-1, *(number for _, number in visible)]


def _highlight(line: Text, width: int) -> None:
    """Highlight a line as selected, padded to all but the last of ``width`` columns."""
    line.append(" " * max(width - line.cell_len - 1, 0))
    line.stylize(Style(bgcolor=PICKED.hex))


def _rows_around(rows: Sequence[Row], chosen: int, height: int) -> tuple[Sequence[Row], str]:
    """Return the rows around the chosen one that fit below a heading.

    Returns:
        The rows, and the arrows for the heading; empty if all rows fit.
    """
    room = max(height - 1, 1)
    first = min(max(chosen - room // 2, 0), max(len(rows) - room, 0))
    return rows[first : first + room], " ↑↓" if len(rows) > room else ""


def table_lines(story: Story, width: int) -> list[Text]:
    """Return a row for every seat: conquests, losses, luck, cards, time and outcome.

    If the outcome would be cut, columns become narrower; if that is not enough, time is dropped.
    """
    rows = [_figures(story, number) for number in range(len(story.seats))]
    outcomes = [_outcome(story, number) for number in range(len(story.seats))]
    outcome_width = max(outcome.cell_len for outcome in outcomes)
    sizes = _column_sizes(rows, width - _NAME_WIDTH - outcome_width)
    head = Text(fit(_(" PLAYERS"), _NAME_WIDTH), HEAD)
    head.append("".join(_(title).rjust(size) for title, size in sizes.items()), DIM)
    lines = [head]
    for number, (seat, figures) in enumerate(zip(story.seats, rows, strict=True)):
        line = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
        line.append(fit(seat.name, _NAME_WIDTH - 3), seat_style(seat, bold=number in story.winners))
        line.append("".join(figures[name].rjust(size) for name, size in sizes.items()), STRONG)
        line.append_text(outcomes[number])
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _figures(story: Story, number: int) -> dict[str, str]:
    """Return the figures of a seat by title; time only if a seat used at least a second."""
    figures = figure_cells(story.tallies[number])
    figures["luck"] = figures["luck"].replace("-", "−")
    if not any((tally.seconds or 0) >= 1 for tally in story.tallies):
        del figures["time"]
    return figures


def _column_sizes(rows: Sequence[Mapping[str, str]], room: int) -> dict[str, int]:
    """Return the width of each column by title, such that all fit in ``room`` cells if possible.

    Columns have their usual widths, else the smallest possible ones; last of all time is dropped.
    """
    sizes = {title: max(_COLUMNS[title], cell_len(_(title)) + 1) for title in rows[0]}
    if sum(sizes.values()) > room:
        sizes = {
            title: 1 + max(cell_len(_(title)), *(len(figures[title]) for figures in rows))
            for title in sizes
        }
    if sum(sizes.values()) > room:
        sizes.pop("time", None)
    return sizes


def table_notes(width: int) -> list[Text]:
    """Return the lines that explain the table's columns."""
    return [line for note in TABLE_NOTES for line in wrapped(Text(_(note), DIM), width - 1)]


def _outcome(story: Story, number: int) -> Text:
    """Return the outcome of the game for a seat, for the end of its row."""
    tally = story.tallies[number]
    if number in story.winners:
        return Text(_("  ★ won"), HEAD)
    if not tally.out_in_round:
        return Text(f" {tally.exit}" if tally.exit else "", DIM)
    if tally.out_by is None:
        return Text(_(" out in {round}", round=tally.out_in_round), DIM)
    by = story.seats[tally.out_by]
    sign = Text(seat_glyph(by.colour), seat_style(by))
    return filled_text(
        _(" out in {round} by {seat}"), DIM, round=str(tally.out_in_round), seat=sign
    )


def secret_lines(story: Story, width: int, names: tuple[str, ...]) -> list[Text]:
    """Return all missions and last hands if the game is over; otherwise nothing."""
    lines: list[Text] = []
    for number, seat in enumerate(story.seats):
        secrets = []
        if number < len(story.missions) and story.missions[number]:
            missions = "; ".join(story.missions[number])
            secrets.append(_("mission: {missions}", missions=missions))
        if number < len(story.hands) and story.hands[number]:
            cards = join_and([card_name(card, story.board) for card in story.hands[number]])
            secrets.append(_("cards at the end: {cards}", cards=cards))
        for text in secrets:
            sign = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
            for part in wrapped(Text(text, CALM), width - 4, names):
                lines.append(sign + part)
                sign = Text("   ")
    return [Text(_(" WHAT WAS HIDDEN"), HEAD), *lines] if lines else []


def review_lines(
    story: Story, review: Review, width: int, height: int, selected: int, names: tuple[str, ...]
) -> list[Text]:
    """Return the review in at most ``height`` rows, including the selected mistake."""
    rows: list[Text] = []
    chosen = number = 0
    for seat in review.seats:
        player = story.seats[seat]
        head = Text(f" {seat_glyph(player.colour)} ", seat_style(player))
        head.append(player.name, seat_style(player, bold=True))
        head.append(colon() + review.summary(seat, player.name), CALM)
        rows += wrapped(head, width - 1, names)
        for mistake in review.of(seat):
            text = Text(printable(mistake.sentence), CALM)
            text.highlight_words([mistake.cost_words], HEAD)
            parts = wrapped(text, width - _ROUND_WIDTH - 4, names)
            for index, part in enumerate(parts):
                line = Text(f"{mistake.round if not index else '':>{_ROUND_WIDTH}}  ", DIM)
                line.append_text(part)
                if number == selected:
                    chosen = len(rows)
                    _highlight(line, width)
                rows.append(line)
            number += 1
        rows.append(Text())
    rows += wrapped(Text(f" {review.basis}", DIM), width - 1, names)
    visible, arrows = _rows_around(rows, chosen, height)
    return [Text(_(" REVIEW") + arrows, HEAD), *visible]
