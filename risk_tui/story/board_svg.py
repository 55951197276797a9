"""A moment of a game as an SVG picture: the board with the owner and armies of each territory."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.story.look import ACROSS, DOWN, outlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.boards.picture import Picture
    from risk_tui.story.look import StoryTheme
    from risk_tui.story.story import Moment, Story

_CELL_WIDTH, _CELL_HEIGHT = 2 * ACROSS, 2 * DOWN
"""The size of a character cell, in units."""
_RADIUS = 8
"""The radius of the disc behind the number of armies, in units."""
_LINE_HEIGHT = 24
"""The height of the line of text below the board, in units."""


def safe(text: object) -> str:
    """Escape a text for HTML and SVG, and replace unprintable characters."""
    return escape(printable(text), quote=True)


def board_svg(story: Story, moment: Moment, look: StoryTheme) -> str:
    """Return the board at a moment as the content of an ``svg`` element of the size ``view_box``.

    If the board has several Earths, they are drawn below each other. The path, disc, number and
    code of territory ``n`` have the ids ``pN``, ``dN``, ``aN`` and ``cN`` with its number, so that
    a script can show another moment.
    """
    parts: list[str] = []
    for earth, picture in enumerate(_pictures(story)):
        group = f'<g transform="translate(0 {earth * _height(picture)})">' if earth else "<g>"
        parts += [group, *_earth_parts(story, moment, look, earth, picture), "</g>"]
    return "\n".join([*parts, *_labels(story, moment, look)])


def view_box(story: Story) -> tuple[int, int]:
    """Return the width and height of the board, in units."""
    pictures = _pictures(story)
    return pictures[0].columns * _CELL_WIDTH, sum(map(_height, pictures))


def moment_svg(story: Story, moment: Moment, look: StoryTheme) -> str:
    """Return an SVG file of the board at a moment, with the turn and the players below it."""
    width, height = view_box(story)
    total = height + _LINE_HEIGHT
    line = f'<text x="8" y="{height + 16}" font-size="12">{_legend(story, moment, look)}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" '
        f'width="{2 * width}" height="{2 * total}" font-family="system-ui, sans-serif">\n'
        f"<title>{safe(story.name)}</title>\n"
        f'<rect width="{width}" height="{total}" fill="{look.sea}"/>\n'
        f"{board_svg(story, moment, look)}\n{line}\n</svg>\n"
    )


def _legend(story: Story, moment: Moment, look: StoryTheme) -> str:
    """Return the turn and each player's territories and armies, for a ``text`` element."""
    turn_text = (
        _("Round {round}", round=moment.turn.round)
        if moment.turn.seat is not None
        else _("Setting up")
    )
    texts = [f'<tspan fill="{look.text}">{safe(turn_text)}</tspan>']
    for number, seat in enumerate(story.seats):
        view = moment.view
        counts = f"{len(view.territories_of(number))} / {view.armies_of(number)}"
        mark = "▸" if number == moment.turn.seat else ""
        texts.append(
            f'<tspan dx="14" fill="{look.colour(seat.colour)}">{mark}{look.glyph(seat.colour)} '
            f"{safe(seat.name)} {counts}</tspan>"
        )
    return "".join(texts)


def _pictures(story: Story) -> list[Picture]:
    """Return the largest picture of each Earth; all have the same size."""
    return [list(pictures)[-1] for pictures in story.board.pictures_by_earth]


def _height(picture: Picture) -> int:
    return picture.rows * _CELL_HEIGHT


def _earth_parts(
    story: Story, moment: Moment, look: StoryTheme, earth: int, picture: Picture
) -> Iterator[str]:
    """Yield the elements of an Earth, except for the labels of territories."""
    width = picture.columns * _CELL_WIDTH
    yield f'<g stroke="{look.line}" stroke-width="1.5" stroke-linecap="round">'
    for lane in picture.lanes:
        (x, y), (to_x, to_y) = (
            ((end[0] + 0.5) * ACROSS, (end[1] + 0.5) * DOWN) for end in (lane.start, lane.end)
        )
        if lane.wraps:
            for side, height in sorted(((x, y), (to_x, to_y))):
                edge = 0 if side < width / 2 else width
                yield f'<path d="M{side:g} {height:g}L{edge} {height:g}"/>'
        else:
            yield f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'
    yield "</g>"
    for caption in picture.continent_labels:
        x, y = caption.column * _CELL_WIDTH, (caption.row + 0.9) * _CELL_HEIGHT
        attributes = f'x="{x}" y="{y:g}" font-size="8.5" fill="{look.line}"'
        yield f"<text {attributes}>{safe(caption.text)}</text>"
    paths = outlines(picture)
    yield f'<g stroke="{look.sea}" stroke-width="0.8" stroke-linejoin="round">'
    first = earth * story.board.size
    for place in range(story.board.size):
        territory = first + place
        fill, _ = look.land(moment.view, story.seats, territory)
        title = f"<title>{safe(story.board.territories[territory].name)}</title>"
        yield f'<path id="p{territory}" d="{paths.get(place, "")}" fill="{fill}">{title}</path>'
    yield "</g>"


def _labels(story: Story, moment: Moment, look: StoryTheme) -> Iterator[str]:
    """Yield the labels of all territories: armies, owner's glyph and code."""
    yield '<g text-anchor="middle" pointer-events="none">'
    for territory, (x, y) in enumerate(label_places(story)):
        fill, glyph = look.land(moment.view, story.seats, territory)
        yield (
            f'<circle id="d{territory}" cx="{x}" cy="{y:g}" r="{_RADIUS}" fill="{look.panel}" '
            f'stroke="{fill}" stroke-width="1.5"/>'
        )
        armies, code = moment.view.armies[territory], story.board.territories[territory].code
        yield (
            f'<text id="a{territory}" x="{x:g}" y="{y + 3.4:g}" font-size="9.5" '
            f'font-weight="bold" fill="{look.text}">{armies}</text>'
        )
        yield (
            f'<text id="c{territory}" x="{x:g}" y="{y + _RADIUS + 6.5:g}" font-size="6.5" '
            f'font-weight="bold" fill="{look.text}" stroke="{look.sea}" stroke-width="2" '
            f'paint-order="stroke">{glyph}{code}</text>'
        )
    yield "</g>"


def label_places(story: Story) -> list[tuple[float, float]]:
    """Return the centre of each territory's label, in units."""
    return [
        ((column + 2) * _CELL_WIDTH, (row + 0.5) * _CELL_HEIGHT + earth * _height(picture))
        for earth, picture in enumerate(_pictures(story))
        for column, row in picture.labels
    ]
