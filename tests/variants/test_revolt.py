"""Revolt: a computer player spends a card instead of attacking where that wins more."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.commands.all_commands import parse
from risk_tui.commands.base import AnswerCommand
from risk_tui.engine.game import Game
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.revolt import ChooseHome, Revolt, RevoltMemory
from tests.bots.matches import answer
from tests.engine.positions import at, card, continent, give, position
from tests.line_mode.keyboard import typed
from tests.tui.tables import on_screen, press, said, seated, set_out

RULES = load_ruleset("revolt")


def game(armies: int = 12, stack: int = 3) -> Game:
    """Ann is at home in Asia and holds the card of Siam, where an army of Ben's stands."""
    return position(
        {"Ann": {"Brazil": stack}, "Ben": {"Siam": armies, "Peru": 1}},
        rest="Cid",
        rules=RULES,
        phase="revolt",
        hands={"Ann": "Siam"},
        remembers=[RevoltMemory((at("China"), at("Egypt"), NO_TERRITORY))],
    )


@pytest.mark.parametrize(("armies", "stack"), [(12, 3), (30, 12)])
def test_bots_start_a_revolt_that_wins_more_than_attacks(armies: int, stack: int) -> None:
    assert answer(game(armies=armies, stack=stack)) == Revolt(card("Siam"))


def test_its_home_is_where_most_territories_of_others_are() -> None:
    home = answer(position({"Ann": {"Brazil": 3}}, rules=RULES, phase="home"))
    assert isinstance(home, ChooseHome) and home.territory in continent("Asia")


@pytest.mark.parametrize("name", ["Europe", "north america", "AUSTRALIA"])
def test_a_home_is_chosen_by_the_name_of_its_continent(name: str) -> None:
    """That several territories have a part of the name makes nothing ambiguous."""
    view = position({"Ann": {"Brazil": 3}}, rules=RULES, phase="home").view(0)
    command = parse(f"home {name}", view)
    assert isinstance(command, AnswerCommand)
    assert isinstance(command.answer, ChooseHome)
    assert command.answer.territory in continent(name.title())


async def test_a_card_is_spent_only_after_a_yes(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", game())
    async with seated(table) as pilot:
        await press(pilot, "enter")
        assert "Show Siam (cavalry)? All armies there become yours" in on_screen(pilot.app)
        await press(pilot, "n")
        assert not table.history(None)
        await press(pilot, "enter", "y")
        assert table.history(None)[0].action == Revolt(card("Siam"))


def test_the_board_page_shows_homes(tmp_path: Path) -> None:
    outcome = typed(set_out(tmp_path / "a.risk", game()), "board", "revolt with siam", "quit")
    assert "China (CH), home of Ann" in outcome.out
    assert "Siam revolts, and Ann takes over 12 armies of Ben" in outcome.out


async def test_players_without_a_card_are_told(tmp_path: Path) -> None:
    useless = game()
    give(useless, 0, [card("Brazil")])
    table = set_out(tmp_path / "a.risk", useless, "Ann", "Ben", "bot")
    async with seated(table) as pilot:
        assert said(pilot.app).startswith("Ann: start a revolt in your home")
        await press(pilot, "enter")
        assert "None of your cards shows an opponent's territory in your home." in on_screen(
            pilot.app
        )
        await press(pilot, "enter")
        assert said(pilot.app) == "Ann: attack, or end your attacks"
