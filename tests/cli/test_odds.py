"""``risk-tui odds``: reports, JSON and bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from risk_tui.engine.variant import FIGHT_HOOKS, Variant, all_variants
from risk_tui.odds import DiceChanges, fight_to_finish
from risk_tui.odds.campaign import campaign_odds
from risk_tui.rules.combat import NO_EXTRA_DICE, CombatSection, ExtraDieRolls
from risk_tui.variants.capital_die import ONE_MORE
from tests.cli.running import Run
from tests.odds.rules import CLASSIC, POWERFUL, SEEN

Said: TypeAlias = Callable[[str], str]
Numbers: TypeAlias = Callable[[str], Any]


@pytest.fixture
def said(printed: Run) -> Said:
    """Return a function that returns the report on a line of options."""
    return lambda line: printed("odds", *line.split())


@pytest.fixture
def data(printed: Run) -> Numbers:
    """Return a function that returns the JSON for a line of options, without NaN and infinity."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return lambda line: json.loads(printed("odds", *line.split(), "--json"), parse_constant=refuse)


# Fights


def test_fight_for_programs(data: Numbers) -> None:
    result = data("--attackers 10 --defenders 10")
    assert result == data("10 10")
    exact = fight_to_finish(10, 10, CLASSIC)
    assert result["conquer"] == pytest.approx(0.567593, abs=5e-7)
    for name, value in (
        ("attacker_losses", exact.attacker_losses),
        ("defender_losses", exact.defender_losses),
        ("survivors", exact.attackers_left),
        ("survivors_of_conquest", exact.survivors),
        ("defenders_left", exact.defenders_left),
    ):
        assert result[name] == pytest.approx(value)
    assert len(result["survivors"]) == len(result["defenders_left"]) == 11
    assert result["defenders_left"][0] == result["conquer"]
    assert [each["chance"] for each in result["cast"]] == [2890 / 7776, 2611 / 7776, 2275 / 7776]
    given = {"ruleset": "us-1993", "house_rules": [], "attackers": 10, "defenders": 10}
    assert given.items() <= result.items()
    assert (result["stop_at"], result["powers"], result["powers_counted"]) == (0, [], [])


COMMANDER, BOTH = DiceChanges(commander=True), DiceChanges(reroll=True, commander=True)
FIGHTS: dict[str, tuple[CombatSection, dict[str, Any]]] = {
    "": (CLASSIC, {}),
    "--stop-at 3": (CLASSIC, {"stop_at": 3}),
    "--rules uk-old": (SEEN, {}),
    "--set combat.defence_choice=seen": (SEEN, {}),
    "--rules us-1980-experts": (POWERFUL, {"dice_changes": DiceChanges()}),
    "--rules us-1980-experts --commander": (POWERFUL, {"dice_changes": COMMANDER}),
    "--rules us-1980-experts --commander --card": (POWERFUL, {"dice_changes": BOTH}),
    "--rules sea-lanes --sea": (CLASSIC, {"first": ExtraDieRolls(4)}),
    "--rules sea-lanes --set variants.sea_lanes.rolls=2 --sea": (
        CLASSIC,
        {"first": ExtraDieRolls(2)},
    ),
    "--rules capital-die --capital": (CLASSIC, {"first": ONE_MORE}),
}
"""Options of a fight, with the combat rules and further arguments that they mean."""


@pytest.mark.parametrize("options", FIGHTS)
def test_fight_follows_the_options(options: str, data: Numbers) -> None:
    combat, arguments = FIGHTS[options]
    result = data(f"8 5 {options}")
    expected = fight_to_finish(8, 5, combat, **arguments)
    assert result["conquer"] == expected.chance
    assert result["survivors"] == pytest.approx(expected.attackers_left)
    assert result["powers"] == result["powers_counted"]
    losses = [row["attacker_losses"] for row in result["cast"]]
    assert max(losses) == (3 if "first" in arguments else 2)


