"""Covering arrays: few rows with all pairs of values that any two columns can have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

Level: TypeAlias = "tuple[int, object]"
"""A column and its value in a row."""

Levels: TypeAlias = "tuple[Level, ...]"

Row = TypeVar("Row", bound="tuple[object, ...]")

_CANDIDATES = 60
"""The number of rows that each step chooses from."""


def together(row: tuple[object, ...], first: int = 0) -> Iterator[Levels]:
    """Yield every pair of levels in a row, and the levels of its ``first`` columns together.

    >>> list(together(("line mode", "ascii", "host"), first=3))[2:]
    [((1, 'ascii'), (2, 'host')), ((0, 'line mode'), (1, 'ascii'), (2, 'host'))]
    """
    levels = tuple(enumerate(row))
    yield from combinations(levels, 2)
    if first:
        yield levels[:first]


def covering(rows: Sequence[Row], first: int = 0, seed: int = 1) -> list[Row]:
    """Return a few rows that contain everything that ``together`` yields for all rows.

    Each step takes the row with the most missing levels from a random sample. The result depends
    only on the rows and the seed.
    """
    rng, found = random.Random(seed), []
    missing = dict.fromkeys(levels for row in rows for levels in together(row, first))
    while missing:
        wanted = max(missing, key=len)  # The rarest.
        fitting = [row for row in rows if all(row[at] == level for at, level in wanted)]
        some = rng.sample(fitting, min(_CANDIDATES, len(fitting)))
        best = max(some, key=lambda row: sum(each in missing for each in together(row, first)))
        found.append(best)
        for levels in together(best, first):
            missing.pop(levels, None)
    return found


def spread(rows: Sequence[Row], load: dict[Row, int], but: int | None = None) -> list[Row]:
    """Return a few rows in which every level occurs, ignoring the column ``but``.

    Of equally good rows, the one with the least ``load`` is taken, and its load grows by 1.
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
