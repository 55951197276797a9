"""The characters: each plays every edition to its end, legally, and the same way each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.general.board_analysis import BoardAnalysis
from risk_tui.bots.planner.search import Lookahead, Searcher
from risk_tui.rulesets.house_rules import with_turn_limit
from risk_tui.rulesets.library import load_ruleset
from tests.engine.positions import ANN, BOARD, UK, US, continent, position
from tests.extent import usual_or_full

from .matches import play

if TYPE_CHECKING:
    from risk_tui.rulesets.ruleset import Ruleset


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


def test_a_greater_budget_looks_at_more_turns() -> None:
    ours = {BOARD.territories[place].name: 3 for place in continent("Australia")} | {"Siam": 8}
    held = {"Ann": ours, "Ben": {BOARD.territories[p].name: 2 for p in continent("Europe")}}
    game = position(held, rules=UK, rest="Cid")
    view = game.view(ANN)
    assert view.decision is not None
    used = []
    for nodes in (3, 9, 27):
        bot = Searcher(1, nodes)
        assert bot.choose(view, view.decision) == Searcher(1, nodes).choose(view, view.decision)
        assert bot.nodes_used <= nodes
        used.append(bot.nodes_used)
    assert used[0] == 0, "too few to look at a single campaign"
    assert used[0] < used[1] <= used[2]


def safety(held: dict[str, dict[str, int]], rules: Ruleset = US, cards: str = "") -> float:
    """How safe Ann is before her next turn; whatever is left is Dot's."""
    hands = {"Cid": cards} if cards else {}
    view = position(held, rules=rules, rest="Dot", players=4, hands=hands).view(ANN)
    return Lookahead(BoardAnalysis(BOARD, 1), ANN).safety(view)


def test_the_searcher_sees_whom_others_can_beat() -> None:
    strong = {"Ann": {"Siam": 99}, "Cid": {"Indonesia": 60}}
    assert safety({**strong, "Ben": {"India": 12}}) == 1
    assert safety({**strong, "Ann": {"Siam": 2}, "Ben": {"India": 20}}) < 0.2, "Ann can be beaten"
    prey = {**strong, "Cid": {"Indonesia": 2}, "Ben": {"New Guinea": 20}}
    hand = "Alaska, Alberta, Ontario, Peru"
    assert safety(prey, cards=hand) < safety(prey) == 1, "Ben would have the cards of Cid"
    assert safety(prey, load_ruleset("uk-old"), hand) == 1, "there they are discarded"
