"""Descriptions of rulesets agree with play, and with each other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby, permutations, product

import pytest

from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import values_of_variants, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.text.rulebook import book_lines, chapters, differences, iter_values
from tests.editions import ALL
from tests.engine.watched import RULES
from tests.extent import few, usual_or_full
from tests.variants.mixtures import all_pairs, extended

from .effects import MORE_SEEDS, SEEDS, without_effect

MIXED = 50


@cache
def mixtures() -> list[Ruleset]:
    """Editions with several variants, the same ones at every run."""
    rng, mixed = random.Random(1), []
    pairs = all_pairs()
    while len(mixed) < MIXED:
        mixture = extended(rng.choice(pairs), rng.randint(2, 6), rng)
        with suppress(RiskError):
            values = values_of_variants(mixture.variants)
            mixed.append(with_house_rules(RULES[mixture.edition], values))
    return mixed


def rules(of: str | int) -> Ruleset:
    """A ruleset by its name, or a mixture by its number."""
    return load_ruleset(of) if isinstance(of, str) else mixtures()[of]


# Sentences that deny each other

NEGATIONS = {"no", "not", "none", "never", "nothing", "neither"}
_LITTLE = """
a an the of to in on at is are be may by for from with as it its their they them this that there
and or if when where then than other another his own only any all such so up one must about which
"""
LITTLE = frozenset(_LITTLE.split())


def content(sentence: str) -> frozenset[str]:
    """The words of a sentence that say what it is about, without their endings.

    >>> sorted(content("No mission is to destroy a colour."))
    ['colour', 'destroy', 'mission']
    """
    words = [word.lower() for word in re.findall(r"[A-Za-z]+", sentence)]
    return frozenset(
        re.sub(r"(ies|y|es|ed|e|s|ing)$", "", word) if len(word) > 3 else word
        for word in words
        if word not in LITTLE | NEGATIONS
    )


def is_negative(sentence: str) -> bool:
    return not NEGATIONS.isdisjoint(sentence.lower().split())


def sentences(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Each sentence of the rules with the path of the value that it is about."""
    for chapter in chapters(ruleset):
        told = {name: text for name, text in chapter.values.items() if name not in chapter.usual}
        if not chapter.key.startswith("variants."):  # there it is advice
            told["basics"] = chapter.basics
        for name, text in told.items():
            for sentence in re.split(r"(?<=[.;]) ", text):
                yield f"{chapter.key}.{name}", sentence


