"""Covering arrays: few rows in which all occurs that can occur together in two columns, or more."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Level: TypeAlias = "tuple[int, object]"
"""A column, and what stands in it."""

Levels: TypeAlias = "tuple[Level, ...]"

Row = TypeVar("Row", bound="tuple[object, ...]")

_CANDIDATES = 60
"""Rows of which the best is taken."""


def together(row: tuple[object, ...], first: int = 0) -> Iterator[Levels]:
    """Every pair of levels in a row, and all levels of its ``first`` columns.

    >>> list(together(("line mode", "ascii", "host"), first=3))[2:]
    [((1, 'ascii'), (2, 'host')), ((0, 'line mode'), (1, 'ascii'), (2, 'host'))]
    """
    levels = tuple(enumerate(row))
    yield from combinations(levels, 2)
    if first:
        yield levels[:first]


def covering(rows: Sequence[Row], first: int = 0, seed: int = 1) -> list[Row]:
    """A few of these rows with all that is ``together`` in any; the same for the same seed.

    Greedily: of some rows with something that is still missing, always that with most of it.
    """
    rng, found = random.Random(seed), []
    missing = dict.fromkeys(levels for row in rows for levels in together(row, first))
    while missing:
        wanted = max(missing, key=len)  # what is hardest to meet
        fitting = [row for row in rows if all(row[at] == level for at, level in wanted)]
        some = rng.sample(fitting, min(_CANDIDATES, len(fitting)))
        best = max(some, key=lambda row: sum(each in missing for each in together(row, first)))
        found.append(best)
        for levels in together(best, first):
            missing.pop(levels, None)
    return found


def spread(rows: Sequence[Row], load: dict[Row, int], but: int | None = None) -> list[Row]:
    """A few of these rows in which every level occurs, of all columns ``but`` one.

    So something that is tried in each of them meets every level. Of equally good rows it is that
    with the least ``load``, which grows by 1 for each.
    """

    def levels(row: Row) -> set[Level]:
        return {level for level in enumerate(row) if level[0] != but}

    missing = set[Level]().union(*map(levels, rows))
    found = []
    while missing:
        best = max(rows, key=lambda row: (len(levels(row) & missing), -load.get(row, 0)))
        found.append(best)
        load[best] = load.get(best, 0) + 1
        missing -= levels(best)
    return found
