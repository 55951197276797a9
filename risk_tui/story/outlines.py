"""The outlines of a picture's territories as paths, as SVG writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.picture import SEA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.picture import Picture

Point = tuple[int, int]
ACROSS, DOWN = 2, 4
"""Units of a pixel: half a character wide, half a character high."""


def outlines(picture: Picture) -> dict[int, str]:
    """The path of every territory that the picture shows, in units from the upper left corner.

    It goes through the middles of the pixels' edges, so that steps become slopes; land that
    touches has the same line.
    """
    edges = _edges(picture.pixels)
    return {
        territory: "".join(_path(loop) for loop in _loops(edges[territory]))
        for territory in sorted(edges)
    }


def _edges(pixels: Sequence[Sequence[int]]) -> dict[int, dict[Point, list[Point]]]:
    """For each territory the edges of its pixels towards others, from corner to corner.

    Its land lies to the right of each edge.
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


def _loops(edges: dict[Point, list[Point]]) -> list[list[Point]]:
    """The edges joined to closed lines."""
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


def _path(corners: Sequence[Point]) -> str:
    """A closed path through the middles of the edges between corners."""
    middles = [
        ((x + to_x) * ACROSS // 2, (y + to_y) * DOWN // 2)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    # A point in the midst of a straight line says nothing.
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
