"""Terminals of all sizes, and names of players that are unusual or long."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from rich.text import Text
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot

from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.story.story import story_at_table
from risk_tui.table.dice_archive import dice_at_table
from risk_tui.text.recap import Recap
from risk_tui.text.wrapping import names_in
from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import TextDialog, help_text
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.panels.standings import short_names
from risk_tui.tui.screens.statistics import StatisticsScreen
from risk_tui.tui.story.replay_screen import ReplayScreen
from risk_tui.tui.story.story_screen import StoryScreen
from risk_tui.tui.text_widgets import wrapped
from tests.extent import few
from tests.new_games import SEATS
from tests.tui.tables import (
    LARGE,
    SMALL,
    WINS,
    armies,
    attacking,
    code,
    due,
    game_screen,
    last_stand,
    occupying,
    on_screen,
    picture_of,
    play_behind_curtain,
    press,
    said,
    seated,
    settle,
    side,
    type_line,
)

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


async def test_long_messages_are_shown_in_full(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        await type_line(pilot, "help attack")
        *_, above, below, keys = on_screen(pilot.app).splitlines()
        assert above.startswith(" Roll once")
        assert below.endswith("ukraine ural 3")
        assert "end" in keys
        await press(pilot, "left", ":")
        assert "Roll once" not in on_screen(pilot.app)
        await press(pilot, *"attack e", "enter")
        shown = on_screen(pilot.app)
        for words in ("Eastern United States (EU)", "attack ukraine ural 3", ":attack e"):
            assert words in shown
        await press(pilot, "escape", "escape")
        # Many rows need a window.
        game_screen(pilot.app).front_end.say(
            *(f"line {number} of a long answer" for number in range(9))
        )
        await settle(pilot)
        assert isinstance(pilot.app.screen, TextDialog)
        assert "line 8 of a long answer" in on_screen(pilot.app)


def test_short_names_of_continents_are_not_codes() -> None:
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
    view = Game(GameSetup(load_board("classic"), load_ruleset(rules), 3)).view(0)
    text = help_text(view, SEATS).plain
    assert all(words in text for words in there)
    assert not [words for words in missing if words in text]


def test_help_is_wrapped_only_once() -> None:
    board = load_board("classic")
    view = Game(GameSetup(board, load_ruleset("us-1993"), 3)).view(0)
    lines = [line.plain for line in wrapped(help_text(view, SEATS), 65, names_in(board))]
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
        await resize(pilot, SMALL)
        assert (board.display, side.size.width) == (True, 22)
        await press(pilot, "y")
        assert (board.size.width, side.display) == (80, False)


HOSTILE = ("Bob[/]", "[red]龍龍[/b", "@{x}[b]\\n%s")


async def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 20, players=HOSTILE)
    async with play_behind_curtain(table).run_test(size=LARGE) as pilot:
        await settle(pilot)
        assert "BOB[/]" in on_screen(pilot.app)
        await press(pilot, "enter")
        await type_line(pilot, "a uk ur")
        assert all(name in side(pilot.app) for name in HOSTILE)
        assert all(name in on_screen(pilot.app) for name in HOSTILE)
        await press(pilot, "enter")
        assert "Bob[/]: attack, or end your attacks" in on_screen(pilot.app)
        for key in ("v", "?"):
            await press(pilot, key)
            assert "Bob[/]" in on_screen(pilot.app)
            await press(pilot, "escape")
        await type_line(pilot, "bot off nobody[/]")
        first, second, third = HOSTILE[:3]
        assert f"the players are {first}, {second} and {third}" in on_screen(pilot.app)
        await press(pilot, "escape", "e", "e")
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert HOSTILE[1].upper() in on_screen(pilot.app)


async def resize(pilot: Pilot[None], size: tuple[int, int]) -> str:
    """Resize the terminal, and return the screen."""
    await pilot.resize_terminal(*size)
    await settle(pilot)
    return on_screen(pilot.app)


@pytest.mark.parametrize(
    "name", few(["龍龍龍龍龍龍", "Z\u0308Z\u0308Z\u0308Z\u0308", "[b]Wilhelm[b"], 2)
)
async def test_a_wide_name_keeps_the_figures_visible(name: str, tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", players=("Ann", name, "Cid"))) as pilot:
        # A name that is long has a row of its own above its figures.
        rows = on_screen(pilot.app).splitlines()[3:5]
        assert "36 36 3 22" in [" ".join(row.split()[-4:]) for row in rows]


async def test_a_winners_name_is_shown_as_it_is(tmp_path: Path) -> None:
    async with seated(last_stand(tmp_path / "a.risk", "Bob[/]", "[b]")) as pilot:
        await type_line(pilot, "a kamchatka japan")
        assert "● Bob[/]" in on_screen(pilot.app)


async def test_a_game_survives_a_terminal_that_is_too_small(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "down")
        for size in ((59, 24), (80, 23), (20, 5)):
            text = await resize(pilot, size)
            assert f"{size[0]}×{size[1]}" in text
            assert "UK●8" not in text
        # Keys have no effect while their effect is hidden.
        await press(pilot, "e", "enter", "4")
        assert due(table) == ("occupy", "Ann")
        text = await resize(pilot, SMALL)
        assert "UK●8" in text
        assert "needs at least" not in text
        # The question is still open, and the keys go to it.
        assert said(pilot.app).startswith(" Armies from Ukraine into Ural (3–7): ")
        await press(pilot, "up", "up", "up", "down", "down", "enter")
        assert armies(table, "UK", "UR") == (3, 5)
        await type_line(pilot, "a ur af")
        assert due(table) == ("attack", "Ann")


async def test_the_largest_picture_that_fits_is_shown(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, *"UK", "enter")
        found = {}
        for size in (SMALL, (119, 60), (120, 36), (140, 50), (200, 48), (200, 40), LARGE, SMALL):
            text = await resize(pilot, size)
            assert "UK●8" in text
            found[size] = picture_of(pilot.app)
            assert (screen.selection.cursor, screen.selection.source) == (code("UK"), code("UK"))
        assert found == {
            SMALL: (58, 21),
            (119, 60): (84, 32),
            (120, 36): (84, 32),
            (140, 50): (104, 36),
            (200, 48): (150, 45),
            (200, 40): (104, 36),
            LARGE: (150, 45),
        }
        await press(pilot, "right")
        assert screen.selection.cursor == code("UR")
