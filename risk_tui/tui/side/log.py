"""The last lines of the log."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.language.sentences import short_record
from risk_tui.tui.palette import SOFT, seat_glyph
from risk_tui.tui.words import NARROW, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def log_lines(
    records: Sequence[Record], seats: Sequence[Seat], view: View, size: Size
) -> list[Text]:
    """The last lines of the log, newest last; on a narrow panel in short.

    Players are told by glyph and name, on a narrow panel by the glyph alone.
    """
    narrow = size.width < NARROW
    room = 0 if narrow else size.width - _WORDS
    seats = [replace(seat, name=_told(seat, room)) for seat in seats]
    lines: list[Text] = []
    for record in reversed(records):
        if len(lines) >= size.height:
            break
        for sentence in reversed(short_record(record, seats, view.board)):
            shown = _narrowed(sentence) if narrow else sentence
            lines.append(_log_line(shown, record.seat, seats))
    return list(reversed(lines[: max(0, size.height)]))


_WORDS = 27
"""Columns that the longest lines take beside a name."""


def _told(seat: Seat, room: int) -> str:
    glyph = seat_glyph(seat.colour)
    return f"{glyph} {fit(seat.name, min(room, cell_len(seat.name)))}" if room else glyph


def _narrowed(sentence: str) -> str:
    """A line of the log with what can be left out left out."""
    for words, less in (("⚔ ", ""), (" v ", "v"), ("  ", " "), ("a capital: ", "★"), (" of ", "/")):
        sentence = sentence.replace(words, less)
    return re.sub(r" (−\d) (−\d)$", r" \1\2", sentence)


def _log_line(sentence: str, seat: int, seats: Sequence[Seat]) -> Text:
    line = Text(" " + sentence, Style(color=SOFT.hex))
    for number, each in enumerate(seats):
        place = re.search(rf"{re.escape(each.name)}(?!\w)", line.plain)
        if place:
            line.stylize(seat_style(each, bold=number == seat), *place.span())
    return line
