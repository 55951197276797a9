"""The game screen: undo, bots, hints, dialogs, leaving and the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from risk_tui.bots import DEFAULT_BOT
from risk_tui.commands.front_end import Page
from risk_tui.engine.actions import Reinforce
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToPlace
from risk_tui.saves.errors import saves_folder
from risk_tui.table.orders import PlaceRemaining
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import TextDialog, VictoryDialog
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.screens.ruleset_viewer import RulesetViewer
from risk_tui.tui.screens.start import StartScreen
from tests.inside import roll_with
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    armies,
    at_table,
    attacking,
    claimed,
    defending,
    due,
    footer,
    fortifying,
    game_screen,
    last_stand,
    new_table,
    on_screen,
    owner,
    placing,
    play,
    press,
    reinforcing,
    said,
    seated,
    settle,
    type_line,
    until,
)


def first_turn(path: Path) -> Table:
    """A real game in which Ben begins his first turn."""
    table = claimed(new_table(path))
    for seat in range(3):
        table.automation.give_order(PlaceRemaining(seat))
    while isinstance(table.decision, ToPlace):
        table.automation.step()
    return table


async def test_undo_reaches_back_to_the_start_of_the_turn(tmp_path: Path) -> None:
    table = first_turn(tmp_path / "a.risk")
    start = table.view(1)
    mine = start.territories_of(1)
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        screen.front_end.show(Page.TERRITORY, territory=mine[0])
        await press(pilot, "1", "enter")
        screen.front_end.show(Page.TERRITORY, territory=mine[1])
        await press(pilot, "2", "enter", "u")
        assert said(pilot.app).startswith("Undone: Ben places 2 armies on ")
        assert table.view(1).armies[mine[0]] == start.armies[mine[0]] + 1
        await type_line(pilot, "undo")
        assert table.view(1) == start
        await press(pilot, "u")
        assert "can't undo" in said(pilot.app)
        assert table.view(1) == start
    # An undone step is also removed from the file.
    assert Table.open(tmp_path / "a.risk").view(1) == start


async def test_bots_play_without_a_key(tmp_path: Path) -> None:
    table = claimed(new_table(tmp_path / "a.risk", "Ann,bot,bot"), but=42)
    async with play(table).run_test(size=SMALL) as pilot:
        await until(pilot, lambda: due(table) == ("claim", "Ann"))
        before = table.steps
        await press(pilot, "tab", "enter")
        await until(pilot, lambda: table.steps == before + 3)
        await settle(pilot)
        assert said(pilot.app).startswith("Ann: claim a free territory (")
        assert table.view(None).owner.count(0) == 1


async def test_space_skips_ahead(held_bots: None, tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot")
    async with seated(table, pace="slow") as pilot:
        assert due(table)[1] != "Ann"
        assert "is playing …  space skips ahead" in said(pilot.app)
        assert {"␣ skip ahead", ": command"} <= set(footer(pilot.app).strip().split("  "))
        for keys in ([*"BR", "enter"], ["e"], ["3"]):
            await press(pilot, *keys)
            assert said(pilot.app) == "wait for your turn; space skips ahead"
        assert table.steps == 1
        await press(pilot, "space")
        await until(pilot, lambda: due(table) == ("claim", "Ann"))
        # The number that was typed too early is forgotten.
        await press(pilot, "tab", "4")
        assert said(pilot.app).startswith("4 …  numbers are not used now")
        await press(pilot, "escape")
        # The pace is back for the next ones.
        steps = table.steps
        await press(pilot, "tab", "enter")
        assert table.steps == steps + 1


async def test_escape_stops_a_blitz(held_bots: None, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *[(1, 1, 1), (6, 6)] * 3, ural=9, ukraine=9)
    table.seating.set_defence(1, "most")
    async with seated(table, pace="slow") as pilot:
        await press(pilot, *"UK", "enter", *"UR", "b")
        assert "in progress …  Esc stops" in said(pilot.app)
        await press(pilot, "escape", "space")
        await until(pilot, lambda: not game_screen(pilot.app).bots.running)
        assert armies(table, "UK", "UR") == (9, 9)
        assert due(table) == ("attack", "Ann")
        # It is not only delayed: an attack by hand is one battle, and the last.
        await type_line(pilot, "a uk ur")
        await press(pilot, "space")
        await until(pilot, lambda: not game_screen(pilot.app).bots.running)
        assert armies(table, "UK", "UR") == (7, 9)


DIALOGS = [
    ("?", TextDialog, "Help", "escape"),
    ("?", TextDialog, "Keys now", "?"),
    (":help", TextDialog, "end trading, attacks", "q"),
    ("v", TextDialog, "The log", "v"),
    (":log", TextDialog, "The log", "enter"),
    ("i", RulesetViewer, "Rules: US 1993", "escape"),
    (":rules", RulesetViewer, "WHO CAN PLAY", "q"),
]


async def test_help_log_and_rules_open_and_close(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=(120, 80)) as pilot:
        before = on_screen(pilot.app)
        for opens, kind, shows, closes in DIALOGS:
            await (type_line(pilot, opens[1:]) if len(opens) > 1 else press(pilot, opens))
            assert isinstance(pilot.app.screen, kind), opens
            await settle(pilot)
            assert shows in on_screen(pilot.app)
            await press(pilot, closes)
            assert isinstance(pilot.app.screen, GameScreen), f"{opens} {closes}"
            assert on_screen(pilot.app) == before


async def test_left_game_can_be_continued(tmp_path: Path) -> None:
    from risk_tui.saves.errors import saves_folder

    saves_folder().mkdir(parents=True)
    table = claimed(new_table(saves_folder() / "ann-ben-cid.risk"), but=3)
    async with seated(table) as pilot:
        await press(pilot, *"WA", "enter", "q")
        assert isinstance(pilot.app.screen, StartScreen)
        assert "▸ Continue   ann-ben-cid" in on_screen(pilot.app)
        await press(pilot, "enter")
        again = (await at_table(pilot)).table
        assert again is not table
        assert owner(again, "WA") == "Ben"
        await type_line(pilot, "claim eastern australia")
        assert due(again) == ("claim", "Ann")
        await type_line(pilot, "quit")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_victory_is_shown_once(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await type_line(pilot, "a kamchatka japan")
        assert isinstance(pilot.app.screen, VictoryDialog)
        shown = on_screen(pilot.app)
        assert "● Ann" in shown
        assert "has conquered the world" in shown
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, TextDialog)
        await press(pilot, "escape")
        assert said(pilot.app).startswith("The game is over")
        await press(pilot, "enter", "e", "u")
        assert isinstance(pilot.app.screen, GameScreen)
        assert table.winners == (0,)
        await press(pilot, "v", "escape", "q")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_footer_shows_the_keys_that_work_now(tmp_path: Path) -> None:
    makers = {"place": placing, "attack": attacking, "defend": defending, "fortify": fortifying}
    for kind, make in makers.items():
        async with seated(make(tmp_path / f"{kind}.risk"), size=LARGE) as pilot:
            keys = footer(pilot.app)
            assert ("b blitz" in keys) == (kind == "attack")
            assert ("p place rest" in keys) == (kind == "place")
            assert ("s always max" in keys) == (kind == "defend")
            assert ("e end" in keys) == (kind in ("attack", "fortify"))
            assert ("c cards" in keys) == (kind == "attack")
            assert "? help" in keys


async def test_bot_takes_over_a_turn(tmp_path: Path) -> None:
    table = first_turn(tmp_path / "a.risk")
    roll_with(table, seeded_chance(3))
    async with seated(table) as pilot:
        view = table.view(1)
        pool = view.armies_to_place
        table.submit(1, Reinforce(view.territories_of(1)[0], 1))
        assert table.view(1).armies_to_place == pool - 1
        for seat in range(3):
            table.seating.set_defence(seat, "most")
        await type_line(pilot, "bot")
        await press(pilot, "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandoverDialog))
        assert due(table) == ("reinforce", "Cid")
        assert table.seats[1].player == DEFAULT_BOT


async def prompt(table: Table, **settings: str) -> str:
    """Return the first words of the bottom line."""
    async with seated(table, size=MIDDLE, **settings) as pilot:
        return said(pilot.app)


@pytest.mark.parametrize(
    ("make", "hint"),
    [
        (reinforcing, "press Enter on a highlighted territory; r: all here"),
        (attacking, "press Enter on your territory, then on a highlighted neighbour; e: end"),
        (fortifying, "press Enter on your territory, then on a highlighted neighbour; e: end"),
    ],
)
async def test_a_hint_names_the_keys_of_the_phase(
    make: Callable[[Path], Table], hint: str, tmp_path: Path
) -> None:
    assert (await prompt(make(tmp_path / "game.risk"), hints="on")).endswith(hint)


async def test_only_first_games_have_hints_unless_they_are_turned_off() -> None:
    folder = saves_folder()
    folder.mkdir(parents=True)
    assert "highlighted" in await prompt(reinforcing(folder / "one.risk"))
    assert "highlighted" not in await prompt(reinforcing(folder / "two.risk"), hints="off")
    for name in ("three", "four"):
        reinforcing(folder / f"{name}.risk").close()
    assert "highlighted" not in await prompt(reinforcing(folder / "five.risk"))
