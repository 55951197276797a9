"""A turn as a moving picture: an SVG that any browser plays, over and over, without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.story.board_svg import (
    LABELS,
    LINE,
    armies_place,
    board_svg,
    figures,
    label_places,
    safe,
    sign_place,
    svg_file,
    view_box,
)
from risk_tui.story.story import sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.story.look import Look
    from risk_tui.story.story import Moment, Story

_STEP, _LAST = 0.8, 3.0
"""Seconds that a step stays, and the last one."""
_CLOCK = "clock"
_LONGEST = 150
"""Characters of a sentence for which the picture has room."""


def turn_svg(story: Story, moments: Sequence[Moment], look: Look) -> str:
    """A file that shows some moments one after the other, then begins again."""
    total = _STEP * (len(moments) - 1) + _LAST
    _, height = view_box(story)
    parts = [
        f'<rect width="0" height="0"><animate id="{_CLOCK}" attributeName="x" from="0" to="0" '
        f'dur="{total:g}s" begin="0s;{_CLOCK}.end"/></rect>',
        board_svg(story, moments[0], look),
        f"<g {LABELS}>",
        *_lands(story, moments, look),
        "</g>",
    ]
    for number, moment in enumerate(moments):
        sentences = " · ".join(sentences_of(story, moment))
        texts = ((12, figures(story, moment, look)), (10, safe(sentences[:_LONGEST])))
        for line, (size, text) in enumerate(texts, 1):
            where = f'x="8" y="{height + LINE * line - 2}" font-size="{size}" fill="{look.text}"'
            shown = _set("visibility", "visible", number, number + 1, moments)
            parts.append(f'<text {where} visibility="hidden">{text}{shown}</text>')
    return svg_file(story, "\n".join(parts), look, lines=2)


def _lands(story: Story, moments: Sequence[Moment], look: Look) -> Iterator[str]:
    """What changes of every territory: the colour of its land, its armies, its sign."""
    for territory, (x, y) in enumerate(label_places(story)):
        code = story.board.territories[territory].code
        lands = [look.land(moment.view, story.seats, territory) for moment in moments]
        for start, end in _later_spans(lands):
            colour, glyph = lands[start]
            yield _set("fill", colour, start, end, moments, of=f"p{territory}")
            yield _set("stroke", colour, start, end, moments, of=f"d{territory}")
            yield _set("visibility", "hidden", start, end, moments, of=f"c{territory}")
            shown = _set("visibility", "visible", start, end, moments)
            place = f'{sign_place(x, y, look)} visibility="hidden"'
            yield f"<text {place}>{glyph}{code}{shown}</text>"
        armies = [moment.view.armies[territory] for moment in moments]
        for start, end in _later_spans(armies):
            yield _set("visibility", "hidden", start, end, moments, of=f"a{territory}")
            shown = _set("visibility", "visible", start, end, moments)
            place = f'{armies_place(x, y, look)} visibility="hidden"'
            yield f"<text {place}>{armies[start]}{shown}</text>"


def _later_spans(values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Where equal values begin and end that differ from the first one."""
    start = 0
    for number in range(1, len(values) + 1):
        if number == len(values) or values[number] != values[start]:
            if values[start] != values[0]:
                yield start, number
            start = number


def _set(
    attribute: str, value: str, start: int, end: int, moments: Sequence[Moment], of: str = ""
) -> str:
    """Change an attribute for as long as some moments are shown: of its parent, or of an id."""
    more = _LAST - _STEP if end == len(moments) else 0
    target = f'href="#{of}" ' if of else ""
    return (
        f'<set {target}attributeName="{attribute}" to="{value}" '
        f'begin="{_CLOCK}.begin+{_STEP * start:g}s" dur="{_STEP * (end - start) + more:g}s"/>'
    )
