"""A first game on the screen: started from the title, with the keys of any game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from risk_tui.table.lesson import END, STEPS, Step
from risk_tui.text.wrapping import wrap
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.keymap import DEFAULT_KEYMAP
from risk_tui.tui.screens.start import StartScreen
from tests.extent import few
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    at_table,
    game_screen,
    on_screen,
    play_behind_curtain,
    press,
    strokes,
    until,
)

KEYS = (
    ("Place armies", "BR r"),
    ("Attack", "enter VE enter"),
    ("Conquer", "enter"),
    ("Move in", "enter"),
    ("Draw a card", "e"),
    ("Fortify", "AR enter BR enter enter"),
    ("Trade a set", "c enter"),
    ("Undo", "AR r u"),
    ("Hold a continent", "BR r enter PE b"),
    ("Read the log", "enter v"),
)


@asynccontextmanager
async def first_game(size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """Start a first game from the title screen."""
    async with play_behind_curtain(None).run_test(size=size) as pilot:
        await press(pilot, "l")
        await until(pilot, lambda: "Your first game" in on_screen(pilot.app))
        assert "Your move" not in on_screen(pilot.app)
        await press(pilot, "enter")
        yield pilot


@pytest.mark.parametrize("size", few([SMALL, MIDDLE], 1))
async def test_each_step_of_a_lesson_is_done_with_the_keys_it_names(size: tuple[int, int]) -> None:
    async with first_game(size) as pilot:
        await at_table(pilot)
        app, table = pilot.app, game_screen(pilot.app).table
        for number, (title, keys) in enumerate(KEYS, 1):
            await until(pilot, lambda: table.prompted_seat() == 0)
            step = f"{number}/10  {title.split()[0]}"
            await until(pilot, lambda step=step: step in on_screen(app))  # type: ignore[misc]
            await press(pilot, *strokes(keys))
        await press(pilot, "escape")
        assert "Well done" in on_screen(app)
        await press(pilot, "e", "e")
        await until(pilot, lambda: "Well done" not in on_screen(app))
        await until(pilot, lambda: table.prompted_seat() == 0)
        # Now the bottom line says what to press, as in any first game, if there is room beside the
        # news. The news differ each time, because the bots play at random.
        has_room = size[0] > 80 or "Since your last turn" not in on_screen(app)
        assert ("on a highlighted territory" in on_screen(app)) == has_room


@pytest.mark.parametrize("size", few([SMALL, (100, 30), MIDDLE, (160, 45), LARGE], 2))
async def test_a_lesson_step_hides_no_territory(size: tuple[int, int]) -> None:
    async with first_game(size) as pilot:
        await until(pilot, lambda: "1/10  Place armies" in on_screen(pilot.app))
        territories = game_screen(pilot.app).table.board.territories
        labels = re.findall(r"([A-Z]{2})[●■▲][0-9]", on_screen(pilot.app))
        assert {territory.code for territory in territories} <= set(labels)
        assert "not saved" in on_screen(pilot.app)


async def test_a_first_game_is_deleted_when_it_is_left() -> None:
    async with first_game() as pilot:
        path = game_screen(pilot.app).table.path
        await press(pilot, "q", "n")
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "q", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        assert "Continue" not in on_screen(pilot.app)
        await until(pilot, lambda: not path.parent.exists())


async def test_help_says_that_a_first_game_is_not_saved() -> None:
    async with first_game((110, 60)) as pilot:
        await press(pilot, "?")
        pages = [on_screen(pilot.app)]
        await press(pilot, "escape", "ctrl+p", *"leave")
        pages.append(on_screen(pilot.app))
        rows = [row for page in pages for row in page.splitlines()]
        leaving = [row for row in rows if "leave the table" in row or "leave the program" in row]
        assert len(leaving) == 3
        assert all("this game is not saved" in row for row in leaving)
        assert not any("is saved at" in page for page in pages)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_an_instruction_leaves_the_labels_of_the_map_free(step: Step) -> None:
    """It has ten rows beside the map at 80×24, and three below it in wider terminals."""
    words = f"{STEPS.index(step) + 1}/10  {step.title}  {step.why}"
    keys = DEFAULT_KEYMAP.fill(step.how.keys)
    assert len(wrap(words, 20, hang=False)) + len(wrap(keys, 20, hang=False)) <= 10
    assert len(wrap(words, 82, hang=False)) + len(wrap(keys, 82, hang=False)) <= 3


def test_the_end_of_a_lesson_leaves_the_labels_of_the_map_free() -> None:
    assert len(wrap(f"Well done  {END}", 20, hang=False)) <= 10


@pytest.mark.parametrize("step", STEPS[3:], ids=lambda step: step.title)
def test_no_step_is_explained_while_a_number_is_asked(step: Step) -> None:
    assert "occupy" not in step.decisions or step.title == "Move in"
