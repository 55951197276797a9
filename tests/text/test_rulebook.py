"""The rule book: chapters of a ruleset, and differences between two."""

from __future__ import annotations

from risk_tui.boards.board import Board
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import STANDARD_MAP, load_board, load_ruleset, names
from risk_tui.text.rulebook import book_lines, chapters, differences


def board() -> Board:
    return load_board(STANDARD_MAP)


def test_two_players_are_mentioned_only_if_they_can_play() -> None:
    for name in names("rulesets"):
        ruleset = load_ruleset(name)
        told = chapters(ruleset)
        replaced = any("two_players" in each.replaces for each in ruleset.variants.played.values())
        for_two = ruleset.player_limits[0] == 2 and not replaced
        assert ("two_players" in [chapter.key for chapter in told]) == for_two, name
        assert all(chapter.sentences for chapter in told), name


SET = "three with the same symbol, or one with each"
JOKER = "stands for any symbol"
TIES = "the defender wins ties"
NEIGHBOURS = "across a border or a sea lane"
CONTINENTS = "Europe 5, Africa 3, Asia 7, Australia 2"


def test_basics_come_before_the_values_of_an_edition() -> None:
    told = {
        name: " ".join(book_lines(load_ruleset(name), board())) for name in ("us-1993", "uk-old")
    }
    for text in told.values():
        for sentence in (SET, JOKER, TIES, NEIGHBOURS, CONTINENTS):
            assert text.count(sentence) == 1
    for chapter in chapters(load_ruleset("us-1993"), board()):
        lines = book_lines(load_ruleset("us-1993"), board())
        following = lines[lines.index(chapter.heading) + 1]
        assert following.strip() == (chapter.basics or chapter.sentences[0])


def test_jokers_with_territories_are_named() -> None:
    """TEG: the wild cards are Argentina and Taymir."""
    told = " ".join(" ".join(book_lines(load_ruleset("teg"), load_board("teg"))).split())
    assert "jokers are the cards of Argentina and Taymir" in told
    assert "shows no territory" not in told


def test_cards_with_stars_make_no_sets_of_three() -> None:
    told = " ".join(book_lines(load_ruleset("stars"), board()))
    assert "at least 2 and at most 10 stars at a time" in told
    assert SET not in told


def test_set_up_depends_on_the_number_of_players() -> None:
    ruleset = load_ruleset("us-1993")
    two, four = (" ".join(book_lines(ruleset, board(), players)) for players in (2, 4))
    assert "three equal piles" in two
    assert "places 2 armies of their own at a time" in two
    assert "claiming" not in two
    assert "one army at a time" not in two
    assert "claiming" in four
    assert "one army at a time" in four
    assert "neutral" not in four.replace(ruleset.about, "")


def test_goal_held_for_a_round_does_not_win_at_once() -> None:
    told = " ".join(book_lines(load_ruleset("house"), board()))
    assert "in anybody's turn" not in told
    assert "if it still holds at the start of their next turn" in told


def test_rules_that_are_not_played_are_left_out() -> None:
    def keys(name: str) -> set[str]:
        return {chapter.key for chapter in chapters(load_ruleset(name))}

    assert not keys("us-1993") & {"missions", "capitals", "objectives"}
    assert keys("stars") >= {"capitals", "objectives"}
    assert "missions" in keys("us-1993-mission")


def test_difference_may_have_one_empty_side() -> None:
    found = differences(load_ruleset("us-1993"), load_ruleset("us-1993-mission"))
    third = next(each for each in found if each.key == "two_players.third_army")
    assert "neutral army" in third.one
    assert third.other == ""
    assert not any(
        each.key.startswith("two_players")
        for each in differences(load_ruleset("us-1993-mission"), load_ruleset("stars"))
    )


def test_bonuses_are_those_of_the_rules() -> None:
    rules = with_house_rules(load_ruleset("us-1993"), {"board.bonuses": {"Africa": 4}})
    told = " ".join(book_lines(rules, board()))
    assert "Europe 5, Africa 4, Asia 7" in told
    elsewhere = with_house_rules(load_ruleset("us-1993"), {"board.bonuses": {"Oz": 4}})
    assert "(Oz: 4)" in " ".join(book_lines(elsewhere, board())), (
        "rules for another board are read too"
    )


def test_number_of_players_is_that_of_the_variant() -> None:
    """Two players have a continent each, and a third player the others (Risk FAQ, 4.14)."""
    ruleset = with_house_rules(load_ruleset("us-1993"), {"variants.remix.played": True})
    [chapter] = [it for it in chapters(ruleset) if it.key == "players"]
    assert chapter.sentences == ("At least 3 players.", "At most 3 players.")
