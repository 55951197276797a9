"""Text from players and files, made fit to be shown.

Refused, or written as an escape, is every character that a terminal could obey (control
characters), that changes how its neighbours are drawn (bidirectional and joining marks), or that
cannot be seen (fillers, variation selectors, unassigned characters). Marks on a letter are
allowed as long as there is a letter and they do not pile up.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


_VISIBLE_CATEGORIES = ("L", "M", "N", "P", "S", "Zs")

_INVISIBLE = {
    "\u034f",  # joins marks
    *"\u115f\u1160\u3164\uffa0",  # fill the place of a Korean letter
    *"\u17b4\u17b5",  # Khmer vowels that are not written
    *"\u180b\u180c\u180d\u180f",  # choose between Mongolian letters
    "\u2800",  # Braille without a dot
    *map(chr, range(0xFE00, 0xFE10)),  # choose between pictures
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Characters of those categories that nobody sees all the same."""

MAX_COMBINING_MARKS = 3
"""Marks that one letter may carry; more would reach into the lines above and below."""


def is_visible(char: str) -> bool:
    """Whether a character can be seen and does nothing else."""
    return unicodedata.category(char).startswith(_VISIBLE_CATEGORIES) and char not in _INVISIBLE


def max_width(char: str) -> int:
    """Columns of the screen that a character takes at most; terminals disagree about many."""
    kind = unicodedata.category(char)
    if kind.startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" or kind in ("So", "No") else 1


def checked_characters(text: str) -> Iterator[tuple[str, bool]]:
    """Every character of a text, with whether it may be shown as it is where it stands.

    >>> [char for char, safe in checked_characters("a\\u202eb") if not safe]
    ['\\u202e']
    """
    marks = MAX_COMBINING_MARKS  # at the beginning there is no letter that could carry one
    for char in text:
        if char.isascii():
            marks = 0 if char > " " else MAX_COMBINING_MARKS
            yield char, char.isprintable()
            continue
        kind = unicodedata.category(char)
        marks = marks + 1 if kind[0] == "M" else 0 if kind[0] in "LNPS" else MAX_COMBINING_MARKS
        yield char, is_visible(char) and marks <= MAX_COMBINING_MARKS


def is_safe(text: str) -> bool:
    """Whether a text can be shown as it is."""
    if text.isascii():
        return text.isprintable()  # as below, and soon seen
    return all(safe for _, safe in checked_characters(text))


def printable(text: object, longest: int = 400) -> str:
    """``text`` as one line of at most ``longest`` characters that no terminal could obey.

    Line breaks become spaces; characters that are invisible, or do more than to be seen, are
    written as escapes.
    """
    line = " ".join(str(text)[: longest + 1].split())
    escaped = line
    if not (line.isascii() and line.isprintable()):
        escaped = "".join(
            char if safe else ascii(char)[1:-1] for char, safe in checked_characters(line)
        )
    return escaped if len(escaped) <= longest else escaped[: longest - 1] + "…"


def transliterate(text: str) -> str:
    """Spell a text of any alphabet in printable ASCII, without what has no spelling.

    >>> transliterate("Łukasz, Søren, Жанна, 名前")
    'Lukasz, Soren, Zhanna, MingQian'
    """
    if text.isascii():
        return text
    from anyascii import anyascii

    return "".join(filter(str.isprintable, anyascii(unicodedata.normalize("NFC", text))))
