"""Writes a picture as the text of its file, made true to its board on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.drawing.captions import place_captions
from risk_tui.boards.drawing.grid import ACROSS, SEA, touching
from risk_tui.boards.drawing.labels import place_labels
from risk_tui.boards.drawing.land import carve, join
from risk_tui.boards.drawing.lanes import draw_lane, shores
from risk_tui.boards.picture import SeaLane, continent_label_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.boards.drawing.grid import Grid, Pixel, Point

_LONGEST_BRIDGE = 8
"""The most lines of the grid that a bridge has; what is farther apart gets a lane."""


def picture_text(board: Board, grid: Grid, wished: Mapping[str, Point], captions: bool) -> str:
    """The text of a picture file of these lands, which are changed where a rule asks for it.

    ``wished`` says where labels should be about. Raises ``LookupError`` with what there is no room
    for.
    """
    codes = [territory.code for territory in board.territories]
    links = {frozenset((codes[one], codes[other])) for one, other in board.links}
    by_land = {frozenset((codes[a], codes[b])) for a, b in board.links - board.sea_lanes}
    spare: set[Pixel] = set()
    for _ in range(3):  # what is carved may part others
        spare.update(join(grid, by_land, _LONGEST_BRIDGE))
        carve(grid, by_land, spare)
    lanes: dict[tuple[str, str], SeaLane] = {}
    while missing := _linked_apart(links, grid, codes) - set(lanes):  # a lane may part others, too
        for one, other in sorted(missing):
            wraps = _is_nearer_round_the_edge(grid, one, other)
            lanes[one, other] = draw_lane(grid, one, other, lanes.values(), wraps)
    width, height = len(grid[0]), len(grid)
    cells = [
        {(x // ACROSS, y // 2) for x, y in lane.pixels(width, height) if grid[y][x] == SEA}
        for lane in lanes.values()
    ]
    used = {pixel for lane in lanes.values() for pixel in lane.pixels(width, height)}
    labels = place_labels(grid, wished, cells)
    parts = {
        continent_label_text(each.name, each.bonus): [codes[place] for place in each.territories]
        for each in board.continents
    }
    places = place_captions(grid, parts, labels, used) if captions else {}
    letter = {each.code: each.letter for each in board.territories} | {SEA: " "}
    header = [f"picture: {board.name}", f"size: [{width // ACROSS}, {height // 2}]"]
    header += [f"across: {ACROSS}", "labels:"]
    header += [f"  {code}: [{labels[code][0]}, {labels[code][1]}]" for code in codes]
    header.append("lanes:" if lanes else "lanes: {}")
    for (one, other), lane in sorted(
        lanes.items(), key=lambda item: list(map(codes.index, item[0]))
    ):
        wrap = ", wrap: true" if lane.wraps else ""
        header.append(f"  {one}-{other}: {{from: {[*lane.start]}, to: {[*lane.end]}{wrap}}}")
    if places:
        header.append("captions:")
        for each in board.continents:
            place = places.get(continent_label_text(each.name, each.bonus))
            header += [f"  {each.name}: [{place[0]}, {place[1]}]"] if place else []
    lines = ["".join(letter[code] for code in row).rstrip() for row in grid]
    return "\n".join([*header, "---", *lines]) + "\n"


def _linked_apart(
    links: set[frozenset[str]], grid: Grid, codes: Sequence[str]
) -> set[tuple[str, str]]:
    """Find the linked pairs that do not touch, each in board order."""
    one_other = (sorted(pair, key=codes.index) for pair in links - touching(grid))
    return {(one, other) for one, other in one_other}


def _is_nearer_round_the_edge(grid: Grid, one: str, other: str) -> bool:
    """Whether the way from one land to the other is shorter over the picture's edge."""
    width = len(grid[0])
    ends = {code: shores(grid, code) for code in (one, other)}
    ways = [(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in ends[one][::3] for b in ends[other][::3]]
    direct = min((max(across, ACROSS * down) for across, down in ways), default=0)
    round_it = min((max(width - across, ACROSS * down) for across, down in ways), default=width)
    return 2 * round_it < direct