def test_report_compares_stopping_with_the_whole_fight(said: Said) -> None:
    page = said("8 6 --stop-at 3")
    (line,) = [line.split() for line in page.splitlines() if line.startswith("  conquest")]
    chances = [fight_to_finish(8, 6, CLASSIC, stop_at=stop).chance for stop in (0, 3)]
    assert line[1:] == [f"{100 * chance:.1f}%" for chance in chances]


def test_report_names_powers_that_are_left_out(said: Said, data: Numbers) -> None:
    experts = "--rules us-1980-experts"
    page = said(f"--attackers 6 --defenders 5 {experts} --commander")
    assert "Both sides roll as many dice as allowed." in page
    assert "Not counted: the re-roll with a card (--card counts it)." in page
    assert "Counted in the whole fight: the commander" in page
    great = f"--attackers 80 --defenders 80 {experts} --commander --card"
    page = said(great)
    assert "Not counted: the commander; with so many armies it takes too long." in page
    result = data(great)
    assert (result["powers"], result["powers_counted"]) == (["reroll", "commander"], ["reroll"])
    page = said(f"--attackers 6 --defenders 5 {experts} --set combat.defence_choice=seen --card")
    assert " ".join(page.split()).count("the defender's best answer to it is not known") == 2
    assert "the defender sees the roll" in page
    assert "Not counted" not in said("--attackers 6 --defenders 5")


LEFT_OUT = {
    "--attackers 8 --defenders 5 --rules airlift": ["airlift"],
    "--attackers 8 --defenders 5 --rules sea-lanes": ["sea_lanes"],
    "--attackers 8 --defenders 5 --rules sea-lanes --sea": [],
    "--attackers 8 --defenders 5 --rules capital-die": ["capital_die"],
    "--attackers 8 --defenders 5 --rules capital-die --capital": [],
    "--attackers 8 --defenders 5 --rules us-1980-experts": ["reroll", "commander"],
    "--attackers 8 --defenders 5 --rules us-1980-experts --card": ["commander"],
    "--attackers 8 --defenders 5 --rules us-1980-experts --card --variant sea_lanes --sea": [
        "reroll",
        "commander",
    ],
    "--attackers 8 --defenders 5 --rules war": [],
    "--chain 8 2,1 --rules war": [],
    "--chain 8 2,1 --rules sea-lanes --variant retreat": ["retreat", "sea_lanes"],
    "--chain 8 2,1 --rules us-1980-experts": ["reroll", "commander"],
}


@pytest.mark.parametrize("line", LEFT_OUT)
def test_data_names_what_is_not_counted(said: Said, data: Numbers, line: str) -> None:
    result = data(line)
    assert result["not_counted"] == LEFT_OUT[line]
    page = " ".join(said(line).split())
    assert all(note in page for note in result["notes"])


def test_data_names_a_balanced_blitz(data: Numbers) -> None:
    for line in ("--attackers 8 --defenders 5", "--chain 8 2,1"):
        result = data(f"{line} --rules balanced-blitz")
        assert result["balanced"] and any("balanced blitz" in note for note in result["notes"])
        assert not data(line)["balanced"]


COUNTED = {
    "balanced_blitz": "odds count its balance",
    "changed_dice": "odds count its powers, or name them",
    "fog": "the user types the armies, however many are hidden",
    "interdiction": "where an attack may be made, not how it ends",
    "martian": "only the sentence about a failed landing",
    "tournament": "odds count the dice that an attack needs",
    "trench": "refused in a campaign",
}
"""The variants with a hook for fights that does not change these odds, and why."""


def test_every_variant_that_changes_fights_is_named() -> None:
    for key, variant in all_variants().items():
        hooks = [
            name for name in FIGHT_HOOKS if getattr(variant, name) is not getattr(Variant, name)
        ]
        assert variant.changes_fights == (bool(hooks) and key not in COUNTED), (key, hooks)


ENOUGH_DICE = "--rules risiko-tournament --set variants.tournament.as_many_dice=true"


