"""Missions, objectives and capitals: a bot plays to win in every way there is."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from risk_tui.bots.planner.goals import requirement_of
from risk_tui.engine.actions import Attack, Occupy, Reinforce
from risk_tui.engine.events import GameWon, VictoryKind
from risk_tui.engine.goals import Destroy, Goal, GoalTerritories, HoldContinents, HoldTerritories
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.capitals import Capitals, ChooseCapital
from risk_tui.variants.objectives import ObjectivesMemory
from tests.engine.positions import BOARD, at, continent, events_of, position
from tests.extent import usual_or_full

from .matches import answer, planners, play, position_of

MISSIONS = load_ruleset("uk-new-mission")
CAPITALS = load_ruleset("us-1993-capital-short")
STARS = load_ruleset("stars")


def continents(*names: str) -> Goal:
    known = [each.name for each in BOARD.continents]
    return HoldContinents(tuple(known.index(name) for name in names), 0)


def lands(places: Iterable[int], armies: int = 1) -> dict[str, int]:
    """Return these armies on each of these territories, by their names."""
    return {BOARD.territories[place].name: armies for place in places}


def dealt(own: Goal) -> list[list[int]]:
    """Return the missions of three players by their numbers in the deck; Ann has ``own``."""
    deck = position(rules=MISSIONS).view().rules.missions.deck
    rest = deck.index(continents("Asia", "Africa"))
    return [[deck.index(own)], [rest], [rest]]


def test_one_attack_away_from_its_mission_it_attacks() -> None:
    ours = lands(continent("North America")) | lands(continent("Australia"))
    ours |= {"Siam": 4, "Indonesia": 0}
    held = {"Ann": ours, "Ben": {"Indonesia": 2}}
    wanted = continents("North America", "Australia")
    game = position(held, rules=MISSIONS, rest="Cid", missions=dealt(wanted))
    action = answer(game)
    assert isinstance(action, Attack)
    assert (action.source, action.target) == (at("Siam"), at("Indonesia"))


@pytest.mark.parametrize(("target", "name"), [(1, "Ukraine"), (2, "Siam")])
def test_a_killer_hunts_its_target(target: int, name: str) -> None:
    # The same two weak neighbours, one on each side; the mission says whom to strike.
    held = {
        "Ann": {"Afghanistan": 8, "China": 1, "India": 8, "Ural": 1, "Middle East": 1},
        "Ben": {"Ukraine": 2},
        "Cid": {"Siam": 2},
    }
    missions = [[target], [5], [6], [7]]
    game = position(
        held, rules=MISSIONS, rest="Dot", players=4, conquests_this_turn=1, missions=missions
    )
    assert isinstance(game.view(0).goal(target), Destroy)
    action = answer(game)
    assert isinstance(action, Attack)
    assert action.target == at(name)


def test_eighteen_territories_get_their_second_army() -> None:
    # Mission: 18 territories with two armies each (FAQ Q2.2.1). One of eighteen has a single army.
    ours = lands(range(18), 2) | lands([0])
    game = position(
        {"Ann": ours},
        rules=MISSIONS,
        phase=Phase.REINFORCE,
        armies_to_place=3,
        missions=dealt(HoldTerritories(18, 2)),
    )
    action = answer(game)
    assert action == Reinforce(0, 1)
    assert events_of(game.apply(action), GameWon) == [GameWon((0,), VictoryKind.MISSION)]


def test_moving_in_leaves_two_armies_behind_where_two_are_wanted() -> None:
    ours = lands(range(17), 2)
    source, target = at("Egypt"), at("Middle East")
    game = position(
        {"Ann": ours | {"Egypt": 5, "Middle East": 0}},
        rules=MISSIONS,
        phase=Phase.OCCUPY,
        occupying=(source, target, 1, 4),
        missions=dealt(HoldTerritories(18, 2)),
    )
    action = answer(game)
    assert isinstance(action, Occupy)
    assert 2 <= action.armies <= 3


def test_the_capital_lies_where_it_is_well_guarded() -> None:
    ours = lands(continent("Australia"), 3) | {"Alberta": 3, "Egypt": 3}
    game = position({"Ann": ours}, rules=CAPITALS, phase="capital")
    action = answer(game)
    assert isinstance(action, ChooseCapital)
    assert action.territory in {at("Eastern Australia"), at("New Guinea"), at("Western Australia")}


def test_takes_the_capital_that_wins() -> None:
    # Three players win with their own and both other capitals.
    game = position(
        {"Ann": {"Siam": 7, "Egypt": 1, "Brazil": 1}, "Ben": {"Indonesia": 3, "China": 1}},
        rules=CAPITALS,
        rest="Cid",
        conquests_this_turn=1,
        remembers=[Capitals((at("Egypt"), at("Indonesia"), at("Brazil")), True)],
    )
    assert answer(game) == Attack(at("Siam"), at("Indonesia"), 3)


def test_guards_its_capital() -> None:
    game = position(
        {"Ann": {"Indonesia": 1, "Alaska": 1, "Alberta": 1}, "Ben": {"Siam": 7, "Kamchatka": 3}},
        rules=CAPITALS,
        rest="Cid",
        phase=Phase.REINFORCE,
        armies_to_place=3,
        remembers=[Capitals((at("Indonesia"), at("Ural"), at("Brazil")), True)],
    )
    action = answer(game)
    assert isinstance(action, Reinforce)
    assert action.territory == at("Indonesia")


def test_takes_the_last_objective_that_it_needs() -> None:
    # Two objectives of three are taken; the third is to hold Europe (or others, all far away).
    ours = lands(continent("Europe")) | {"Ukraine": 0, "Scandinavia": 5, "Egypt": 9}
    game = position(
        {"Ann": ours, "Ben": {"Ukraine": 3}},
        rules=STARS,
        rest="Cid",
        conquests_this_turn=1,
        remembers=[
            Capitals((at("Iceland"), at("Ural"), at("Brazil")), True),
            ObjectivesMemory(((1, 2), (3, 4), (5, 6, 7, 8))),
        ],
    )
    assert answer(game) == Attack(at("Scandinavia"), at("Ukraine"), 3)


def test_breaks_what_was_announced() -> None:
    # Cid announced a victory that has to be held for a round; Ben did not.
    held = {"Ann": {"Siam": 9}, "Cid": {"Indonesia": 3}, "Ben": {"India": 3, "China": 3}}
    house = load_ruleset("house")
    game = position(
        held,
        rules=house,
        rest="Ben",
        conquests_this_turn=1,
        victory_announced=[False, False, True],
        missions=dealt(continents("Asia", "Africa")),
    )
    action = answer(game)
    assert isinstance(action, Attack)
    assert action.target == at("Indonesia")


def test_a_capital_to_be_won_back_is_one_of_the_territories_that_are_needed() -> None:
    ours = lands(continent("Africa"))
    for armies, taken in (9, ["Brazil", "Southern Europe"]), (1, []):
        held = ours | {"Egypt": armies}
        view = position({"Ann": held}, rules=STARS, rest="Cid").view(0)
        wanted = GoalTerritories(named=(at("Brazil"),), anywhere=len(held) + 2)
        needed = requirement_of(position_of(view), wanted)
        assert sorted(needed.territories_to_take) == sorted(map(at, taken))


def won_by(records: list[Record]) -> VictoryKind:
    return next(fact.how for fact in events_of(records[-1], GameWon))


def test_missions_end_games_sooner_and_decide_most_of_them() -> None:
    world = with_turn_limit(load_ruleset("uk-new"), usual_or_full(12, 200))
    ways, rounds = [], {"missions": 0, "world": 0}
    seeds = usual_or_full((3,), range(10))
    for seed in seeds:
        players = 3 + seed % 2
        game, records = play(MISSIONS, planners(players, seed), seed)
        ways.append(won_by(records))
        rounds["missions"] += game.view().round
        rounds["world"] += play(world, planners(players, seed), seed)[0].view().round
    assert ways.count(VictoryKind.MISSION) >= 0.9 * len(seeds)
    assert rounds["missions"] < 0.8 * rounds["world"]


def test_a_mission_asks_for_no_territory_that_counts_for_no_continent() -> None:
    # Siberia is closed, so the rest of Asia is the whole continent.
    asia = [place for place in continent("Asia") if place != at("Siberia")]
    game = position({"Ann": lands(asia)}, rules=MISSIONS, outside_continents=(at("Siberia"),))
    wanted = continents("Asia").wanted(game.view(), 0, BOARD)
    assert wanted.named == tuple(asia)
    assert wanted.is_met(game.view(), 0)
