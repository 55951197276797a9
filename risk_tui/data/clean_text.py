"""Find and escape characters in text from players and files that are unsafe to show.

A character is unsafe if a terminal could obey it (control characters), if it changes the drawing of
its neighbours (bidirectional and joining marks), or if it is invisible (fillers, variation
selectors, unassigned characters). A letter may have a few combining marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_VISIBLE_CATEGORIES = ("L", "M", "N", "P", "S", "Zs")

_INVISIBLE = {
    "\u034f",  # A joining mark.
    *"\u115f\u1160\u3164\uffa0",  # Korean fillers.
    *"\u17b4\u17b5",  # Khmer vowels that are not written.
    *"\u180b\u180c\u180d\u180f",  # Mongolian variation selectors.
    "\u2800",  # Braille without a dot.
    *map(chr, range(0xFE00, 0xFE10)),  # Variation selectors.
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Invisible characters that belong to visible categories."""

MAX_COMBINING_MARKS = 3
"""The maximum number of marks on a letter; more would reach into the lines above and below."""


def is_visible(char: str) -> bool:
    """Return True if a character is visible and has no other effect."""
    return unicodedata.category(char).startswith(_VISIBLE_CATEGORIES) and char not in _INVISIBLE


def max_width(char: str) -> int:
    """Return the most columns that a character takes; terminals disagree about it."""
    kind = unicodedata.category(char)
    if kind.startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" or kind in ("So", "No") else 1


def checked_characters(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every character of a text, with True if it is safe to show in its place.

    >>> [char for char, safe in checked_characters("a\\u202eb") if not safe]
    ['\\u202e']
    """
    marks = MAX_COMBINING_MARKS  # No letter precedes the first character.
    for char in text:
        if char.isascii():
            marks = 0 if char > " " else MAX_COMBINING_MARKS
            yield char, char.isprintable()
            continue
        kind = unicodedata.category(char)
        marks = marks + 1 if kind[0] == "M" else 0 if kind[0] in "LNPS" else MAX_COMBINING_MARKS
        yield char, is_visible(char) and marks <= MAX_COMBINING_MARKS


def is_safe(text: str) -> bool:
    """Return True if a text can be shown as it is."""
    if text.isascii():
        return text.isprintable()  # This gives the same result, but faster.
    return all(safe for _, safe in checked_characters(text))


def printable(text: object, longest: int = 400) -> str:
    """Return ``text`` as one line of at most ``longest`` characters, safe for terminals.

    Blanks and line breaks become single spaces; invisible and unsafe characters are escaped. An
    ellipsis replaces the end of a text that is too long.
    """
    text = str(text).strip()
    line = " ".join(text[: longest + 1].split())
    escaped = line
    if not (line.isascii() and line.isprintable()):
        escaped = "".join(
            char if safe else ascii(char)[1:-1] for char, safe in checked_characters(line)
        )
    is_complete = len(text) <= longest + 1 and len(escaped) <= longest
    return escaped if is_complete else escaped[: longest - 1] + "…"


def transliterate(text: str) -> str:
    """Spell a text of any alphabet in ASCII; characters without a spelling are dropped.

    >>> transliterate("Łukasz, Søren, Жанна, 名前")
    'Lukasz, Soren, Zhanna, MingQian'
    """
    if text.isascii():
        return text
    from anyascii import anyascii

    return "".join(filter(str.isprintable, anyascii(unicodedata.normalize("NFC", text))))


def without_accents(text: str) -> str:
    """Return a text without case and accents, by the same rules in every language.

    >>> without_accents("Éléments d'Åland")
    "elements d'aland"
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
