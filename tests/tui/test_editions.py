"""Decisions of special editions can be answered by keys, in a dialog, and by a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from risk_tui.engine.records import Outcome
from risk_tui.engine.state import Phase
from risk_tui.table.table import Table
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.menu import Menu
from risk_tui.tui.text_widgets import TextLines
from tests.engine.positions import US, change, give, position, varied
from tests.extent import few
from tests.inside import game_of
from tests.tui import editions
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    armies,
    at_table,
    click,
    code,
    due,
    footer,
    on_screen,
    play,
    play_behind_curtain,
    press,
    said,
    seated,
    settle,
    side,
    try_answers,
)


def altering(*luck: Outcome, hand: str = "Ural, Alaska") -> Callable[[Path], Table]:
    return lambda path: editions.altering(path, *luck, hand=hand)


def seen(*luck: Outcome) -> Callable[[Path], Table]:
    return lambda path: editions.defending_seen(path, *luck)


def allied(phase: str, *luck: Outcome, pool: int = 0) -> Callable[[Path], Table]:
    return lambda path: editions.allied(path, phase, *luck, armies_to_place=pool)


def rerolling(path: Path) -> Table:
    """The card is shown, the die that showed a 1 shows a 2, and the commander may act still."""
    return editions.altering(path, (2,))


def falling_back(path: Path) -> Table:
    """The Allied Army attacks Ann from Afghanistan with one die, and she throws two."""
    return editions.allied(path, "attack", (6,), (1, 1))


def experts_blitz(path: Path) -> Table:
    """A blitz, in which Ann is not asked about the dice."""
    luck = ((6, 6, 6), (1, 1), (6, 6, 6), (1,))
    table = editions.midgame(path, "us-1980-experts", "attack", luck=luck, hands={"Ann": "Ural"})
    table.seating.set_defence(1, "most")
    return table


def neutral_loses(path: Path) -> Table:
    return editions.attacking_neutrals(path, (6, 6, 6), (1, 1))


def garrisoned(ukraine: int, brazil: int, pool: int) -> Callable[[Path], Table]:
    """Experts' rules of 1980: at most twelve armies on a territory (FAQ Q2.8)."""
    lands = {"Ann": {"Ukraine": ukraine, "Brazil": brazil}}
    return lambda path: editions.midgame(
        path, "us-1980-experts", "reinforce", lands=lands, armies_to_place=pool
    )


def by_house_rules(rules: dict[str, dict[str, object]], **state: Any) -> Callable[[Path], Table]:
    """Ann has armies to place."""
    where = {"lands": editions.LANDS, "phase": Phase.REINFORCE} | state
    return lambda path: editions.set_out(path, position(rules=varied(US, **rules), **where))


nearly_full, full = garrisoned(9, 1, 7), garrisoned(12, 11, 5)
trading_all_turn = by_house_rules(
    {"cards": {"trade_when": "whole turn"}}, phase=Phase.ATTACK, armies_to_place=6
)
bound_to_continent = by_house_rules(
    {"reinforce": {"continent_armies": "in the continent"}},
    lands={"Ann": {"Ukraine": 3, "Brazil": 1, "Peru": 1, "Venezuela": 1, "Argentina": 1}},
    armies_to_place=2,
    continent_bound_armies=[0, 2, 0, 0, 0, 0],
)
one_go_each = by_house_rules(
    {"reinforce": {"one_go_each": True}},
    lands={"Ann": {"Ukraine": 3, "Brazil": 1}},
    armies_to_place=5,
)


def without_a_set(path: Path) -> Table:
    """Ann holds three cards that are no set, and is asked like anybody else."""
    return editions.midgame(path, "us-1993", "trade", hands={"Ann": "Alaska, Peru, Alberta"})


choosing = editions.choosing_capitals

