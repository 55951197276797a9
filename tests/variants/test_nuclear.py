"""Nuclear: nukes by keys and by lines, and what computer players do with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.planner.moves import enter
from risk_tui.commands.odds_report import campaign_through
from risk_tui.data import language
from risk_tui.engine.actions import EndPhase, Enter
from risk_tui.engine.game import Game
from risk_tui.errors import RiskError, WrongPhase
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.nuclear.declarations import (
    Fire,
    GoNuclear,
    NuclearMemory,
    SpendNuke,
    TakeNukes,
)
from tests.bots.matches import answer, valuation
from tests.engine.positions import at, position
from tests.line_mode.keyboard import typed
from tests.tui.tables import MIDDLE, on_screen, press, said, seated, set_out, side, strokes

NUCLEAR = load_ruleset("nuclear")
ANN, BEN, CID = range(3)
BRAZIL = {"Ann": {"Brazil": 5}, "Ben": {"Ural": 3, "Ukraine": 1}}


def armed(
    nukes: Mapping[str, int], lands: Mapping[str, Mapping[str, int]] = BRAZIL, **more: Any
) -> Game:
    """Ann's turn in round 5, with nukes on those territories; Cid holds the rest."""
    counts = [0] * 42
    for name, count in nukes.items():
        counts[at(name)] = count
    memory = NuclearMemory(tuple(counts), round=5)
    return position(lands, rules=NUCLEAR, rest="Cid", remembers=[memory], round=5, **more)


def test_the_leader_of_the_allied_army_is_told_whose_turn_it_is() -> None:
    """Nukes are fired in one's own turn, not while leading the army that two players share."""
    rules = with_house_rules(NUCLEAR, {"two_players.third_army": "allied"})
    counts = tuple(int(territory == at("Brazil")) for territory in range(42))
    game = position(
        {"Ann": {"Brazil": 5}, "Ben": {"Ural": 3}},
        rules=rules,
        players=2,
        remembers=[NuclearMemory(counts, round=5)],
        round=5,
        acting_seat=2,
    )
    assert game.decision is not None and game.decision.seat == BEN
    with pytest.raises(WrongPhase, match="only in your own turn"):
        game.apply(GoNuclear())


