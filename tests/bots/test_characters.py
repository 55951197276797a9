"""The characters: each plays every edition to its end, legally, and the same way each time."""

from __future__ import annotations

import pytest

from risk_tui.bots import make_bot
from risk_tui.engine.events import Conquered
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import US, events_of
from tests.extent import usual_or_full

from .matches import play


@pytest.mark.parametrize(
    ("name", "rules", "rounds"),
    [
        ("recruit", "us-1975", 5),
        ("recruit", "uk-old", 5),
        ("recruit", "us-1980-experts", 5),
        ("recruit", "stars", 5),
        ("recruit", "tactical", 5),
        ("toni", "us-1975", usual_or_full(3, 30)),
        ("toni", "stars", usual_or_full(3, 30)),
        ("greta", "us-1993-capital", usual_or_full(2, 6)),
        ("ivo", "uk-new-mission", usual_or_full(2, 6)),
        ("oskar", "us-1975", 1),
    ],
)
def test_a_character_plays_an_edition(name: str, rules: str, rounds: int) -> None:
    ruleset = with_turn_limit(load_ruleset(rules), rounds)
    players = max(2, ruleset.players.least)
    games = [
        play(ruleset, [make_bot(name, seat) for seat in range(players)], rules) for _ in range(2)
    ]
    game, records = games[0]
    assert game.winners
    assert any(events_of(record, Conquered) for record in records)
    assert records == games[1][1]


def test_the_beginner_does_not_know_what_the_all_rounder_does() -> None:
    wins = [
        play(US, [make_bot("mira", seed), make_bot("toni", seed)], seed)[0].winners
        for seed in range(usual_or_full(3, 5))
    ]
    assert wins.count((0,)) >= usual_or_full(3, 4)
