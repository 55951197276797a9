"""A replay as a recording for terminals: asciinema's format, version 2, one line per frame."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class StyledText(NamedTuple):
    """A run of one style: its text with escape sequences, and its columns."""

    text: str
    columns: int


_CLEAR = "\x1b[?25l\x1b[2J"


def cast_lines(
    frames: Iterable[tuple[float, Sequence[Sequence[StyledText]]]],
    width: int,
    height: int,
    title: str,
) -> Iterator[str]:
    """Yield the lines of a recording, without line ends.

    Args:
        frames: For each frame the seconds that it is shown, and its rows; only changes are written.
        width: Columns of the terminal.
        height: Rows of the terminal.
        title: The title of the recording.
    """
    head = {"version": 2, "width": width, "height": height, "title": title}
    yield json.dumps(head, ensure_ascii=False)
    now = 0.0
    before: list[Sequence[StyledText]] = []
    for seconds, rows in frames:
        olds = before or [()] * len(rows)
        changed = [
            _change(y, old, new) for y, (old, new) in enumerate(zip(olds, rows, strict=True))
        ]
        text = ("" if before else _CLEAR) + "".join(changed)
        yield json.dumps([round(now, 3), "o", text], ensure_ascii=False)
        now, before = now + seconds, list(rows)
    yield json.dumps([round(now, 3), "o", f"\x1b[{height};1H\x1b[0m\x1b[?25h"], ensure_ascii=False)


def _change(y: int, old: Sequence[StyledText], new: Sequence[StyledText]) -> str:
    """Return the text that changes a row: the pieces between a common start and end."""
    if old == new:
        return ""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    if sum(piece.columns for piece in old) != sum(piece.columns for piece in new):
        start = end = 0
    column = sum(piece.columns for piece in new[:start]) + 1
    middle = new[start : len(new) - end]
    return f"\x1b[{y + 1};{column}H" + "".join(piece.text for piece in middle)


def _common(one: Sequence[StyledText], other: Sequence[StyledText]) -> int:
    """Count the pieces at the start that two rows have in common."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
