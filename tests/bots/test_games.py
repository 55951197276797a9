"""Whole games between computer players: legal, repeatable, and they come to an end."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.base import choose_with_reason, safest_offer
from risk_tui.engine.actions import Action, Fortify, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.state import State
from risk_tui.engine.view import View
from risk_tui.laboratory.one_game import play_steps
from risk_tui.rules.house_rules import (
    read_house_rule,
    variant_switches,
    with_house_rules,
    with_turn_limit,
)
from risk_tui.rules.library import load_board, load_ruleset, names
from tests.engine.positions import BOARD, UK, US
from tests.extent import few, usual_or_full

from .matches import MOST_RECORDS, Anything, planners, play, play_on, prove_game

RULESETS = {name: load_ruleset(name) for name in names("rulesets")}
ODD = ("house", "stars", "us-1975", "us-1980-experts", "uk-old-mission")
"""Rulesets that are unlike all others; ``python -m tests.soak games`` plays all of them."""
SHORT = ("stars", "us-1975", "us-1980-experts")
"""Those whose games are short."""


def test_no_armies_go_round_in_a_circle() -> None:
    """Armies may move any number of times; others' missions change what a move seems worth."""
    rules = with_house_rules(RULESETS["us-1980-experts"], variant_switches()["assassin"].values)
    _, records = play(rules, planners(3, 1), 1, most=500)
    moves: dict[int, set[int]] = {}
    for record in records:
        if isinstance(record.action, Fortify):
            moves.setdefault(record.action.target, set()).add(record.action.source)
            TopologicalSorter(moves).prepare()  # raises CycleError
        else:
            moves = {}


@pytest.mark.parametrize("name", usual_or_full(SHORT, ODD))
def test_games_end_with_one_winner(name: str) -> None:
    bounds = RULESETS[name].players
    counts = range(bounds.least, bounds.most + 1)
    records = prove_game(RULESETS[name], counts[ODD.index(name) % 3], seed=34)
    prove_no_way_back(records)


def prove_no_way_back(records: list[Record]) -> None:
    """Armies that may move several times in a turn (FAQ Q2.7) do not go there and back."""
    made: set[tuple[int, int]] = set()
    for record in records:
        if isinstance(record.action, Fortify):
            assert (record.action.target, record.action.source) not in made
            made.add((record.action.source, record.action.target))
        else:
            made.clear()


OPTIONS = [
    ("uk-new", 3, "fortify.reach=connected, combat.attack_dice=2, combat.occupy_at_least=one"),
    (
        "uk-new",
        3,
        "fortify.reach=free, fortify.limit=2, setup.armies_each_go=3, "
        "setup.territory_limit=4, setup.first=second roll",
    ),
    (
        "uk-new",
        3,
        "fortify.reach=one step, fortify.limit=3, limits.territory=12, "
        "cards.sets=escalating, cards.on_elimination=trade",
    ),
    (
        "uk-new",
        3,
        "setup.allocation=claim, cards.on_elimination=discard, combat.attack_dice=1, "
        "combat.one_against_one=true, combat.defence_choice=seen",
    ),
    (
        "uk-new",
        3,
        "cards.territory_bonus=none, cards.jokers_in_a_set=0, cards.draw=after fortify, "
        "setup.placing=none, reinforce.least=0, combat.armies_for_two_dice=3, "
        "combat.defence_choice=most",
    ),
    ("uk-new", 3, "victory.turn_limit=5"),
    (
        "us-1980-experts",
        3,
        "combat.defence_dice=3, combat.armies_for_three_dice=3, combat.defence_choice=seen",
    ),
    (
        "us-1993",
        4,
        "cards.forced_at=null, reinforce.when=after attacks, "
        "reinforce.continent_armies=in the continent, limits.territory=8",
    ),
    (
        "us-1993",
        2,
        "reinforce.one_go_each=true, reinforce.when=after attacks, limits.pieces=80, "
        "limits.territory=10",
    ),
    ("us-1993", 3, "cards.escalating_then=again, cards.trade_when=whole turn"),
    ("us-1993", 3, "cards.escalating_then=again, cards.forced_when=at once"),
    ("uk-old", 3, "reinforce.when=after attacks, reinforce.continent_armies=in the continent"),
    ("uk-old", 2, "two_players.third_army=allied"),
    (
        "uk-new",
        2,
        "two_players.third_army=allied, reinforce.continent_armies=in the continent, "
        "limits.territory=9, combat.reroll=true, combat.commander=true, "
        "combat.defence_choice=seen",
    ),
    ("uk-new-mission", 4, "victory.hold_a_round=true"),
    ("uk-new-mission", 4, "victory.when=start of turn, missions.each=2, missions.eliminated=shown"),
    ("us-1993-capital-short", 4, "capitals.lost=is out, victory.hold_a_round=true"),
    ("us-1993-capital", 5, "capitals.lost=hands over, capitals.cards=in the deck"),
    (
        "stars",
        4,
        "cards.forced_at=5, combat.commander=true, objectives.own_capital=false, "
        "objectives.to_win=5",
    ),
    ("house", 4, "reinforce.exclusive=true"),
]
"""Changes that meet every option of the rules, each with a ruleset and a number of players."""


