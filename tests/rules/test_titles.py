"""Titles of rulesets that were changed for a game, and these titles in other languages."""

from __future__ import annotations

import pytest

from risk_tui.data import language
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.titles import changed_title, translated_title


def test_many_variants_are_counted() -> None:
    few, many = ["Airlift", "Retreat"], [f"A variant with a long name {number}" for number in "123"]
    assert changed_title("US 1993", few, has_house_rules=True) == (
        "US 1993, Airlift, Retreat, house rules"
    )
    assert changed_title("US 1993", many, has_house_rules=False) == "US 1993, 3 variants"


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("title", "german"),
    [
        ("UK, newer rules", "Großbritannien, neuere Regeln"),
        ("UK, newer rules, Fog of war, house rules", "Großbritannien, neuere Regeln, "),
        ("US 1993, 3 variants", "USA 1993, 3 Varianten"),
        ("Ours, of long ago", "Ours, of long ago"),
    ],
)
def test_each_part_of_a_title_is_translated(title: str, german: str) -> None:
    assert translated_title(title) == title
    language.use("de")
    assert translated_title(title).startswith(german)
    assert "house rules" not in translated_title(title)


@pytest.mark.usefixtures("english_again")
def test_errors_name_house_rules_in_the_language_in_use() -> None:
    language.use("fr")
    with pytest.raises(RulesetError, match="règles maison"):
        with_house_rules(load_ruleset("us-1993"), {"fortify.limit": "é"})
