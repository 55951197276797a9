"""Meltdowns: the question before one. The rules are in the conformance tables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.base import AnswerCommand
from risk_tui.odds import position_odds
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.meltdown import MeltdownMemory, Strike
from tests.engine.positions import ANN, at, card, position


def test_unknown_odds_name_what_cards_do_to_fights() -> None:
    """By Tactical no battle melts a territory down, but a wasteland halves the conquerors."""
    peru = at("Peru")
    game = position(
        {"Ann": {"Brazil": 9}, "Ben": {"Peru": 2}},
        rules=load_ruleset("tactical"),
        remembers=[MeltdownMemory((peru,), asked=True)],
    )
    reason = position_odds.why_unknown(game.view(ANN), [at("Brazil")], peru)
    assert reason == "wastelands halve armies"


@pytest.mark.parametrize(("territory", "effect"), [("Peru", ()), ("Ural", ((NO_SEAT, 0),))])
def test_bots_know_that_a_second_meltdown_restores(
    territory: str, effect: tuple[tuple[int, int], ...]
) -> None:
    rules = with_house_rules(load_ruleset("tactical"), {"variants.meltdown.second_restores": True})
    game = position(
        {"Ann": {"Brazil": 9}, "Ben": {"Peru": 9, "Ural": 9}},
        rules=rules,
        phase="strike",
        hands={"Ann": territory},
        remembers=[MeltdownMemory((at("Peru"),))],
    )
    view = game.view(ANN)
    assert view.decision is not None
    [suggest] = view.rules.hooks.candidates
    _attack, melt = suggest(view, view.decision)
    assert [each[1:] for each in melt.after] == list(effect)


@pytest.mark.parametrize(
    ("holder", "question"),
    [
        ("Ann", "Alaska (artillery), which is yours? You lose all your armies there"),
        ("Ben", "Alaska (artillery)? It destroys all armies there"),
    ],
)
def test_melting_an_own_territory_asks_first(holder: str, question: str) -> None:
    """A card melts down its territory, even the player's own (Risk FAQ, section 4.5)."""
    lands = {"Ann": {"Brazil": 3}, "Ben": {"Ural": 2}}
    lands[holder]["Alaska"] = 4
    game = position(lands, rules=load_ruleset("tactical"), phase="strike", hands={"Ann": "Alaska"})
    questions: list[str] = []
    front_end = SimpleNamespace(
        view=lambda: game.view(ANN), confirm=lambda asked, deed: questions.append(asked)
    )
    AnswerCommand(Strike(card("Alaska"))).run(cast(Any, front_end))
    [asked] = questions
    assert question in asked
