"""The tables of docs/rulesets.md are up to date."""

from __future__ import annotations

from tests.docs.rulesets import PAGE, page


def test_tables_of_rulesets_and_boards_are_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(text), "write them again: python -m tests.docs.rulesets"
