"""The rows that the terminal shows, so that only cells that differ from them are written.

Over a slow line players feel every byte: a cursor that moves costs a few cells, whatever the
widgets repaint, and a dialog that closes costs what was under it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual._compositor import Compositor, CompositorUpdate
from textual._context import visible_screen_stack
from textual.geometry import Size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.color import Color
    from rich.console import Console
    from rich.segment import Segment
    from rich.style import Style
    from textual.screen import Screen
    from textual.strip import Strip

Row: TypeAlias = "list[Segment]"

Cell: TypeAlias = "tuple[str, _Pen]"
"""A character (empty: the right half of a wide one), and its pen."""

Change: TypeAlias = "tuple[bool, _Pen, int, int, str]"
"""A cell to be written: whether it is certainly one column wide, pen, row, column, character."""

_ATTRIBUTES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "reverse": "7",
    "strike": "9",
}
"""The code of each attribute that the app uses."""

_SHOWS_ON_SPACES = frozenset("4579")
"""The codes of attributes that are seen where nothing is written."""

_ONE_CELL = re.compile("[ -~¡-¨ª-¬¯-ɏΑ-ΡΣ-ωЀ-џ–—‘-‚“-„•…←-↓−─-▩▬-▵▷-▿◁-◺]*")
"""Characters that every terminal draws one cell wide; after others the cursor may be anywhere."""

_PENS = 1024
"""Pens that are cached: styles can carry metadata, of which there is no end."""


class ScreenDiff:
    """The rows that the terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._size = Size(0, 0)
        self._rows: list[Row] = []

    @property
    def is_blank(self) -> bool:
        """Whether nothing is known to be shown."""
        return not self._rows

    def invalidate(self) -> None:
        """Forget all rows: others wrote on the terminal, or it changed its size."""
        self._rows = []

    def update(self, size: Size, strips: Iterable[Strip]) -> ScreenUpdate | None:
        """The update after which the terminal shows these rows; ``None`` if it does already.

        With another ``size`` all rows are written: the last ones may not have fitted.
        """
        if size != self._size:
            self._size = size
            self.invalidate()
        rows = [list(strip) for strip in strips]
        before = self._rows or [[] for _ in rows]
        changes: list[Change] = []
        for y, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                changes += self._row_changes(y, old, new)
        return ScreenUpdate(self, rows, _text(changes)) if changes else None

    def commit(self, rows: list[Row]) -> None:
        """Note that the terminal shows these rows now."""
        self._rows = rows

    def _row_changes(self, y: int, old: Row, new: Row) -> list[Change]:
        changes: list[Change] = []
        old_cells = chain(self._cells(old), repeat(None))
        for x, (cell, old_cell) in enumerate(zip(self._cells(new), old_cells, strict=False)):
            if cell[0] and cell != old_cell:
                char, pen = cell = _without_ink(cell)
                if old_cell is None or cell != _without_ink(old_cell):
                    changes.append((bool(_ONE_CELL.fullmatch(char)), pen, y, x, char))
        _join_blanks(changes, range(1, len(changes)), -1)
        _join_blanks(changes, range(len(changes) - 2, -1, -1), 1)
        return changes

    def _cells(self, row: Row) -> list[Cell]:
        cells: list[Cell] = []
        for text, style, control in row:
            if not control:
                pen = _pen(style)
                chars = text if _ONE_CELL.fullmatch(text) else _split_cells(text)
                cells.extend(zip(chars, repeat(pen)))
        return cells


class ScreenUpdate(CompositorUpdate):
    """The text that changes what the terminal shows to some rows."""

    def __init__(self, screen_diff: ScreenDiff, rows: list[Row], text: str) -> None:
        self.text = text
        self._screen_diff = screen_diff
        self._rows = rows

    def render_segments(self, console: Console) -> str:
        """The text; Textual asks for it when it is certain to write it."""
        self._screen_diff.commit(self._rows)
        return self.text


class DiffCompositor(Compositor):
    """Composes a screen as Textual does, and writes only the cells that differ."""

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self._screen = screen

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> Any:
        """What is to be written; a ``full`` update is only asked for when a picture is taken."""
        app: Any = self._screen.app
        if full:
            return super().render_update(full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])
        self._dirty_regions.clear()
        if app._batch_count or app.is_headless:
            return None  # Textual would write nothing of it, as while it puts up a screen
        return app.screen_diff.update(self.size, self.render_strips())


class _Pen(NamedTuple):
    """Codes of the attributes, the ground and the ink; empty colours are the terminal's own."""

    attributes: str = "0"
    ground: str = ""
    ink: str = ""


@lru_cache(_PENS)
def _pen(style: Style | None) -> _Pen:
    if style is None:
        return _Pen()
    attributes = (code for name, code in _ATTRIBUTES.items() if getattr(style, name))
    return _Pen(
        ";".join(["0", *attributes]),
        _colour_codes(style.bgcolor, False),
        _colour_codes(style.color, True),
    )


def _colour_codes(colour: Color | None, ink: bool) -> str:
    """A colour's codes, as ink or as ground; the terminal's own colour needs none."""
    return ";".join(colour.get_ansi_codes(ink)) if colour and not colour.is_default else ""


def _split_cells(text: str) -> list[str]:
    """The cells of a text: characters without width stay with the one before; no control codes."""
    chars: list[str] = []
    for char in text:
        if ord(char) < 32 or 127 <= ord(char) < 160:
            continue
        if chars and (cell_len(char) == 0 or chars[-1].endswith("\u200d")):
            chars[-1] += char
        elif cell_len(char):
            chars.append(char)
    return [cell for char in chars for cell in (char, *[""] * (cell_len(char) - 1))]


def _without_ink(cell: Cell) -> Cell:
    """A cell; without the colour of its ink if it shows none, as a space does."""
    char, pen = cell
    if char != " " or not _SHOWS_ON_SPACES.isdisjoint(pen.attributes):
        return cell
    return char, _Pen(pen.attributes, pen.ground)


def _join_blanks(changes: list[Change], indices: Iterable[int], step: int) -> None:
    """Give spaces in any ink that of the change beside them, so that they are written together."""
    for index in indices:
        is_narrow, pen, y, x, char = changes[index]
        _, other, _, beside, _ = changes[index + step]
        if char == " " and not pen.ink and beside == x + step and pen[:2] == other[:2]:
            changes[index] = is_narrow, other, y, x, char


def _text(changes: Iterable[Change]) -> str:
    """The text that writes some cells: those of one pen together, as colours need the most bytes.

    Characters that some terminals draw too wide come first, so that they cover nothing. Where the
    cursor stands and how the pen is set is not known at the start, since others write between
    updates; at the end the pen is reset for them.
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
    """The shortest codes that move the cursor from a position, if it is known, to a cell."""
    if position is None or position[1] != y or position[0] > x:
        return f"\x1b[{y + 1};{x + 1}H"
    steps = x - position[0]
    return f"\x1b[{steps}C" if steps > 1 else "\x1b[C"


def _pen_change(before: _Pen | None, pen: _Pen) -> str:
    """The codes that change one pen (``None``: unknown) to another."""
    codes = [code for code in pen if code]
    if before is not None and before.attributes == pen.attributes:
        ground = "" if pen.ground == before.ground else pen.ground or "49"
        ink = "" if pen.ink == before.ink else pen.ink or "39"
        codes = [code for code in (ground, ink) if code]
    return f"\x1b[{';'.join(codes)}m"
