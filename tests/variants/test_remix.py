"""Remix: the colours of the third player, and how bots spare sleeping armies."""

from __future__ import annotations

from typing import Any

from risk_tui.engine.actions import Attack, Begin, EndPhase, Fortify, Place
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.odds.position_odds import fight, threat
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import seat_on, seat_players
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.variants.remix import RemixMemory
from tests.bots.matches import answer
from tests.engine.positions import BOARD, at, continent, position

REMIX = load_ruleset("remix")
ANN, BEN, CID = range(3)
AFRICA, EUROPE = (BOARD.territories[continent(name)[0]].continent for name in ("Africa", "Europe"))


def begun() -> Game:
    """Return a game whose continents are drawn."""
    game = Game(GameSetup(BOARD, REMIX, 3), seeded_chance("1"))
    game.apply(Begin())
    return game


def third_of(game: Game) -> int:
    """Return the seat of the third player, who has more land than the others."""
    return max(range(3), key=game.state().owner.count)


def test_closed_territories_cost_the_third_player_no_armies() -> None:
    rules = with_house_rules(REMIX, {"variants.blizzards.played": True})
    for seed in range(5):
        game = Game(GameSetup(BOARD, rules, 3), seeded_chance(seed))
        game.apply(Begin())
        state = game.state()
        third = third_of(game)
        dealt = sum(state.armies[each] for each in state.territories_of(third))
        assert dealt + state.unplaced[third] == 4 * 20


def colours(*continents: str) -> tuple[int, ...]:
    """Return the colour of each territory, if these continents have one each."""
    return tuple(
        next((number for number, name in enumerate(continents) if place in continent(name)), -1)
        for place in range(len(BOARD.territories))
    )


def test_continents_of_the_third_player_have_unique_colours() -> None:
    game, seats = begun(), seat_players(["Ann", "Ben", "Cid"], ())
    view, third = game.view(), third_of(game)
    by_continent = [
        {seat_on(view, seats, territory).colour for territory in each.territories}
        for each in view.board.continents
    ]
    assert all(len(colours) == 1 for colours in by_continent)
    assert len(set().union(*by_continent)) == len(by_continent)
    assert {seat_on(view, seats, territory).name for territory in view.territories_of(third)} == {
        seats[third].name
    }


def asleep(awake: bool, **now: Any) -> Game:
    """Ann may take Egypt from Cid, whose other armies in Africa are many."""
    names = {BOARD.territories[place].name: 1 for place in continent("Africa")}
    return position(
        {
            "Cid": {**names, "South Africa": 30, "East Africa": 2, "Japan": 1},
            "Ann": {"Middle East": 6},
            "Ben": {"Peru": 9},
        },
        rules=REMIX,
        rest="Ann",
        remembers=[RemixMemory(CID, (AFRICA,), (awake,), colours("Africa"))],
        **now,
    )


def test_a_computer_player_lets_sleeping_armies_lie() -> None:
    assert isinstance(answer(asleep(awake=True)), Attack)
    assert isinstance(answer(asleep(awake=False)), EndPhase)


def test_the_cursor_starts_on_an_awake_territory() -> None:
    game = asleep(False, turn="Cid", phase=Phase.REINFORCE, armies_to_place=3)
    typed = Selection(BOARD)
    compass = MapNavigation(BOARD.pictures.largest_within(58, 21))
    for _ in range(2):
        typed.start_turn_for(game.view(CID), compass)
        assert typed.cursor == at("Japan")
        typed.release()


def test_the_odds_know_no_attack_from_sleeping_armies() -> None:
    for awake in (True, False):
        view = asleep(awake).view(CID)
        assert (fight(view, at("East Africa"), at("Middle East")) is not None) == awake
        assert (threat(view, ANN, at("Middle East")) is not None) == awake


def test_a_move_to_another_colour_is_refused_with_the_reason() -> None:
    game = position(
        {"Cid": {"Egypt": 5, "Southern Europe": 1}},
        rules=REMIX,
        turn="Cid",
        phase="fortify",
        remembers=[RemixMemory(CID, (AFRICA, EUROPE), (True, True), colours("Africa", "Europe"))],
    )
    why = game.why_not(Fortify(at("Egypt"), at("Southern Europe"), 1))
    assert why is not None
    assert why.endswith("a neighbouring territory of your own, and only within one colour (Remix)")


def test_a_full_colour_is_refused_with_the_variants_name() -> None:
    game = begun()
    state, third = game.state(), third_of(game)
    full = state.territories_of(third)[0]
    state.turn = state.acting_seat = third
    state.own_armies_this_go, state.armies[full] = 1, 20
    game.set_state(state)
    name = BOARD.territories[full].name
    assert game.why_not(Place(full, 1)) == (
        f"you can't place armies in {name} now (Remix); choose another territory"
    )
