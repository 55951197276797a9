"""Whole games in a pseudo-terminal, up to the winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.saves.folder import saved_games
from tests.e2e.player import Follower, play_on
from tests.e2e.terminal import Terminal
from tests.extent import thorough

pytestmark = pytest.mark.pty


def only_game() -> Path:
    """Return the file of the only game."""
    (game,) = saved_games()
    return game.path


def test_three_people_play_until_one_conquers_the_world() -> None:
    # A short game on a small map, which is dealt; the next test claims and places.
    world = ("--rules", "us-1959", "--map", "mini")
    with Terminal("new", *world, "--players", "Ann,Ben,Cleo", "--seed", "75") as terminal:
        terminal.wait("Pass the keyboard to")
        follower = Follower(only_game())
        play_on(terminal, follower)
        terminal.wait("has conquered the world")
        facts = [type(fact).__name__ for record in follower.records for fact in record.events]
        assert facts.count("SeatEliminated") == 2
        assert "SetTraded" in facts
        winner = follower.seats[follower.game.winners[0]].name
        terminal.wait(winner)
        terminal.wait("Enter map")
        terminal.press("enter")
        terminal.until(lambda: "Enter map" not in terminal.text, "the board again")
        terminal.press("q")
        terminal.wait("New game")
        terminal.press("q")
        assert terminal.ended() == 0


def test_game_from_the_title_screen_ends_at_its_turn_limit() -> None:
    with Terminal(columns=120, rows=36) as terminal:
        terminal.wait("New game")
        terminal.press("n")
        terminal.wait("Start the game")
        terminal.press_one_by_one("ctrl+u", "Ann", "down", "ctrl+u", "Ben", "tab", "tab", "left")
        terminal.press("f6")
        terminal.wait("TURN LIMIT")
        terminal.press_one_by_one("right", "right", "right", "right")
        terminal.wait("Mini world")
        terminal.press_one_by_one("tab", "1", "f5")
        terminal.wait("claim a free territory")
        follower = Follower(only_game())
        assert [seat.name for seat in follower.seats[:2]] == ["Ann", "Ben"]
        play_on(terminal, follower)
        terminal.wait("after the last round")
        assert follower.game.view(None).round == 1


@thorough
def test_game_against_bots_ends_at_its_turn_limit() -> None:
    players = ("--players", "Ann,bot,bot,bot", "--seed", "3", "--turn-limit", "2")
    with Terminal("new", "--rules", "uk-new", *players) as terminal:
        terminal.wait("Ann: place 1 army")
        follower = Follower(only_game())
        play_on(terminal, follower)
        terminal.wait("after the last round")
        assert follower.game.view(None).round == 2
