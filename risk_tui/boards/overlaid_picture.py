"""A picture of a board as it is with something laid over that board."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.boards.picture import (
    LABEL_MARGIN,
    LABEL_WIDTH,
    LinkStub,
    cell_pixels,
    count_land,
    covered_cells,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from risk_tui.boards.picture import ContinentLabel, Picture

Cell: TypeAlias = tuple[int, int]

LinkEnd: TypeAlias = tuple[int, int, str]
"""A territory, the one to which a link leads from it, and how that is called there."""

_ASIDE = 0.7
"""What a column to the side of the way to the other territory costs; one ahead is worth 1."""

_ON_LAND = 10
"""What it costs to write over land."""


def overlaid_picture(
    picture: Picture,
    links: Collection[tuple[int, int]],
    below: Collection[tuple[int, int]],
    added: Sequence[LinkEnd],
    captions: Sequence[str],
) -> Picture:
    """The picture of a board with the links ``below``, for one with these and with ``added`` ends.

    Lanes of links that it has no more are left out; where land without a link touches stands a
    wall, and each end of a new one has a stub. A caption that has grown too long for its place is
    left out.
    """
    lanes = tuple(lane for lane in picture.lanes if tuple(sorted(lane.territories)) in links)
    drawn = {tuple(sorted(lane.territories)) for lane in picture.lanes}
    walls = frozenset(set(below).difference(links) - drawn)
    bare = replace(picture, lanes=lanes, walls=walls)
    labels = tuple(_captions(bare, captions))
    return _with_stubs(replace(bare, continent_labels=labels), added)


def _captions(picture: Picture, texts: Sequence[str]) -> Iterator[ContinentLabel]:
    covered = covered_cells(picture.labels, picture.lanes, picture.pixels)
    for label in picture.continent_labels:
        end = label.column + LABEL_MARGIN
        more = range(end + len(label.text), end + len(texts[label.continent]))
        if all(_is_sea(picture, x, label.row) and (x, label.row) not in covered for x in more):
            yield replace(label, text=texts[label.continent])


def _is_sea(picture: Picture, x: int, y: int) -> bool:
    return 0 <= x < picture.columns and not count_land(picture.pixels, x, y)


def _with_stubs(picture: Picture, ends: Sequence[LinkEnd]) -> Picture:
    """The picture with stubs for these ends of links, as far as there is room for them."""
    taken = covered_cells(picture.labels, picture.lanes, picture.pixels)
    for column, row in picture.labels:
        taken |= {(column + x, row) for x in range(-1, LABEL_WIDTH + 2)}
    for label in picture.continent_labels:
        cells = range(len(label.text) + LABEL_MARGIN)
        taken |= {(label.column + x, label.row) for x in cells}
    stubs = []
    for territory, there, code in ends:
        stub = _stub(picture, territory, there, code, taken)
        if stub is not None:
            stubs.append(stub)
            taken.update(stub.cells)
    return replace(picture, stubs=tuple(stubs))


def _stub(
    picture: Picture, territory: int, there: int, code: str, taken: Collection[Cell]
) -> LinkStub | None:
    """The stub at a territory that is nearest to the straight way there."""
    (x, y), (to_x, to_y) = picture.labels[territory], picture.labels[there]
    across, down = float(to_x - x), 2.0 * (to_y - y)
    if abs(across) > picture.columns / 2:  # the shorter way is round the world
        across -= picture.columns if across > 0 else -picture.columns
    length = hypot(across, down) or 1
    across, down = across / length, down / length

    def worth(stub: LinkStub) -> float:
        aside, ahead = stub.column - x, 2 * (stub.row - y)
        on_the_way = aside * across + ahead * down
        off_it = abs(aside * down - ahead * across)
        on_sea = all(_is_sea(picture, *cell) for cell in stub.cells)
        return on_the_way - _ASIDE * off_it - (0 if on_sea else _ON_LAND)

    return max(_places(picture, territory, code, taken), key=worth, default=None)


def _places(
    picture: Picture, territory: int, code: str, taken: Collection[Cell]
) -> Iterator[LinkStub]:
    """Every stub at a territory: on free sea beside its land, or on nothing but its land."""
    land = _cells_of(picture, territory)
    for column, row in land:
        for stub in (
            LinkStub(column + 1, row, code, True),
            LinkStub(column - 1 - len(code), row, code, False),
            LinkStub(column, row, code, True),
        ):
            on_land = land.issuperset(stub.cells)
            on_sea = all(_is_sea(picture, *cell) for cell in stub.cells)
            if (on_land or on_sea) and not any(cell in taken for cell in stub.cells):
                yield stub


def _cells_of(picture: Picture, territory: int) -> set[Cell]:
    """The cells of which a territory has most pixels."""
    rows = [y // 2 for y, line in enumerate(picture.pixels) if territory in line]
    return {
        (x, y)
        for y in set(rows)
        for x in range(picture.columns)
        if cell_pixels(picture.pixels, x, y).count(territory) > 1
    }
