"""The last step of a line on its way to the terminal: made fit for what the terminal can show.

Everything is drawn in the colours of ``palette`` and with Unicode's signs; here they become a
light theme, 256 or 16 colours, none at all, or ASCII. So no part of the screen can forget to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

from risk_tui.ascii import to_ascii
from risk_tui.tui.palette import FIELD, RGB, SEA
from risk_tui.tui.terminal.inks import LIT, shown_as

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.color import Color as RichColor
    from textual.color import Color

    from risk_tui.tui.terminal.mode import Mode


class AsciiSigns(LineFilter):
    """Nothing but ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(to_ascii(text), style, control) if control is None else segment
            for segment in segments
            for text, style, control in (segment,)
        ]


class Inks(LineFilter):
    """The colours of a mode instead of those that were drawn."""

    def __init__(self, mode: Mode) -> None:
        super().__init__()
        self._mode = mode
        self._styles: dict[Style, Style] = {}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, style and self._inked(style), control)
            for text, style, control in segments
        ]

    def _inked(self, style: Style) -> Style:
        found = self._styles.get(style)
        if found is None:
            without = self._mode.colours == "none"
            found = _uncoloured(style) if without else _coloured(style, self._mode)
            self._styles[style] = found
        return found


def filters_for(mode: Mode) -> Sequence[LineFilter]:
    """What every line goes through in a mode; nothing where it is shown as it was drawn."""
    found: list[LineFilter] = []
    if (mode.colours, mode.theme) != ("full", "dark"):
        found.append(Inks(mode))
    if mode.ascii:
        found.append(AsciiSigns())
    return found


def veil(mode: Mode) -> str:
    """What lies over the screen behind a dialog, as a style sheet's colour."""
    if mode.colours in ("16", "none"):
        return "transparent"
    sea = shown_as(SEA, "full", mode.theme).get_truecolor().hex
    return f"{sea} 60%"


def _coloured(style: Style, mode: Mode) -> Style:
    def shown(colour: RichColor | None) -> RichColor | None:
        if colour is None or colour.triplet is None:
            return colour
        return shown_as(RGB(*colour.triplet), mode.colours, mode.theme)

    return style + Style(color=shown(style.color), bgcolor=shown(style.bgcolor))


def _uncoloured(style: Style) -> Style:
    """Attributes instead of colours: in reverse what is lit, underlined where one may write."""
    triplet = style.bgcolor.triplet if style.bgcolor is not None else None
    ground = RGB(*triplet) if triplet is not None else None
    return style.without_color + Style(
        reverse=ground in LIT or bool(style.reverse),
        underline=ground == FIELD or bool(style.underline),
    )
