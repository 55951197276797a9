"""Playing with the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from risk_tui.tui.dialogs.text_dialogs import VictoryDialog
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.screens.new_game import NewGameScreen
from tests.new_games import create_table
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SET_WITH_A_CHOICE,
    WINS,
    armies,
    at_table,
    attacking,
    click,
    code,
    due,
    game_screen,
    last_stand,
    on_screen,
    play_behind_curtain,
    press,
    reinforcing,
    seated,
    settle,
)


async def click_words(pilot: Pilot[None], words: str) -> None:
    """Click on the last occurrence of some words on the screen."""
    rows = on_screen(pilot.app).splitlines()
    row = max(number for number, line in enumerate(rows) if words in line)
    await click(pilot, offset=(rows[row].rindex(words) + 1, row))


async def use(pilot: Pilot[None], letters: str) -> None:
    """Click on a territory to move the cursor there, and again to use it."""
    screen = game_screen(pilot.app)
    for _ in range(1 if screen.selection.cursor == code(letters) else 2):
        board = screen.query_one(BoardMap)
        await click(pilot, board, offset=board.drawing.labels[code(letters)])


async def test_a_click_on_a_label_chooses_its_territory(tmp_path: Path) -> None:
    """Berlin's label covers land of the Rhine."""
    table = create_table("Ann,Ben,Cid", "castle", seed="1", path=tmp_path / "a.risk")
    table.automation.step()
    async with seated(table, size=MIDDLE) as pilot:
        screen = game_screen(pilot.app)
        shown = screen.query_one(BoardMap)
        for number in range(1, len(table.board.territories)):
            await click(pilot, shown, offset=shown.drawing.labels[number])
            assert screen.selection.cursor == number


async def test_a_click_on_the_sea_chooses_the_nearest_label(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=LARGE) as pilot:
        screen = game_screen(pilot.app)
        board = screen.query_one(BoardMap)
        left, top = (board.size.width - 150) // 2, (board.size.height - 45) // 2
        column, row = board.drawing.labels[code("MA")]
        row_of_sea = row
        while board.picture.pixels[2 * row_of_sea][column + 12] >= 0:
            row_of_sea += 1
        await click(pilot, board, offset=(left + column + 12, top + row_of_sea))
        assert screen.selection.cursor == code("MA")


async def test_a_whole_turn_is_played_by_mouse(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand=SET_WITH_A_CHOICE, luck=(*WINS, 0))
    async with play_behind_curtain(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot, raise_curtain=False)
        await click_words(pilot, "Enter — it's me")
        await click_words(pilot, "c cards")
        await click_words(pilot, "Ukraine")
        assert "2 chosen: choose three" in on_screen(pilot.app)
        await click_words(pilot, "Ukraine")
        await click_words(pilot, "Enter trade")
        await click_words(pilot, "Brazil")
        assert armies(table, "BR") == (3,)
        await use(pilot, "UK")
        await click_words(pilot, "- fewer")
        await click_words(pilot, "⏎ OK")
        await click_words(pilot, "r all here")
        assert due(table) == ("attack", "Ann")
        await use(pilot, "UK")
        await use(pilot, "UR")
        await click_words(pilot, "l least")
        assert due(table) == ("attack", "Ann")
        await click_words(pilot, "e end")
        await use(pilot, "UK")
        await use(pilot, "SC")
        await click_words(pilot, "a all")
        assert due(table)[1] == "Ben"


async def test_the_keys_of_a_victory_are_clicked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.tui.terminal.terminal_app.GUARD", 0)
    async with seated(last_stand(tmp_path / "a.risk"), size=MIDDLE) as pilot:
        await use(pilot, "KA")
        await use(pilot, "JA")
        assert isinstance(pilot.app.screen, VictoryDialog)
        await click_words(pilot, "^N new game ·")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_click_on_the_typed_line_moves_the_cursor_to_the_character(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=MIDDLE) as pilot:
        await press(pilot, *":attack ukraine ural")
        prompt = game_screen(pilot.app).prompt
        row, shown = prompt.region.y, on_screen(pilot.app).splitlines()[prompt.region.y]
        await pilot.mouse_down(offset=(shown.index("kraine"), row))
        assert prompt.cursor_position == prompt.value.index("kraine")
        await pilot.hover(offset=(shown.index("ural"), row))
        await pilot.mouse_up(offset=(shown.index("ural"), row))
        assert prompt.selected_text == "kraine "
        await pilot.click(offset=(0, row))
        assert prompt.cursor_position == 0


async def test_click_on_a_line_that_is_cut_moves_the_cursor_to_the_character(
    tmp_path: Path,
) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=MIDDLE) as pilot:
        prompt = game_screen(pilot.app).prompt
        await press(pilot, ":")
        prompt.value = "say " + "".join(map(str, range(prompt.size.width // 2)))
        prompt.cursor_position = len(prompt.value)
        await settle(pilot)
        shown = on_screen(pilot.app).splitlines()[prompt.region.y]
        letters = shown[20:28]
        await pilot.mouse_down(offset=(20, prompt.region.y))
        assert prompt.value[prompt.cursor_position :].startswith(letters)
        await pilot.mouse_up(offset=(20, prompt.region.y))