async def test_they_are_fired_by_keys_once_the_player_says_yes(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", armed({"Brazil": 2}))
    async with seated(table, size=MIDDLE) as pilot:
        assert "BR●↑5" in on_screen(pilot.app)
        assert "fire nukes" in on_screen(pilot.app)
        await press(pilot, *strokes("! BR enter UK enter"))
        assert "Fire a nuke from Brazil at Ukraine?" in on_screen(pilot.app)
        await press(pilot, "y")
        assert "fire nukes (1 left), or continue your attacks" in said(pilot.app)
        assert "UK×" in on_screen(pilot.app)
        assert "Ukraine ×●2" in side(pilot.app)
        await press(pilot, "e")
        assert "attack, or end your attacks" in said(pilot.app)
    assert table.view(None).territories_of(BEN) == [at("Ural")]


async def test_a_key_without_nukes_says_so(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", armed({}))
    async with seated(table, size=MIDDLE) as pilot:
        assert "fire nukes" not in on_screen(pilot.app)
        await press(pilot, "!")
        assert "you can't fire nukes now" in said(pilot.app)


def test_a_shot_can_be_undone_if_no_seat_was_asked(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", armed({"Brazil": 2, "Ural": 1}))
    outcome = typed(table, "nukes", "fire brazil peru", "undo")
    assert "Peru is a wasteland, for 2 turns of Ann" in outcome.out
    assert "Undone: Ann fires a nuke" in outcome.out
    assert table.view(None).owner[at("Peru")] == CID


def test_who_fires_while_they_attack_is_told_how(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", armed({"Brazil": 1}))
    assert "type 'nukes' first, then fire" in typed(table, "fire brazil peru").err


def test_the_owner_of_a_target_is_asked_and_that_stands(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", armed({"Brazil": 2, "Ural": 1}))
    outcome = typed(table, "nukes", "fire brazil ukraine", "end", "undo")
    assert "Ben: Ann fires a nuke at Ukraine (1): spend one to stop it, or lose" in outcome.out
    assert "Ben does not stop it" in outcome.out
    assert "Undone" not in outcome.out
    other = set_out(tmp_path / "b.risk", armed({"Brazil": 2, "Ural": 1}))
    outcome = typed(other, "nukes", "fire brazil ural", "spend ural")
    assert "Ben spends a nuke in Ural to save Ural" in outcome.out


CAMPAIGN = (at("Brazil"), at("Peru"), at("Argentina"))


@pytest.mark.parametrize("turn", ["Ann", "Ben"])
def test_own_nukes_allow_campaigns_in_any_turn(turn: str) -> None:
    game = armed({"Brazil": 2}, {"Ann": {"Brazil": 9}}, turn=turn)
    assert campaign_through(game.view(ANN), CAMPAIGN).chance


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("turn", ["Ann", "Ben"])
def test_reason_for_unknown_odds_is_translated(turn: str) -> None:
    view = armed({"Peru": 2}, {"Ann": {"Brazil": 9}}, turn=turn).view(ANN)
    with pytest.raises(RiskError, match="conquered nukes come down"):
        campaign_through(view, CAMPAIGN)
    language.use("de")
    with pytest.raises(RiskError, match="eroberte Atombomben fallen"):
        campaign_through(view, CAMPAIGN)


def test_nukes_are_public() -> None:
    game = armed({"Brazil": 2, "Ural": 1})
    assert game.view(ANN).memories == game.view(BEN).memories == game.view(None).memories
    (standing,) = game.view(None).standings()
    assert standing.counts == {ANN: 2, BEN: 1, CID: 0}


# Computer players


ELSEWHERE = dict.fromkeys(("Ural", "Alaska", "Iceland", "Congo", "Indonesia"), 2)
SOUTH = {"Peru": 3, "Brazil": 3, "Venezuela": 1, "Argentina": 3}


def test_bots_fire_at_a_continent_and_then_attack() -> None:
    game = armed({"Ural": 1}, {"Ann": ELSEWHERE, "Ben": SOUTH})
    game.apply(GoNuclear())
    assert answer(game) == Fire(at("Ural"), at("Venezuela"))
    game.apply(Fire(at("Ural"), at("Venezuela")))
    assert not isinstance(answer(game), GoNuclear)


def test_it_fires_at_nothing_that_a_nuke_protects() -> None:
    game = armed({"Ural": 1, "Brazil": 1}, {"Ann": {"Ural": 2}, "Ben": SOUTH})
    game.apply(GoNuclear())
    assert answer(game) != Fire(at("Ural"), at("Venezuela"))


def test_bots_spend_nukes_for_own_last_armies_only() -> None:
    lands = {"Ann": {"Siam": 5}, "Ben": {"Ukraine": 1, "Ural": 2}}
    for nukes, expected in (
        ({"Siam": 1, "Ural": 1}, SpendNuke(at("Ural"))),
        ({"Siam": 1, "Afghanistan": 1}, EndPhase()),
    ):
        game = armed(nukes, lands)
        game.apply(GoNuclear())
        game.apply(Fire(at("Siam"), at("Ukraine")))
        assert answer(game) == expected


def test_it_takes_as_many_as_a_continent_of_others_costs() -> None:
    asia = ("Siam", "India", "China", "Mongolia", "Siberia", *ELSEWHERE)
    for bens, taken in ((SOUTH, 1), ({"Peru": 3, "Brazil": 3}, None)):
        lands = {"Ann": dict.fromkeys(asia, 2), "Ben": bens}
        game = armed({}, lands, phase="arm", stage=0)
        chosen = answer(game)
        assert getattr(chosen, "nukes", None) == taken
        assert isinstance(chosen, TakeNukes if taken else EndPhase)


def test_it_fires_before_an_attack_that_a_nuke_makes_safer() -> None:
    anns = {"Indonesia": 6, "Eastern Australia": 1, "Western Australia": 1, "Siam": 1}
    game = armed({"Siam": 1}, {"Ann": anns, "Ben": {"New Guinea": 4}})
    assert isinstance(answer(game), GoNuclear)
    game.apply(GoNuclear())
    assert isinstance(answer(game), Fire)


def test_bots_enter_dead_ends_with_one_army() -> None:
    australia = ("Indonesia", "New Guinea", "Western Australia", "Eastern Australia", "Peru")
    for empty, source, armies in (
        ("Eastern Australia", "New Guinea", 1),
        ("Siam", "Indonesia", 19),
    ):
        game = armed({}, {"Ann": {**dict.fromkeys(australia, 1), source: 20, "Madagascar": 1}})
        state = game.state()
        state.owner[at(empty)], state.armies[at(empty)] = NO_SEAT, 0
        game.set_state(state)
        source = at("Indonesia")
        entering = enter(valuation(game.view(ANN)), source, at(empty))
        assert entering == Enter(source, at(empty), armies)
