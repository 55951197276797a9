"""The same words in plain ASCII, sign by sign, so that nothing changes its place on the screen."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from rich.cells import cell_len

SIGNS = {
    # Seats, by the first letter of their colour (grey: nobody).
    **dict(zip("●■▲◆▼✚○", "rbgypcn", strict=True)),
    # Dice and cards
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    **dict(zip("♟♞♜", "ick", strict=True)),
    # Arrows and keys
    **dict(zip("←→↑↓↵⏎⇧␣⇥", "<>^v<<^_>", strict=True)),
    **dict(zip("▸▹›»◂◃‹«▴▾△▽", ">>>><<<<^v^v", strict=True)),
    # Marks
    **dict(zip("✓✔✗✘★☆•·…−–—×⚔⚑∞≤≥±≈°", "+/xx**o-.---xx#@<>~~o", strict=True)),
    **dict(zip("’‘“”„¡¿", '\'\'"""!?', strict=True)),
    # Lines and blocks
    **dict(zip("╱╲╳", "/\\x", strict=True)),
    **dict.fromkeys("─━┄┅┈┉╌╍═╴╶╸╺", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║╵╷╹╻▏▕", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╟╢╤╧╪", "+"),
    **dict.fromkeys("▁▂▃▄", "_"),
    **dict.fromkeys("▀▔", '"'),
    **dict.fromkeys("█▉▊▋▌▐▍▎▅▆▇", "#"),
    **dict(zip("░▒▓", ".:%", strict=True)),
}
"""One ASCII character for each sign that the program uses."""

_LETTERS = {"ß": "s", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "ð": "d", "þ": "p",
            "Þ": "P", "æ": "a", "Æ": "A", "œ": "o", "Œ": "O", "ı": "i"}  # fmt: skip


def to_ascii(text: str) -> str:
    """``text`` without any character above 127, as wide on a screen as before.

    >>> to_ascii("Zoë → ⚅")
    'Zoe > 6'
    """
    if text.isascii():
        return text
    return "".join(map(_sign, _PAUSE.sub(lambda dots: "." * len(dots[0][:-1]) + " ", text)))


_PAUSE = re.compile("…  ?")
"""Dots before a blank have room to be dots."""


@cache
def _sign(sign: str) -> str:
    """What stands for one sign: as many characters as it fills cells on a screen."""
    if sign.isascii():
        return sign
    known = SIGNS.get(sign) or _LETTERS.get(sign)
    if known:
        return known
    if "\u2800" <= sign <= "\u28ff":
        return _DOTS[(ord(sign) - 0x2800).bit_count()]
    base = unicodedata.normalize("NFKD", sign)[0]
    plain = base if base.isascii() and base.isprintable() else "?"
    return plain.ljust(cell_len(sign), "?")[: cell_len(sign)]


_DOTS = " ..::++##"
"""A Braille cell, by the number of its dots."""
