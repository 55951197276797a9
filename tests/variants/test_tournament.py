"""The tournament of RisiKo!: what its objectives are worth, and how its territories are dealt."""

from __future__ import annotations

from collections import Counter

import pytest

from risk_tui.commands.odds_commands import FightPlan
from risk_tui.commands.odds_report import campaign_through
from risk_tui.engine.actions import Attack, Begin, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.goals import Goal
from risk_tui.errors import RiskError
from risk_tui.odds import fight_to_finish, position_odds
from risk_tui.odds.campaign import linear_branches
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.table.orders import Blitz, Order
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.text.words import describe_goal
from tests.engine.positions import ANN, BEN, at, position
from tests.inside import put_game

RULES = load_ruleset("risiko-tournament")


def setup(players: int = 4) -> GameSetup:
    return GameSetup(load_board("classic"), RULES, players)


def deck() -> tuple[Goal, ...]:
    return setup().rules.missions.deck


def test_every_objective_is_worth_about_as_much() -> None:
    # Public code of the rules of Italian clubs: a territory is worth its neighbours, 164 in all.
    game = Game(setup(), seeded_chance("1"))
    worth = [len(neighbours) for neighbours in game.setup.board.neighbours]
    assert sum(worth) == 164
    named = [goal.wanted(game.state(), 0, game.setup.board).named for goal in deck()]
    assert len(named) == 16
    assert {sum(worth[territory] for territory in each) for each in named} == {85, 86, 87}
    assert all(len(set(each)) == len(each) for each in named)


def test_an_objective_is_told_with_its_name() -> None:
    board, seats = load_board("classic"), seat_players(["A", "B", "C"], [])
    told = [describe_goal(goal, seats, board) for goal in deck()]
    assert told[6] == "hold South America, Africa and Asia (Befana)"
    assert told[8] == "hold Europe and Asia, with Indonesia (Dromedario con mosca)"


PARANOIA = {
    "variants.paranoia.played": True,
    "missions.destroy": True,
    "missions.kill_credit": "anyone",
    "victory.when": "any turn",
}
NOTHING = {"name": "A", "continents": (), "territories": ()}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"variants.tournament.closing_sums": ()}, "at least one number in 'closing_sums'"),
        ({"variants.tournament.objectives": (NOTHING,) * 6}, "A asks for nothing"),
        (PARANOIA, "in Paranoia all are to destroy a colour"),
    ],
)
def test_values_without_a_sensible_game_are_refused(
    changes: dict[str, object], problem: str
) -> None:
    with pytest.raises(RiskError, match=problem):
        with_house_rules(RULES, changes)


def test_deals_divide_continents_and_favour_later_seats() -> None:
    for seed in range(20):
        game = Game(setup(), seeded_chance(seed))
        game.apply(Begin())
        state, board = game.state(), game.setup.board
        order = [(state.first + place) % 4 for place in range(4)]
        assert [state.owner.count(seat) for seat in order] == [10, 10, 11, 11]
        for continent in board.continents:
            held = [state.owner[territory] for territory in continent.territories]
            assert max(map(held.count, range(4))) <= len(held) / 2


def test_a_blitz_rolls_all_dice_from_the_first_roll_on() -> None:
    table = Table.create(setup(3), seat_players(["Ann", "Ben", "Cid"], []), seed="1", path=None)
    while not isinstance(decision := table.view(None).decision, ToAttack):
        assert decision is not None
        view = table.view(decision.seat)
        offer = next(each for each in view.offers if not isinstance(each.action, Resign))
        action = offer.with_number(offer.maximum) if offer.maximum else offer.action
        table.submit(decision.seat, action)
    view = table.view(decision.seat)
    attacks = [each for each in view.offers if isinstance(each.action, Attack)]
    strongest = max(attacks, key=lambda offer: offer.maximum or 0).action
    assert isinstance(strongest, Attack)
    table.automation.give_order(Blitz(decision.seat, strongest.source, strongest.target))
    assert table.automation.orders.get(decision.seat) is not None


