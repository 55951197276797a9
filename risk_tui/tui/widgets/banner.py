"""The title's picture: the word over a world of dots, each continent in the colour of a seat."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from risk_tui.tui.palette import HEAD, SEA, SEAT_COLOURS, shade

if TYPE_CHECKING:
    from textual.geometry import Size

REST = 9
"""Rows that the other parts of the title screen need."""

WORD = (
    "#######    ###    #######  ###  ###",
    "########   ###   ########  ### ### ",
    "###  ###   ###   ###       ######  ",
    "########   ###   #######   #####   ",
    "#######    ###    #######  #####   ",
    "### ###    ###        ###  ######  ",
    "###  ###   ###   ########  ### ### ",
    "###  ###   ###   #######   ###  ###",
)


class World(NamedTuple):
    """The dots of a world and how many columns they take."""

    rows: list[str]
    columns: int


class Banner(Widget):
    """As large a world as there is room for above a menu."""

    DEFAULT_CSS = "Banner { width: 100%; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._worlds = _read_worlds()
        self._width = 0
        self._strips: list[Strip] = []

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._world(viewport).rows)

    def render_line(self, y: int) -> Strip:
        if self._width != self.size.width or len(self._strips) != self.size.height:
            self._width = self.size.width
            self._strips = self._draw(self._world(self.screen.size), self._width)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self._width)

    def _world(self, room: Size) -> World:
        """The largest world that fits, else the smallest."""
        fitting = [
            world
            for world in self._worlds
            if len(world.rows) <= room.height - REST and world.columns <= room.width
        ]
        return (fitting or self._worlds[:1])[-1]

    def _draw(self, world: World, width: int) -> list[Strip]:
        rows, columns = world
        # The word stands on the lower edge of the world, where there is most sea.
        left, top = (columns - len(WORD[0])) // 2, len(rows) - len(WORD) // 2
        ground = Style(bgcolor=SEA.hex)
        ink = {
            name[0]: Style(color=shade(colour, "quiet").hex, bgcolor=SEA.hex)
            for name, colour in SEAT_COLOURS.items()
        }
        paper = Style(color=HEAD.hex, bgcolor=SEA.hex)
        strips = []
        for row, text in enumerate(rows):
            cells = _cells(text, ink, ground, columns)
            if row >= top - 1:
                _clear(cells, left, 2 * (row - top), ground)
            if row >= top:
                _write(cells, WORD[2 * (row - top)], WORD[2 * (row - top) + 1], left, paper)
            segments = [Segment(" " * max((width - columns) // 2, 0), ground)]
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                segments.append(Segment("".join(sign for sign, _ in run), style))
            strips.append(Strip(segments).adjust_cell_length(width, ground))
        return strips


def _read_worlds() -> list[World]:
    text = (Path(__file__).parent.parent / "world.txt").read_text(encoding="utf-8")
    worlds = []
    for part in text.split("\n\n")[1:]:
        bare = re.sub("[a-z]", "", part)
        worlds.append(World(part.splitlines(), max(map(len, bare.splitlines()))))
    return worlds


def _cells(
    text: str, ink: dict[str, Style], ground: Style, columns: int
) -> list[tuple[str, Style]]:
    cells, style = [], ground
    for sign in text:
        if sign in ink:
            style = ink[sign]
        else:
            cells.append((sign, style if sign != " " else ground))
    return cells + [(" ", ground)] * (columns - len(cells))


def _clear(cells: list[tuple[str, Style]], left: int, row: int, ground: Style) -> None:
    """Empty the cells that touch the word, so that it stands out."""
    near = WORD[max(row - 1, 0) : row + 3]
    for column in range(len(WORD[0])):
        if any(line[column] == "#" for line in near):
            for x in range(left + column - 1, left + column + 2):
                cells[x] = (" ", ground)


def _write(cells: list[tuple[str, Style]], upper: str, lower: str, left: int, paper: Style) -> None:
    """Two rows of the word's pixels in one row of cells."""
    for column, (above, below) in enumerate(zip(upper, lower, strict=True)):
        sign = {"##": "█", "# ": "▀", " #": "▄"}.get(above + below)
        if sign:
            cells[left + column] = (sign, paper)