def test_attacker_with_too_few_dice_stops(said: Said, data: Numbers) -> None:
    """Counted by hand: against three armies a fight with three free ones lasts one roll."""
    none = data(f"--attackers 1 --defenders 2 {ENOUGH_DICE}")
    assert (none["conquer"], none["cast"], none["defenders_left"]) == (0, [], [0, 0, 1])
    page = said(f"--attackers 1 --defenders 2 {ENOUGH_DICE}")
    assert "THE NEXT ROLL" not in page
    assert "An attacker with fewer dice than the defender may roll has to stop." in page
    result = data(f"--attackers 3 --defenders 3 {ENOUGH_DICE}")
    assert result["defenders_left"][2:] == [
        result["cast"][2]["chance"],
        result["cast"][3]["chance"],
    ]
    assert result["not_counted"] == []
    assert data(f"--chain 1 2,1 {ENOUGH_DICE}")["reached"] == [1, 0, 0]


def test_report_on_a_fight_fits_the_terminal(
    said: Said, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = said("--attackers 10 --defenders 10")
    lines = page.splitlines()
    assert lines[0] == "10 free attackers against 10 defenders (us-1993 rules)"
    assert "THE NEXT ROLL: 3 DICE AGAINST 2" in lines
    for figure in ("37.2%", "33.6%", "29.3%", "56.8%", "7.3", "8.2", "4.7"):
        assert figure in page
    assert "█" in page
    assert "\x1b" not in page
    for width in (40, 60, 80, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        for line in ("--attackers 10 --defenders 10", "--attackers 1000 --defenders 940"):
            shown = said(line).splitlines()
            assert max(map(len, shown[2:])) <= min(width, 88)
            # No label or number is cut off.
            assert "…" not in "".join(shown)
    plain = printed("--ascii", "odds", "10", "10")
    assert plain.isascii()
    assert "###" in plain


def test_histogram_rows_cover_every_outcome(said: Said) -> None:
    for line in ("--attackers 7 --defenders 4", "--attackers 300 --defenders 290"):
        page = said(line)
        rows = page[page.index("CONQUEST: ATTACKERS LEFT") :].split("\n\n")[0].split("\n")[1:]
        shares = [float(word.strip("<%")) for row in rows for word in row.split() if "%" in word]
        assert sum(shares) == pytest.approx(100, abs=0.05 * len(shares))
        assert len(rows) <= 9


# Campaigns


CAMPAIGNS: dict[str, dict[str, Any]] = {
    "12 3,1,1,4": {},
    "12 3 1 1 4": {},
    "12 3, 1, 1 , 4": {},
    "12 3,1 1,4": {},
    "12 3,1,1,4 --rules sea-lanes --sea": {"first": [ExtraDieRolls(4)] * 4},
    "12 3,1,1,4 --rules capital-die --capital": {"first": [NO_EXTRA_DICE] * 3 + [ONE_MORE]},
    "12 3,1,1,4 --rules small-garrisons": {"most_to_follow": 3},
    "12 3,1,1,4 --set limits.territory=6": {"most_to_follow": 6},
}
"""Values and options of ``--chain``, with the further arguments that they mean."""


@pytest.mark.parametrize("options", CAMPAIGNS)
def test_campaign_follows_the_options(options: str, data: Numbers) -> None:
    result = data(f"--chain {options}")
    expected = campaign_odds(12, [3, 1, 1, 4], CLASSIC, **CAMPAIGNS[options])
    assert (result["attackers"], result["defenders"]) == (12, [3, 1, 1, 4])
    assert result["conquer"] == result["reached"][-1] == pytest.approx(expected.chance)
    assert result["reached"] == pytest.approx(expected.reached)
    assert result["mean"] == pytest.approx(expected.mean_territories)
    assert result["sure_90"] == expected.territories_at_confidence(0.9)
    assert result["left"] == pytest.approx(expected.left)


def test_report_on_a_campaign(said: Said) -> None:
    page = said("--chain 12 3,1,1,4")
    assert page.startswith("12 free attackers through 4 territories (us-1993 rules)\n")
    rows = [line.split() for line in page.splitlines()]
    territories = [row[3] for row in rows if row[1:2] in (["(3"], ["(1"], ["(4"])]
    assert territories == ["99.3%", "98.5%", "96.3%", "65.5%"]
    assert ["taken", "with", "90%", "confidence", "3"] in rows
    assert "one stays there, the others fight on" in page
    assert "at most 3 of the survivors move in" in said("--chain 12 2,2 --rules war")
    experts = said("--chain 12 3,1 --rules us-1980-experts")
    assert "Not counted in a campaign: the re-roll with a card and the commander." in experts


def test_conquerors_that_stop_do_not_fight_on(said: Said) -> None:
    page = " ".join(said("--chain 5 2 --rules trench").split())
    assert "by Trench warfare armies that conquer stop there." in page
    assert "fight on" not in page


def test_territories_out_of_reach_share_a_row(said: Said, data: Numbers) -> None:
    result = data("--chain 2 1,1,1,1")
    assert (result["conquer"], result["mean_left"]) == (0, 0)
    page = said("--chain 2 1,1,1,1")
    assert "3 to 4" in page
    assert "all of them                      0%" in page


def test_longest_campaign(data: Numbers) -> None:
    result = data(f"--chain 1000 {','.join(['1'] * 50)}")
    assert len(result["reached"]) == 51
    assert max(result["reached"]) <= 1


# Cards


def test_three_cards(said: Said, data: Numbers) -> None:
    """FAQ Q3.5."""
    result = data("--cards 3")
    assert result["set"] == float(Fraction(200, 473))
    assert result["by_number"] == [0, 0, result["set"]]
    kinds = {"alike": 1638 / 13244, "mixed": 3920 / 13244, "either": 42 / 13244}
    assert result["kinds"] == pytest.approx(kinds)
    assert result["worth"] == [
        {"armies": 0, "chance": pytest.approx(273 / 473)},
        {"armies": 4, "chance": result["set"]},
    ]
    page = said("--cards 3")
    for figure in ("42.3%", "81.7%", "100%", "12.4%", "29.6%", "0.3%"):
        assert figure in page
    assert "The first set traded is worth 4 armies." in page


def test_fourth_card_after_three_without_a_set(said: Said, data: Numbers) -> None:
    """FAQ Q3.5."""
    assert data("--cards 4")["set_after_none"] == float(Fraction(28, 41))
    assert re.search(r"4, the first 3 held none +68\.3%", said("--cards 4"))
    # Two cards never hold a set, and five always do.
    assert "held none" not in said("--cards 3")
    assert "held none" not in said("--cards 6")
    assert data("--cards 6")["set_after_none"] is None
    assert re.search(r"2, the first held none +100%", said("--cards 2 --rules stars"))


@pytest.mark.parametrize("ruleset", ["uk-old", "us-1980-experts", "sge-1963", "stars"])
def test_every_kind_of_rules_has_odds(data: Numbers, ruleset: str) -> None:
    result = data(f"--cards 4 --rules {ruleset}")
    assert (result["kinds"] is None) == (ruleset == "stars")
    assert sum(each["chance"] for each in result["worth"]) == pytest.approx(1)
    if result["kinds"]:
        assert sum(result["kinds"].values()) == pytest.approx(result["set"])
    assert 0 < data(f"--attackers 5 --defenders 4 --rules {ruleset}")["conquer"] < 1
    assert 0 < data(f"--chain 9 1,2 --rules {ruleset}")["conquer"] < 1


def test_stars_have_several_worths(said: Said) -> None:
    page = said("--cards 4 --rules stars")
    assert "4 CARDS: THE BEST SET IS WORTH" in page
    assert "THE SET IS" not in page


# Bad input

REFUSED = {
    "": "choose one: 10 5, --chain 12 3,1,1,4 or --cards 3",
    "10 5 --cards 3": "choose one: ",
    "10": "give attackers and defenders",
    "ten 5": "--attackers takes a number of armies from 1 to 1,000, not 'ten'",
    "--chain 12 3,1 --cards 3": "choose one: ",
    "--attackers 3": "give attackers and defenders: risk-tui odds 10 5",
    "--attackers 0 --defenders 3": "--attackers takes a number of armies from 1 to 1,000, not '0'",
    "--attackers -5 --defenders 3": "from 1 to 1,000, not '-5'",
    "--attackers 3 --defenders 1001": "--defenders takes a number of armies from 1 to 1,000",
    "--attackers 3 --defenders 99999999999999999999": "--defenders takes",
    "--attackers ٣ --defenders 3": "--attackers takes",
    "--attackers 5 --defenders 3 --stop-at 5": "fewer free attackers than --attackers, that is a "
    "number from 0 to 4, not '5'",
    "--attackers 5 --defenders 3 --stop-at -1": "from 0 to 4, not '-1'",
    "--attackers 5 --defenders 3 --rules us-1066": "us-1066",
    "--attackers 5 --defenders 3 --set combat.dice=4": "combat.dice",
    "--attackers 5 --defenders 3 --commander": "in us-1993 no commander turns a die",
    "--attackers 5 --defenders 3 --card": "in us-1993 no card lets a die be rerolled",
    "--chain 12": "--chain takes the free armies, and then the defenders",
    "--chain 12 3,,1": "--chain 12 3,,1 has a gap: every territory on the way has at least one",
    "--chain 12 3,1,0,4": "has a gap",
    "--chain 12 3,1,": "has a gap",
    "--chain 12 ,3": "has a gap",
    "--chain 12 3 , , 4": "has a gap",
    "--chain 12 3,x": "--chain takes armies and defenders from 1 to 1,000, not 'x'",
    "--chain 12 3,-1": "not '-1'",
    "--chain 12 -3,1": "--chain takes armies and defenders from 1 to 1,000, not '-3'",
    "--chain -3,1 2": "--chain takes armies and defenders from 1 to 1,000, not '-3,1'",
    f"--chain 12 {','.join(['1'] * 51)}": "at most 50 territories, not 51",
    "--chain 12 3,1 --stop-at 2": "--stop-at can only be used with --attackers and --defenders",
    "--chain 12 3,1 --commander": "--commander can only be used with",
    "--cards 3 --card": "--card can only be used with",
    "--cards 3 --sea": "--sea can only be used with --attackers and --defenders, or --chain",
    "--attackers 5 --defenders 3 --sea": "in us-1993 a sea lane gives the defender no extra die; "
    "add --variant sea_lanes",
    "--chain 5 3 --capital": "in us-1993 a capital gives the defender no extra die; add "
    "--variant capital_die",
    "--attackers 5 --defenders 3 --rules capital-die --variant sea_lanes --sea --capital": "the "
    "odds of --sea and --capital together are unknown; leave one out",
    "--attackers 3 --defenders 3 --card --rules balanced-blitz": "rerolled; play us-1980-experts",
    "--attackers 3 --defenders 3 --card --rules stars": "rerolled; play us-1980-experts",
    "--attackers 3 --defenders 3 --sea --rules balanced-blitz": "no extra die; play sea-lanes",
    "--chain 12 3,1 --rules trench": "by Trench warfare armies that conquer stop there",
    "--chain 8 2 --rules risiko-tournament --set variants.tournament.garrison_always=true": "by "
    "Tournament armies that conquer may leave more than one behind",
    "--cards 0": "--cards takes a number of cards from 1 to 10, not '0'",
    "--cards": "expected one argument",
    "--cards 3 --rules castle": "in castle cards are played, not traded in sets",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_refused(line: str, refusal: Run) -> None:
    assert REFUSED[line] in refusal("odds", *line.split())
