"""Ruleset files: the shipped ones say what their sources say, wrong ones are refused by name."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.errors import RulesetError
from risk_tui.rules.fields import field_sentence
from risk_tui.rules.library import load_ruleset, names
from risk_tui.rules.ruleset import Ruleset, parse_ruleset, ruleset_from_data, ruleset_to_data
from risk_tui.rules.variant_options import VariantOptions
from risk_tui.saves.schema import with_later_keys
from tests.engine.positions import BOARD, UK, US, varied
from tests.work import bounded_processor_time

from .effects import describe

TEXT = (Path(__file__).parents[2] / "rulesets" / "us-1993.yaml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The text of us-1993 with one thing changed."""
    assert TEXT.count(old) == 1, f"{old!r} stands there {TEXT.count(old)} times"
    return TEXT.replace(old, new)


def line_of(text: str, part: str) -> int:
    """The line on which something stands."""
    return text[: text.index(part)].count("\n") + 1


def refusal(text: str, find=None) -> str:
    """Return the error about a ruleset: quick, and one line."""
    with bounded_processor_time(), pytest.raises(RulesetError) as error:
        parse_ruleset(text, source="mine.yaml", find=find)
    said = str(error.value)
    assert said.isprintable()
    assert len(said) <= 400
    return said


# What a player reads


def test_every_section_is_described_in_whole_sentences() -> None:
    always = {"players", "setup", "reinforce", "cards", "combat", "fortify", "victory"}
    for ruleset in map(load_ruleset, names("rulesets")):
        for key, heading, part in ruleset.sections():
            told = describe(part)
            assert heading, key
            # Only a part that the game does without may have nothing to tell.
            assert told or key not in always, key
            for sentence in told:
                assert "{" not in sentence
                assert sentence[-1] in ".…"


def test_sentences_about_one_thing_use_the_singular() -> None:
    for _, _, part in US.sections():
        for name, field in type(part).model_json_schema()["properties"].items():
            kinds = {kind.get("type"): kind for kind in field.get("anyOf", [field])}
            bounds = kinds.get("integer")
            if bounds and bounds["minimum"] <= 1 <= bounds["maximum"]:
                told = field_sentence(part.model_copy(update={name: 1}), name)
                found = re.findall(r"\b1 (?:\w+ )?(\w*[^s\W]s|dice|are|have)\b", told)
                # A sentence says itself which word is for 1, as in "{value} {stays|stay}".
                chosen = re.findall(r"(\w+)\|", str(field))
                assert {*found} <= {"has", "is", "wins", *chosen}, told


def test_lists_of_one_entry_are_told_in_the_singular() -> None:
    told = describe(load_ruleset("us-1980-experts").cards)
    assert "Armies for the first set: 4." in told
    one = varied(US, board={"bonuses": {"Asia": 5}, "maps": ("classic",)}).board
    assert describe(one) == [
        "It is played on this map only: classic.",
        "One continent brings another number of armies than on the map (Asia: 5).",
    ]


def test_sentences_fit_their_values() -> None:
    assert describe(US.fortify) == [
        "At the end of a turn armies may move once, between two neighbours.",
        "Any number may be moved, as long as one stays behind.",
    ]
    seven = varied(UK, fortify={"limit": 7, "reach": "free"}).fortify
    assert describe(seven) == [
        "At the end of a turn armies may move any number of times within connected territories.",
        "At most 7 armies may be moved at a time.",
    ]
    told = "Armies that each player starts with: 40 with 2 players, 35 with 3"
    assert told in " ".join(describe(US.setup))


def test_only_tables_by_players_name_players() -> None:
    told = " ".join(describe(load_ruleset("stars").cards))
    assert "(stars: armies): 2: 2, 3: 4, 4: 7, 5: 10," in told


def test_irrelevant_values_are_not_described() -> None:
    us, uk = " ".join(describe(US.cards)), " ".join(describe(UK.cards))
    assert "Armies for the first sets: 4, 6, 8, 10, 12, 15." in us
    assert "first sets" not in uk
    assert "artillery: 4" in uk
    assert "artillery: 4" not in us
    assert "at once" in us
    assert "at once" not in uk


def test_each_option_has_a_sentence_of_its_own() -> None:
    sections = [field.annotation for field in Ruleset.model_fields.values()]
    sections += [type(section) for section in VariantOptions().sections.values()]
    seen = 0
    for section in sections:
        for name, field in getattr(section, "model_fields", {}).items():
            arguments = getattr(field.annotation, "__args__", ())
            options = [option for option in arguments if isinstance(option, str)]
            if options:
                sentences = [field.json_schema_extra["sentences"][option] for option in options]
                assert len(set(sentences)) == len(options), (section, name)
                seen += 1
    assert seen > 30


# Own files


