"""Bots on several Earths: the cost of a choice does not grow with their number."""

from __future__ import annotations

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.base import Bot
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.position import Position
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.bots.planner.weights import WEIGHTS
from risk_tui.engine.actions import Action, Attack, EndPhase, Occupy
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.laboratory.one_game import play_steps
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import BOARD, UK, at, continent
from tests.work import bounded_work

from .matches import position_of


def at_first_attack(earths: int) -> Game:
    """Return a game of four seats in its third round, at a decision to attack."""
    rules = load_ruleset("n-ple-earth")
    changes = {"variants.earths.earths": earths, "setup.allocation": "deal"}
    setup = GameSetup(BOARD, with_house_rules(rules, changes), 4)
    game = Game(setup, seeded_chance("earths"))
    for _ in play_steps(game, [make_bot("mira", seat) for seat in range(4)]):
        if game.view().round == 3 and game.decision is not None and game.decision.kind == "attack":
            break
    return game


@pytest.fixture(scope="module")
def four() -> Game:
    """A game on four Earths, which tests must not change."""
    return at_first_attack(4)


@pytest.fixture(scope="module")
def position(four: Game) -> Position:
    """The position in that game of the seat in turn."""
    return position_of(four.view(four.turn), four.turn)


def test_attacks_are_looked_for_on_one_earth_after_the_other(position: Position) -> None:
    view, parts = position.view, list(position.parts(2))
    assert [set(part.earths) for part in parts] == [{2}, {3}, {0}, {1}, {0, 1, 2, 3}]
    greatest = max(position.fronts, key=lambda territory: view.armies[territory])
    first = next(position.parts())
    assert set(first.earths) == {view.board.earth_of(greatest)}
    campaigns = Campaigns(Valuation(position, WEIGHTS["mira"])).restricted_to(first)
    best = campaigns.best()
    assert best is not None
    assert {view.board.earth_of(place) for place in best.targets} == set(first.earths)


def test_one_earth_is_looked_at_once() -> None:
    view = Game(GameSetup(BOARD, UK, 3), seeded_chance(1)).view(0)
    position = position_of(view)
    assert list(position.parts()) == [position]


def test_an_attack_in_a_turn_is_found_on_its_earth(four: Game) -> None:
    player, decision = make_bot("mira", 1), four.decision
    view = four.view(four.turn)
    assert decision is not None
    with bounded_work(15_000):
        action = player.choose(view, decision)
    assert isinstance(action, Attack)


def after_a_conquest(game: Game, player: Bot) -> Game:
    """The game once a player has conquered one of two territories that Australia lacks."""
    game = game.copy(seeded_chance("conquest"))
    state = game.state()
    seat, lacking = state.turn, (at("New Guinea"), at("Western Australia"))
    state.armies = [1] * len(state.armies)
    for place in continent("Australia"):
        state.owner[place] = (seat + 1) % 4 if place in lacking else seat
    state.armies[at("Indonesia")] = 40
    game.set_state(state)
    action: Action | None = None
    while not isinstance(action, Occupy):
        assert game.decision is not None
        action = player.choose(game.view(seat), game.decision)
        game.apply(action, seat=game.decision.seat)
    return game


def test_a_stack_on_its_way_goes_on_without_a_look_at_all_else(four: Game) -> None:
    player = make_bot("mira", 1)
    game = after_a_conquest(four, player)
    view, decision = game.view(game.turn), game.decision
    assert decision is not None
    with bounded_work(1_000):
        action = player.choose(view, decision)
    assert isinstance(action, Attack)
    assert view.armies[action.source] == max(view.armies)


def test_a_stack_that_lost_more_than_expected_is_thought_over(four: Game) -> None:
    player = make_bot("mira", 1)
    game = after_a_conquest(four, player)
    state = game.state()
    state.armies = [min(armies, 2) for armies in state.armies]
    game.set_state(state)
    assert game.decision is not None
    assert player.choose(game.view(game.turn), game.decision) == EndPhase()
