"""The title's picture: the name over a map of dots, each continent in the colour of a seat."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from risk_tui.tui.theme.palette import HEAD, SEA, SEAT_COLOURS, tint

if TYPE_CHECKING:
    from textual.geometry import Size

REST = 10
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
    """A map of the world in dots, and how many columns it takes."""

    rows: list[str]
    columns: int


class TitleArt(Widget):
    """The largest map of dots for which there is room above the menu, with the name over it."""

    DEFAULT_CSS = "TitleArt { width: 100%; height: auto; }"

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
        """The largest world that fits, else the smallest without its northernmost rows."""
        height = room.height - REST
        fitting = [
            world
            for world in self._worlds
            if len(world.rows) <= height and world.columns <= room.width
        ]
        if fitting:
            return fitting[-1]
        smallest = self._worlds[0]
        return smallest._replace(rows=smallest.rows[-max(height, 1) :])

    def _draw(self, world: World, width: int) -> list[Strip]:
        rows, columns = world
        # The word stands on the lower edge of the world, where there is most sea.
        left, top = (columns - len(WORD[0])) // 2, len(rows) - len(WORD) // 2
        ground = Style(bgcolor=SEA.hex)
        ink = {
            name[0]: Style(color=tint(colour, "quiet").hex, bgcolor=SEA.hex)
            for name, colour in SEAT_COLOURS.items()
        }
        paper = Style(color=HEAD.hex, bgcolor=SEA.hex)
        strips = []
        for row, text in enumerate(rows):
            cells = _cells(text, ink, ground, columns)
            if row >= top - 1:
                _clear_around_word(cells, left, 2 * (row - top), ground)
            if row >= top:
                _draw_word(cells, WORD[2 * (row - top)], WORD[2 * (row - top) + 1], left, paper)
            segments = [Segment(" " * max((width - columns) // 2, 0), ground)]
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                segments.append(Segment("".join(char for char, _ in run), style))
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
    for char in text:
        if char in ink:
            style = ink[char]
        else:
            cells.append((char, style if char != " " else ground))
    return cells + [(" ", ground)] * (columns - len(cells))


def _clear_around_word(cells: list[tuple[str, Style]], left: int, row: int, ground: Style) -> None:
    """Blank the cells that touch the word, so that it stands out."""
    near = WORD[max(row - 1, 0) : row + 3]
    for column in range(len(WORD[0])):
        if any(line[column] == "#" for line in near):
            for x in range(left + column - 1, left + column + 2):
                cells[x] = (" ", ground)


def _draw_word(
    cells: list[tuple[str, Style]], upper: str, lower: str, left: int, paper: Style
) -> None:
    """Draw two rows of the word's pixels in one row of cells."""
    for column, (above, below) in enumerate(zip(upper, lower, strict=True)):
        char = {"##": "█", "# ": "▀", " #": "▄"}.get(above + below)
        if char:
            cells[left + column] = (char, paper)
