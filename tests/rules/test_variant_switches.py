"""Variants are switched on for any edition by name, with what their rulesets bring."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.engine.variant import all_variants
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import (
    FAMILY,
    changed_keys,
    fitted,
    values_of_variants,
    variant_switches,
    with_house_rules,
)
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import ruleset_from_data, ruleset_to_data
from tests.editions import OF_VARIANTS
from tests.engine.positions import UK, US

KEYS = sorted(variant_switches())


def _is_switch(name: str) -> bool:
    """Return True if a ruleset is of the family of variants, not an edition that plays some."""
    return load_ruleset(name).family == FAMILY


@pytest.mark.parametrize("name", [each for each in OF_VARIANTS if _is_switch(each)])
def test_rulesets_of_variants_equal_their_edition_with_the_switch(name: str) -> None:
    ruleset = load_ruleset(name)
    switched = with_house_rules(US, values_of_variants([name]))
    parts = {key: part for key, _, part in ruleset.sections()}
    others = {key: part for key, _, part in switched.sections() if part != parts[key]}
    # With a switch it is played on any board.
    assert others.keys() <= {"players", *(["board"] if ruleset.board.maps else [])}
    assert switched.player_limits == ruleset.player_limits
    assert ruleset.sources[f"variants.{next(iter(ruleset.variants.played))}"] in str(
        switched.sources
    )


@pytest.mark.parametrize("key", KEYS)
def test_every_variant_has_a_ruleset_and_texts(key: str) -> None:
    switch = variant_switches()[key]
    assert switch.sentence.endswith(".")
    options = all_variants()[key].options
    assert options is not None and options.paragraph.endswith(".")
    assert any(key in load_ruleset(name).variants.played for name in OF_VARIANTS)
    for name, preset in switch.presets.items():
        assert values_of_variants([name]) == values_of_variants([preset.title]) == preset.values
    assert values_of_variants([key.upper()]) == values_of_variants([switch.name]) == switch.values


def test_titles_and_sources_name_added_variants() -> None:
    mixed = with_house_rules(UK, values_of_variants(["retreat", "tactical"]))
    assert mixed.title == "UK, newer rules, Meltdowns, Retreat"
    assert mixed.sources["variants.meltdown"].startswith("Risk FAQ, section 4.5")
    assert changed_keys(mixed.sources["variants.meltdown"]) == ["played", "struck_by"]
    assert changed_keys(mixed.sources["variants.retreat"]) == ["played"]
    assert ruleset_from_data(ruleset_to_data(mixed), source="a save") == mixed
    changed = with_house_rules(US, {"fortify.reach": "free"} | values_of_variants(["airlift"]))
    assert changed.title == "US 1993, Airlift, house rules"
    again = with_house_rules(changed, values_of_variants(["retreat"]))
    assert again.title == "US 1993, Airlift, Retreat, house rules"


def test_variants_never_make_an_edition_one_for_more_players() -> None:
    few = with_house_rules(US, {"players.most": 4})
    brought = fitted(values_of_variants(["nuclear", "paranoia"]), few)
    assert (brought["players.least"], brought["players.most"]) == (3, 4)
    mixed = with_house_rules(few, brought)
    assert mixed.player_limits == (3, 4)


@pytest.mark.parametrize("typed", ["airlift", "AIRLIFT", "air", " airlift "])
def test_a_name_may_be_typed_in_any_way(typed: str) -> None:
    assert values_of_variants([typed])["variants.airlift.played"] is True


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("airlft", "unknown variant 'airlft'; did you mean airlift?"),
        ("chess", "unknown variant 'chess'; 'risk-tui rules variants' lists them"),
        ("", "unknown variant ''; "),
        ("re", "'re' could be re"),
    ],
)
def test_a_name_that_none_has_or_several_have_is_refused(
    typed: str, problem: str, own_folders: Path
) -> None:
    folder = own_folders / "data" / "risk-tui" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "refined.yaml").write_text(
        "extends: us-1993\nruleset: refined\ntitle: Refined\nfamily: Variants\n"
        "variants: {airlift: {a_turn: 1}}\n"
    )
    with pytest.raises(RulesetError) as refusal:
        values_of_variants([typed])
    assert problem in str(refusal.value)
    assert values_of_variants(["refi"])["variants.airlift.a_turn"] == 1


def test_two_that_want_different_values_are_refused() -> None:
    with pytest.raises(RulesetError) as refusal:
        values_of_variants(["tactical", "meltdown"])
    assert str(refusal.value).startswith("tactical and meltdown conflict: ")


def test_missing_table_of_a_variant_is_written_as_in_a_file() -> None:
    with pytest.raises(RulesetError, match=r"'cards.by_type' has to be \{artillery: 0"):
        with_house_rules(US, {"variants.spoils.played": True, "cards.sets": "by type"})
