"""Starting armies that the program places for a player."""

from __future__ import annotations

from random import Random

import pytest

from risk_tui.bots.base import offered
from risk_tui.bots.planner.set_up import place_for_person
from risk_tui.engine.actions import Action, Claim, Place
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from tests.bots.matches import answer
from tests.engine.positions import ANN, BEN, BOARD, UK, US, at, continent, position, varied
from tests.extent import few

NEUTRAL = 2


def placing(game: Game) -> Action:
    """Return the placement for the seat whose decision is due."""
    assert game.decision is not None
    seat = game.decision.seat
    action = place_for_person(game.view(seat), seat)
    assert action is not None
    assert action == place_for_person(game.view(seat), seat)
    return action


def set_up(game: Game) -> None:
    """Let Mira claim the territories, and place all armies."""
    while game.decision is not None and not game.view().round:
        game.apply(placing(game) if game.decision.kind == "place" else answer(game))


@pytest.mark.parametrize("rules", [US, UK, varied(UK, setup={"territory_limit": 4})])
def test_all_starting_armies_are_placed(rules: Ruleset) -> None:
    game = Game(GameSetup(BOARD, rules, 4), seeded_chance("steward"))
    set_up(game)
    assert game.view().round == 1


def test_armies_are_spread_over_fronts() -> None:
    lands = ["Peru", "Argentina", "Venezuela", "Brazil", "Siam", "Japan"]
    armies = dict.fromkeys(lands, 1)
    for _ in range(20):
        game = position(
            {"Ann": armies}, phase=Phase.PLACE, own_armies_this_go=1, unplaced=[20, 10, 10]
        )
        action = placing(game)
        assert isinstance(action, Place)
        armies[BOARD.territories[action.territory].name] += action.armies
    assert armies["Peru"] == armies["Argentina"] == 1
    assert min(armies["Venezuela"], armies["Brazil"], armies["Siam"]) >= 4
    assert max(armies.values()) <= 12


def test_neutral_armies_are_put_next_to_the_opponent() -> None:
    # The neutral army holds Indonesia next to Ben and Iceland next to Ann (US 1993 booklet).
    owner = [BEN] * 42
    for place in (*continent("Europe"), *continent("North America")):
        owner[place] = ANN
    owner[at("Iceland")] = owner[at("Indonesia")] = NEUTRAL
    game = position(
        players=2,
        phase=Phase.PLACE,
        owner=owner,
        own_armies_this_go=0,
        neutral_armies_this_go=1,
        unplaced=[9, 9, 9],
    )
    assert placing(game) == answer(game) == Place(at("Indonesia"), 1)


def test_neutral_armies_enclose_the_opponents_stack() -> None:
    owner, armies = [BEN] * 42, [1] * 42
    for place in (*continent("Europe"), *continent("North America")):
        owner[place] = ANN
    # Mongolia has more neighbours, but the stack is beside Indonesia.
    owner[at("Mongolia")] = owner[at("Indonesia")] = NEUTRAL
    armies[at("Siam")] = 9
    game = position(
        players=2,
        phase=Phase.PLACE,
        owner=owner,
        armies=armies,
        own_armies_this_go=0,
        neutral_armies_this_go=1,
        unplaced=[9, 9, 9],
    )
    assert answer(game) == Place(at("Indonesia"), 1)


@pytest.mark.parametrize(
    ("enemy", "neutral", "best"),
    [
        ("Central America", "North Africa", "Venezuela"),
        ("North Africa", "Central America", "Brazil"),
    ],
)
def test_starting_armies_go_beside_the_enemy(enemy: str, neutral: str, best: str) -> None:
    owner = [BEN] * 42
    for place in continent("South America"):
        owner[place] = ANN
    owner[at(neutral)] = NEUTRAL
    game = position(
        players=2, phase=Phase.PLACE, owner=owner, own_armies_this_go=2, unplaced=[9, 9, 9]
    )
    action = answer(game)
    assert isinstance(action, Place)
    assert action.territory == at(best)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_castles_are_guarded_from_the_start(players: int) -> None:
    rules = load_ruleset("castle")
    game = Game(GameSetup(load_board("castle-europe"), rules, players), seeded_chance("steward"))
    set_up(game)
    view = game.view()
    castles = [stake for hook in view.rules.hooks.stakes for stake in hook(view)]
    assert len(castles) == players
    for castle in castles:
        own = view.armies_of(castle.seat)
        assert castle.is_fatal
        assert view.armies[castle.territory] >= own / 6
        assert view.armies[castle.territory] <= own / 2


@pytest.mark.parametrize("seed", few([1, 5, 11, 12], 2))
def test_castles_are_guarded_against_distant_stacks(seed: int) -> None:
    """Ann claims without a plan; a stack may come through weak land in its first turn."""
    rules = load_ruleset("castle")
    game = Game(GameSetup(load_board("castle-europe"), rules, 2), seeded_chance(f"c{seed}"))
    random = Random(seed)
    while (decision := game.decision) is not None and not game.view().round:
        claims = offered(game.view(decision.seat), Claim)
        if decision.seat == ANN and claims:
            game.apply(random.choice(claims))
        elif decision.seat == ANN and decision.kind == "place":
            game.apply(placing(game))
        else:
            game.apply(answer(game))
    view = game.view()
    stakes = [stake for hook in view.rules.hooks.stakes for stake in hook(view)]
    (castle,) = (stake.territory for stake in stakes if stake.seat == ANN)
    stack = max(view.armies[territory] for territory in view.territories_of(BEN))
    assert view.armies[castle] >= stack / 2


def test_without_armies_to_place_there_is_no_placement() -> None:
    assert place_for_person(position({"Ann": {"Siam": 5}}).view(ANN), ANN) is None
