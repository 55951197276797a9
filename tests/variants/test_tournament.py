"""The tournament of RisiKo!: what its objectives are worth, and how its territories are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Attack, Begin, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.orders import Blitz
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.text.words import describe_goal

if TYPE_CHECKING:
    from risk_tui.engine.goals import Goal

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


def test_nobody_is_dealt_more_than_half_of_a_continent_and_the_later_seats_have_more() -> None:
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
    table.give_order(Blitz(decision.seat, strongest.source, strongest.target))
    assert table.order_of(decision.seat) is not None
