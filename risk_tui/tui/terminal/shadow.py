"""A shadow of what the terminal shows, so that only what differs from it is written.

Over a slow line every byte is felt: a cursor that moves costs a few cells, whatever the widgets
repaint, and a dialog that closes costs what was under it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len

from risk_tui.tui.terminal.pens import Pen, Pens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.segment import Segment

    Pieces = Mapping[int, Sequence[tuple[int, Iterable[Segment]]]]
    """By screen row: what stands there, from which column on."""

_PLAIN = frozenset(
    chr(number)
    for first, last in (
        (0x20, 0x7E),
        (0xA1, 0xAC),
        (0xAE, 0x24F),
        (0x391, 0x3A1),
        (0x3A3, 0x3C9),
        (0x400, 0x45F),
        (0x2013, 0x2014),
        (0x2018, 0x201A),
        (0x201C, 0x201E),
        (0x2022, 0x2022),
        (0x2026, 0x2026),
        (0x2190, 0x2193),
        (0x2212, 0x2212),
        (0x2500, 0x25A9),
        (0x25AC, 0x25B5),
        (0x25B7, 0x25BF),
        (0x25C1, 0x25FA),
    )
    for number in range(first, last + 1)
) - {"©", "®"}
"""Signs that every terminal draws one cell wide; after any other the cursor may be anywhere."""


_TURNED = str.maketrans("▀▄", "▄▀")
"""Half-blocks that show the same with ink and ground exchanged."""

_SHORT = 4
"""Blanks, at most, that may be cheaper as full blocks of three bytes each."""

_DRAFTS = 2
"""Ways of writing that are followed side by side; more save nothing worth their time."""


class _Row(NamedTuple):
    """The cells of a row: signs (empty: the right half of a wide one) and pens.

    ``None`` is a cell of which nothing is known.
    """

    signs: list[str | None]
    pens: list[Pen | None]


class Change(NamedTuple):
    """What to write, and what the terminal shows once it is written."""

    text: str
    rows: dict[int, _Row]


class Shadow:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        self._pens = Pens()
        self._size = (0, 0)
        self._rows: dict[int, _Row] = {}

    def forget(self) -> None:
        """Nothing is known any more: others wrote on the terminal, or it changed its size."""
        self._rows.clear()

    def compare(self, size: tuple[int, int], pieces: Pieces) -> Change:
        """What makes these pieces visible on a terminal of this size (columns, rows)."""
        if size != self._size:
            self._size = size
            self.forget()
        width, height = size
        unknown = _Row([None] * width, [None] * width)
        writer = _Writer(self._pens, width)
        rows: dict[int, _Row] = {}
        for y in sorted(pieces):
            if not 0 <= y < height:
                continue
            old = self._rows.get(y, unknown)
            new, start, stop = self._laid_over(old, pieces[y])
            if new != old:
                writer.row(y, old, new, start, stop)
                rows[y] = new
        return Change(writer.finished(), rows)

    def keep(self, change: Change) -> None:
        """The change was written."""
        self._rows.update(change.rows)

    def _laid_over(
        self, row: _Row, pieces: Iterable[tuple[int, Iterable[Segment]]]
    ) -> tuple[_Row, int, int]:
        """A row with pieces over it, and between which columns it may have changed."""
        width = len(row.signs)
        signs, pens = row.signs.copy(), row.pens.copy()
        wide = "" in signs
        first, end = width, 0
        for x, segments in pieces:
            new_signs, new_pens = self._cells(segments)
            stop = min(width, x + len(new_signs))
            if x >= stop:
                continue  # beyond the edge of a terminal that has just become smaller
            signs[x:stop] = new_signs[: stop - x]
            pens[x:stop] = new_pens[: stop - x]
            first, end = min(first, x), max(end, stop)
            wide = wide or "" in new_signs
        new = _Row(signs, pens)
        if wide:
            _mend(new)
            return new, 0, width
        return new, first, end

    def _cells(self, segments: Iterable[Segment]) -> tuple[list[str], list[Pen]]:
        signs: list[str] = []
        pens: list[Pen] = []
        for text, style, control in segments:
            if control:
                continue
            pen = self._pens.of(style)
            cells: Sequence[str] = text if _PLAIN.issuperset(text) else _split(text)
            signs += cells
            if pen.blank is pen or " " not in text:
                pens += [pen] * len(cells)
            else:
                blank = pen.blank
                pens += [blank if sign == " " else pen for sign in cells]
        return signs, pens


@lru_cache(1024)
def _split(text: str) -> tuple[str, ...]:
    """The cells of a text: what has no width stays with the sign before it; no control codes."""
    signs: list[str] = []
    for sign in text:
        if ord(sign) < 32 or 127 <= ord(sign) < 160:
            continue
        if signs and (cell_len(sign) == 0 or signs[-1].endswith("\u200d")):
            signs[-1] += sign
        elif cell_len(sign):
            signs.append(sign)
    cells: list[str] = []
    for sign in signs:
        cells += [sign] + [""] * (cell_len(sign) - 1)
    return tuple(cells)


def _mend(row: _Row) -> None:
    """Blank the halves of wide signs whose other half something else was laid over."""
    signs, pens = row
    for x, sign in enumerate(signs):
        if sign is None:
            continue
        if sign == "":
            before = signs[x - 1] if x else None
            whole = before is not None and cell_len(before) == 2
        else:
            whole = cell_len(sign) < 2 or signs[x + 1 : x + 2] == [""]
        if not whole:
            pen = pens[x]
            signs[x], pens[x] = " ", pen and pen.blank


class _Run(NamedTuple):
    """Cells side by side that are written with one pen."""

    x: int
    text: str
    pen: Pen
    plain: bool
    """Whether it is certain where the cursor stands afterwards: ``len(text)`` further on."""


class _Draft(NamedTuple):
    """One way to write an update: its length so far, the pen at its end, and its pieces.

    The pieces are a chain from the last to the first.
    """

    length: int
    pen: Pen | None
    pieces: tuple[Any, str]

    def more(self, text: str, pen: Pen | None) -> _Draft:
        length = len(text) if text.isascii() else len(text.encode())
        return _Draft(self.length + length, pen, (self.pieces, text))


class _Writer:
    """Puts together what is written for one update.

    Where the cursor stands and how the pen is set is not known at the start, since others write
    between updates; at the end the pen is reset for them. Some cells can be written in two ways
    (a half-block as its other half with the colours exchanged, a blank between half-blocks as a
    full block in a colour that the ink has already), so the shortest drafts go on side by side.
    """

    def __init__(self, pens: Pens, width: int) -> None:
        self._step = pens.step
        self._reset = pens.reset
        self._width = width
        self._drafts = [_Draft(0, None, ((), ""))]
        self._x: int | None = None
        self._y: int | None = None

    def row(self, y: int, old: _Row, new: _Row, start: int, stop: int) -> None:
        """Write the cells of a row that differ; none do before ``start`` and from ``stop`` on."""
        blocks = "▀" in new.signs or "▄" in new.signs
        for run in _differing(old, new, start, stop):
            if run.x != self._x or y != self._y:
                self._go(run.x, y)
            ways = [(run.text, run.pen)]
            if blocks:
                ways += _otherwise(run)
            self._write(ways)
            stop = run.x + len(run.text)
            self._x, self._y = (stop, y) if run.plain else (None, y)
            if stop >= (self._width if run.plain else self._width - 1):
                # Beyond the right edge terminals differ even about the row.
                self._x = self._y = None

    def finished(self) -> str:
        """All that is to be written."""
        best = min(self._drafts, key=_length)
        if best.pen is not None:
            best = best.more(*self._step(best.pen, self._reset))
        texts: list[str] = []
        chain = best.pieces
        while chain:
            chain, text = chain
            texts.append(text)
        return "".join(reversed(texts))

    def _write(self, ways: Sequence[tuple[str, Pen]]) -> None:
        """Go on with every draft in every way; the best two with different pens are kept."""
        best: dict[Pen | None, _Draft] = {}
        for draft in self._drafts:
            for text, wanted in ways:
                codes, pen = self._step(draft.pen, wanted)
                longer = draft.more(codes + text, pen)
                if pen not in best or longer.length < best[pen].length:
                    best[pen] = longer
        self._drafts = (
            sorted(best.values(), key=_length)[:_DRAFTS] if len(best) > 1 else [*best.values()]
        )

    def _go(self, x: int, y: int) -> None:
        move = self._move(x, y)
        self._drafts = [draft.more(move, draft.pen) for draft in self._drafts]

    def _move(self, x: int, y: int) -> str:
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1 if y else ''}H"]
        if y == self._y:
            ways.append(f"\x1b[{x + 1}G" if x else "\r")
            if self._x is not None and x > self._x:
                ways.append(f"\x1b[{_count(x - self._x)}C")
        elif x == self._x and self._y is not None and y > self._y:
            ways.append(f"\x1b[{_count(y - self._y)}B")
        return min(ways, key=len)


def _differing(old: _Row, new: _Row, first: int, end: int) -> Iterator[_Run]:
    """What of some columns of a row is to be written, from left to right."""
    start, text, last = -1, "", None
    lists = (new.signs, old.signs, new.pens, old.pens)
    cells = zip(*(each[first:end] for each in lists), strict=True)
    for x, (sign, old_sign, pen, old_pen) in enumerate(cells, first):
        if (sign == old_sign and pen is old_pen) or not sign or pen is None:
            continue
        if pen is last and x == start + len(text):
            text += sign
        else:
            if last is not None:
                yield _Run(start, text, last, True)
            start, text, last = x, sign, pen
        if sign not in _PLAIN:
            yield _Run(start, text, pen, False)
            last = None
    if last is not None:
        yield _Run(start, text, last, True)


def _otherwise(run: _Run) -> list[tuple[str, Pen]]:
    """Other ways to write a run between half-blocks so that it looks the same."""
    if run.pen.solid is not None and len(run.text) <= _SHORT:
        return [("█" * len(run.text), run.pen.solid)]
    if run.pen.turned is not None and run.text.strip("▀▄") == "":
        return [(run.text.translate(_TURNED), run.pen.turned)]
    return []


def _length(draft: _Draft) -> int:
    return draft.length


def _count(number: int) -> str:
    return str(number) if number > 1 else ""
