"""Write a replay as a recording for terminals, in version 2 of asciinema's format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple


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
