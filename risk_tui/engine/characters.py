"""Which characters of a text from outside may reach a screen as they are.

Refused, or spelled out, is whatever a terminal could obey (control characters), whatever changes
how its neighbours stand (bidirectional and joining marks), and whatever nobody sees (fillers,
variation selectors, characters that are not assigned). Marks that sit on a letter are seen as
long as there is a letter and they do not pile up.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = ("L", "M", "N", "P", "S", "Zs")

_BLANK = {
    "\u034f",  # joins marks
    *"\u115f\u1160\u3164\uffa0",  # fill the place of a Korean letter
    *"\u17b4\u17b5",  # Khmer vowels that are not written
    *"\u180b\u180c\u180d\u180f",  # choose between Mongolian letters
    "\u2800",  # Braille without a dot
    *map(chr, range(0xFE00, 0xFE10)),  # choose between pictures
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Characters of a kind that is seen, but not these."""

MOST_MARKS = 3
"""Marks that one letter may carry; more climb over the lines above and below."""


def is_seen(mark: str) -> bool:
    """Whether a character is seen and does nothing else."""
    return unicodedata.category(mark).startswith(_KINDS) and mark not in _BLANK


def width_of(mark: str) -> int:
    """Columns of the screen that a character takes at most: of many signs terminals disagree."""
    kind = unicodedata.category(mark)
    if kind.startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in "WF" or kind in ("So", "No") else 1


def each_seen(text: str) -> Iterator[tuple[str, bool]]:
    """Every character of a text, and whether it may be shown as it is, where it stands.

    >>> [mark for mark, seen in each_seen("a\\u202eb") if not seen]
    ['\\u202e']
    """
    marks = MOST_MARKS  # at the beginning there is no letter that could carry one
    for mark in text:
        if mark.isascii():
            marks = 0 if mark > " " else MOST_MARKS
            yield mark, mark.isprintable()
            continue
        kind = unicodedata.category(mark)
        marks = marks + 1 if kind[0] == "M" else 0 if kind[0] in "LNPS" else MOST_MARKS
        yield mark, is_seen(mark) and marks <= MOST_MARKS


def all_seen(text: str) -> bool:
    """Whether a text can be shown as it is."""
    return all(seen for _, seen in each_seen(text))
