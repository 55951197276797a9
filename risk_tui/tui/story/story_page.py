"""The page of a story for one size of screen: which parts stand where, and what a click means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.data.dataclasses import dataclass
from risk_tui.tui.story.charts import Axis, axis_line, band_lines, chart_lines
from risk_tui.tui.story.review_lines import review_lines
from risk_tui.tui.story.tables import (
    point_lines,
    point_text,
    secret_lines,
    table_lines,
    table_notes,
    wrapped,
)
from risk_tui.tui.theme.styles import DIM, WARNING

if TYPE_CHECKING:
    from textual.geometry import Size

    from risk_tui.story.look import Series
    from risk_tui.story.review import Review
    from risk_tui.story.story import Story

_WIDE, _TALL = 110, 32
"""Columns and rows from which on everything stands on one page."""
_MIN_CHART = 8
"""Rows of a chart with its title, at least."""
_GAP = 2
_TABLE = 76
"""Columns that the table needs."""
CHARTS, POINTS, TABLE, REVIEW = "charts", "points", "table", "review"


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a story is looked at: a point of the series, a turning point, a series, a page.

    ``selected`` is the number of a turning point, ``None`` where the cursor stands on none;
    ``mistake`` is the number of one in the review.
    """

    point: int = 0
    selected: int | None = None
    series: int = 0
    page: int = 0
    mistake: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of a page, and what stands where for clicks.

    ``axis`` is that of the charts, ``None`` where there is none; ``points`` has the number of the
    turning point in each row, from the column ``points_left`` on (-1: none).
    """

    lines: list[Text]
    axis: Axis | None
    points: list[int]
    points_left: int = 0


def pages_of(size: Size, review: Review | None = None) -> tuple[str, ...]:
    """The pages that a story has on a screen of this size, with its review where there is one."""
    is_large = size.width >= _WIDE and size.height >= _TALL
    pages = (CHARTS,) if is_large else (CHARTS, POINTS, TABLE)
    return pages if review is None else (*pages, REVIEW)


def page_of(
    story: Story, focus: Focus, size: Size, names: tuple[str, ...], review: Review | None = None
) -> Page:
    """The page that is shown on a screen of this size."""
    pages = pages_of(size, review)
    page = pages[focus.page % len(pages)]
    if page == REVIEW and review is not None:
        lines = review_lines(story, review, size.width, size.height, focus.mistake, names)
        return Page(lines, None, [])
    if POINTS not in pages:
        return _one_page(story, focus, size, names)
    if page == POINTS:
        lines, points = point_lines(story, size.width, size.height, focus.selected, names)
        return Page(lines, None, points)
    if page == TABLE:
        lines = [*table_lines(story, size.width), *table_notes(), Text()]
        lines += secret_lines(story, size.width, names)
        return Page(lines, None, [])
    return _charts_page(story, focus, size, names)


def _series_from(story: Story, focus: Focus) -> list[Series]:
    """All series, the one that is looked at first."""
    number = focus.series % len(story.series)
    return [*story.series[number:], *story.series[:number]]


def _axis(story: Story, focus: Focus, width: int) -> Axis:
    return Axis(story.series[0].moments, width, focus.point)


def _charts_page(story: Story, focus: Focus, size: Size, names: tuple[str, ...]) -> Page:
    """One chart, the continents, and the turning point that is looked at."""
    axis = _axis(story, focus, size.width)
    band = band_lines(story.board, story.holdings, story.seats, axis)
    below = _sentence(story, focus, size.width, names)
    rows = max(size.height - len(band) - 1 - 1 - 2, _MIN_CHART)
    lines = chart_lines(_series_from(story, focus)[0], story.seats, axis, rows)
    lines += [axis_line(story, axis), *band, Text(), *below]
    return Page(lines, axis, [])


def _sentence(story: Story, focus: Focus, width: int, names: tuple[str, ...]) -> list[Text]:
    """The turning point that is looked at, in at most two lines; or what is missing of the game."""
    if focus.selected is None:
        return wrapped(Text(f" {story.missing}", WARNING), width)[:2] if story.missing else []
    point = story.turning_points[focus.selected]
    text = Text(f" Round {point.round}: ", DIM).append_text(point_text(point, story.seats))
    return wrapped(text, width - 1, names)[:2]


def _one_page(story: Story, focus: Focus, size: Size, names: tuple[str, ...]) -> Page:
    """Charts and continents at the left, turning points at the right; the table below.

    Where the right side is wide enough the table stands there, below the turning points.
    """
    right = min(max(size.width * 2 // 5, 44), 80)
    left = size.width - right - _GAP
    beside = right >= _TABLE
    below = _figures(story, right if beside else size.width, size.height // 2, names)
    upper = size.height - (0 if beside else len(below) + 1)
    axis = _axis(story, focus, left)
    band = band_lines(story.board, story.holdings, story.seats, axis)
    room = upper - len(band) - 1
    count = min(max(room // (_MIN_CHART + 1), 1), len(story.series))
    charts: list[Text] = []
    for series in _series_from(story, focus)[:count]:
        charts += [*chart_lines(series, story.seats, axis, room // count - 1), Text()]
    left_lines = [*charts[:-1], axis_line(story, axis), *band]
    rows = upper - (len(below) + 1 if beside else 0)
    right_lines, points = point_lines(story, right, rows, focus.selected, names)
    if beside:
        right_lines += [Text(), *below]
    lines = []
    for row in range(upper):
        line = left_lines[row].copy() if row < len(left_lines) else Text()
        line.truncate(left)
        line.append(" " * (left + _GAP - line.cell_len))
        lines.append(line.append_text(right_lines[row]) if row < len(right_lines) else line)
    if not beside:
        lines += [Text(), *below]
    return Page(lines, axis, points, left + _GAP)


def _figures(story: Story, width: int, height: int, names: tuple[str, ...]) -> list[Text]:
    """The table, and as much of what explains it and of what was hidden as fits."""
    lines = table_lines(story, width)
    if story.missing:
        lines += wrapped(Text(f" {story.missing}", WARNING), width)
    for more in (table_notes(), secret_lines(story, width, names)):
        if len(lines) + len(more) <= height:
            lines += more
    return lines