QUESTIONS = {
    "capital": [
        (choosing, "UR enter", "Ann capital", "Ural is not yours"),
        (choosing, "UK enter y", "Ben capital"),
        (choosing, "UK enter n", "Ann capital"),
        (choosing, "UK tab enter y", "Ben capital"),
        (choosing, "UK :capital~ukraine y", "Ben capital"),
    ],
    "declare": [
        # Who attacks gets armies for continents only (FAQ Q2.4).
        (editions.declaring, "", "Ann declare", "▸ DECLARE"),
        (editions.declaring, "enter", "Ann declare", "Reinforce: 5 armies, no attacks"),
        (editions.declaring, "enter", "Ann declare", "Attack: 2 armies now"),
        (editions.declaring, "enter down enter", "Ann reinforce", "Ann: place 2 armies"),
        (editions.declaring, "left b", "Ann declare", "choose what this turn is for: r to"),
        (editions.declaring, "left e", "Ann declare", "choose what this turn is for: r to"),
        (editions.declaring, "left tab", "Ann declare", "choose what this turn is for: r to"),
        (editions.declaring, "r", "Ann reinforce"),
        (editions.declaring, "a", "Ann reinforce"),
        (editions.declaring, "enter enter", "Ann reinforce"),
        (editions.declaring, "enter a", "Ann reinforce"),
        (editions.declaring, "enter escape", "Ann declare"),
        (editions.declaring, ":declare~attack", "Ann reinforce"),
    ],
    "alter": [
        (altering(), "enter", "Ann attack, UK 7 UR 2"),
        (altering(), "escape e", "Ann attack, UK 7 UR 2"),
        (altering(), "escape enter enter", "Ann attack, UK 7 UR 2"),
        (altering(), "3", "Ann attack, UK 8 UR 1"),
        (altering(), "escape :command~1", "Ann attack, UK 8 UR 1"),
        (altering(), "escape :stand", "Ann attack, UK 7 UR 2"),
        (experts_blitz, "UK enter UR b", "Ann occupy"),
        (rerolling, "r 1", "Ann alter"),
        (altering(hand="Alaska"), "r enter", "Ann alter"),
    ],
    "defend seen": [
        (seen((5,)), "1", "Ann attack, UK 8 UR 2"),
        (seen((6, 5)), "enter", "Ann attack, UK 6 UR 3"),
    ],
    "limit": [
        (nearly_full, "UK r", "Ann reinforce", "3 placed; Ukraine is full, 4 left"),
        (nearly_full, "UK r BR r", "Ann attack"),
        (full, "UK enter", "Ann reinforce", "Ukraine is full: it has 12 armies, the maximum for a"),
        (full, "BR r", "Ann attack, BR 12", "1 placed; Brazil is full, 4 left"),
    ],
    # Sets are traded, and armies placed, during the whole turn (FAQ Q2.5.1).
    "between attacks": [
        (trading_all_turn, "", "Ann attack", "ATTACK 6 to place", "r place here"),
        (trading_all_turn, "UK 2 r PE enter 3 enter", "Ann attack, UK 10 PE 4"),
        (trading_all_turn, "UK 2 r PE enter 3 enter BR r", "Ann attack, BR 5"),
    ],
    # Armies for a continent are placed in it (FAQ Q2.4.1).
    "bound to a continent": [
        (bound_to_continent, "UK enter", "Ann reinforce", "armies must go to South America"),
        (bound_to_continent, "BR r", "Ann attack, UK 3 BR 3"),
    ],
    # SGE rules: armies are placed on each territory only once, and all must be placed.
    "one go each": [
        (one_go_each, "UK 2 enter enter", "Ann reinforce, UK 5", "Ukraine was already reinforced"),
        (one_go_each, "UK 2 enter BR 1 enter", "Ann reinforce, BR 1"),
        # Without a number there is nothing to ask.
        (one_go_each, "UK 2 enter BR 1 enter … enter", "Ann attack, UK 5 BR 4"),
    ],
    "allies": [
        (allied("reinforce", pool=4), "AF r", "Ben attack, AF 6"),
        (allied("reinforce", pool=4), "AF 3 enter", "Ben reinforce, AF 5"),
        (falling_back, "AF enter UK enter 2", "Ben attack, UK 7"),
        (allied("attack"), "AF e", "Ann fortify"),
    ],
    "objectives": [
        (editions.with_stars, "", "Ann reinforce", "●0 ■1 ▲0"),
        (editions.with_stars, "m", "Ann reinforce", "■ hold North America", "· hold Asia"),
        (editions.with_stars, "m", "Ann reinforce", "Take 3 and hold your own capital to win."),
        (editions.with_stars, "m m", "Ann reinforce", "●0 ■1 ▲0"),
    ],
    # Two-player Risk of 1993: the other player throws the dice of the neutral army.
    "neutral": [
        (
            neutral_loses,
            "UK enter AF enter",
            "Ben defend",
            "Ben, for the Neutral Army: 1 or 2 dice",
        ),
        (neutral_loses, "UK enter AF enter 2", "Ann occupy, AF 0"),
        (editions.placing_with_neutrals, "AF enter", "Ann place, AF 3"),
    ],
    "trade": [
        (without_a_set, "", "Ann trade", "no set to trade; e goes on"),
        (without_a_set, "UK enter", "Ann attack"),
        (without_a_set, "UK e", "Ann attack"),
    ],
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_keys_and_commands_answer_each_decision(question: str, tmp_path: Path) -> None:
    await try_answers(QUESTIONS[question], tmp_path)


async def test_dice_are_shown_before_they_count(tmp_path: Path) -> None:
    async with seated(editions.altering(tmp_path / "a.risk")) as pilot:
        shown = on_screen(pilot.app)
        assert "Ukraine attacks Ural" in shown
        assert "e  Keep the dice, 6 3 1: you lose 1, Ben loses 1" in shown
        assert "3  Commander, 6 6 1: you lose 0, Ben loses 2" in shown
        assert "1  Commander, 6 6 3: you lose 0, Ben loses 2" in shown
        # A six cannot become better.
        assert "6  Commander" not in shown
        assert "•   •     •       •     v     •       •" in shown  # the middle row
        # The dialog has keys of its own.
        assert "Esc back" in shown
        assert footer(pilot.app).strip() == ""
        await press(pilot, "r", "escape")
        assert "⏎ the dice" in footer(pilot.app)
        assert "6 3 1 v 5 3" in " ".join(side(pilot.app).split())


async def test_chosen_card_rolls_a_die_again(tmp_path: Path) -> None:
    """Experts' rules of 1980: a card of either territory, once in a battle (FAQ part 2)."""
    table = editions.altering(tmp_path / "a.risk", (5,), hand="Ukraine, Ural, Alaska")
    async with seated(table) as pilot:
        await press(pilot, "r")
        shown = on_screen(pilot.app)
        assert "3  Roll the 3 again" in shown
        assert "Roll the 6" not in shown
        await press(pilot, "1")
        shown = on_screen(pilot.app)
        assert "Ukraine (infantry)" in shown
        assert "Alaska" not in shown
        await press(pilot, "2")
        assert due(table) == ("attack", "Ann")
        assert armies(table, "UK", "UR") == (8, 1)


async def test_question_about_dice_does_not_reveal_cards(tmp_path: Path) -> None:
    """The defender, who just chose his dice at the same screen, reads the same either way."""
    shown = []
    for hand in ("Ural, Alaska", "Alberta, Alaska"):
        async with seated(editions.altering(tmp_path / f"{len(shown)}.risk", hand=hand)) as pilot:
            shown.append(on_screen(pilot.app))
            await press(pilot, "r")
            told = "You hold no card of Ukraine or Ural" in on_screen(pilot.app)
            assert told == (hand == "Alberta, Alaska")
    assert shown[0] == shown[1]


async def test_defender_sees_the_attackers_dice(tmp_path: Path) -> None:
    table = editions.defending_seen(tmp_path / "a.risk")
    async with play_behind_curtain(table).run_test(size=SMALL) as pilot:
        await at_table(pilot, raise_curtain=False)
        assert isinstance(pilot.app.screen, GameScreen)
        assert "6 4 2 v ?" in " ".join(side(pilot.app).split())


async def test_neutral_army_is_last_in_the_panel(tmp_path: Path) -> None:
    async with seated(editions.placing_with_neutrals(tmp_path / "a.risk"), size=MIDDLE) as pilot:
        await settle(pilot)
        rows = side(pilot.app).splitlines()
        assert rows[3].split() == ["◦", "Neutral", "Army", "10", "20", "10"]
        assert "PLACE 2 + 1 neutral" in side(pilot.app)
        assert "1 neutral army" in said(pilot.app)
        # The one neutral army of this go, and then no more of them.
        await press(pilot, *"AF", "enter", "enter")
        assert said(pilot.app).startswith("now place an army of your own")


async def test_top_line_names_the_leader_of_the_allies(tmp_path: Path) -> None:
    """Two-player Risk of 1975 (Risk wiki)."""
    table = editions.allied(tmp_path / "a.risk", "reinforce", armies_to_place=4)
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        (strip,) = screen.query_one("#phases", TextLines).plain_lines
        assert "ANN   Round 3  Ben: Allied Army  ▸ REINFORCE  Attack" in strip
        # Their commander starts at their strongest territory, and his own cannot be reinforced.
        assert table.view(None).owner[screen.selection.cursor] == 2
        await press(pilot, *"UR", "enter")
        assert said(pilot.app) == "Ural is not the Allied Army's"
        await press(pilot, *"AF", "r")
        await press(pilot, *"AF", "enter", *"UR", "enter")
        assert said(pilot.app) == "the Allied Army attacks only its enemy; Ural is yours"


async def test_any_cards_with_the_stars_can_be_traded(tmp_path: Path) -> None:
    """2 to 10 stars bring 2, 4, 7, 10, 13 … armies (Risk wiki)."""
    table = editions.with_stars(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "c", "4")
        assert "You can't trade 1 stars" in on_screen(pilot.app)
        await press(pilot, "enter")
        assert len(table.view(0).hand) == 7
        # Of cards with as many stars any may be pointed at: they are alike.
        await press(pilot, "6", "3")
        assert "Enter trades 4 stars for 7 armies" in on_screen(pilot.app)
        await press(pilot, "enter")
        assert (len(table.view(0).hand), table.view(0).armies_to_place) == (4, 12)


async def test_announced_victory_is_shown(tmp_path: Path) -> None:
    announced = [False, True, False]
    table = editions.midgame(tmp_path / "a.risk", "us-1993", "attack", victory_announced=announced)
    async with seated(table, size=MIDDLE) as pilot:
        assert "⚑ Ben will win if they hold on" in side(pilot.app)


def garrison(table: Table, letters: str, armies: int) -> None:
    """Put a number of armies on a territory."""
    game = game_of(table)
    everywhere = game.state().armies
    everywhere[code(letters)] = armies
    change(game, armies=everywhere)


@pytest.mark.parametrize("size", few([SMALL, MIDDLE, (200, 50)], 1))
async def test_capitals_are_marked_on_every_map(size: tuple[int, int], tmp_path: Path) -> None:
    table = editions.capitals_known(tmp_path / "a.risk")
    garrison(table, "JA", 34)
    async with seated(table, size=size) as pilot:
        shown = on_screen(pilot.app)
        assert all(label in shown for label in ("UK●★8", "UR■★3", "JA▲★34"))
        assert "●1 ■1 ▲1" in side(pilot.app)


async def test_capital_with_three_digits_is_marked_only_on_the_panel(tmp_path: Path) -> None:
    table = editions.capitals_known(tmp_path / "a.risk")
    garrison(table, "JA", 100)
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, *"JA")
        assert "JA▲100" in on_screen(pilot.app)
        assert "Japan ★▲\n ▲ Cid 100" in side(pilot.app)


