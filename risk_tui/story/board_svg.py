"""A moment of a game as an SVG picture: the board with the owner and armies of each territory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.boards.picture import SEA, Picture
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.table.seats import Seat, seat_on

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.story.story import Moment, Story


@dataclass(frozen=True, slots=True)
class StoryTheme:
    """Colours (``#rrggbb``) and glyphs, by the names of seat colours and ``grey``.

    ``sea``, ``free`` (for land without an owner), ``line``, ``text`` and ``panel`` are colours of
    other parts.
    """

    colours: Mapping[str, str]
    glyphs: Mapping[str, str]
    sea: str
    free: str
    line: str
    text: str
    panel: str

    def colour(self, name: str) -> str:
        """Return the colour for the name of a seat colour; unknown names are grey."""
        return self.colours.get(name, self.colours["grey"])

    def glyph(self, name: str) -> str:
        """Return the glyph for the name of a seat colour; unknown names get that of grey."""
        return self.glyphs.get(name, self.glyphs["grey"])

    def land(self, view: View, seats: Sequence[Seat], territory: int) -> tuple[str, str]:
        """Return the colour of a territory, and the signs before its code.

        The signs are the glyph of its owner and its marks, such as a capital's star.
        """
        owner = view.owner[territory]
        marks = "".join(mark.sign for mark in view.marks(territory))
        if owner == NO_SEAT:
            return self.free, marks
        is_out = view.status[owner] in ("out", "resigned")
        colour = "grey" if is_out else seat_on(view, seats, territory).colour
        return self.colour(colour), self.glyph(colour) + marks


Point = tuple[int, int]
"""The column and row of a corner between pixels."""
ACROSS, DOWN = 2, 4
"""The width and height of a pixel in units; a character cell has 2 x 2 pixels."""
_CELL_WIDTH, _CELL_HEIGHT = 2 * ACROSS, 2 * DOWN
"""The size of a character cell, in units."""
_RADIUS = 8
"""The radius of the disc behind the number of armies, in units."""
_LINE_HEIGHT = 24
"""The height of the line of text below the board, in units."""


def safe(text: object) -> str:
    """Make a text safe for HTML and SVG: printable, not too long, and escaped."""
    return escape(printable(text), quote=True)


def board_svg(story: Story, moment: Moment, theme: StoryTheme) -> str:
    """Return the board at a moment as the content of an ``svg`` element of the size ``view_box``.

    If the board has several Earths, they are drawn below each other. The path, disc, number and
    code of territory ``n`` have the ids ``pN``, ``dN``, ``aN`` and ``cN`` with its number, so that
    a script can show another moment.
    """
    parts: list[str] = []
    for earth, picture in enumerate(_pictures(story)):
        group = f'<g transform="translate(0 {earth * _height(picture)})">' if earth else "<g>"
        parts += [group, *_earth_parts(story, moment, theme, earth, picture), "</g>"]
    return "\n".join([*parts, *_labels(story, moment, theme), *_captions(story, theme)])


def view_box(story: Story) -> tuple[int, int]:
    """Return the width and height of the board, in units."""
    pictures = _pictures(story)
    return pictures[0].columns * _CELL_WIDTH, sum(map(_height, pictures))


def moment_svg(story: Story, moment: Moment, theme: StoryTheme) -> str:
    """Return an SVG file of the board at a moment, with the turn and the players below it."""
    width, height = view_box(story)
    total = height + _LINE_HEIGHT
    line = f'<text x="8" y="{height + 16}" font-size="12">{_legend(story, moment, theme)}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" '
        f'width="{2 * width}" height="{2 * total}" font-family="system-ui, sans-serif">\n'
        f"<title>{safe(story.name)}</title>\n"
        f'<rect width="{width}" height="{total}" fill="{theme.sea}"/>\n'
        f"{board_svg(story, moment, theme)}\n{line}\n</svg>\n"
    )


def _legend(story: Story, moment: Moment, theme: StoryTheme) -> str:
    """Return the turn and each player's territories and armies, for a ``text`` element."""
    turn_text = (
        _("Round {round}", round=moment.turn.round)
        if moment.turn.seat is not None
        else _("Setting up")
    )
    texts = [f'<tspan fill="{theme.text}">{safe(turn_text)}</tspan>']
    for number, seat in enumerate(story.seats):
        view = moment.view
        counts = f"{len(view.territories_of(number))} / {view.armies_of(number)}"
        mark = "▸" if number == moment.turn.seat else ""
        texts.append(
            f'<tspan dx="14" fill="{theme.colour(seat.colour)}">{mark}{theme.glyph(seat.colour)} '
            f"{safe(seat.name)} {counts}</tspan>"
        )
    return "".join(texts)


def _pictures(story: Story) -> list[Picture]:
    """Return the largest picture of each Earth; all have the same size."""
    return [list(pictures)[-1] for pictures in story.board.pictures_by_earth]


def _height(picture: Picture) -> int:
    return picture.rows * _CELL_HEIGHT


def _earth_parts(
    story: Story, moment: Moment, theme: StoryTheme, earth: int, picture: Picture
) -> Iterator[str]:
    """Yield the lanes and the land of an Earth."""
    width = picture.columns * _CELL_WIDTH
    yield f'<g stroke="{theme.line}" stroke-width="1.5" stroke-linecap="round">'
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
    paths = outlines(picture)
    yield f'<g stroke="{theme.sea}" stroke-width="0.8" stroke-linejoin="round">'
    for place, territory in enumerate(story.board.territories_on(earth)):
        fill, _ = theme.land(moment.view, story.seats, territory)
        title = f"<title>{safe(story.board.territories[territory].name)}</title>"
        yield f'<path id="p{territory}" d="{paths.get(place, "")}" fill="{fill}">{title}</path>'
    yield "</g>"


def _labels(story: Story, moment: Moment, theme: StoryTheme) -> Iterator[str]:
    """Yield the labels of all territories: armies, signs and code."""
    yield '<g text-anchor="middle" pointer-events="none">'
    for territory, (x, y) in enumerate(label_places(story)):
        fill, signs = theme.land(moment.view, story.seats, territory)
        yield (
            f'<circle id="d{territory}" cx="{x}" cy="{y:g}" r="{_RADIUS}" fill="{theme.panel}" '
            f'stroke="{fill}" stroke-width="1.5"/>'
        )
        armies, code = moment.view.armies[territory], story.board.territories[territory].code
        yield (
            f'<text id="a{territory}" x="{x:g}" y="{y + 3.4:g}" font-size="9.5" '
            f'font-weight="bold" fill="{theme.text}">{armies}</text>'
        )
        yield (
            f'<text id="c{territory}" x="{x:g}" y="{y + _RADIUS + 6.5:g}" font-size="6.5" '
            f'font-weight="bold" fill="{theme.text}" stroke="{theme.sea}" stroke-width="2" '
            f'paint-order="stroke">{signs}{code}</text>'
        )
    yield "</g>"


def _captions(story: Story, theme: StoryTheme) -> Iterator[str]:
    """Yield the names of continents.

    They come last, and are as wide as their cells of free sea, so that nothing covers them. One
    beside a territory's disc or code, which are higher than a cell, moves up or down.
    """
    yield f'<g font-size="8.5" fill="{theme.line}" pointer-events="none">'
    for earth, picture in enumerate(_pictures(story)):
        for caption in picture.continent_labels:
            x, y = caption.column * _CELL_WIDTH, (caption.row + 0.9) * _CELL_HEIGHT
            length = len(caption.text) * _CELL_WIDTH
            y += _caption_shift(x, y, length, _label_centres(picture))
            width = f'textLength="{length}"'
            yield (
                f'<text x="{x}" y="{y + earth * _height(picture):g}" {width} '
                f'lengthAdjust="spacingAndGlyphs">{safe(caption.text)}</text>'
            )
    yield "</g>"


_CAPTION_SHIFTS = (0, -2, 2, -4, 4, -6, 6, -8, 8)
"""The distances in units by which a caption may move down, the shortest first."""

_CAPTION_HEIGHT = 6
"""The height of a caption above its baseline, in units."""


def _caption_shift(x: float, y: float, length: float, labels: Sequence[tuple[float, float]]) -> int:
    """Return how far a caption moves down to be clear of labels; 0 if no distance is enough.

    Args:
        x: The left end of the caption.
        y: Its baseline.
        length: Its length.
        labels: The centres of the territories' discs.
    """

    def is_clear(base: float) -> bool:
        return all(
            base < centre_y - _RADIUS - 1 or base - _CAPTION_HEIGHT > centre_y + 2 * _RADIUS
            for centre_x, centre_y in labels
            if x - _RADIUS - 1 < centre_x < x + length + _RADIUS + 1
        )

    return next((shift for shift in _CAPTION_SHIFTS if is_clear(y + shift)), 0)


def label_places(story: Story) -> list[tuple[float, float]]:
    """Return the centre of each territory's label, in units."""
    return [
        (x, y + earth * _height(picture))
        for earth, picture in enumerate(_pictures(story))
        for x, y in _label_centres(picture)
    ]


def _label_centres(picture: Picture) -> list[tuple[float, float]]:
    """Return the centre of each label in a picture, in units."""
    return [
        ((column + 2) * _CELL_WIDTH, (row + 0.5) * _CELL_HEIGHT) for column, row in picture.labels
    ]


def outlines(picture: Picture) -> dict[int, str]:
    """Return the SVG path of every territory in a picture, in units from the upper left corner.

    A path goes through the middles of the pixels' edges, which turns steps into slopes. Adjacent
    territories share their line.
    """
    edges = _border_edges(picture.pixels)
    return {
        territory: "".join(_svg_path(loop) for loop in _join_edges(edges[territory]))
        for territory in sorted(edges)
    }


def _border_edges(pixels: Sequence[Sequence[int]]) -> dict[int, dict[Point, list[Point]]]:
    """Return the border edges of each territory: the end corners by each start corner.

    An edge has the territory on its right.
    """
    height, width = len(pixels), len(pixels[0])
    found: dict[int, dict[Point, list[Point]]] = {}
    for y, line in enumerate(pixels):
        for x, here in enumerate(line):
            if here == SEA:
                continue
            sides = (
                (y == 0 or pixels[y - 1][x] != here, (x, y), (x + 1, y)),
                (x == width - 1 or line[x + 1] != here, (x + 1, y), (x + 1, y + 1)),
                (y == height - 1 or pixels[y + 1][x] != here, (x + 1, y + 1), (x, y + 1)),
                (x == 0 or line[x - 1] != here, (x, y + 1), (x, y)),
            )
            for is_border, start, end in sides:
                if is_border:
                    found.setdefault(here, {}).setdefault(start, []).append(end)
    return found


def _join_edges(edges: dict[Point, list[Point]]) -> list[list[Point]]:
    """Join edges to closed loops of corners; ``edges`` is emptied."""
    loops = []
    while edges:
        first = here = next(iter(edges))
        loop = []
        while here in edges:
            ends = edges[here]
            there = ends.pop()
            if not ends:
                del edges[here]
            loop.append(here)
            here = there
            if here == first and first not in edges:
                break
        loops.append(loop)
    return loops


def _svg_path(corners: Sequence[Point]) -> str:
    """Return the SVG path through the middles of the edges of a loop; empty without turns."""
    middles = [
        ((x + to_x) * ACROSS // 2, (y + to_y) * DOWN // 2)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    # Keep only the points at which the line turns.
    turns = [
        here
        for before, here, after in zip(
            [middles[-1], *middles[:-1]], middles, [*middles[1:], middles[0]], strict=True
        )
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    if not turns:
        return ""
    (x, y), *rest = turns
    steps = []
    for to_x, to_y in rest:
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{turns[0][0]} {turns[0][1]}l{' '.join(steps)}z"
