"""A picture made smaller than any that is drawn: lands, and a few cells for each label."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from risk_tui.boards.picture import SEA, Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

_RIGHT_EDGE = 6
"""Cells at the right edge in which no label begins: as many as the longest label fills."""

_LAND_SHARE = 0.4
"""The share of land from which a pixel is land."""


def small_picture(picture: Picture, columns: int, rows: int, label: int) -> Picture:
    """The lands of a picture in a smaller number of cells, without lanes and captions.

    Every label has ``label`` cells; one for which there is no room stands below the picture.
    """
    wide, high = len(picture.pixels[0]), len(picture.pixels)

    def shrunk(x: int, y: int) -> int:
        lines = picture.pixels[y * high // (2 * rows) : max((y + 1) * high // (2 * rows), 1)]
        start = x * wide // (2 * columns)
        stop = max((x + 1) * wide // (2 * columns), start + 1)
        counts = Counter(pixel for line in lines for pixel in line[start:stop])
        sea = counts.pop(SEA, 0)
        land = sum(counts.values())
        return counts.most_common(1)[0][0] if land > _LAND_SHARE * (land + sea) else SEA

    pixels = [[shrunk(x, y) for x in range(2 * columns)] for y in range(2 * rows)]
    centres = [
        ((column + 2) * columns // picture.columns, row * rows // picture.rows)
        for column, row in picture.labels
    ]
    for territory, (x, y) in enumerate(centres):  # none is too small to be seen
        if not any(territory in line for line in pixels):
            pixels[2 * y][2 * x] = pixels[2 * y + 1][2 * x] = territory
    labels = _labels(centres, columns, rows, label)
    return Picture(columns, rows, tuple(map(tuple, pixels)), labels, ())


def _labels(
    centres: Sequence[tuple[int, int]], columns: int, rows: int, label: int
) -> tuple[tuple[int, int], ...]:
    """Where each label begins: round its centre, or a cell away, where no other stands."""
    taken: set[tuple[int, int]] = set()
    labels = []
    for x, y in centres:
        start = min(max(x - label // 2, 0), columns - _RIGHT_EDGE)
        places = (
            (min(max(start + aside, 0), columns - _RIGHT_EDGE), y + down)
            for down, aside in ((0, 0), (0, 1), (0, -1), (0, 2), (0, -2), (1, 0), (-1, 0))
            if 0 <= y + down < rows
        )
        free = (
            place
            for place in places
            if taken.isdisjoint((place[0] + cell, place[1]) for cell in range(-1, label))
        )
        column, row = next(free, (0, rows))
        taken.update((column + cell, row) for cell in range(label))
        labels.append((column, row))
    return tuple(labels)
