"""Airlift: what people are told of it. The rules are in the conformance table."""

from __future__ import annotations

from risk_tui.odds.position_odds import threat, threats
from risk_tui.rules.library import load_ruleset
from risk_tui.table.orders import best_attack
from risk_tui.tui.game.bottom_line import hints_for
from tests.engine.positions import ANN, at, position

LANDS = {"Ann": {"Brazil": 1, "Alaska": 1}, "Ben": {"Siam": 9}}


def test_distant_armies_threaten_by_airlift() -> None:
    """Any territory can attack any other, for half of its armies (FAQ 4.7)."""
    view = position(LANDS, rules=load_ruleset("airlift")).view(ANN)
    danger = threat(view, ANN, at("Brazil"))
    assert danger is not None
    assert danger.source == at("Siam")
    beside = threat(position({**LANDS, "Ben": {"Venezuela": 4}}).view(ANN), ANN, at("Brazil"))
    assert beside is not None
    assert danger.chance == beside.chance
    assert set(threats(view, ANN)) == {at("Brazil"), at("Alaska")}


def test_three_armies_threaten_nothing_by_airlift() -> None:
    """Of fewer than four armies not two are left to attack with (FAQ 4.7)."""
    lands = {"Ann": {"Brazil": 1}, "Ben": {"Siam": 3}}
    assert (
        threat(position(lands, rules=load_ruleset("airlift")).view(ANN), ANN, at("Brazil")) is None
    )


def test_a_hint_speaks_of_neighbours_where_only_they_are_attacked() -> None:
    lands = {"Ann": {"Brazil": 4}, "Ben": {"Siam": 2}}
    flying = position(lands, rules=load_ruleset("airlift")).view(ANN)
    assert "then on a territory" in hints_for(flying)[-1]
    beside = position({"Ann": {"Brazil": 3}, "Ben": {"Peru": 1}}).view(ANN)
    assert "then on a neighbour" in hints_for(beside)[-1]


def test_a_blitz_begins_with_the_dice_of_those_who_arrive() -> None:
    game = position({"Ann": {"Brazil": 6}, "Ben": {"Siam": 2}}, rules=load_ruleset("airlift"))
    attack = best_attack(game.view(ANN), at("Brazil"), at("Siam"), (2,))
    assert attack.dice == 2, "three of six armies are left"
    assert game.why_not(attack) is None
