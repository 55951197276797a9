"""Filters that adapt every line to the terminal just before it is written.

Everything is drawn in the colours of ``palette`` and with Unicode characters. The filters turn this
into a light theme, 256, 16 or no colours, or ASCII, so that no widget has to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from risk_tui.data.ascii import to_ascii
from risk_tui.tui.theme import palette
from risk_tui.tui.theme.display_mode import DisplayMode

HIGHLIGHT_BACKGROUNDS = {
    *palette.SEAT_COLOURS.values(),
    palette.GREY,
    palette.PICKED,
    palette.CURSOR,
    palette.ROUTE,
    palette.ACCENT,
}
"""Backgrounds with a meaning; without colours they are shown in reverse video."""


@cache
def _pattern_inks() -> frozenset[palette.RGB]:
    """Return the colours of the signs that fill land, which are dim without colours."""
    return frozenset(
        palette.darken(palette.tint(land, shade))
        for land in palette.LAND_COLOURS
        for shade in palette.SHADES
    )


_MAX_STYLES = 1024
"""Maximum number of cached styles. Styles carry metadata, so there can be any number of them."""


class AsciiFilter(LineFilter):
    """A filter that replaces all characters that are not ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.control else Segment(to_ascii(segment.text), segment.style)
            for segment in segments
        ]


class ColourFilter(LineFilter):
    """A filter that replaces the colours of ``palette`` with those of a mode."""

    def __init__(self, mode: DisplayMode) -> None:
        super().__init__()
        convert = _without_colours if mode.colours == "none" else partial(_with_colours, mode)
        self._convert = lru_cache(_MAX_STYLES)(convert)
        self._name_style = lru_cache(_MAX_STYLES)(partial(_name_style, mode))

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [part for segment in segments for part in self._parts(segment)]

    def _parts(self, segment: Segment) -> Iterator[Segment]:
        """Yield a segment in the colours of the mode.

        A name's own background does not extend to the blanks beside the name.
        """
        text, style, control = segment
        converted = style and self._convert(style)
        name_style, words = style and self._name_style(style), text.strip()
        if name_style is None or not words:
            yield Segment(text, converted, control)
            return
        before, after = text.split(words)
        for part, part_style in ((before, converted), (words, name_style), (after, converted)):
            if part:
                yield Segment(part, part_style)


def build_filters(mode: DisplayMode) -> Sequence[LineFilter]:
    """Return the filters of a mode; none if lines are shown as they are drawn."""
    filters: list[LineFilter] = []
    if (mode.colours, mode.theme) != ("full", "dark"):
        filters.append(ColourFilter(mode))
    if mode.ascii:
        filters.append(AsciiFilter())
    return filters


def scrim_colour(mode: DisplayMode) -> str:
    """Return the colour laid over the screen behind a dialog, in the syntax of style sheets."""
    if mode.colours in ("16", "none"):
        return "transparent"
    sea = palette.SEA
    if mode.theme != "dark":
        sea = palette.RGB(*palette.terminal_colour(palette.SEA, "full", mode.theme).get_truecolor())
    return f"{sea.hex} 60%"


def _with_colours(mode: DisplayMode, style: Style) -> Style:
    """Return a style in the colours of a mode that has any."""

    def convert(colour: RichColor | None) -> RichColor | None:
        if colour is None or colour.triplet is None:
            return colour
        return palette.terminal_colour(palette.RGB(*colour.triplet), mode.colours, mode.theme)

    ink = convert(style.color)
    bold = style.bold
    if mode.colours == "16" and ink is not None:
        # Bold ink of the first eight colours is shown as one of the bright eight: on a bright
        # ground, and black on any, it would be unreadable.
        bold = bold and ink.number not in (range(8) if mode.theme == "light" else (0,))
    # 16 colours leave none for fields, so fields are underlined, as without colours.
    underline = (mode.colours == "16" and _background(style) == palette.FIELD) or style.underline
    ground = convert(style.bgcolor)
    return style + Style(color=ink, bgcolor=ground, bold=bold, underline=underline)


def _background(style: Style) -> palette.RGB | None:
    """Return the background of a style, ``None`` if it is the terminal's own."""
    triplet = style.bgcolor.triplet if style.bgcolor is not None else None
    return palette.RGB(*triplet) if triplet is not None else None


def _name_style(mode: DisplayMode, style: Style) -> Style | None:
    """Return the style of a name that has its own background in a mode, else ``None``."""
    if mode.colours == "none" or style.color is None or style.color.triplet is None:
        return None
    ground = palette.name_ground(palette.RGB(*style.color.triplet), mode.colours, mode.theme)
    return ground and _with_colours(mode, style) + Style(bgcolor=ground)


def _without_colours(style: Style) -> Style:
    """Return a style without colours: highlights in reverse video, fields underlined."""
    ground = _background(style)
    ink = style.color.triplet if style.color is not None else None
    return style.without_color + Style(
        reverse=ground in HIGHLIGHT_BACKGROUNDS or bool(style.reverse),
        underline=ground == palette.FIELD or bool(style.underline),
        dim=(ink is not None and palette.RGB(*ink) in _pattern_inks()) or bool(style.dim),
    )
