"""The bots for first games: how they place armies and attack."""

from __future__ import annotations

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import make_bot
from risk_tui.engine.actions import Reinforce
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.variants.airlift import AirliftBegan
from risk_tui.variants.meltdown import MeltdownMemory
from tests.engine.positions import ANN, at, change, position


@pytest.mark.parametrize("name", ["us-1993", "domination"])
def test_a_beginner_spreads_its_starting_armies(name: str) -> None:
    """Everything on one territory is what no person does, however little they know."""
    game = Game(GameSetup(load_board("classic"), load_ruleset(name), 3), seeded_chance(name))
    bots = [make_bot("toni", seat) for seat in range(3)]
    while (decision := game.decision) is not None and game.view(None).round < 1:
        game.apply(bots[decision.seat].choose(game.view(decision.seat), decision))
    view = game.view(None)
    for seat in range(3):
        armies = [view.armies[territory] for territory in view.territories_of(seat)]
        assert max(armies) <= sum(armies) / 3


@pytest.mark.parametrize("bot", ["recruit", "toni"])
def test_what_an_airlift_costs_is_counted_before_it(bot: str) -> None:
    """Half of the army is lost at once (FAQ 4.7): only what is left is compared with a defender."""
    game = Game(GameSetup(load_board("mini"), load_ruleset("airlift"), 3), seeded_chance("air"))
    bots = [make_bot(bot, seat) for seat in range(3)]
    airlifts = 0
    while (decision := game.decision) is not None and game.view(None).round < 6:
        view = game.view(decision.seat)
        action = bots[decision.seat].choose(view, decision)
        events = game.apply(action).events
        for event in events:
            if isinstance(event, AirliftBegan):
                airlifts += 1
                left = view.armies[event.source] - event.armies
                assert left > view.armies[event.target]
    assert airlifts


def test_a_beginner_arms_no_border_with_empty_land() -> None:
    """Nobody attacks from a territory that melted down (FAQ 4.4), however few armies are there."""
    lands = {"Ann": {"Argentina": 20, "Brazil": 1, "Venezuela": 1, "Alaska": 2}}
    game = position(
        lands,
        rules=load_ruleset("tactical"),
        phase=Phase.REINFORCE,
        armies_to_place=3,
        remembers=[MeltdownMemory((at("Peru"),))],
    )
    state = game.state()
    state.owner[at("Peru")], state.armies[at("Peru")] = NO_SEAT, 0
    change(game, owner=state.owner, armies=state.armies)
    action = make_bot("toni", ANN).choose(game.view(ANN), game.decision)
    assert isinstance(action, Reinforce)
    assert action.territory == at("Alaska")
