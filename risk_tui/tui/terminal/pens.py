"""What a terminal's pen is set to, and the shortest way from one setting to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from rich.color import Color

# Each attribute that the app uses: the code that turns it on, and the one that turns it off.
_CODES = {
    "bold": ("1", "22"),
    "dim": ("2", "22"),
    "italic": ("3", "23"),
    "underline": ("4", "24"),
    "blink": ("5", "25"),
    "reverse": ("7", "27"),
    "strike": ("9", "29"),
}
_OFF = dict(_CODES.values())
_SEEN_ON_BLANKS = frozenset(_CODES[name][0] for name in ("underline", "reverse", "strike"))
_NONE: frozenset[str] = frozenset()
_MOST = 8192
"""Entries in a cache before it is emptied: styles can carry places, which have no end."""


class Pen:
    """Ink, ground (as codes; empty: the terminal's own), and attributes by code.

    ``None`` for ink or ground: it does not matter. There is one object for each setting, so they
    are compared by identity.
    """

    __slots__ = ("blank", "ground", "ink", "marks", "solid", "turned")

    def __init__(self, ink: str | None, ground: str | None, marks: frozenset[str]) -> None:
        self.ink = ink
        self.ground = ground
        self.marks = marks
        self.blank: Pen = self
        """What a blank needs: its ink is not seen unless it is underlined, reversed or so."""
        self.solid: Pen | None = None
        """For the pen of a blank: what a full block needs to look the same."""
        self.turned: Pen | None = None
        """Ink and ground exchanged, if they are all that it has."""

    @property
    def codes(self) -> list[str]:
        """The codes that set it from nothing."""
        return [*sorted(self.marks, key=int), *filter(None, (self.ink, self.ground))]


class Pens:
    """All pens in use."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, str | None, frozenset[str]], Pen] = {}
        self._styles: dict[Style | None, Pen] = {}
        self._steps: dict[tuple[Pen | None, Pen], tuple[str, Pen]] = {}
        self.reset = self.of(None)

    def of(self, style: Style | None) -> Pen:
        """The pen of a style; it says exactly what the style says."""
        pen = self._styles.get(style)
        if pen is None:
            if len(self._styles) >= _MOST:
                self._styles.clear()
            pen = self._styles[style] = self._made(style or Style.null())
        return pen

    def step(self, before: Pen | None, after: Pen) -> tuple[str, Pen]:
        """What turns one pen (``None``: unknown) into another, and the pen that results.

        Where the other does not care, things stay as they were.
        """
        known = self._steps.get((before, after))
        if known is None:
            if len(self._steps) >= _MOST:
                self._steps.clear()
            known = self._steps[before, after] = self._shortest(before, after)
        return known

    def _made(self, style: Style) -> Pen:
        marks = frozenset(on for name, (on, _) in _CODES.items() if getattr(style, name))
        ink, ground = _codes(style.color, True), _codes(style.bgcolor, False)
        pen = self._pen(ink, ground, marks)
        if not marks & _SEEN_ON_BLANKS:
            pen.blank = self._pen(None, ground, _NONE)
            if ground:
                pen.blank.solid = self._pen(_codes(style.bgcolor, True), None, _NONE)
        if ink and ground and not marks:
            pen.turned = self._pen(_codes(style.bgcolor, True), _codes(style.color, False), _NONE)
        return pen

    def _pen(self, ink: str | None, ground: str | None, marks: frozenset[str]) -> Pen:
        key = (ink, ground, marks)
        pen = self._known.get(key)
        if pen is None:
            pen = self._known[key] = Pen(*key)
        return pen

    def _shortest(self, before: Pen | None, after: Pen) -> tuple[str, Pen]:
        anew = self._pen(after.ink or "", after.ground or "", after.marks)
        way = f"\x1b[{';'.join(['0', *after.codes]) if after.codes else ''}m"
        if before is None:
            return way, anew
        goal = self._pen(
            before.ink if after.ink is None else after.ink,
            before.ground if after.ground is None else after.ground,
            before.marks - _SEEN_ON_BLANKS if after.ink is None else after.marks,
        )
        changes = _changes(before, goal)
        if not changes:
            return "", goal
        short = f"\x1b[{';'.join(changes)}m"
        return (short, goal) if len(short) <= len(way) else (way, anew)


def _codes(colour: Color | None, ink: bool) -> str:
    """A colour's codes, as the style says it; the terminal's own colour needs none."""
    if colour is None or colour.is_default:
        return ""
    return ";".join(colour.get_ansi_codes(ink))


def _changes(before: Pen, after: Pen) -> list[str]:
    """The codes that differ. One code may turn off two attributes; a survivor is set again."""
    off = sorted({_OFF[mark] for mark in before.marks - after.marks}, key=int)
    on = {mark for mark in after.marks if mark not in before.marks or _OFF[mark] in off}
    changes = [*off, *sorted(on, key=int)]
    if before.ink != after.ink:
        changes.append(after.ink or "39")
    if before.ground != after.ground:
        changes.append(after.ground or "49")
    return changes
