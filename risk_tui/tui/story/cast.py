"""A replay as a recording for terminals, in version 2 of asciinema's format.

Its frames are rows of text with terminal codes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import StringIO
from itertools import takewhile
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.geometry import Size

from risk_tui.story.story import Moment, Story
from risk_tui.text.wrapping import names_in
from risk_tui.tui.map.map_widget import map_row, renderer_for
from risk_tui.tui.story.replay_screen import (
    earth_of,
    shown_position,
    side_lines,
    step_line,
    title_line,
)
from risk_tui.tui.theme.display_mode import DisplayMode
from risk_tui.tui.theme.line_filters import build_filters
from risk_tui.tui.theme.palette import BAR, PANEL, SEA


class StyledText(NamedTuple):
    """A text in one style, with its escape sequences, and its width in columns."""

    text: str
    columns: int


_CLEAR = "\x1b[?25l\x1b[2J"
"""Hides the cursor and clears the screen."""


def cast_lines(
    frames: Iterable[tuple[float, Sequence[Sequence[StyledText]]]],
    width: int,
    height: int,
    title: str,
) -> Iterator[str]:
    """Yield the lines of a recording, without line ends: a header, one per frame, and an end.

    Args:
        frames: The frames; each has its duration in seconds, and its rows. All frames have the same
            number of rows. Only the changed parts of rows are written.
        width: Columns of the terminal.
        height: Rows of the terminal.
        title: The title of the recording.
    """
    header = {"version": 2, "width": width, "height": height, "title": title}
    yield json.dumps(header, ensure_ascii=False)
    now = 0.0
    before: list[Sequence[StyledText]] = []
    for seconds, rows in frames:
        old_rows = before or [()] * len(rows)
        changed = [
            _row_update(y, old, new)
            for y, (old, new) in enumerate(zip(old_rows, rows, strict=True))
        ]
        text = ("" if before else _CLEAR) + "".join(changed)
        yield json.dumps([round(now, 3), "o", text], ensure_ascii=False)
        now, before = now + seconds, list(rows)
    yield json.dumps([round(now, 3), "o", f"\x1b[{height};1H\x1b[0m\x1b[?25h"], ensure_ascii=False)


def _row_update(y: int, old: Sequence[StyledText], new: Sequence[StyledText]) -> str:
    """Return the escape sequences that change a row; equal pieces at its ends are skipped."""
    if old == new:
        return ""
    start = _count_common(old, new)
    end = _count_common(old[start:][::-1], new[start:][::-1])
    # Equal pieces at the ends of rows of different widths are in different columns.
    if sum(piece.columns for piece in old) != sum(piece.columns for piece in new):
        start = end = 0
    column = sum(piece.columns for piece in new[:start]) + 1
    middle = new[start : len(new) - end]
    return f"\x1b[{y + 1};{column}H" + "".join(piece.text for piece in middle)


def _count_common(one: Sequence[StyledText], other: Sequence[StyledText]) -> int:
    """Count the equal pieces at the start of two rows."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


WIDTH, HEIGHT = 120, 36
"""Columns and rows of a recording."""
_SIDE_WIDTH = 36
"""Columns of the panel beside the map."""
_MAP_WIDTH, _MAP_HEIGHT = WIDTH - _SIDE_WIDTH, HEIGHT - 2
"""Columns and rows for the map, between the top and the bottom line."""
_STEP_SECONDS, _TURN_SECONDS, _POINT_SECONDS = 0.35, 1.0, 2.0
"""Seconds for a step, the start of a turn, and a turning point or the last moment."""


def cast_frames(
    story: Story, moments: Sequence[int], mode: DisplayMode
) -> Iterator[tuple[float, list[list[StyledText]]]]:
    """Yield a frame for each moment: its duration in seconds, and its rows."""
    painter = _Painter(story, mode)
    points = {point.moment for point in story.turning_points} | {moments[-1]}
    starts = {turn.start for turn in story.turns}
    for number in moments:
        moment = story.moment(number)
        seconds = _TURN_SECONDS if number in starts else _STEP_SECONDS
        if number in points:
            seconds = _POINT_SECONDS
        yield seconds, painter.rows(moment)


