"""Messages, help and panels in the smallest terminals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from rich.text import Text
from textual.events import Resize
from textual.geometry import Size

from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.story.reading import story_at_table
from risk_tui.table.dice_archive import dice_at_table
from risk_tui.table.seats import seat_players
from risk_tui.text.recap import Recap
from risk_tui.text.wrapping import names_in
from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import TextDialog, help_text
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.panels.continents import short_names
from risk_tui.tui.screens.statistics import StatisticsScreen
from risk_tui.tui.story.replay_screen import ReplayScreen
from risk_tui.tui.story.story_screen import StoryScreen
from risk_tui.tui.text_widgets import wrapped
from tests.tui.tables import (
    SMALL,
    attacking,
    game_screen,
    on_screen,
    press,
    said,
    seated,
    settle,
    type_line,
)

if TYPE_CHECKING:
    from pathlib import Path


NARROW = (60, 24)


async def test_a_resize_of_a_closed_screen_is_ignored(tmp_path: Path) -> None:
    """It can arrive after the widgets of the screen are removed."""
    table = attacking(tmp_path / "a.risk")
    story, seats = story_at_table(table, None), table.seats
    news = Recap(0, True, False, False, {}, (), 0, 0, (), ())
    async with seated(table) as pilot:
        for screen in (
            HandoverDialog(table.view(None), seats, 0, news),
            DiceStatsDialog(dice_at_table(table, None), seats),
            StatisticsScreen(),
            ReplayScreen(story),
            StoryScreen(story),
            TextDialog("Help", Text("")),
        ):
            pilot.app.push_screen(screen)
            await settle(pilot)
            await screen.query("*").remove()
            pilot.app.pop_screen()
            screen.post_message(Resize(Size(20, 10), Size(20, 10)))
            await settle(pilot)
            assert pilot.app.is_running, screen


async def test_a_message_that_needs_two_rows_gets_them(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        await type_line(pilot, "help attack")
        *_, above, below, keys = on_screen(pilot.app).splitlines()
        assert above.startswith(" Roll once")
        assert below.endswith("ukraine ural 3")
        assert "end" in keys
        await press(pilot, "left", ":")
        assert "Roll once" not in on_screen(pilot.app)


async def test_an_error_in_a_command_is_shown_in_full(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        await type_line(pilot, "attack e")
        shown = on_screen(pilot.app)
        assert "Eastern United States (EU)" in shown
        assert "attack ukraine ural 3" in shown
        assert ":attack e" in shown


async def test_a_long_message_opens_a_window(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        game_screen(pilot.app).front_end.say(
            *(f"line {number} of a long answer" for number in range(9))
        )
        await settle(pilot)
        assert isinstance(pilot.app.screen, TextDialog)
        assert "line 8 of a long answer" in on_screen(pilot.app)


def test_short_names_of_continents_are_no_codes() -> None:
    board = load_board("classic")
    names = {name.strip().upper() for name in short_names([c.name for c in board.continents])}
    assert len(names) == len(board.continents)
    assert not names & {territory.code for territory in board.territories}


@pytest.mark.parametrize(
    ("rules", "there", "missing"),
    [
        ("us-1993", ("claim TERRITORY", "place the rest"), ("declare", "mission", "commander")),
        ("us-1980-experts", ("reroll FACE", "keep the dice"), ("declare", "a capital")),
        ("uk-old", ("choose to attack",), ("reroll", "mission", "a capital")),
    ],
)
def test_help_lists_only_what_this_game_has(
    rules: str, there: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    seats = seat_players(["Ann", "Ben", "Cid"], ())
    view = Game(GameSetup(load_board("classic"), load_ruleset(rules), 3)).view(0)
    text = help_text(view, seats).plain
    assert all(words in text for words in there)
    assert not [words for words in missing if words in text]


def test_help_is_wrapped_only_once() -> None:
    seats = seat_players(["Ann", "Ben", "Cid"], ())
    board = load_board("classic")
    view = Game(GameSetup(board, load_ruleset("us-1993"), 3)).view(0)
    lines = [line.plain for line in wrapped(help_text(view, seats), 65, names_in(board))]
    assert max(map(len, lines)) <= 65
    following = itertools.pairwise(lines)
    # A line ends where the first word of the next one has no room.
    assert [
        line
        for line, next_line in following
        if next_line.startswith("    ") and len(line) + 1 + len(next_line.split()[0]) <= 65
    ] == []


async def test_a_narrow_terminal_shows_the_map_or_the_panel(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=NARROW) as pilot:
        screen = game_screen(pilot.app)
        board, side = screen.query_one(BoardMap), screen.query_one("#side")
        assert (board.size.width, side.display) == (60, False)
        assert "y panel" in on_screen(pilot.app)
        await press(pilot, "y")
        shown = on_screen(pilot.app)
        assert (board.display, side.size.width) == (False, 60)
        assert "PLAYERS" in shown and "y map" in shown
        await press(pilot, "e", "y")
        assert board.display
        assert said(pilot.app) == "Ann: fortify, or end your turn"
        for key in ("?", "ctrl+p", "v"):
            await press(pilot, key)
            assert pilot.app.screen.query_one(".box").region.right <= 60, key
            await press(pilot, "escape")
        await press(pilot, "y")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        assert (board.display, side.size.width) == (True, 22)
        await press(pilot, "y")
        assert (board.size.width, side.display) == (80, False)
