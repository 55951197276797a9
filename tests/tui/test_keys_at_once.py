"""Keys that arrive with the key that opens a screen wait until that screen is composed."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from rich.text import Text
from textual.pilot import Pilot
from textual.screen import Screen

import risk_tui.tui
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.hooks import Answer
from risk_tui.saves.errors import saves_folder
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.choices import ChoiceDialog, Choices
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import MissionDialog, VictoryDialog
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.screens.new_game import NewGameScreen
from risk_tui.tui.screens.start import StartScreen
from tests.extent import usual_or_full
from tests.new_games import create_table

from .tables import SMALL, at_table, due, reinforcing, send, settle, until
from .tables import play_behind_curtain as play

FROM_TITLE = {
    "NewGameScreen": "n",
    "SettingsScreen": "s",
    "StatisticsScreen": "p",
    "RulesetsScreen": "r r enter",
    "SavedGamesScreen": "home down down enter",
    "TextDialog": "?",
    "TypedHelpDialog": ":",
    "GameScreen": "l enter",
}
"""The keys that open each screen from the title."""

FROM_FORM = {"HouseRulesScreen": "f3", "RulesetViewer": "f2"}
"""The keys that open each screen from the form for a new game."""

FROM_TABLE = {
    "CardsDialog": "c",
    "LogDialog": "v",
    "HelpDialog": "?",
    "DiceStatsDialog": "d",
    "PhrasesDialog": "/",
    "RulesetViewer": "i",
    "CommandPalette": "ctrl+p",
    "StoryScreen": "f9",
    "ReplayScreen": "f9 enter",
    "ConfirmDialog": ": r e s i g n enter",
    "StartScreen": "q",
}
"""The keys that open each screen from a table, where Ann reinforces."""

BY_THE_GAME: dict[str, Callable[[Table], Screen[Any]]] = {
    "MissionDialog": lambda table: MissionDialog("Your secret mission", Text("Win"), ()),
    "VictoryDialog": lambda table: VictoryDialog(
        Text("Ann wins"), {"story": KeyHint("F9", "story", "f9")}
    ),
    "ChoiceDialog": lambda table: ChoiceDialog(
        Choices("Choose", Text("Which?"), (Answer("one", EndPhase()),)), guarded=True
    ),
    "HandoverDialog": lambda table: HandoverDialog(table.view(None), table.seats, 0, None),
}
"""The dialogs that no key opens."""


def names(base: type) -> set[str]:
    """The names of all screens and dialogs that are made from a class, and are no base."""
    found = base.__subclasses__()
    return set().union(*map(names, found)) if found else {base.__name__}


def test_every_screen_is_tried_with_simultaneous_keys() -> None:
    for module in pkgutil.walk_packages(risk_tui.tui.__path__, "risk_tui.tui."):
        import_module(module.name)
    tried = {*FROM_TITLE, *FROM_FORM, *FROM_TABLE, *BY_THE_GAME}
    assert names(RiskScreen) <= tried


def keys_of(screen: Screen[Any]) -> list[str]:
    """Return a key of a screen, or one that it does not know.

    With ``--full`` these are that one, and a key for each action of the screen and of what has the
    focus.
    """
    focused = screen.focused or screen
    known = {
        (node, binding.action): key
        for node in usual_or_full([screen], [*focused.ancestors_with_self][:-1])
        for key, binding in node._bindings
    }
    keys = [*dict.fromkeys(known.values()), "5"]
    return usual_or_full([random.Random(type(screen).__name__).choice(keys)], keys)


async def try_keys(
    pilot: Pilot[None], name: str, opening: Callable[[], object], base: Callable[[], object]
) -> None:
    """Open a screen above a base, and press each of its keys in the same read."""
    app = pilot.app
    below: Screen[Any] | None = None
    keys = [""]
    while keys:
        while below in app.screen_stack and app.screen is not below:
            app.pop_screen()
        if below is None or below not in app.screen_stack:
            base()
            await settle(pilot)
            below = app.screen
        opening()
        key = keys.pop()
        if key:
            send(pilot, key)
        else:
            await until(pilot, lambda: type(app.screen).__name__ == name)
        await settle(pilot)
        keys = keys if key else keys_of(app.screen)


async def test_simultaneous_keys_on_screens_from_the_title() -> None:
    async with play(None).run_test(size=SMALL) as pilot:
        for name, keys in FROM_TITLE.items():
            opening = lambda keys=keys: send(pilot, *keys.split())  # noqa: E731
            await try_keys(pilot, name, opening, pilot.app.leave_table)


async def test_simultaneous_keys_on_a_continued_game() -> None:
    """In the fog a curtain is due before the first decision."""
    saves_folder().mkdir(parents=True)
    table = create_table("Ann,Ben,Cid", "fog", path=saves_folder() / "a.risk")
    table.automation.step()
    table.close()
    async with play(None).run_test(size=SMALL) as pilot:
        await settle(pilot)
        for keys in ("enter q", "enter enter q", "enter q n", "enter q enter q", "enter v q"):
            send(pilot, *keys.split())
            await settle(pilot)
            assert pilot.app.is_running, keys
            pilot.app.leave_table()
            await settle(pilot)
        send(pilot, "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HandoverDialog)


async def test_key_after_an_answer_waits_for_its_effect(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        send(pilot, *":resign", "enter", "y", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
    assert table.view(None).status[0] != "playing"


async def test_simultaneous_keys_on_screens_from_the_form() -> None:
    async with play(None).run_test(size=SMALL) as pilot:
        await settle(pilot)
        for name, keys in FROM_FORM.items():
            opening = lambda keys=keys: send(pilot, *keys.split())  # noqa: E731
            await try_keys(pilot, name, opening, lambda: pilot.app.push_screen(NewGameScreen()))


async def test_simultaneous_keys_on_screens_from_a_table(tmp_path: Path) -> None:
    numbers = count()
    new = lambda: reinforcing(  # noqa: E731
        tmp_path / f"{next(numbers)}.risk", "Ann", "toni", "toni"
    )
    table = new()
    openings: dict[str, Callable[[], object]] = {}
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        for name, keys in FROM_TABLE.items():
            openings[name] = lambda keys=keys: send(pilot, *keys.split())
        for name, make in BY_THE_GAME.items():
            openings[name] = lambda make=make: pilot.app.push_screen(make(table))
        for name, opening in openings.items():
            await try_keys(pilot, name, opening, lambda: pilot.app.open_table(new()))


async def test_repeated_letter_opens_one_screen() -> None:
    async with play(None).run_test(size=SMALL) as pilot:
        await settle(pilot)
        send(pilot, "n", "n", "escape", "y")  # the second one is typed into the form
        await settle(pilot)
        assert isinstance(pilot.app.screen, StartScreen)
        # A key after the one that opens a screen acts there.
        send(pilot, "n", "f3")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "HouseRulesScreen")


async def test_keys_after_one_that_opens_a_dialog_go_there(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        send(pilot, "c", "e", "escape", "v", "q")
        await settle(pilot)
        await until(pilot, lambda: pilot.app.screen is screen)
        assert due(table) == ("reinforce", "Ann")
