"""The reduction of output to the cells that differ from the terminal's contents.

Players on a slow connection notice every byte. With this module, a moving cursor costs a few cells,
however much the widgets repaint. Textual paints regions as text with codes for the cursor and the
style. ``ScreenDiff`` reads that text like a terminal, and returns the changes. It depends on
nothing else in Textual; with an untested version it returns everything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len

from risk_tui.data.crash_log import log_once
from risk_tui.data.environment import is_version_within, version_of

TESTED_VERSIONS = ("8.2", "8.3")
"""The first version of Textual with tested painting, and the first untested one."""

Cell: TypeAlias = "tuple[str, _Pen]"
"""A character (empty for the right half of a wide one), and its pen."""

Change: TypeAlias = "tuple[bool, _Pen, int, int, str]"
"""A cell to write: True if it is certainly one column wide, pen, row, column, character."""

_PAINTING = re.compile(r"\x1b\[\d+;\d+H")
"""The start of a text that paints; other texts switch modes or ring the bell."""

_TOKEN = re.compile(
    r"\x1b\[(\d+);(\d+)H"
    r"|(?:\x1b\[([\d;]*)m)?([^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[[\d;]*m"
)
"""A move of the cursor to a row and a column; codes of a style, and text; or codes alone.

Textual sets the style before every text, and resets it after. Anything else, such as control codes
in a hostile name, does not match, so it is never written.
"""

_SYNC_START, _SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""The codes around an update that the terminal shows at once."""

_CODE = re.compile(
    r"(?P<ink>38;2;\d+;\d+;\d+|38;5;\d+|[39][0-7])|(?P<ground>48;2;\d+;\d+;\d+|48;5;\d+|4[0-7]|10[0-7])"
    r"|0|[34]9|(?P<attribute>\d+)"
)
"""One code of a style: 0 resets it, 39 and 49 select the terminal's own colours."""

_SHOWS_ON_SPACES = frozenset("4579")
"""The codes of attributes that are visible on spaces."""

_ONE_CELL = re.compile("[ -~¡-¨ª-¬¯-ɏΑ-ΡΣ-ωЀ-џ–—‘-‚“-„•…←-↓−─-▩▬-▵▷-▿◁-◺]*")
"""Characters that every terminal draws one cell wide. After others, the cursor is uncertain."""

_BLOCKS = frozenset(map(chr, range(0x2580, 0x25A0)))
"""Characters that xterm draws too wide with many fonts, over the edges of the cells beside them."""

_MAX_PENS = 1024
"""Maximum number of cached pens; an animation can have any number of shades."""


def plain_painting() -> str:
    """Return the reason for writing Textual's output as it is; empty for a tested version."""
    installed = version_of("textual")
    if not installed or is_version_within(installed, *TESTED_VERSIONS):
        return ""
    return f"plain painting, as Textual {installed} is not one of those that were tried"


class ScreenDiff:
    """The known cells of the terminal."""

    def __init__(self) -> None:
        note = plain_painting()
        if note:
            log_once(note)
        self._is_plain = bool(note)
        self._rows: dict[int, list[Cell | None]] = defaultdict(list)
        self._is_sync_pending = False
        """True from the start of a synchronized update until its first part is written."""

    def invalidate(self) -> None:
        """Forget all cells, because another program wrote to the terminal, or its size changed."""
        self._rows.clear()

    def reduce(self, text: str) -> str:
        """Return a text, usually shorter, that has the same effect on the terminal."""
        if self._is_plain:
            return text
        if text == _SYNC_START:
            self._is_sync_pending = True
            return ""
        if _PAINTING.match(text):
            text = self._repaint(text)
        was_pending = self._is_sync_pending
        if text:
            self._is_sync_pending = False
        if not was_pending:
            return text
        return "" if text == _SYNC_END else text and _SYNC_START + text

    def _repaint(self, text: str) -> str:
        """Return the codes for the cells that ``text`` changes, and remember these cells."""
        x = y = 0
        cells: list[Cell] = []
        changes: dict[tuple[int, int], Cell] = {}
        for row, column, codes, chars in _TOKEN.findall(text):
            if row:
                self._note_changes(x, y, cells, changes)
                x, y, cells = int(column) - 1, int(row) - 1, []
            elif chars:
                cells += _cells(chars, codes)
        self._note_changes(x, y, cells, changes)
        cursor = f"\x1b[{y + 1};{x + len(cells) + 1}H"
        return _text(_joined(changes)) + cursor if changes else ""

    def _note_changes(
        self, x: int, y: int, cells: list[Cell], changes: dict[tuple[int, int], Cell]
    ) -> None:
        """Add the cells that differ from those on the screen to ``changes``, and remember them."""
        shown, end = self._rows[y], x + len(cells)
        shown.extend(repeat(None, end - len(shown)))
        before = shown[x:end]
        if before == cells:
            return
        beside_blocks = []
        for column, (cell, old) in enumerate(zip(cells, before, strict=True), x):
            if cell != old and cell[0]:
                changes[y, column] = cell
                if old and old[0] in _BLOCKS and cell[0] not in _BLOCKS:
                    beside_blocks += [column - 1, column + 1]
        shown[x:end] = cells
        for column in beside_blocks:
            beside = shown[column] if 0 <= column < len(shown) else None
            if beside and beside[0] and beside[0] not in _BLOCKS:
                changes.setdefault((y, column), beside)
        if x and before[0] and not before[0][0]:
            shown[x - 1] = None  # This wide character has lost its right half.
        if end < len(shown) and (cut := shown[end]) and not cut[0]:
            shown[end] = None


