"""Odds of fights in which the defender rolls one more die at first."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import Attack, Defend
from risk_tui.odds import fight_to_finish, position_odds
from risk_tui.odds.campaign import linear_branches
from risk_tui.odds.routes import best_route
from risk_tui.rules.combat import ExtraDieRolls
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.roll_odds import best_defence, cost_of_first_rolls
from risk_tui.variants.capital_die import ONE_MORE
from risk_tui.variants.capitals import Capitals
from tests.engine.positions import at, position
from tests.odds.rules import CLASSIC, ITALIAN, SEEN, approx, play_all_rolls

FOUR = ExtraDieRolls(4)


@pytest.mark.parametrize(("free", "armies", "rolls"), [(1, 1, 4), (2, 1, 1), (3, 2, 1), (3, 3, 2)])
def test_first_rolls_agree_with_all_rolls(free: int, armies: int, rolls: int) -> None:
    fight = fight_to_finish(free, armies, CLASSIC, first=ExtraDieRolls(rolls))
    assert fight.chance == approx(float(play_all_rolls(free, armies, CLASSIC, rolls)[0]))
    assert sum(fight.attackers_left) == approx(1)
    assert sum(fight.defenders_left) == approx(1)


def test_extra_die_never_helps_the_attacker() -> None:
    chances = [fight_to_finish(9, 6, CLASSIC, first=ExtraDieRolls(n)).chance for n in range(6)]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[4]
    assert best_defence(ITALIAN, 3, 3, FOUR).odds == best_defence(ITALIAN, 3, 3).odds


def test_attacker_may_stop_during_the_first_rolls() -> None:
    fight = fight_to_finish(4, 9, CLASSIC, stop_at=3, first=FOUR)
    assert sum(fight.attackers_left[:1]) == 0 and sum(fight.attackers_left) == approx(1)


def test_cost_of_first_rolls_grows_with_the_garrison() -> None:
    costs = [cost_of_first_rolls(CLASSIC, FOUR, armies) for armies in range(6)]
    assert costs[0] == 0 and costs == sorted(costs)
    assert cost_of_first_rolls(CLASSIC, ExtraDieRolls(), 5) == 0


def test_informed_defender_uses_the_extra_die_if_it_helps() -> None:
    choice = best_defence(SEEN, 3, 5, FOUR)
    assert choice.dice[6, 6, 6] == 1 and choice.dice[2, 2, 1] == 3


def test_odds_of_a_position_include_first_rolls_across_the_sea() -> None:
    lands = {"Ann": {"Brazil": 9}, "Ben": {"North Africa": 5, "Peru": 5, "Egypt": 9}}
    rolls = [die for _ in range(4) for die in ((6, 1, 1), (5, 5, 1))]
    rules = load_ruleset("sea-lanes")
    game = position(lands, rest="Cid", rules=rules, luck=rolls)
    sea, land = (at("Brazil"), at("North Africa")), (at("Brazil"), at("Peru"))

    def chance(pair: tuple[int, int]) -> float:
        fight = position_odds.fight(game.view(0), *pair)
        assert fight is not None
        return fight.conquest.chance

    assert chance(land) == fight_to_finish(8, 5, CLASSIC).chance
    assert chance(sea) == fight_to_finish(8, 5, CLASSIC, first=FOUR).chance
    threat = position_odds.threat(game.view(1), 1, at("North Africa"))
    assert threat is not None and threat.chance == chance(sea)
    game.apply(Attack(*sea, 3))
    expected = position_odds.defences(game.view(1))
    assert min(expected, key=lambda dice: expected[dice]) == 3
    game.apply(Defend(3))
    left = fight_to_finish(6, 4, CLASSIC, first=ExtraDieRolls(3)).chance
    assert chance(sea) == left


def test_first_rolls_count_where_capitals_have_a_die_too() -> None:
    rules = with_house_rules(load_ruleset("capital-die"), {"variants.sea_lanes.played": True})
    lands = {"Ann": {"Brazil": 9}, "Ben": {"North Africa": 5, "Peru": 5}}
    capitals = Capitals((at("Japan"), at("Peru"), at("Congo")), are_shown=True)
    view = position(lands, rest="Cid", rules=rules, remembers=[capitals]).view(0)
    for name, first in (("North Africa", FOUR), ("Peru", ONE_MORE)):
        fight = position_odds.fight(view, at("Brazil"), at(name))
        assert fight is not None
        assert fight.conquest.chance == fight_to_finish(8, 5, rules.fights, first=first).chance


def test_campaigns_include_first_rolls_across_the_sea() -> None:
    lands = {"Ann": {"Brazil": 12}, "Ben": {"North Africa": 3, "Egypt": 2, "Peru": 3}}
    rules = load_ruleset("sea-lanes")
    view = position(lands, rest="Cid", rules=rules).view(0)
    here = at("Brazil")
    africa = linear_branches((at("North Africa"), at("Egypt")))
    plan = position_odds.expected_campaign(view, here, africa)
    crossing = fight_to_finish(11, 3, CLASSIC, first=FOUR)
    assert plan.odds.reached[1] == pytest.approx(crossing.chance)
    then = [fight_to_finish(free - 1, 2, CLASSIC).chance for free in range(1, 12)]
    both = sum(crossing.survivors[free] * then[free - 1] for free in range(1, 12))
    assert plan.odds.chance == pytest.approx(both)
    dry = position(lands, rest="Cid").view(0)
    area = position_odds.campaign_map(view, 0), position_odds.campaign_map(dry, 0)
    by_sea, by_land = (best_route(each, here, [at("Egypt")]) for each in area)
    assert by_sea is not None and by_land is not None
    assert by_sea.odds.chance < by_land.odds.chance
