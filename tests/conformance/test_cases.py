"""Every case of every table, played as its source says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .tables import TABLES

if TYPE_CHECKING:
    from .case import Case


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{table}: {case.says}")
        for table, cases in TABLES.items()
        for case in cases
    ],
)
def test_the_game_plays_as_the_source_says(case: Case) -> None:
    case.play()


def test_every_case_says_something_of_its_own() -> None:
    for cases in TABLES.values():
        sentences = [case.says for case in cases]
        assert sorted(set(sentences)) == sorted(sentences)
