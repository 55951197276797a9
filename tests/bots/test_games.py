"""Whole games between computer players: legal, repeatable, and they come to an end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from risk_tui.bots import bot_names, make_bot
from risk_tui.engine.actions import Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.errors import RiskError
from risk_tui.engine.game import Game, Setup
from tests.engine.positions import BOARD, UK, US, varied

from .matches import Anything, generals, play, play_on

RULESETS = {"us-1993": US, "uk-new": UK}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", RULESETS)
def test_games_end_with_one_winner(name: str, players: int) -> None:
    game, records = play(RULESETS[name], generals(players), seed=players)
    assert len(game.winners) == 1
    assert not any(isinstance(record.action, Resign) for record in records)


@pytest.mark.parametrize(
    "changes",
    [
        {"fortify": {"reach": "connected"}},
        {"fortify": {"reach": "free"}},
        {"fortify": {"reach": "free", "limit": 2}},
        {"setup": {"armies_each_go": 3, "territory_limit": 4, "first": "second roll"}},
        {"setup": {"allocation": "claim"}, "cards": {"on_elimination": "discard"}},
        {
            "cards": {
                "sets": "escalating",
                "on_elimination": "trade",
                "elimination_trade_more": True,
            }
        },
        {"cards": {"territory_bonus": "none", "jokers_in_a_set": 0, "draw": "after fortify"}},
        {"combat": {"attack_dice": 2, "occupy_at_least": "one"}},
        {"combat": {"attack_dice": 1}},
        {"combat": {"armies_for_two_dice": 3, "defence_choice": "most"}},
        {"victory": {"turn_limit": 5}},
    ],
    ids=str,
)
def test_every_option_of_the_rules_can_be_played(changes: dict[str, dict[str, object]]) -> None:
    game, _ = play(varied(UK, **changes), generals(3), seed=str(changes))
    assert game.winners


def test_random_players_lead_into_every_corner() -> None:
    for seed in range(4):
        bots = [make_bot("general", seed), Anything(seed), Anything(-seed - 1)]
        game, _ = play(US if seed % 2 else UK, bots, seed)
        assert game.winners == (0,)


def test_games_with_neutral_armies_end() -> None:
    game = Game(Setup(BOARD, UK, 4), seeded_chance("neutral"))
    bots = generals(4)
    while game.view().round < 2:
        play_on(game, bots, most=1)
    while Resign() not in [offer.action for offer in game.legal_actions()]:
        play_on(game, bots, most=1)
    game.apply(Resign())
    play_on(game, bots)
    assert len(game.winners) == 1


def test_the_same_seed_plays_the_same_game() -> None:
    once, again = (play(US, generals(4, "same"), "same")[1] for _ in range(2))
    assert once == again
    assert play(US, generals(4, "other"), "same")[1] != once


_DIGEST = """
import hashlib
from tests.bots.matches import generals, play
from tests.engine.positions import UK
print(hashlib.sha256(repr(play(UK, generals(3), 7)[1]).encode()).hexdigest())
"""


def test_the_hash_seed_changes_nothing() -> None:
    root = str(Path(__file__).resolve().parent.parent.parent)
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_bots_are_made_by_name() -> None:
    assert "general" in bot_names()
    assert make_bot("general", "seed").name == "general"
    with pytest.raises(RiskError, match="did you mean general"):
        make_bot("genral", 1)
