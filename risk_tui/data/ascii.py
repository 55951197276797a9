"""Convert text to plain ASCII of the same width, character by character."""

from __future__ import annotations

import codecs
from functools import cache

from rich.cells import cell_len

from risk_tui.data.clean_text import transliterate

SIGNS = {
    # Seats, by the first letter of their colour (grey: no seat).
    **dict(zip("●■▲◊▼►◦", "rbgypcn", strict=True)),
    # Dice and cards
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    **dict(zip("♟♞♜", "ick", strict=True)),
    # Arrows and keys
    **dict(zip("←→↑↓↵⏎⇧␣⇥", "<>^v<<^_>", strict=True)),
    **dict(zip("▸▹›»◂◃‹«▴▾△▽", ">>>><<<<^v^v", strict=True)),
    # Marks
    **dict(zip("◎○≠⌂", "!&=^", strict=True)),
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
"""One ASCII character for each symbol that the program shows."""


def to_ascii(text: str) -> str:
    """Convert ``text`` to ASCII of the same width on a screen.

    >>> to_ascii("Zoë → ⚅")
    'Zoe > 6'
    """
    if text.isascii():
        return text
    # A second blank after an ellipsis leaves room for another dot.
    return "".join(map(_char_to_ascii, text.replace("…  ", ".. ")))


ERRORS = "risk_tui.data.ascii"
"""The name of the error handler of ASCII streams."""


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII for characters that a stream can't encode, and the position after them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, end = error.object, error.end
    # An ellipsis is replaced together with the blanks after it.
    blanks = text[end : end + 2]
    end += len(blanks) - len(blanks.lstrip(" "))
    return to_ascii(text[error.start : end]), end


codecs.register_error(ERRORS, _replace_unencodable)


@cache
def _char_to_ascii(char: str) -> str:
    """Return ASCII for one character, of the same number of cells."""
    if char.isascii():
        return char
    if char in SIGNS:
        return SIGNS[char]
    if "\u2800" <= char <= "\u28ff":
        return _BRAILLE[(ord(char) - 0x2800).bit_count()]
    width = cell_len(char)
    plain = transliterate(char)[:width]
    return plain.ljust(width) if plain.strip() else "?" * width


_BRAILLE = " ..::++##"
"""ASCII for a Braille cell, by the number of its dots."""
