"""One moment of a game as an SVG picture: the board, who holds what, and how many armies."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from risk_tui.data.sanitize import printable
from risk_tui.story.outlines import ACROSS, DOWN, outlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.boards.picture import Picture
    from risk_tui.story.look import Look
    from risk_tui.story.story import Moment, Story

_CELL_WIDTH, _CELL_HEIGHT = 2 * ACROSS, 2 * DOWN
_RADIUS = 8
_LEGEND = 26
"""Units for the line with the players below the board."""


def safe(text: object) -> str:
    """A text as a page shows it literally, whatever is in it."""
    return escape(printable(text), quote=True)


def board_svg(story: Story, moment: Moment, look: Look) -> str:
    """The board at a moment as the inside of an ``svg`` element; see ``view_box`` for its size.

    The path, the disc, the number and the sign of territory ``n`` have the ids ``p``, ``d``, ``a``
    and ``c`` with ``n``, so that a script can show another moment.
    """
    return "\n".join(_parts(story, moment, look, _picture(story)))


def view_box(story: Story) -> tuple[int, int]:
    """The width and height of the board in units."""
    picture = _picture(story)
    return picture.columns * _CELL_WIDTH, picture.rows * _CELL_HEIGHT


def moment_svg(story: Story, moment: Moment, look: Look) -> str:
    """A file with a picture of one moment: the board, and a line with the turn and the players."""
    width, height = view_box(story)
    legend = f"Round {moment.turn.round}" if moment.turn.seat is not None else "Setting up"
    texts = [f'<tspan fill="{look.text}">{safe(legend)}</tspan>']
    for number, seat in enumerate(story.seats):
        view = moment.view
        figures = f"{len(view.territories_of(number))} / {view.armies_of(number)}"
        mark = "▸" if number == moment.turn.seat else ""
        texts.append(
            f'<tspan dx="14" fill="{look.colour(seat.colour)}">{mark}{look.glyph(seat.colour)} '
            f"{safe(seat.name)} {figures}</tspan>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + _LEGEND}" '
        f'width="{2 * width}" height="{2 * (height + _LEGEND)}" '
        'font-family="system-ui, sans-serif">\n'
        f"<title>{safe(story.name)}</title>\n"
        f'<rect width="{width}" height="{height + _LEGEND}" fill="{look.sea}"/>\n'
        f"{board_svg(story, moment, look)}\n"
        f'<text x="8" y="{height + 17}" font-size="12">{"".join(texts)}</text>\n</svg>\n'
    )


def _picture(story: Story) -> Picture:
    """The largest picture of the board."""
    return list(story.board.pictures)[-1]


def _parts(story: Story, moment: Moment, look: Look, picture: Picture) -> Iterator[str]:
    width, _ = view_box(story)
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
        where = f'x="{x}" y="{y:g}" font-size="8.5" fill="{look.line}"'
        yield f"<text {where}>{safe(caption.text)}</text>"
    paths = outlines(picture)
    yield f'<g stroke="{look.sea}" stroke-width="0.8" stroke-linejoin="round">'
    for territory, place in enumerate(story.board.territories):
        fill, _ = look.land(moment.view, story.seats, territory)
        path = paths.get(territory, "")
        title = f"<title>{safe(place.name)}</title>"
        yield f'<path id="p{territory}" d="{path}" fill="{fill}">{title}</path>'
    yield "</g>"
    yield '<g text-anchor="middle" pointer-events="none">'
    for territory, (column, row) in enumerate(picture.labels):
        yield from _label(story, moment, look, territory, column, row)
    yield "</g>"


def _label(
    story: Story, moment: Moment, look: Look, territory: int, column: int, row: int
) -> Iterator[str]:
    """The armies of a territory on a disc, its code and its owner's glyph below that."""
    x, y = (column + 2) * _CELL_WIDTH, (row + 0.5) * _CELL_HEIGHT
    fill, glyph = look.land(moment.view, story.seats, territory)
    code = story.board.territories[territory].code
    yield (
        f'<circle id="d{territory}" cx="{x}" cy="{y:g}" r="{_RADIUS}" fill="{look.panel}" '
        f'stroke="{fill}" stroke-width="1.5"/>'
        f'<text id="a{territory}" x="{x}" y="{y + 3.4:g}" font-size="9.5" font-weight="bold" '
        f'fill="{look.text}">{moment.view.armies[territory]}</text>'
        f'<text id="c{territory}" x="{x}" y="{y + _RADIUS + 6.5:g}" font-size="6.5" '
        f'font-weight="bold" fill="{look.text}" stroke="{look.sea}" stroke-width="2" '
        f'paint-order="stroke">{glyph}{code}</text>'
    )
