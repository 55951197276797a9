"""Real dice on the screen: asked for in the bottom line, typed there, played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Setup
from risk_tui.saves.header import Options
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.tui.screens.dialogs import Reader
from risk_tui.tui.screens.title import TitleScreen
from tests.tui.tables import (
    BOARD,
    SMALL,
    UK,
    armies,
    at_table,
    attacking,
    due,
    footer,
    owner,
    play,
    press,
    said,
    settle,
    until,
)

if TYPE_CHECKING:
    from pathlib import Path

REAL = Options(real_dice=True)


async def test_an_attack_is_withdrawn_made_again_and_fought_with_the_dice_that_are_typed(
    tmp_path: Path,
) -> None:
    table = attacking(tmp_path / "a.risk", options=REAL)
    async with play(table).run_test(size=SMALL) as pilot:
        app = pilot.app
        screen = await at_table(pilot)
        await press(pilot, "U", "K", "enter", "U", "R", "enter")
        assert said(app) == " Ann attacks Ural from Ukraine with 3 dice: "
        assert "Esc take back" in footer(app)
        await press(pilot, "escape")
        assert (said(app), due(table), "1-6" in footer(app)) == (
            "taken back",
            ("attack", "Ann"),
            False,
        )
        await press(pilot, "enter", "6", "4", "enter")
        assert said(app) == "3 dice are wanted, not 2: type what they show, as in 6 4 2"
        await press(pilot, "a")
        assert said(app) == "the dice come first: type what they show"
        await press(pilot, "?")
        assert isinstance(app.screen, Reader)
        await press(pilot, "escape", "2", "space", "6", "4", "enter")
        assert said(app) == " Ben defends Ural against 6 4 2 with 1 die: "
        assert "take back" not in footer(app)
        await press(pilot, "escape")
        assert said(app) == "dice of this step were rolled already: roll the others, too"
        await press(pilot, ":", "b", "o", "a", "r", "d", "enter", "5", "enter")
        assert owner(table, "UR") == "Ann"
        assert table._ledger.course.records[-1].chance == ((2, 6, 4), (5,))
        assert screen.prompt.dice == ""
        assert due(table) == ("occupy", "Ann")


async def test_a_bots_turn_stops_for_dice_and_goes_on_after_them(tmp_path: Path) -> None:
    seats = seat_players(["Ann", "bot"], ["general"])
    table = Table.create(Setup(BOARD, UK, 2), seats, options=REAL, path=tmp_path / "a.risk")
    table._ledger.course._chance = seeded_chance("7")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        assert said(pilot.app) == " Who begins? A die each for Ann and Ada: "
        await press(pilot, "3", "3", "enter")
        assert said(pilot.app) == " Ann and Ada tie: again a die each: "
        await press(pilot, "1", "6", "enter")
        await until(pilot, lambda: due(table)[1] == "Ann")
        assert table.steps > 1, "the bot has played on"
        await settle(pilot)


async def test_the_table_can_be_left_while_dice_are_asked(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", options=REAL)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        fight = armies(table, "UK", "UR")
        await press(pilot, "U", "K", "enter", "U", "R", "enter", "6", "q")
        assert isinstance(pilot.app.screen, TitleScreen)
        assert armies(table, "UK", "UR") == fight
