"""A ruleset is told by its own sentences, as far as they matter in the game."""

from __future__ import annotations

import pytest

from risk_tui.rulesets.library import load_ruleset, names
from risk_tui.text.rulebook import chapters, differences


@pytest.mark.parametrize("name", names("rulesets"))
def test_a_game_that_two_cannot_play_says_nothing_about_two_players(name: str) -> None:
    ruleset = load_ruleset(name)
    keys = [chapter.key for chapter in chapters(ruleset)]
    assert ("two_players" in keys) == (ruleset.players.least == 2)
    assert all(chapter.sentences for chapter in chapters(ruleset))


def test_what_is_not_played_is_left_out() -> None:
    def keys(name: str) -> set[str]:
        return {chapter.key for chapter in chapters(load_ruleset(name))}

    assert not keys("us-1993") & {"missions", "capitals", "objectives"}
    assert keys("stars") >= {"capitals", "objectives"}
    assert "missions" in keys("us-1993-mission")


def test_a_difference_that_only_one_game_speaks_of_names_the_other_as_silent() -> None:
    found = differences(load_ruleset("us-1993"), load_ruleset("us-1993-mission"))
    third = next(each for each in found if each.key == "two_players.third_army")
    assert "neutral army" in third.one
    assert third.other == ""
    assert not any(
        each.key.startswith("two_players")
        for each in differences(load_ruleset("us-1993-mission"), load_ruleset("stars"))
    )