def test_a_ruleset_extends_another_and_overrides_single_keys() -> None:
    text = """
extends: us-1993
ruleset: long-march
title: Long march
fortify:
  reach: free
setup:
  armies: {2: 50}
cards:
  escalating: [4, 5]
"""
    asked = []

    def find(name: str) -> tuple[str, str]:
        asked.append(name)
        return "us-1993.yaml", TEXT

    mine = parse_ruleset(text, source="long-march.yaml", find=find)
    assert asked == ["us-1993"]
    assert (mine.ruleset, mine.title, mine.family) == ("long-march", "Long march", US.family)
    assert (mine.fortify.reach, mine.fortify.limit) == ("free", None)
    assert mine.setup.armies == {2: 50, 3: 35, 4: 30, 5: 25, 6: 20}
    assert mine.cards.escalating == (4, 5)
    assert mine.combat == US.combat


def test_a_ruleset_may_extend_one_that_extends_another() -> None:
    files = {
        "b": "extends: c\nfortify: {limit: 7}",
        "c": TEXT,
    }
    mine = parse_ruleset(
        "extends: b\nfortify: {reach: free}",
        source="a.yaml",
        find=lambda name: (f"{name}.yaml", files[name]),
    )
    assert (mine.fortify.reach, mine.fortify.limit) == ("free", 7)


def test_data_of_a_saved_game_makes_the_same_ruleset_again() -> None:
    for ruleset in (US, UK, varied(US, fortify={"limit": 7})):
        data = json.loads(json.dumps(ruleset_to_data(ruleset)))
        assert ruleset_from_data(data, source="save") == ruleset


def test_links_that_an_older_game_left_out_are_left_out() -> None:
    old = ruleset_to_data(US)
    del old["board"]
    old["links"] = {"omitted": [["East Africa", "Middle East"]]}
    board = ruleset_from_data(with_later_keys(old), source="an old game").board
    assert board.omitted == (("East Africa", "Middle East"),)
    assert not (board.added or board.sea_lanes or board.symbols or board.bonuses)


# Wrong files

MISTAKES = [
    (
        "  allocation: claim",
        "  alocation: claim",
        "unknown key 'setup.alocation'; did you mean all",
    ),
    ("version: 2", "version: 2\ncolour: red", "unknown key 'colour'; there are: ruleset, title, "),
    ("reach: adjacent", "reach: far", "'far' must be 'adjacent', 'connected', 'free', 'one"),
    ("attack_dice: 3", "attack_dice: 4", "'combat.attack_dice': 4 must be less than or equal to 3"),
    ("attack_dice: 3", "attack_dice: 0", "must be greater than or equal to 1"),
    ("attack_dice: 3", "attack_dice: three", "'three' must be a whole number"),
    ("attack_dice: 3", 'attack_dice: "3"', "'3' must be a whole number"),
    ("attack_dice: 3", "attack_dice: 2.5", "2.5 must be a whole number"),
    ("attack_dice: 3", "attack_dice: true", "true must be a whole number"),
    ("attack_dice: 3", "attack_dice:", "null must be a whole number"),
    ("attack_dice: 3", "attack_dice: [3]", "[3] must be a whole number"),
    ("trade_more: false", "trade_more: 0", "0 must be true or false"),
    ("{2: 40,", "{two: 40,", "'setup.armies': the key 'two' must be a whole number"),
    ("{2: 40,", "{2: 0,", "'setup.armies.2': 0 must be greater than or equal to 1"),
    ("{2: 40,", "{", "'setup.armies' says nothing for 2 players"),
    ("{least: 2, most: 6}", "{least: 5, most: 3}", "'players.least' is greater than 'most'"),
    ("[4, 6, 8, 10, 12, 15]", "[]", "'cards.escalating' needs at least one value"),
    ("[4, 6, 8, 10, 12, 15]", "[4, x]", "'cards.escalating.1': 'x' must be a whole number"),
    ("[4, 6, 8, 10, 12, 15]", "4", "'cards.escalating': 4 must be a list"),
    ("{artillery: 4,", "{tank: 4,", "'cards.by_type': the key 'tank' must be 'artillery', "),
    ("{artillery: 4,", "{", "'cards.by_type' lacks artillery"),
    ("trade_to: 4", "trade_to: 6", "must be less than 'elimination_trade_at'"),
    ("ruleset: us-1993", "ruleset: US 1993", "'US 1993' must be small letters, digits and hyphens"),
    ("title: US 1993", 'title: "a\\x1b[31mb"', "'title': control and invisible characters"),
    ("title: US 1993", 'title: "a\\u202eb"', "'title': control and invisible characters"),
    ("title: US 1993", 'title: "  "', "'title': text must not be empty"),
    ("title: US 1993", "title: " + "x" * 5000, "must have at most 60 characters"),
    ("version: 2", "version: 2\nextends: [us-1993]", "'extends' names another ruleset"),
]