class _Painter:
    """A painter of moments as rows of text with terminal codes.

    It draws again only the changed rows of the map.
    """

    def __init__(self, story: Story, mode: DisplayMode) -> None:
        self._story, self._mode = story, mode
        self._names = names_in(story.board, story.seats)
        self._show_earth(0)
        self._filters = build_filters(mode)
        self._styled_text = lru_cache(4096)(_styled_text)
        self._sea = self._encode([Segment(" " * _MAP_WIDTH, Style(bgcolor=SEA.hex))])
        self._console = Console(
            file=StringIO(), color_system="truecolor", force_terminal=True, width=WIDTH
        )

    def rows(self, moment: Moment) -> list[list[StyledText]]:
        """Return all rows of a moment, from top to bottom."""
        story, rows = self._story, self._drawing.rows
        self._draw_map(moment)
        side = side_lines(story, moment, Size(_SIDE_WIDTH, _MAP_HEIGHT), self._names)
        top = max((_MAP_HEIGHT - rows) // 2, 0)
        middle = []
        for number in range(_MAP_HEIGHT):
            row = number - top
            left = self._map[row] if 0 <= row < rows else self._sea
            line = side[number] if number < len(side) else None
            middle.append([*left, *self._line(line, _SIDE_WIDTH, PANEL.hex)])
        title = self._line(title_line(story, moment, WIDTH, ""), WIDTH, BAR.hex)
        return [title, *middle, self._line(step_line(story, moment), WIDTH, BAR.hex)]

    def _show_earth(self, earth: int) -> None:
        board = self._story.board
        picture = board.pictures_by_earth[earth].largest_within(_MAP_WIDTH, _MAP_HEIGHT)
        continents = [place.continent for place in board.one_earth.territories]
        self._earth, self._drawing = earth, renderer_for(picture, continents, self._mode)
        self._map: list[list[StyledText]] = [[]] * self._drawing.rows

    def _draw_map(self, moment: Moment) -> None:
        """Update the changed rows of the map, which shows the Earth on which something happened."""
        story, earth = self._story, earth_of(moment, self._earth)
        if earth != self._earth:
            self._show_earth(earth)
        shown = shown_position(story, moment, ascii=self._mode.ascii)
        sea = Style(bgcolor=SEA.hex)
        margin = Segment(" " * max((_MAP_WIDTH - self._drawing.columns) // 2, 0), sea)
        for row in self._drawing.show(*shown.on_earth(story.board, earth)):
            segments = [margin, *map_row(self._drawing, row)]
            self._map[row] = self._encode(Segment.adjust_line_length(segments, _MAP_WIDTH, sea))

    def _line(self, text: Text | None, width: int, background: str) -> list[StyledText]:
        """Return a line of text on a background, cut or padded to ``width``."""
        style = Style(bgcolor=background)
        segments: list[Segment] = []
        if text is not None:
            line = text.copy()
            line.end = ""
            line.truncate(width, overflow="ellipsis")
            segments = list(Segment.apply_style(line.render(self._console), style))
        return self._encode(Segment.adjust_line_length(segments, width, style))

    def _encode(self, segments: list[Segment]) -> list[StyledText]:
        """Return segments as texts with terminal codes."""
        for line_filter in self._filters:
            segments = line_filter.apply(segments, Color.parse(SEA.hex))
        return [self._styled_text(text, style) for text, style, _ in segments]


def _styled_text(text: str, style: Style | None) -> StyledText:
    """Return a text in one style with terminal codes."""
    coded = style.render(text, color_system=ColorSystem.TRUECOLOR) if style else text
    return StyledText(coded, cell_len(text))
