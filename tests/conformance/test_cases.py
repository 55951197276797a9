"""All cases of all tables, played as their sources say."""

from __future__ import annotations

import traceback

import pytest

from .tables import TABLES


@pytest.mark.parametrize("table", TABLES)
def test_the_game_plays_as_the_source_says(table: str) -> None:
    """Play all cases of a table, and name those that fail."""
    wrong: list[str] = []
    for case in TABLES[table]:
        try:
            case.play()
        except Exception as error:
            wrong += [f"{case.says}: ", *traceback.format_exception(error, limit=-3), "\n"]
    assert not wrong, "".join(wrong)


def test_every_case_says_something_of_its_own() -> None:
    for cases in TABLES.values():
        sentences = [case.says for case in cases]
        assert sorted(set(sentences)) == sorted(sentences)
