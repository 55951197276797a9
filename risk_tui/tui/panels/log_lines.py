"""The last lines of the log."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.text.record_lines import WIDTH, log_parts
from risk_tui.tui.theme.palette import SOFT, seat_glyph
from risk_tui.tui.theme.styles import NARROW, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def log_lines(
    records: Sequence[Record],
    seats: Sequence[Seat],
    view: View,
    size: Size,
    reader: int | None = None,
) -> list[Text]:
    """The last lines of the log, newest last; on a narrow panel in short.

    Players are named by glyph and name, of which a line that is too long has a part, on a narrow
    panel by the glyph alone; ``reader`` is the only seat that reads it, if one is.
    """
    narrow = size.width < NARROW
    rooms = (0,) if narrow else (size.width, size.width - _WORDS_WIDTH)
    labels = [[replace(seat, name=_player_label(seat, room)) for seat in seats] for room in rooms]
    lines: list[Text] = []
    width = min(WIDTH, size.width - 1)
    for record in reversed(records):
        if len(lines) >= size.height:
            break
        named, shorter = labels[0], labels[-1]
        entries = list(log_parts(record, named, view.board, width, reader))
        fits = all(cell_len("".join(parts)) <= width for parts in entries)
        if not fits or len(entries) > 1:  # several lines may be one that was too long
            short_entries = list(log_parts(record, shorter, view.board, width, reader))
            if not fits or len(short_entries) != len(entries):
                entries, named = short_entries, shorter
        lines += [_log_line(parts, record.seat, named, narrow) for parts in reversed(entries)]
    return list(reversed(lines[: max(0, size.height)]))


_WORDS_WIDTH = 27
"""Columns that the longest lines take beside a name."""


def _player_label(seat: Seat, room: int) -> str:
    glyph = seat_glyph(seat.colour)
    return f"{glyph} {fit(seat.name, min(room, cell_len(seat.name)))}" if room else glyph


def _log_line(parts: Sequence[str], acting: int, seats: Sequence[Seat], shortened: bool) -> Text:
    """A line with the names of players in their colours."""
    line = Text(" ", Style(color=SOFT.hex))
    for seat, group in groupby(parts, lambda part: getattr(part, "seat", None)):
        text = "".join(group)
        if seat is not None:
            line.append(text, seat_style(seats[seat], bold=seat == acting))
        else:
            line.append(_shorten(text) if shortened else text)
    return line


def _shorten(text: str) -> str:
    """The words of a line of the log without what can be left out."""
    for words, short in (
        ("⚔ ", ""),
        (" v ", "v"),
        ("  ", " "),
        (" of ", "/"),
    ):
        text = text.replace(words, short)
    return re.sub(r" (−\d) (−\d)$", r" \1\2", text)
