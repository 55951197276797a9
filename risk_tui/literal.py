"""Text from players and files, made fit to be shown."""

from __future__ import annotations

import unicodedata

_SEEN = ("L", "M", "N", "P", "S", "Zs")


def literal(text: object, longest: int = 400) -> str:
    """``text`` as one line without anything that a terminal could obey.

    Line breaks become spaces; control, bidirectional and other unseen characters are spelled out.
    """
    line = " ".join(str(text)[: longest + 1].split())
    if len(line) > longest:
        line = line[: longest - 1] + "…"
    return "".join(
        mark if unicodedata.category(mark).startswith(_SEEN) else ascii(mark)[1:-1] for mark in line
    )