async def test_mouse_chooses_a_capital_and_dice(tmp_path: Path) -> None:
    table = editions.choosing_capitals(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)
        for _ in range(2):
            await click(pilot, board, offset=board.drawing.labels[code("BR")])
        assert "Make Brazil your capital?" in on_screen(pilot.app)
    table = editions.altering(tmp_path / "b.risk")
    async with seated(table) as pilot:
        await click(pilot, Menu, offset=(5, 2))
        assert armies(table, "UK", "UR") == (8, 1)


async def test_hand_of_stars_may_be_of_any_size(tmp_path: Path) -> None:
    """Cards with stars may be saved up as long as one likes (Risk wiki)."""
    where = editions.game("stars", "reinforce", armies_to_place=3)
    give(where, 0, range(25))
    async with seated(editions.set_out(tmp_path / "a.risk", where)) as pilot:
        await press(pilot, "c", "left", "space", "left", "space")
        shown = on_screen(pilot.app)
        assert "▸24 chosen" in shown
        assert "Enter trades" in shown
        assert "armies    2   4   7  10" in shown


@pytest.mark.parametrize("name", few(["龍龍龍龍龍龍", "Wilhelmine12"], 1))
async def test_phase_fits_beside_any_name(name: str, tmp_path: Path) -> None:
    players = (name, "Ben", "Cid")
    async with seated(
        editions.midgame(tmp_path / "a.risk", "uk-old", "fortify", *players)
    ) as pilot:
        assert "▸ FORTIFY" in on_screen(pilot.app)
