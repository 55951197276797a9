"""House rules: any value changed for one game, and kept with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.errors import DataError, RulesetError
from risk_tui.rules.house_rules import changed_keys, read_house_rule, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.table.seats import Seat
from risk_tui.table.table import Table
from tests.engine.positions import UK, US

from .effects import describe


def refusal(changes: dict[str, object], ruleset=US) -> str:
    """Return the error about changes, which is one line."""
    with pytest.raises(RulesetError) as error:
        with_house_rules(ruleset, changes)
    said = str(error.value)
    assert said.isprintable()
    return said


def test_one_value_is_changed_and_all_others_stay() -> None:
    # FAQ Q2.7: free movement is among the house rules for fortifying.
    free = with_house_rules(US, {"fortify.reach": "free"})
    assert free.fortify.reach == "free"
    assert US.fortify.reach == "adjacent"
    assert free.fortify.limit == US.fortify.limit
    others = set(type(US).model_fields) - {"fortify", "title", "sources"}
    assert all(getattr(free, key) == getattr(US, key) for key in others)


def test_the_changed_ruleset_says_that_it_is_changed_and_where() -> None:
    free = with_house_rules(US, {"fortify.reach": "free", "fortify.limit": 7})
    assert free.title == "US 1993, house rules"
    assert free.ruleset == "us-1993"
    assert free.sources["fortify"].startswith(US.sources["fortify"])
    assert free.sources["fortify"].endswith("changed for this game: reach, limit")
    assert changed_keys(free.sources["fortify"]) == ["reach", "limit"]
    assert changed_keys(US.sources["fortify"]) == []
    assert free.sources["cards"] == US.sources["cards"]
    assert "At most 7 armies may be moved at a time." in describe(free.fortify)


def test_house_rules_may_be_changed_again() -> None:
    once = with_house_rules(US, {"fortify.reach": "free"})
    twice = with_house_rules(once, {"fortify.reach": "connected"})
    assert twice.fortify.reach == "connected"
    assert twice.title == once.title


def test_without_house_rules_a_ruleset_is_itself() -> None:
    assert with_house_rules(UK, {}) is UK


def test_values_that_only_go_together_are_changed_together() -> None:
    # Risk wiki: an experts' rule gives the defender a third die.
    assert "'combat.defence_dice' is 3" in refusal({"combat.defence_dice": 3})
    both = {"combat.defence_dice": 3, "combat.armies_for_three_dice": 3}
    assert with_house_rules(US, both).combat.defence_dice == 3


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"cards.set": "stars"}, "unknown setting 'cards.set'; did you mean cards.sets?"),
        ({"card.sets": "stars"}, "did you mean cards.sets?"),
        ({"cards": {}}, "unknown setting 'cards'"),
        ({"title": "Mine"}, "unknown setting 'title'"),
        ({"sources.cards": "me"}, "unknown setting 'sources.cards'"),
        ({"": 1}, "'risk-tui rules schema' lists them"),
        ({"cards.sets": "star"}, "'cards.sets': 'star' must be 'escalating', 'by type' or 'stars'"),
        ({"combat.attack_dice": 4}, "4 must be less than or equal to 3"),
        ({"setup.armies": {2: 40}}, "'setup.armies' says nothing for 3 players"),
        ({"setup.armies": {"\x1b[2J": 40}}, "must be a whole number"),
        ({"missions.played": True}, "must be 3 or more with secret missions"),
    ],
)
def test_a_change_that_cannot_be_is_refused_in_one_line(
    changes: dict[str, object], problem: str
) -> None:
    said = refusal(changes)
    assert said.startswith("house rules: ")
    assert problem in said


@pytest.mark.parametrize("key", ["own_capital", "capitals"])
def test_objective_that_needs_capitals_is_named(key: str) -> None:
    values = {"own_capital": False, "capitals": [], key: [1] if key == "capitals" else True}
    changes: dict[str, object] = {f"objectives.{name}": value for name, value in values.items()}
    changes |= {"capitals.played": False, "reinforce.armies_for_a_capital": 0}
    assert refusal(changes, load_ruleset("stars")).endswith(f"'objectives.{key}' needs capitals")


def test_unchanged_values_are_not_house_rules() -> None:
    same = with_house_rules(US, {"fortify.reach": US.fortify.reach, "variants.fog.played": False})
    assert (same, same.title) == (US, US.title)


def test_every_value_can_be_set_to_itself() -> None:
    for ruleset in map(load_ruleset, names("rulesets")):
        same = {
            f"{key}.{field}": value
            for key, _, part in ruleset.sections()
            for field, value in part.model_dump(mode="json").items()
        }
        again = [part for _, _, part in with_house_rules(ruleset, same).sections()]
        assert again == [part for _, _, part in ruleset.sections()], ruleset.ruleset


# As they are typed


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("cards.sets=stars", ("cards.sets", "stars")),
        ("cards.sets=by type", ("cards.sets", "by type")),
        (" fortify.limit = 7 ", ("fortify.limit", 7)),
        ("fortify.limit=null", ("fortify.limit", None)),
        ("missions.played=true", ("missions.played", True)),
        ("cards.escalating=[4, 6]", ("cards.escalating", [4, 6])),
        ("setup.armies={2: 50, 3: 40}", ("setup.armies", {2: 50, 3: 40})),
        (
            "missions.instead={territories: 24, armies: 1}",
            ("missions.instead", {"territories": 24, "armies": 1}),
        ),
    ],
)
def test_a_change_is_typed_as_in_a_file(typed: str, read: tuple[str, object]) -> None:
    assert read_house_rule(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "cards.sets",
        "cards.sets=",
        "cards.escalating=[4",
        "cards.escalating=&a [*a, *a]",
        "cards.escalating=!!python/object:os.system [x]",
        "cards.escalating=" + "[" * 5000,
        "cards.escalating=[" + "1, " * 100_000 + "1]",
        "cards.sets=a: b: c",
    ],
    ids=range(9),
)
def test_unreadable_changes_are_refused_in_one_line(typed: str) -> None:
    with pytest.raises(DataError) as error:
        read_house_rule(typed)
    assert str(error.value).startswith("house rules")
    assert str(error.value).isprintable()


# In the game


def test_a_saved_game_keeps_its_house_rules(tmp_path: Path) -> None:
    changes: dict[str, object] = {
        "setup.armies": {2: 40, 3: 20, 4: 20, 5: 20, 6: 20},
        "cards.escalating": [4, 6, 8],
        "fortify.reach": "free",
        "victory.turn_limit": 12,
    }
    ruleset = with_house_rules(US, changes)
    seats = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")]
    table = Table.create(
        GameSetup(load_board("classic"), ruleset, 3), seats, path=tmp_path / "game.risk"
    )
    table.close()
    again = Table.open(tmp_path / "game.risk")
    assert again.ruleset == ruleset
    assert again.ruleset.setup.armies[3] == 20
    assert again.ruleset.title == "US 1993, house rules"
    again.close()