def denials(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of sentences of which one says that there is none of what the other one tells.

    Two that differ in nothing but their numbers are such a pair, too.
    """
    found = []
    known = [(path, text, content(text), is_negative(text)) for path, text in told]
    for (path, one, about, negative), (there, other, more, denied) in permutations(known, 2):
        if path == there or len(about) < 2:
            continue
        numbers = [re.findall(r"\d+", text) for text in (one, other)]
        if (negative and not denied and about <= more) or (
            about == more and all(numbers) and numbers[0] != numbers[1]
        ):
            found.append((one, other))
    return found


def test_no_sentences_of_rules_contradict_each_other() -> None:
    for of in few((*ALL, *range(MIXED)), 20):
        ruleset = rules(of)
        assert not denials(list(sentences(ruleset))), (ruleset.title, *ruleset.variants.played)


def test_contradictions_are_found() -> None:
    told = {
        "fortify.reach": "At the end of a turn armies may move once, between two neighbours.",
        "castle": "Armies are not moved at the end of a turn.",
        "missions.destroy": "No mission is to destroy a colour.",
        "parts": "For each of the six colours there is a mission to destroy it oneself.",
        "setup.armies": "Each player starts with 40 armies.",
        "five": "Each player starts with 20 armies.",
    }
    assert {one for one, _ in denials(list(told.items()))} == {
        told["castle"],
        told["missions.destroy"],
        told["setup.armies"],
        told["five"],
    }


# Values without an effect

SELDOM = {
    *("cards.award", "victory.when"),  # base rules, whose other values need objectives or goals
    *("cards.elimination_trade_at", "cards.elimination_trade_fewer"),
    *("missions.instead", "missions.kill_credit"),
    *("cards.jokers_in_a_set", "cards.escalating_step", "limits.pieces", "board.symbols"),
    *("cards.forced_when", "setup.placing_from", "objectives.own_capital"),
}
"""Values that a short game seldom comes to, such as those about missions to
destroy a colour. The same holds for most options of variants, which are left out, too."""


def replaced(ruleset: Ruleset) -> int:
    """Return how many parts of a ruleset its variants replace."""
    return sum(len(variant.replaces) for variant in ruleset.variants.played.values())


MOST_CHANGED = sorted(ALL, key=lambda name: (-replaced(load_ruleset(name)), name))[:1]
"""The ruleset whose variants replace most: mistakes are likeliest there."""


@pytest.mark.parametrize("name", usual_or_full(MOST_CHANGED, [*ALL, *range(MIXED)]))
def test_described_values_make_a_difference(name: str | int) -> None:
    ruleset = rules(name)
    least, most = ruleset.player_limits
    counts = dict.fromkeys(min(max(count, least), most) for count in (3, 4, least))
    idle: dict[str, str] | None = None
    for players, seeds in product(counts, (SEEDS, MORE_SEEDS)):
        if idle != {}:
            told = {it.path: it.sentence for it in without_effect(ruleset, players, seeds, idle)}
            idle = {
                path: text
                for path, text in told.items()
                if path not in SELDOM and not path.startswith("variants.")
            }
    assert not idle


# What is told, and what is compared


@pytest.mark.parametrize("name", few(ALL, 10))
def test_differences_list_only_values_in_force(name: str) -> None:
    """A value without effect in a ruleset is not compared with that of another."""
    one, other = rules(name), rules("us-1993")
    in_force = {path for path, _, _ in iter_values(one)}
    printed = " ".join(book_lines(one))
    for difference in differences(one, other):
        if difference.one and difference.key in in_force:
            assert difference.one in printed
    parts = [each.key.rpartition(".")[0] for each in differences(other, rules("teg"))]
    assert [*dict.fromkeys(parts)] == [part for part, _ in groupby(parts)]
    castle = {each.key: each.other for each in differences(other, rules("castle"))}
    assert castle["fortify.reach"] == castle["cards.sets"] == ""


def test_numbers_are_told_as_several_earths_multiply_them() -> None:
    told = {path: text for path, _, text in iter_values(rules("n-ple-earth"))}
    assert "80 with 2 players, 70 with 3" in told["setup.armies"]
    assert told["setup.armies_each_go"] == "They place 2 armies at a time."
    assert "places 4 armies of their own" in told["two_players.own_each_go"]


def test_starting_armies_are_told_for_the_possible_numbers_of_players() -> None:
    told = {path: text for path, _, text in iter_values(rules("us-2008"))}
    assert told["setup.armies"].endswith(": 30 with 3 players, 25 with 4, 20 with 5.")
    four = {path: text for path, _, text in iter_values(rules("us-2008"), 4)}
    assert four["setup.armies"].endswith(": 25 with 4 players.")


def test_rules_about_claiming_are_not_told_where_a_variant_deals() -> None:
    dealt = with_house_rules(rules("us-1963"), {"variants.dealt_by_dice.played": True})
    claimed = {path for path, _, _ in iter_values(rules("us-1963"))}
    told = {path for path, _, _ in iter_values(dealt)}
    assert claimed - told == {"setup.allocation", "setup.placing_from", "setup.first"}


def test_rules_about_sets_are_not_told_where_there_are_none() -> None:
    mixed = values_of_variants(["nuclear-spoils", "own-cards"])
    told = {path for path, _, _ in iter_values(with_house_rules(rules("us-1993"), mixed))}
    assert "variants.own_cards.played" not in told
    castle = with_house_rules(rules("castle"), {"variants.own_cards.played": True})
    assert not any("own_cards" in path for path, _, _ in iter_values(castle))


OWN_CARDS = {"variants.own_cards.played": True}
DEALT_BY_DICE = {"variants.dealt_by_dice.played": True}
FIRST_ROUND = {"variants.first_round.played": True, "variants.first_round.attacks": True}


@pytest.mark.parametrize(
    ("name", "changes", "idle", "in_force"),
    [
        ("uk-new", OWN_CARDS, "variants.own_cards.played", "cards.sets"),
        ("us-2008", OWN_CARDS, "variants.own_cards.played", ""),
        ("us-1993", OWN_CARDS, "cards.sets", "variants.own_cards.played"),
        ("us-1993", {"players.most": 2}, "setup.allocation cards.on_elimination", ""),
        ("us-1993", {"players.most": 3}, "", "setup.allocation cards.on_elimination"),
        ("us-1993", {"cards.escalating": [5], "cards.escalating_step": 0}, "cards.sets", ""),
        ("us-1993", {"cards.escalating": [5]}, "", "cards.sets"),
        ("us-1993", {"cards.territory_bonus_armies": 0}, "cards.territory_bonus", ""),
        ("us-1993", {"combat.defence_dice": 1}, "combat.defence_choice combat.one_against_one", ""),
        ("sea-lanes", {"combat.defence_dice": 1}, "", "combat.defence_choice"),
        (
            "us-1993",
            {"combat.attack_dice": 1, "combat.one_against_one": True},
            "combat.defence_dice combat.armies_for_two_dice combat.defence_choice",
            "",
        ),
        (
            "us-1993",
            {"combat.attack_dice": 1},
            "combat.occupy_at_least",
            "combat.defence_dice combat.defence_choice",
        ),
        ("us-1993", FIRST_ROUND, "variants.first_round.played", ""),
        ("us-1975", {"players.most": 2, "setup.allocation": "deal"}, "setup.allocation", ""),
        (
            "us-1975",
            {"players.most": 2, **DEALT_BY_DICE},
            "variants.dealt_by_dice.played",
            "setup.allocation",
        ),
        ("paranoia", {}, "cards.elimination_trade_at missions.eliminated missions.unused", ""),
        (
            "paranoia",
            {"variants.paranoia.own_colour": "other mission"},
            "",
            "cards.elimination_trade_at missions.eliminated missions.destroy",
        ),
        ("assassin", {}, "missions.destroy missions.territories missions.unused", ""),
        (
            "risiko",
            {"missions.continents": [], "missions.territories": []},
            "",
            "missions.unused",
        ),
    ],
)
def test_values_are_described_if_they_have_an_effect(
    name: str, changes: dict[str, object], idle: str, in_force: str
) -> None:
    told = {path for path, _, _ in iter_values(with_house_rules(rules(name), changes))}
    assert told.isdisjoint(idle.split())
    assert told.issuperset(in_force.split())


def test_advice_of_a_variant_is_given_only_with_its_rule() -> None:
    def told(name: str) -> str:
        ruleset = with_house_rules(rules(name), values_of_variants(["own-cards"]))
        return " ".join(book_lines(ruleset))

    assert "your next sets are still small" in told("us-1993")
    assert "your next sets are still small" not in told("uk-new")
    assert "two conquests" in told("uk-new")
    assert "No one is overrun" not in " ".join(book_lines(rules("teg")))


def test_variants_name_only_places_on_the_board() -> None:
    values = values_of_variants(["castle"])
    ruleset = with_house_rules(rules("us-1975"), values)
    told = " ".join(book_lines(ruleset, load_board("classic")))
    assert "Paris" not in told and "Independents" not in told
    told = " ".join(book_lines(ruleset, load_board("castle-europe")))
    assert "Paris" in told and "Independents" in told


def test_jokers_are_told_as_sets_may_hold_them() -> None:
    none = with_house_rules(rules("us-1993"), {"cards.jokers_in_a_set": 0})
    told = " ".join(book_lines(none))
    assert "A joker shows no territory." in told
    assert "stands for any symbol" not in told
