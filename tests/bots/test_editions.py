"""What only some editions have: declaring, a third army, stars, limits on placing."""

from __future__ import annotations

import pytest

from risk_tui.bots.base import closest_legal
from risk_tui.engine.actions import Attack, EndPhase, Offer, Reinforce, Resign, Trade
from risk_tui.engine.state import Phase, Stage
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.capitals import Capitals
from risk_tui.variants.declared_turns import ChooseTurnType
from tests.engine.positions import ANN, BEN, BOARD, US, at, continent, give, position, varied

from .matches import answer, planners, play

OLD = load_ruleset("uk-old")
ALLIED = load_ruleset("us-1975")
STARS = load_ruleset("stars")
NEUTRAL = 2


def test_declares_an_attack_that_cannot_fail() -> None:
    game = position(
        {"Ann": {"New Guinea": 20, "Western Australia": 1, "Eastern Australia": 1}},
        rules=OLD,
        phase="declare",
        stage=Stage.RECEIVE,
    )
    assert answer(game) == ChooseTurnType(attack=True)


def test_declares_to_reinforce_where_nothing_can_be_taken() -> None:
    strong = dict.fromkeys((each.name for each in BOARD.territories), 5)
    game = position(
        {"Ben": strong, "Ann": {"Alaska": 1, "Peru": 1}},
        rules=OLD,
        phase="declare",
        stage=Stage.RECEIVE,
    )
    assert answer(game) == ChooseTurnType(attack=False)


def test_nobody_reinforces_for_ever() -> None:
    game, records = play(OLD, planners(2, "a"), "a")
    said = [each.action.attack for each in records if isinstance(each.action, ChooseTurnType)]
    assert game.winners
    assert 0.25 < said.count(True) / len(said) < 0.95


def test_the_allied_army_fights_whoever_is_in_turn() -> None:
    # Ben leads it in Ann's turn (1975 rules); Siam stands between his Indonesia and her India.
    owner = [ANN] * 42
    for place in continent("Australia"):
        owner[place] = BEN
    owner[at("Siam")] = NEUTRAL
    numbers = [1] * 42
    numbers[at("Siam")] = 9
    allied = {"owner": owner, "armies": numbers, "acting_seat": NEUTRAL}
    game = position(players=2, rules=ALLIED, stage=Stage.REPLY, **allied)
    assert game.decision is not None
    assert game.decision.seat == BEN
    action = answer(game)
    assert isinstance(action, Attack)
    assert action.source == at("Siam")
    assert owner[action.target] == ANN
    placing = position(
        players=2,
        rules=ALLIED,
        phase=Phase.REINFORCE,
        stage=Stage.REPLY,
        armies_to_place=2,
        **allied,
    )
    assert answer(placing) == Reinforce(at("Siam"), 2)


def hand_of(stars: int) -> list[int]:
    """Cards that show these numbers of stars, two at a time as long as it comes out."""
    two = [n for n, each in enumerate(BOARD.deck) if STARS.cards.stars[each.symbol] == 2]
    one = [n for n, each in enumerate(BOARD.deck) if STARS.cards.stars[each.symbol] == 1]
    return two[: stars // 2] + one[: stars % 2]


@pytest.mark.parametrize(("stars", "trades"), [(4, False), (10, True)])
def test_stars_are_saved_until_they_bring_most(stars: int, trades: bool) -> None:
    # Four stars bring 7 armies, ten bring 30 (Risk wiki).
    strong = dict.fromkeys((each.name for each in BOARD.territories), 9)
    game = position(
        {"Ben": strong, "Ann": dict.fromkeys(["Alaska", "Peru", "Congo", "Siam"], 40)},
        rules=STARS,
        rest="Ben",
        phase=Phase.TRADE,
        stage=Stage.REINFORCE,
        remembers=[Capitals((at("Alaska"), at("Ural"), at("Brazil")))],
    )
    give(game, ANN, hand_of(stars))
    action = answer(game)
    assert isinstance(action, Trade if trades else EndPhase)
    if isinstance(action, Trade):
        assert game.view(ANN).set_value(action.cards) == 30


def test_armies_tied_to_a_continent_go_where_they_may() -> None:
    # Two armies for Australia stay in it, though only the Alaskan front has a use for them.
    rules = varied(US, reinforce={"continent_armies": "in the continent"})
    ours = dict.fromkeys((BOARD.territories[p].name for p in continent("Australia")), 30)
    game = position(
        {"Ann": ours | {"Alaska": 3}, "Ben": {"Kamchatka": 4}},
        rules=rules,
        rest="Cid",
        phase=Phase.REINFORCE,
        armies_to_place=2,
        continent_bound_armies=[2 * (each.name == "Australia") for each in BOARD.continents],
    )
    action = answer(game)
    assert isinstance(action, Reinforce)
    assert action.territory in continent("Australia")


def test_a_hand_without_a_set_is_kept() -> None:
    # With three cards everybody is asked, set or no set.
    game = position({"Ann": {"Egypt": 3}}, phase=Phase.TRADE, stage=Stage.REINFORCE)
    symbols = [str(each.symbol) for each in BOARD.deck]
    first = symbols.index("infantry")
    give(game, ANN, [first, symbols.index("infantry", first + 1), symbols.index("cavalry")])
    assert answer(game) == EndPhase()


def test_armies_in_hand_are_placed_before_the_next_attack() -> None:
    rules = varied(US, cards={"trade_when": "whole turn"})
    game = position({"Ann": {"Siam": 5}}, rules=rules, stage=Stage.ATTACK, armies_to_place=6)
    assert isinstance(answer(game), Reinforce)


def test_a_wish_becomes_the_nearest_offer() -> None:
    offers = (Offer(Reinforce(1, 2), 5), Offer(Reinforce(3, 4), 4), Offer(Resign()))
    assert closest_legal(Reinforce(1, 3), offers) == Reinforce(1, 3)
    assert closest_legal(Reinforce(1, 9), offers) == Reinforce(1, 5)
    assert closest_legal(Reinforce(1, 1), offers) == Reinforce(1, 2)
    assert closest_legal(Reinforce(3, 1), offers) == Reinforce(3, 4)
    assert closest_legal(Reinforce(7, 1), offers) == Reinforce(1, 2)
    assert closest_legal(Attack(0, 1, 3), (*offers, Offer(EndPhase()))) == EndPhase()
    assert closest_legal(None, (Offer(Resign()), Offer(EndPhase()))) == EndPhase()