@pytest.mark.parametrize(("name", "players", "changes"), few(OPTIONS, 7))
def test_every_option_of_the_rules_can_be_played(name: str, players: int, changes: str) -> None:
    limit: dict[str, object] = usual_or_full({"victory.turn_limit": 4}, {})
    options = dict(map(read_house_rule, changes.split(", ")))
    rules = with_house_rules(RULESETS[name], limit | options)
    game, _ = play(rules, planners(players), seed=changes)
    assert game.winners


def test_random_players_lead_into_every_corner() -> None:
    for seed in range(usual_or_full(2, 4)):
        bots = [make_bot("mira", seed), Anything(seed), Anything(-seed - 1)]
        game, _ = play(US if seed % 2 else UK, bots, seed)
        assert game.winners == (0,)


def test_beginners_who_may_move_for_ever_end_their_turns() -> None:
    rules = with_turn_limit(RULESETS["us-1980-experts"], 4)
    for seed in (1, 13, 17):
        game, records = play(rules, [make_bot("toni", seed) for _ in range(2)], seed, most=1000)
        assert game.winners, records[-3:]


def test_games_with_neutral_armies_end() -> None:
    game = Game(GameSetup(load_board("mini"), UK, 4), seeded_chance("d"))
    bots = planners(4)
    while game.view().round < 2:
        play_on(game, bots, most=1)
    while Resign() not in [offer.action for offer in game.legal_actions()]:
        play_on(game, bots, most=1)
    game.apply(Resign())
    play_on(game, bots)
    assert len(game.winners) == 1


STEPS = usual_or_full(300, MOST_RECORDS)
"""How far games are compared; this is several rounds."""


def test_the_same_seed_plays_the_same_game() -> None:
    once, again = (play(US, planners(4, "same"), "same", STEPS)[1] for _ in range(2))
    assert once == again
    assert play(US, planners(4, "other"), "same", STEPS)[1] != once


_DIGEST = f"""
import hashlib
from tests.bots.matches import planners, play
from tests.engine.positions import UK
print(hashlib.sha256(repr(play(UK, planners(3), 7, {STEPS})[1]).encode()).hexdigest())
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


class _Snoop:
    """A bot that keeps all that it can find from the offers of its view."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def choose(self, view: View, decision: Decision) -> Action:
        left: list[Any] = [view.offers]
        seen = set[int]()
        while left:
            thing = left.pop()
            if id(thing) not in seen and not isinstance(thing, type | ModuleType | FunctionType):
                seen.add(id(thing))
                self.found.append(thing)
                left += gc.get_referents(thing)
        return safest_offer(view.offers)


def test_a_bot_finds_no_game_from_its_view() -> None:
    snoop, game = _Snoop(), Game(GameSetup(BOARD, US, 3), seeded_chance(1))
    assert game.decision is not None
    choose_with_reason(snoop, game.view(game.decision.seat), game.decision)
    next(play_steps(game, [snoop, snoop, snoop]))
    assert snoop.found
    assert not any(isinstance(thing, Game | State) for thing in snoop.found)