class _Pen(NamedTuple):
    """Codes of the attributes, the ground and the ink; empty colours are the terminal's own."""

    attributes: str = "0"
    ground: str = ""
    ink: str = ""


@lru_cache(_MAX_PENS)
def _pens(codes: str) -> tuple[_Pen, _Pen]:
    """Return the pen of a style, and that for spaces: without the ink if spaces do not show it."""
    attributes, ground, ink = ["0"], "", ""
    for code in _CODE.finditer(codes):
        ground, ink = code["ground"] or ground, code["ink"] or ink
        if code["attribute"]:
            attributes.append(code["attribute"])
    pen = _Pen(";".join(attributes), ground, ink)
    return pen, pen if _SHOWS_ON_SPACES.intersection(attributes) else pen._replace(ink="")


def _cells(text: str, codes: str) -> list[Cell]:
    """Return the cells of a text in a style, one for each column."""
    pen, pen_of_space = _pens(codes)
    chars = text if _ONE_CELL.fullmatch(text) else _split_cells(text)
    return [(char, pen_of_space if char == " " else pen) for char in chars]


def _split_cells(text: str) -> list[str]:
    """Split a text into cells; characters without width stay with the one before."""
    chars: list[str] = []
    for char in text:
        if chars and (cell_len(char) == 0 or chars[-1].endswith("\u200d")):
            chars[-1] += char
        elif cell_len(char):
            chars.append(char)
    return [cell for char in chars for cell in (char, *[""] * (cell_len(char) - 1))]


def _joined(changes: dict[tuple[int, int], Cell]) -> list[Change]:
    """Return the changes; spaces without visible ink get the pen of a neighbour.

    Both are then written together, which saves codes.
    """
    joined = [
        (bool(_ONE_CELL.fullmatch(char)), pen, y, x, char)
        for (y, x), (char, pen) in sorted(changes.items())
    ]
    _join_spaces(joined, range(1, len(joined)), -1)
    _join_spaces(joined, range(len(joined) - 2, -1, -1), 1)
    return joined


def _join_spaces(changes: list[Change], indices: Iterable[int], step: int) -> None:
    """Give spaces without visible ink the pen of the change ``step`` (1 or -1) places away."""
    for index in indices:
        is_narrow, pen, y, x, char = changes[index]
        _, other, *beside, _ = changes[index + step]
        if char == " " and not pen.ink and beside == [y, x + step] and pen[:2] == other[:2]:
            changes[index] = is_narrow, other, y, x, char


def _text(changes: Iterable[Change]) -> str:
    """Return the text that writes some cells, grouped by pen because changes of colour cost most.

    Characters that some terminals draw too wide come first, so that they cover no others. Other
    programs may write between updates, so the position of the cursor and the pen are unknown at the
    start, and the pen is reset at the end.
    """
    pieces: list[str] = []
    before: _Pen | None = None
    position: tuple[int, int] | None = None
    for is_narrow, pen, y, x, char in sorted(changes):
        if char == " " and not pen.ink and before is not None and before[:2] == pen[:2]:
            pen = before
        if pen != before:
            pieces.append(_pen_change(before, pen))
            before = pen
        if position != (x, y):
            pieces.append(_cursor_move(position, x, y))
        pieces.append(char)
        position = (x + 1, y) if is_narrow else None
    return "".join([*pieces, "\x1b[m"])


def _cursor_move(position: tuple[int, int] | None, x: int, y: int) -> str:
    """Return the shortest codes that move the cursor from a position (``None``: unknown)."""
    if position is None or position[1] != y or position[0] > x:
        return f"\x1b[{y + 1};{x + 1}H"
    steps = x - position[0]
    return f"\x1b[{steps}C" if steps > 1 else "\x1b[C"


def _pen_change(before: _Pen | None, pen: _Pen) -> str:
    """Return the codes that change one pen (``None``: unknown) to another."""
    codes = [code for code in pen if code]
    if before is not None and before.attributes == pen.attributes:
        ground = "" if pen.ground == before.ground else pen.ground or "49"
        ink = "" if pen.ink == before.ink else pen.ink or "39"
        codes = [code for code in (ground, ink) if code]
    return f"\x1b[{';'.join(codes)}m"
