"""The characters: each plays every edition to its end, legally, and the same way each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.characters import Replies, Searcher
from risk_tui.bots.planner.position import BoardAnalysis
from risk_tui.bots.planner.valuation import Valuation, load_weights
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import ANN, BEN, BOARD, US, at, continent, position
from tests.extent import usual_or_full

from .matches import play

if TYPE_CHECKING:
    from risk_tui.engine.game import Game


@pytest.mark.parametrize(
    ("name", "rules", "rounds"),
    [
        ("toni", "us-1975", usual_or_full(8, 30)),
        ("toni", "stars", usual_or_full(8, 30)),
        ("greta", "us-1993-capital", 6),
        ("ivo", "uk-new-mission", 6),
        ("oskar", "us-1975", 1),
    ],
)
def test_a_character_plays_an_edition(name: str, rules: str, rounds: int) -> None:
    ruleset = with_turn_limit(load_ruleset(rules), rounds)
    players = max(2, ruleset.players.least)
    games = [
        play(ruleset, [make_bot(name, seat) for seat in range(players)], rules) for _ in range(2)
    ]
    assert games[0][0].winners
    assert games[0][1] == games[1][1]


def test_the_beginner_does_not_know_what_the_all_rounder_does() -> None:
    wins = [
        play(US, [make_bot("mira", seed), make_bot("toni", seed)], seed)[0].winners
        for seed in range(5)
    ]
    assert wins.count((0,)) >= 4


def duel(lands: dict[str, dict[str, int]], **state: Any) -> Game:
    """A position of two players; whatever they do not hold is Ben's, with two armies each."""
    taken = {name for held in lands.values() for name in held}
    rest = {land.name: 2 for land in BOARD.territories if land.name not in taken}
    ours = {"Ann": lands["Ann"], "Ben": rest | lands.get("Ben", {})}
    return position(ours, players=3, out=["Cid"], **state)


AUSTRALIA = {BOARD.territories[place].name: 3 for place in continent("Australia")}


def test_a_greater_budget_looks_into_more_replies() -> None:
    view = duel({"Ann": AUSTRALIA | {"Siam": 12}}).view(ANN)
    assert view.decision is not None
    used = []
    for nodes in (2, 5, 11):
        bot = Searcher(1, nodes)
        assert bot.choose(view, view.decision) == Searcher(1, nodes).choose(view, view.decision)
        assert bot.nodes_used <= nodes
        used.append(bot.nodes_used)
    assert used[0] == 0, "too few to look into a single campaign"
    assert used[0] < used[1] < used[2]


def replies_in(game: Game) -> Replies:
    """What Ben may reply to whatever Ann does."""
    evaluation = Evaluation(game.view(ANN), ANN, BoardAnalysis(BOARD, 1))
    return Replies(Campaigns(Valuation(evaluation, load_weights())), BEN)


def test_who_can_be_beaten_in_a_reply_has_no_chance() -> None:
    safe = replies_in(duel({"Ann": {"Siam": 90}})).to_changes(())
    lost = replies_in(duel({"Ann": {"Siam": 2}, "Ben": {"India": 90}})).to_changes(())
    assert lost < 0.01 < safe


def test_a_reply_uses_all_of_the_income_once() -> None:
    both = {"Ann": {"Siam": 3, "Peru": 3, "Iceland": 30}}
    replies = replies_in(duel(both))
    stay = replies.to_changes(())
    (siam, peru), guards = [at("Siam"), at("Peru")], 40
    one = replies.to_changes([(siam, ANN, guards)])
    assert one - stay < replies.to_changes([(siam, ANN, guards), (peru, ANN, guards)]) - one


def test_whoever_has_no_land_left_does_not_reply() -> None:
    world = {land.name: 3 for land in BOARD.territories if land.name != "Peru"}
    replies = replies_in(duel({"Ann": world, "Ben": {"Peru": 1}}))
    assert replies.to_changes([(at("Peru"), ANN, 1)]) == 1
    assert replies.nodes == 0


def test_a_reply_trades_the_set_that_is_likely() -> None:
    lands = {"Ann": AUSTRALIA | {"Siam": 8}, "Ben": {"India": 6}}
    hand = "Alaska, Alberta, Ontario, Peru"
    with_cards = replies_in(duel(lands, hands={"Ben": hand})).to_changes(())
    assert with_cards < replies_in(duel(lands)).to_changes(())


@pytest.mark.parametrize("rules", ["us-1993-mission", "us-1993-capital", "fog"])
def test_the_searcher_replies_by_what_it_sees(rules: str) -> None:
    """In a duel by any rules that hide something, nothing but the view is needed."""
    ruleset = with_turn_limit(load_ruleset(rules), 3)
    players = max(2, ruleset.players.least)
    game, _ = play(ruleset, [make_bot("oskar", seat) for seat in range(players)], rules)
    assert game.winners
