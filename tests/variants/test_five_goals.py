"""Domination: public goals, and bots that pursue theirs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from risk_tui.engine.actions import Attack
from risk_tui.engine.game import Game
from risk_tui.rules.library import load_ruleset
from risk_tui.tui.app import RiskApp
from risk_tui.variants.five_goals import Goals
from tests.bots.matches import answer
from tests.engine.positions import at, position
from tests.line_mode.keyboard import typed
from tests.tui.tables import MIDDLE, on_screen, press, seated, set_out, side

DOMINATION = load_ruleset("domination")
ANN, BEN, CID = range(3)
NEUTRAL = 3


def with_goals(
    lands: Mapping[str, Mapping[str, int]], *goals: tuple[str, ...], **more: Any
) -> Game:
    """Ann's turn; the neutral army, in Dot's place, has three armies on all other territories."""
    memory = Goals(tuple(tuple(sorted(map(at, names))) for names in goals))
    game = position(lands, rules=DOMINATION, rest="Dot", remembers=[memory], **more)
    state = game.state()
    for territory in state.territories_of(NEUTRAL):
        state.armies[territory] = 3
    game.set_state(state)
    return game


LANDS = {"Ann": {"Brazil": 9, "Egypt": 1}, "Ben": {"Japan": 3}, "Cid": {"Ural": 3}}
GOALS = ("Egypt", "Peru"), ("Japan", "Siam"), ("Iceland", "Quebec")


def test_the_board_page_lists_all_goals(tmp_path: Path) -> None:
    lines = typed(set_out(tmp_path / "a.risk", with_goals(LANDS, *GOALS)), "board").lines
    start = lines.index("Goals, 5 to win")
    assert lines[start + 1 : start + 4] == [
        "  Ann: Peru and Egypt",
        "  Ben: Japan and Siam",
        "  Cid: Quebec and Iceland",
    ]
    assert "  Peru (PE), goal of Ann: Neutral Army, 3 armies" in lines


def test_the_goals_page_says_when_goals_are_dealt() -> None:
    (page,) = with_goals(LANDS).view(ANN).public_goals()
    assert page.terms.startswith("Goals are dealt after all armies are placed.")
    (page,) = with_goals(LANDS, *GOALS).view(ANN).public_goals()
    assert page.terms.startswith("Hold all of your own")


async def test_the_map_and_a_key_show_them(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", with_goals(LANDS, *GOALS))
    async with seated(table, size=MIDDLE) as pilot:
        screen = on_screen(pilot.app)
        assert "PE◦◎3" in screen and "JA■○3" in screen
        assert "◎ goals held" in side(pilot.app)
        await press(pilot, "m")
        assert "Goals, seen by all" in on_screen(pilot.app)
        assert "■ Japan and Siam" in on_screen(pilot.app)


def _attacked(game: Game) -> tuple[int, int]:
    action = answer(game)
    assert isinstance(action, Attack)
    return action.source, action.target


def test_a_computer_player_takes_its_last_goal() -> None:
    assert _attacked(with_goals(LANDS, *GOALS)) == (at("Brazil"), at("Peru"))
    others = (("Egypt", "Venezuela"), *GOALS[1:])
    assert _attacked(with_goals(LANDS, *others)) == (at("Brazil"), at("Venezuela"))


def test_it_breaks_the_victory_of_who_has_announced_one() -> None:
    lands = {"Ann": {"China": 12}, "Ben": {"Siam": 4, "Japan": 3}, "Cid": {"Ural": 3}}
    game = with_goals(lands, *GOALS, victory_announced=[False, True, False, False])
    assert _attacked(game) == (at("China"), at("Siam"))


async def test_the_new_game_screen_mentions_the_neutral_army() -> None:
    app = RiskApp()
    app.settings.players, app.settings.ruleset = ["Ann", "Ben", "Cid"], "domination"
    async with app.run_test(size=MIDDLE) as pilot:
        await press(pilot, "n")
        assert "for 2 to 6 players; a neutral army joins in" in on_screen(app)
