"""Covering arrays and spread samples."""

from __future__ import annotations

from itertools import product

import pytest

from tests.covering import covering, spread, together

ROWS = [row for row in product("ab", "cde", range(7), "fg", "hi") if row[:2] != ("a", "c")]


@pytest.mark.parametrize("first", [0, 3])
def test_every_pair_that_can_be_is_covered_by_few_rows(first: int) -> None:
    """With ``first``, these columns are covered in all their combinations, too."""
    found = covering(ROWS, first)
    assert {pair for row in found for pair in together(row)} == {
        pair for row in ROWS for pair in together(row)
    }
    assert set(found) <= set(ROWS)
    assert {row[:first] for row in found} == {row[:first] for row in ROWS}
    if first:
        assert len(found) == 5 * 7
    else:
        assert 21 <= len(found) <= 25  # Two of the columns have 3 × 7 pairs.


def test_the_same_seed_finds_the_same_rows() -> None:
    assert covering(ROWS, seed=3) == covering(ROWS, seed=3) != covering(ROWS, seed=4)


def test_spread_rows_have_every_level() -> None:
    load: dict[tuple[object, ...], int] = {}
    found = [spread(ROWS, load) for _ in range(4)]
    for rows in found:
        assert {level for row in rows for level in enumerate(row)} == {
            level for row in ROWS for level in enumerate(row)
        }
        assert len(rows) == 7
    assert max(load.values()) == 1
    assert len(spread(ROWS, {}, but=2)) == 3