@pytest.mark.parametrize(("old", "new", "reason"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes_are_reported_with_file_line_key_and_hint(old: str, new: str, reason: str) -> None:
    said = refusal(changed(old, new))
    assert said.startswith(f"mine.yaml, line {line_of(TEXT, old) + new.count(chr(10))}: ")
    assert reason in said


@pytest.mark.parametrize("value", ["3", "[1]", "", "free"])
def test_a_section_is_a_table_of_keys(value: str) -> None:
    text = re.sub(r"fortify:\n(  .*\n)+", f"fortify: {value}\n", TEXT)
    said = refusal(text)
    assert said.startswith(
        f"mine.yaml, line {line_of(text, chr(10) + 'fortify: ') + 1}: 'fortify': "
    )
    assert said.endswith("must be a table of keys")


def test_a_missing_key_is_reported_with_its_sections_line() -> None:
    text = changed("  reach: adjacent\n", "")
    where = line_of(text, "\nfortify:") + 1
    assert refusal(text) == f"mine.yaml, line {where}: the key 'fortify.reach' is missing"


def test_a_missing_section_is_named() -> None:
    text = re.sub(r"fortify:\n(  .*\n)+", "", TEXT)
    assert refusal(text) == (
        "mine.yaml: the key 'fortify' is missing; "
        "'extends: us-1993' takes such keys from that ruleset"
    )


@pytest.mark.parametrize("text", ["", "- 1", "word", "7"])
def test_file_without_a_table_is_refused(text: str) -> None:
    assert refusal(text).startswith("mine.yaml: a ruleset is a table of keys")


def test_the_file_that_set_a_wrong_value_is_blamed() -> None:
    parent = changed("  attack_dice: 3", "  attack_dice: 9")
    said = refusal("extends: theirs\n", find=lambda name: ("theirs.yaml", parent))
    assert said.startswith(f"theirs.yaml, line {line_of(parent, 'attack_dice: 9')}: ")
    said = refusal(
        "extends: theirs\ncombat:\n  attack_dice: 8\n", find=lambda name: ("theirs.yaml", parent)
    )
    assert said.startswith("mine.yaml, line 3: 'combat.attack_dice': 8 ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("board:\n  added: [[Peru, Foo]]\n", "board.added"),
        ("variants:\n  earths:\n    joins: [Peru, Foo]\n", "variants.earths.joins"),
    ],
)
def test_a_name_that_the_board_lacks_is_reported_with_its_line(text: str, key: str) -> None:
    mine = parse_ruleset(
        f"extends: us\n{text}", source="mine.yaml", find=lambda name: ("us.yaml", TEXT)
    )
    line = 1 + text.count("\n")
    with pytest.raises(RulesetError, match=rf"^mine\.yaml, line {line}: '{key}': .* 'Foo'"):
        GameSetup(BOARD, mine, 3)


@pytest.mark.parametrize(
    ("files", "blamed"),
    [
        ({"mine": "extends: mine"}, "mine.yaml, line 1"),
        ({"mine": "extends: b", "b": "\nextends: mine"}, "b.yaml, line 2"),
        ({"mine": "extends: b", "b": "extends: c", "c": "extends: b"}, "c.yaml, line 1"),
    ],
)
def test_rulesets_that_extend_each_other_in_a_circle_are_refused(files, blamed: str) -> None:
    said = refusal(files["mine"], find=lambda name: (f"{name}.yaml", files[name]))
    assert said.startswith(blamed)
    assert "goes in a circle" in said


def test_ruleset_that_extends_too_many_others_is_refused() -> None:
    files = {f"x{number}": f"extends: x{number + 1}" for number in range(99)}
    said = refusal("extends: x0", find=lambda name: (f"{name}.yaml", files[name]))
    assert said == "x7.yaml, line 1: a ruleset extends at most 8 others"


def test_a_mission_for_parts_of_no_continent_is_refused() -> None:
    said = refusal(f"{TEXT}variants:\n  parts_of_continents:\n    missions: [{{}}]\n")
    assert "name at least one continent" in said


def test_without_a_library_nothing_can_be_extended() -> None:
    assert refusal("extends: us-1993") == "mine.yaml, line 1: 'extends' names another ruleset"


@pytest.mark.parametrize(
    "key",
    ['"a\\nb"', '"a\\x1b[2Jb"', '"\\u202eevil"', '"' + "9" * 900 + '"', '"' + "x" * 900 + '"'],
)
def test_errors_contain_no_control_characters(key: str) -> None:
    refusal(f"{TEXT}{key}: 1\n")
    refusal(changed("  draw: before", f"  {key}: 1\n  draw: before"))


def test_a_key_as_long_as_the_file_is_not_repeated() -> None:
    refusal(f'{TEXT}? "{"x" * 100_000}"\n: 1\n')


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "us-1993",
        {},
        {"ruleset": "\ud800"},
        {"setup": {"armies": {"9" * 5000: 1}}},
        {"\udcff": 1},
        {"sources": {"\udcff": "x"}},
        {"title": "\udcff"},
    ],
    ids=range(9),
)
def test_data_of_a_damaged_save_is_refused(data: object) -> None:
    full = ruleset_to_data(US)
    for each in (data, full | data if isinstance(data, dict) and data else data):
        with pytest.raises(RulesetError) as error:
            ruleset_from_data(each, source="save")
        assert str(error.value).isprintable()


def test_a_ruleset_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        US.fortify.reach = "free"
