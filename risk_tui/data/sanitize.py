"""Makes text from players and files fit to be shown."""

from __future__ import annotations

import unicodedata

from risk_tui.data.unicode_safety import checked_characters


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
