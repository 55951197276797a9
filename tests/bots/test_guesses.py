"""What others may be about to fulfil, as far as the board shows it (FAQ Q2.2.1)."""

from __future__ import annotations

from dataclasses import replace

from risk_tui.bots.planner.valuation import MissionGuesses, guess_missions
from risk_tui.bots.planner.weights import WEIGHTS
from risk_tui.engine.actions import Action, Fortify
from risk_tui.engine.game import Game
from risk_tui.engine.goals import HoldContinents
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import ANN, BOARD, at, continent, position

from .matches import answer, position_of, valuation

MISSIONS = load_ruleset("uk-new-mission")


def missions(game: Game) -> tuple[object, ...]:
    """All missions that there are, by their numbers."""
    deck: tuple[object, ...] = game.view(ANN).rules.missions.deck
    return deck


def held_by_ben() -> dict[str, dict[str, int]]:
    """Ben holds North America, and all of Australia but Indonesia, which is Ann's; and Peru."""
    ours = [*continent("North America"), *continent("Australia")]
    theirs = {BOARD.territories[place].name: 1 for place in ours}
    del theirs["Indonesia"]
    return {"Ben": theirs | {"Western Australia": 9, "Peru": 1}, "Cid": {"Iceland": 1}}


def mission_game(held: dict[str, dict[str, int]], own: int = 0, bens: int = 1) -> Game:
    return position(held, rules=MISSIONS, rest="Ann", missions=[[own], [bens], [2]])


def guesses(game: Game) -> MissionGuesses:
    return guess_missions(position_of(game.view(ANN)))


def test_land_that_may_soon_fulfil_a_mission_is_worth_taking_and_holding() -> None:
    found = guesses(mission_game(held_by_ben()))
    assert found.capture_value[at("Alaska")] > found.capture_value.get(at("Peru"), 0.0)
    assert found.hold_value[at("Indonesia")] > found.hold_value.get(at("Siam"), 0.0)


def test_nobody_else_can_have_ones_own_mission() -> None:
    game = mission_game(held_by_ben())
    deck = missions(game)
    names = [each.name for each in BOARD.continents]
    wanted = HoldContinents((names.index("North America"), names.index("Australia")), 0)
    own = guesses(mission_game(held_by_ben(), own=deck.index(wanted)))
    other = guesses(game)
    assert own.hold_value.get(at("Indonesia"), 0.0) < other.hold_value[at("Indonesia")]


def test_it_does_not_depend_on_what_the_others_really_have() -> None:
    held = held_by_ben()
    assert guesses(mission_game(held, bens=1)) == guesses(mission_game(held, bens=5))


def test_without_missions_there_is_nothing_to_guess() -> None:
    game = position(held_by_ben(), rest="Ann")
    assert not any(guesses(game))


def test_what_is_guessed_counts_besides_what_one_wants() -> None:
    game = mission_game(held_by_ben())
    v = valuation(game.view(ANN))
    alaska = at("Alaska")
    wanted = v.goals.capture_value.get(alaska, 0.0)
    assert v.capture_value[alaska] == wanted + guesses(game).capture_value[alaska] > wanted


def test_no_army_leaves_what_others_may_need_for_a_mission() -> None:
    """With four armies from China in Mongolia, Ben could soon hold what he lacks in Asia."""
    held = {
        "Ann": {
            "Scandinavia": 5,
            "Ukraine": 1,
            "Egypt": 2,
            "Middle East": 1,
            "Mongolia": 14,
            "Ural": 3,
            "Yakutsk": 4,
            "Irkutsk": 1,
            "Afghanistan": 3,
            "China": 5,
            "India": 1,
            "Siam": 1,
            "Indonesia": 1,
            "New Guinea": 3,
            "Western Australia": 3,
            "Eastern Australia": 3,
        },
        "Cid": {
            "Northwest Territory": 1,
            "Greenland": 2,
            "Alberta": 1,
            "Ontario": 1,
            "Peru": 1,
            "Western United States": 1,
            "Brazil": 9,
            "Argentina": 3,
            "Western Europe": 3,
            "Southern Europe": 2,
            "South Africa": 5,
            "Madagascar": 1,
        },
        "Ben": {
            "Alaska": 2,
            "Quebec": 2,
            "Eastern United States": 1,
            "Central America": 2,
            "Venezuela": 1,
            "Iceland": 2,
            "Great Britain": 1,
            "Northern Europe": 3,
            "North Africa": 2,
            "East Africa": 2,
            "Congo": 2,
            "Siberia": 7,
            "Kamchatka": 2,
            "Japan": 3,
        },
    }
    game = position(held, rules=MISSIONS, phase=Phase.FORTIFY, missions=[[0], [1], [2]])
    assert guesses_after(game, Fortify(at("China"), at("Mongolia"), 4)) > guesses_after(game)
    assert guesses_after(game, answer(game)) <= guesses_after(game)


def guesses_after(game: Game, move: Action | None = None) -> float:
    """What the missions of others are worth, in armies, with armies moved."""
    view = game.view(ANN)
    armies = list(view.armies)
    if isinstance(move, Fortify):
        armies[move.source] -= move.armies
        armies[move.target] += move.armies
    after = replace(view, armies=tuple(armies))
    found = guess_missions(position_of(after))
    return sum(found.hold_value.values())


def test_oskar_trusts_armies_less_where_armies_do_not_win() -> None:
    weights = WEIGHTS["oskar"]
    assert weights["missions"] == WEIGHTS["mira"]["many"] != weights["many"]