def as_many_dice(name: str) -> Ruleset:
    """A ruleset by which an attack has no fewer dice than the defender may roll."""
    changes = {"variants.tournament.played": True, "variants.tournament.as_many_dice": True}
    return with_house_rules(load_ruleset(name), changes)


def test_blitz_by_one_number_ends_only_where_dice_could_end() -> None:
    """With one free army against several, or three, an attacker by dice has to stop."""
    lands = {"Ann": {"Peru": 6}, "Ben": {"Brazil": 7}}
    game = position(lands, rules=as_many_dice("balanced-blitz"), rest="Cid")
    fight = position_odds.fight(game.view(ANN), at("Peru"), at("Brazil"))
    assert fight is not None
    ends: Counter[int] = Counter()
    for seed in range(300):
        played = game.copy(seeded_chance(seed))
        played.apply(Attack(at("Peru"), at("Brazil"), 3, (2,)))
        state = played.state()
        is_taken = state.owner[at("Brazil")] == ANN
        left, defenders = state.armies[at("Peru")] - 1, state.armies[at("Brazil")]
        ends[0 if is_taken else defenders] += 1
        assert is_taken or defenders == 1 or left == defenders % 2
    for defenders, chance in enumerate(fight.conquest.defenders_left):
        assert abs(ends[defenders] / 300 - chance) < 0.12


def test_attacks_with_too_few_dice_have_no_odds() -> None:
    rules = as_many_dice("risiko-tournament")
    lands = {"Ann": {"Peru": 2}, "Ben": {"Brazil": 2}}
    game = position(lands, rules=rules, rest="Cid")
    assert position_odds.fight(game.view(ANN), at("Peru"), at("Brazil")) is None
    assert position_odds.threat(game.view(BEN), BEN, at("Brazil")) is None
    lands["Ben"]["Brazil"] = 1
    view = position(lands, rules=rules, rest="Cid").view(BEN)
    now = position_odds.threat(view, BEN, at("Brazil"))
    reinforced = position_odds.threat(view, BEN, at("Brazil"), 1)
    assert now is not None and reinforced is not None
    assert now.chance > reinforced.chance == 0


def test_armies_that_stay_behind_end_campaigns_but_not_threats() -> None:
    rules = with_house_rules(RULES, {"variants.tournament.garrison_always": True})
    lands = {"Ann": {"Peru": 9, "Siam": 2}, "Ben": {"Brazil": 2, "Venezuela": 2, "China": 9}}
    view = position(lands, rules=rules, rest="Cid").view(ANN)
    threat = position_odds.threat(view, ANN, at("Siam"))
    assert threat is not None
    assert threat.chance == fight_to_finish(8, 2, rules.combat).chance
    assert campaign_through(view, (at("Peru"), at("Brazil"))).chance > 0
    with pytest.raises(RiskError, match=r"conquer Brazil \(BR\) may leave more than one behind"):
        campaign_through(view, (at("Peru"), at("Brazil"), at("Venezuela")))


@pytest.mark.parametrize("kind", ["blitz", "plan"])
def test_orders_stop_where_too_few_armies_are_left(kind: str) -> None:
    lands = {"Ann": {"Peru": 5}, "Ben": {"Brazil": 4}}
    start = position(lands, rules=as_many_dice("risiko-tournament"), rest="Cid")
    for seed in range(12):
        seats = seat_players(["Ann", "Ben", "Cid"], [])
        table = Table.create(start.setup, seats, seed="1", path=None)
        put_game(table, start.copy(seeded_chance(seed)))
        order: Order = Blitz(ANN, at("Peru"), at("Brazil"))
        if kind == "plan":
            path = at("Peru"), linear_branches((at("Brazil"),))
            order = FightPlan.of(table.view(ANN), (path,), 0)
        table.automation.give_order(order)
        while table.automation.step() is not None:
            pass
        assert table.automation.orders.get(ANN) is None
        view = table.view(ANN)
        if view.owner[at("Brazil")] != ANN:
            assert view.attack_offer(at("Peru"), at("Brazil")) is None
            assert kind == "blitz" or table.automation.take_notices().startswith("Plan stopped: ")
