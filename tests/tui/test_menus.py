"""The screens that open from the title, controlled with their keys."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from risk_tui.bots import DEFAULT_BOT
from risk_tui.data.language import languages, use
from risk_tui.data.settings import load_settings, settings_path
from risk_tui.rules.house_rules import read_house_rule, variant_switches, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.saves.header import TableOptions
from risk_tui.table.seats import Seat
from risk_tui.table.table import Table
from risk_tui.text import time_phrases
from risk_tui.text.rulebook import chapters
from risk_tui.text.time_phrases import time_ago
from risk_tui.tui.app import RiskApp
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.menu import CycleSelect, Menu
from risk_tui.tui.screens.base import CoveringScreen
from risk_tui.tui.screens.house_rules_editor import (
    HouseRulesScreen,
    RuleChanges,
    field_values,
    yaml_text,
)
from risk_tui.tui.screens.new_game import NewGameScreen, remembered_seats, user_name
from risk_tui.tui.screens.ruleset_viewer import RulesetsScreen, RulesetViewer
from risk_tui.tui.screens.saved_games import SavedGamesScreen
from risk_tui.tui.screens.settings import SettingsScreen
from risk_tui.tui.screens.start import StartScreen
from risk_tui.tui.screens.statistics import StatisticsScreen
from risk_tui.tui.text_widgets import Notice
from risk_tui.variants.airlift import Airlift, AirliftSection
from tests.editions import SOME
from tests.extent import few
from tests.new_games import create_table
from tests.saves.games import bot_game, change, read
from tests.tui.tables import SMALL, click, on_screen, press, send, settle, until

HOSTILE = ("Bob[/]", "[red]Zoë", "[@click=app.quit]x[/]"[:12])


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Return the tables that the app opens; no game screen is shown."""
    tables: list[Table] = []
    monkeypatch.setattr(RiskApp, "open_table", lambda _, table: tables.append(table))
    return tables


def make_game(*names: str, ruleset: str = "us-1993") -> Path:
    """Save a game of these people."""
    colours = ("red", "blue", "green", "yellow", "purple", "cyan")
    seats = [Seat(name, colour) for name, colour in zip(names, colours, strict=False)]
    table = create_table(seats, ruleset)
    table.automation.step()
    table.close()
    return table.path


def people(table: Table) -> list[str]:
    """Return the names of the players, without neutral armies."""
    return [seat.name for seat in table.seats if seat.player != "nobody"]


def rewrite_summary(path: Path, **changes: object) -> None:
    """Change the summary of a saved game."""
    summary = json.loads(read(path, "SELECT value FROM head WHERE key = 'summary'"))
    text = json.dumps(summary | changes)
    change(path, "UPDATE head SET value = ? WHERE key = 'summary'", text)


@asynccontextmanager
async def at_title(
    *keys: str, size: tuple[int, int] = SMALL, **settings: object
) -> AsyncIterator[Pilot[None]]:
    """Open the app at its title screen, and press keys there."""
    app = RiskApp()
    for name, value in settings.items():
        setattr(app.settings, name, value)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        yield pilot


async def show_more(pilot: Pilot[None]) -> None:
    """Show all fields of a new game; the first of them has the focus after the next refresh."""
    await press(pilot, "f6")
    board = pilot.app.screen.query_one("#board")
    await until(pilot, lambda: board.has_focus)


async def paste(pilot: Pilot[None], text: str) -> None:
    """Replace the text in the focused field by a pasted one."""
    await press(pilot, "ctrl+u")
    pilot.app.screen.post_message(events.Paste(text))
    await settle(pilot)


async def test_title_has_help() -> None:
    async with at_title() as pilot:
        for keys in (["?"], ["f1"], [*":help", "enter"], [*":quit"]):
            await press(pilot, *keys)
            assert isinstance(pilot.app.screen, TextDialog)
            assert "commands, which work in a game" in on_screen(pilot.app)
            await press(pilot, "enter" if keys[-1] == "enter" else "escape")
            assert isinstance(pilot.app.screen, StartScreen)


@pytest.mark.parametrize("keys", ["n f1", "s ?", "n f3 f1"])
async def test_every_form_has_help(keys: str) -> None:
    async with at_title(*keys.split()) as pilot:
        assert isinstance(pilot.app.screen, TextDialog)
        assert "F1" in on_screen(pilot.app)


async def test_announcement_is_hidden_in_a_small_terminal() -> None:
    async with at_title("f1") as pilot:
        help_dialog = pilot.app.screen
        assert isinstance(help_dialog, CoveringScreen)
        help_dialog.announce("Your move")
        await settle(pilot)
        assert "Your move" in on_screen(pilot.app)
        await pilot.resize_terminal(59, 24)
        help_dialog.announce("A rematch has started")
        await settle(pilot)
        assert "needs at least 60×24" in on_screen(pilot.app)
        assert "A rematch has started" not in on_screen(pilot.app)


async def test_title_without_games() -> None:
    async with at_title(size=(59, 24)) as pilot:
        assert "needs at least 60×24" in on_screen(pilot.app)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        text = on_screen(pilot.app)
        assert "▸ New game" in text
        assert "Continue" not in text
        assert "Quit" in text
        for key, screen in (("n", NewGameScreen), ("s", SettingsScreen)):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, screen)
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, StartScreen)
        # A changed form is left after a question.
        await press(pilot, "n", *"Eve", "escape")
        assert "Go back? The form forgets what you changed." in on_screen(pilot.app)
        await press(pilot, "n")
        assert "Eve" in on_screen(pilot.app)
        # What is typed replaces a suggested name.
        assert "Ada" in on_screen(pilot.app)
        await press(pilot, "down", *"Zoe")
        assert "Zoe" in on_screen(pilot.app) and "Ada" not in on_screen(pilot.app)
        await press(pilot, "escape", "y")
        assert isinstance(pilot.app.screen, StartScreen)
        # Two items begin with this letter: it moves, and Enter chooses.
        await press(pilot, "r", "r", "enter")
        assert isinstance(pilot.app.screen, (RulesetsScreen, SavedGamesScreen))
        await press(pilot, "escape", "q")
    assert pilot.app.return_code == 0


async def test_title_offers_the_last_game(opened: list[Table]) -> None:
    make_game("Ann", "Ben")
    old = make_game("Cleo", "Dev", ruleset="uk-new")
    rewrite_summary(old, played="2020-01-01T00:00:00+00:00")
    won = make_game("Eve", "Finn")
    rewrite_summary(won, played="2099-01-01T00:00:00+00:00", winners=["Eve"])
    async with at_title() as pilot:
        text = on_screen(pilot.app)
        assert "▸ Continue   ann-ben-" in text
        assert "US 1993 · setting up · " in text
        await press(pilot, "enter")
    assert people(opened[0]) == ["Ann", "Ben"]


@pytest.mark.parametrize("width", [60, 80])
async def test_title_cuts_long_rules_and_not_who_is_to_move(width: int) -> None:
    path = make_game("Ann", "Ben", "Cid", ruleset="uk-new-mission")
    rewrite_summary(path, round=10, to_move="Ann")
    async with at_title(size=(width, 24)) as pilot:
        text = on_screen(pilot.app)
        assert "UK, newer rules, wi" in text
        assert "… · round 10 · Ann to move" in text


async def test_title_says_what_is_wrong_with_the_last_game(opened: list[Table]) -> None:
    path = make_game("Ann", "Ben")
    change(path, "UPDATE entries SET entry = '{}'")
    async with at_title("c") as pilot:
        assert isinstance(pilot.app.screen, StartScreen)
        assert path.name in on_screen(pilot.app)
    assert not opened


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("ann", "Ann"),
        ("ben.smith", "Ben"),
        ("toni", "Toni"),
        ("ada", "Ada"),
        ("x" * 40, "X" + "x" * 11),
        ("\x1b[31m", "Player"),
        ("\u202e", "Player"),
        ("龍" * 12, "Player"),
        (None, "Player"),
    ],
)
def test_user_of_the_system_has_a_valid_name(
    user: str | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_user() -> str:
        if user is None:
            raise KeyError
        return user

    monkeypatch.setattr("getpass.getuser", find_user)
    assert user_name() == name


@pytest.mark.parametrize(("user", "bots"), [("ann", ["Ada", "Boole"]), ("ada", ["Boole", "Carl"])])
async def test_user_of_the_system_plays_two_bots_in_a_fresh_form(
    user: str, bots: list[str], opened: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: user)
    async with at_title("n", "f5") as pilot:
        await settle(pilot)
    (person, *others) = opened[0].seats
    assert (person.name, person.player) == (user.title(), "person")
    assert [(seat.name, seat.player) for seat in others] == [(name, DEFAULT_BOT) for name in bots]


async def test_new_game_with_two_people_and_a_bot(opened: list[Table]) -> None:
    async with at_title("n", "ctrl+u") as pilot:
        await press(pilot, *"Eve", "down", "ctrl+u", *"Ben")
        await press(pilot, "tab", "right", "tab", "left")  # another colour, and a person
        await show_more(pilot)
        await press(pilot, "enter", *"30")
        assert "30" in on_screen(pilot.app)
        await press(pilot, "f5")
    (table,) = opened
    assert [(seat.name, seat.colour, seat.player) for seat in table.seats] == [
        ("Eve", "red", "person"),
        ("Ben", "yellow", "person"),
        ("Boole", "green", DEFAULT_BOT),
    ]
    assert table.ruleset.ruleset == "us-1993"
    assert table.ruleset.victory.turn_limit == 30
    assert load_settings().players == ["Eve=red", "Ben=yellow", f"Boole:{DEFAULT_BOT}=green"]


async def test_new_game_remembers_and_starts_by_its_button(opened: list[Table]) -> None:
    async with at_title(players=["Ann=cyan", "Ben=red"], ruleset="uk-new", defence="most") as pilot:
        await press(pilot, "n")
        assert "‹ UK, newer rules" in on_screen(pilot.app)
        await press(pilot, "shift+tab", "up", "enter")  # the button of F6
        assert "ADVICE" in on_screen(pilot.app)
        await press(pilot, "down", "down", "r", "down", "n", "f6")
        assert "no turn limit, real dice, no odds" in on_screen(pilot.app)
        await press(pilot, "down", "enter")
    (table,) = opened
    assert table.options == TableOptions(advice=False, real_dice=True)
    assert [(seat.name, seat.colour, seat.defence) for seat in table.seats] == [
        ("Ann", "cyan", "most"),
        ("Ben", "red", "most"),
    ]
    assert table.ruleset.ruleset == "uk-new"
    assert table.ruleset.victory.turn_limit is None


async def test_new_game_offers_the_maps_that_the_rules_are_played_on(opened: list[Table]) -> None:
    async with at_title(players=["Ann=cyan", "Ben=red"], ruleset="castle", map="classic") as pilot:
        await press(pilot, "n")
        assert "Castle Europe" in on_screen(pilot.app)
        await press(pilot, *["down"] * 6, "right")
        assert "The classic world" in on_screen(pilot.app)  # as it was chosen before
        await press(pilot, "left")
        await show_more(pilot)
        await press(pilot, "right")  # there is no other
        assert "Castle Europe" in on_screen(pilot.app)
        await press(pilot, "f5")
    (table,) = opened
    assert table.board.name == "castle-europe"
    assert table.ruleset.ruleset == "castle"


async def test_letters_find_values(opened: list[Table]) -> None:
    async with at_title() as pilot:
        await press(pilot, "n", "down", "tab", "p", "tab", "t", "o")  # purple, toni
        assert "A beginner" in on_screen(pilot.app)
        await press(pilot, "down", "g")  # greta
        await press(pilot, *["down"] * 4, *"ris")
        assert "‹ RisiKo! " in on_screen(pilot.app)
        await press(pilot, *"teg")
        assert "‹ TEG " in on_screen(pilot.app)
        await press(pilot, "f6")
        await press(pilot, *"cla", "f5")  # TEG is only played on its own board
    (table,) = opened
    assert [(seat.colour, seat.player) for seat in table.seats] == [
        ("red", "person"),
        ("purple", "toni"),
        ("green", "greta"),
    ]
    assert table.board.name == "teg"


async def test_rules_are_found_in_a_list(opened: list[Table]) -> None:
    async with at_title("n", *["down"] * 6, "enter", players=["Ann", "Ben", "Cid"]) as pilot:
        assert isinstance(pilot.app.screen, RulesetsScreen)
        assert "▸ US 1993" in on_screen(pilot.app)
        await press(pilot, *"uk mis")  # each word begins one of the line
        assert "▸ UK, newer rules" in on_screen(pilot.app)
        assert "UK about 1990 " not in on_screen(pilot.app)
        await press(pilot, *["backspace"] * 6, *"tourn")
        text = on_screen(pilot.app)
        assert "Find: tourn_" in text
        assert "▸ RisiKo!, tournament" in text
        assert "US 1993 " not in text.replace("FROM US 1993", "")
        await press(pilot, "q")  # what is found nowhere is not typed, and said
        assert "No match: tournq" in on_screen(pilot.app)
        await press(pilot, *["backspace"] * 5, *"kingdom")  # a heading finds all below it
        assert "▸ UK, newer rules" in on_screen(pilot.app)
        await press(pilot, "escape")
        assert "Type to find" in on_screen(pilot.app)
        await press(pilot, *"fog", "enter")
        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "‹ Fog of war " in on_screen(pilot.app)
        await press(pilot, "enter", "home", "escape")
        assert "‹ Fog of war " in on_screen(pilot.app)
        await press(pilot, "enter", *"stars")
        await click(pilot, "Menu", offset=(5, 2))  # below the typed text and the heading
        assert "‹ Stars, cities and capitals " in on_screen(pilot.app)
        await press(pilot, "f5")
    assert opened[0].ruleset.ruleset == "stars"


async def test_keys_before_the_form_is_composed_act_on_it(opened: list[Table]) -> None:
    async with at_title() as pilot:
        await settle(pilot)
        send(pilot, "n", "end", *"ette", "tab", "p", "f3", *"airl", "enter", "escape", "f5")
        await until(pilot, lambda: bool(opened))
    seat = opened[0].seats[0]
    assert (seat.name, seat.colour) == ("Annette", "purple")
    assert opened[0].ruleset.title == "US 1993, Airlift"


async def test_new_game_mistakes_lose_nothing(opened: list[Table]) -> None:
    async with at_title("n", "f5", players=["=red", "Ben=blue"]) as pilot:
        assert "Seat 1: a player needs a name" in on_screen(pilot.app)
        await press(pilot, *"BEN")  # the focus is where the mistake is
        assert "needs a name" not in on_screen(pilot.app)
        await press(pilot, "f5")
        assert "two players are named" in on_screen(pilot.app)
        await press(pilot, "ctrl+u", *"Benedict the Third", "f5")
        assert "too long" in on_screen(pilot.app)
        assert "Benedict the Third" in on_screen(pilot.app)
        await press(pilot, "tab", "tab", "left", "f5")  # This seat is empty now.
        assert "is for 2 to 6 players, not 1" in on_screen(pilot.app)
        assert not opened
        assert not saved_games()
        # Typing a name on an empty seat takes it.
        await press(pilot, "shift+tab", "shift+tab", "ctrl+u", *"Ann", "f5")
    assert people(opened[0]) == ["BEN", "Ann"]


async def test_rulesets_are_compared_with_their_relatives() -> None:
    async with at_title("n", *["down"] * 6, "enter", size=(120, 60), ruleset="uk-new") as pilot:
        text = on_screen(pilot.app)
        assert "▸ UK, newer rules" in text
        assert "HOW IT DIFFERS" not in text
        families = ["United States", "United Kingdom", "Europe"]
        lines = [line[:35].strip() for line in text.splitlines()]
        assert sorted(families, key=lines.index) == families
        await press(pilot, "down", "down")
        text = " ".join(on_screen(pilot.app).split())
        assert "HOW IT DIFFERS FROM UK, NEWER RULES" in text
        assert "· During setup a territory holds at most 4 armies." in text
        assert "dealt out as evenly" not in text
        await press(pilot, "f2")
        assert "Rules: UK, older rules" in on_screen(pilot.app)


async def test_wide_form_shows_the_rules() -> None:
    async with at_title("n", size=(120, 36)) as pilot:
        assert "WHO CAN PLAY" in on_screen(pilot.app)
        await press(pilot, "pagedown")
        assert "WHO CAN PLAY" not in on_screen(pilot.app)
        await press(pilot, *["down"] * 6, *"fog", "pageup")
        assert "Fog of war   Variants" in on_screen(pilot.app)


async def test_change_right_before_the_start_hides_no_problem(opened: list[Table]) -> None:
    async with at_title("n", "f6", players=["Ann", "Ann"]) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        # The form hears of the digit only after the key that starts the game.
        screen.query_one("#limit", Input).value = "5"
        screen.action_start()
        await settle(pilot)
        assert "Ann" in (problem := str(screen.query_one(Notice).content))
        assert problem in on_screen(pilot.app)
        screen.query_one("#limit", Input).value = "6"
        await settle(pilot)
        assert problem not in on_screen(pilot.app)
    assert not opened


async def test_number_of_players_is_checked_before_the_start(opened: list[Table]) -> None:
    async with at_title("n", *["down"] * 6, players=["Ann", "Ben"]) as pilot:
        assert "for 2 to 6 players; a neutral army joins in" in on_screen(pilot.app)
        await press(pilot, "right", "right")
        assert "US 1993, Capital Risk is for 3 to 6 players, not 2" in on_screen(pilot.app)
        await press(pilot, "f5")
        assert not opened
        await press(pilot, *["right"] * 5)
        assert "for 2 to 6 players; an Allied Army joins in" in on_screen(pilot.app)
        await press(pilot, *["up"] * 4)
        await press(pilot, *"Cid")  # a third player sits down
        assert "joins in" not in on_screen(pilot.app)
        assert "PLAYERS     for 2 to 6 players" in on_screen(pilot.app)
        await press(pilot, "f5")
    assert people(opened[0]) == ["Ann", "Ben", "Cid"]


# House rules


async def go_to(pilot: Pilot[None], path: str, *keys: str) -> None:
    """Move to a value on the screen of house rules, page by page at first, and press keys."""
    menu = pilot.app.screen.query_one(Menu)
    paths = [item.key for item in menu.items if not item.heading]
    while (selected := menu.selected) is not None and selected.key != path:
        ahead = paths.index(path) - paths.index(selected.key)
        step = "down" if ahead > 0 else "up"
        await press(pilot, f"page{step}" if abs(ahead) > menu.size.height else step)
    await press(pilot, *keys)


async def test_house_rules_for_one_game(opened: list[Table]) -> None:
    async with at_title("n", "f3", players=["Ann", "Ben", "Cid"]) as pilot:
        assert "Variants and house rules: US 1993" in on_screen(pilot.app)
        assert "▸ [ ] Airlift" in on_screen(pilot.app)
        # One of several, with left; what it says stands below.
        await go_to(pilot, "two_players.third_army", "left")
        text = " ".join(on_screen(pilot.app).split())
        assert "▸ * Two players play head to head, with no third army." in text
        assert "‹ none › none · neutral · allied" in text
        assert (
            "Two players play head to head, with no third army. Before: Two players share" in text
        )
        # Options without an effect are marked as such.
        await press(pilot, "down")
        text = " ".join(on_screen(pilot.app).split())
        assert "▸ Not used: Each player places 2 armies of their own at a time." in text
        assert "Not used while: Two players play head to head, with no third army." in text
        assert "In files: two_players.own_each_go: 2" in text
        # A table, written.
        await go_to(pilot, "setup.armies", "enter")
        await paste(pilot, "{2: 40, 3: 22, 4: 21, 5: 21, 6: 20}")
        await press(pilot, "enter")
        # A number, typed; and one more.
        await go_to(pilot, "fortify.limit", *"7", "enter", "right")
        assert "At most 8 armies may be moved at a time." in on_screen(pilot.app)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "Two players, Setting up, Fortifying" in on_screen(pilot.app)
        await press(pilot, "f2", "end", "pageup")
        assert "Rules: US 1993, house rules" in on_screen(pilot.app)
        await press(pilot, "escape", "f5")
    ruleset = opened[0].ruleset
    assert ruleset.two_players.third_army == "none"
    assert ruleset.setup.armies[3] == 22
    assert ruleset.fortify.limit == 8
    # They hold for this game alone.
    assert load_settings().ruleset == "us-1993"
    opened[0].close()
    again = Table.open(opened[0].path)
    assert again.ruleset == ruleset
    again.close()


async def test_long_options_of_a_new_game_take_a_second_row(english_again: None) -> None:
    use("fr")
    async with at_title("n", size=(80, 24)) as pilot:
        text = " ".join(on_screen(pilot.app).split())
        assert "dés de l'ordinateur, chances" in text
        assert "Commencer la partie" in text


async def test_a_key_shows_all_of_a_cut_description(opened: list[Table]) -> None:
    async with at_title("n", "f3", *"first") as pilot:
        assert "▸ [ ] First round" in on_screen(pilot.app)
        assert "F2 read all" not in on_screen(pilot.app)
        await press(pilot, "escape", *"cast")
        assert "F2 read all" in on_screen(pilot.app)
        await press(pilot, "f2")
        text = " ".join(re.sub("[^ -~]", " ", on_screen(pilot.app)).split())
        assert "There is no fortifying." in text
        assert "Source: " in text
        await press(pilot, "escape")
        assert "▸ [ ] Castle Risk" in on_screen(pilot.app)
        await press(pilot, "escape", *"dealt by")
        assert "▸ [ ] Dealt by dice" in on_screen(pilot.app)
        assert "Source:" not in on_screen(pilot.app)
        # The longest name has a gap after it.
        longest = max((switch.title for switch in variant_switches().values()), key=len)
        await press(pilot, "escape", *longest.lower())
        assert f"] {longest} " in on_screen(pilot.app)


async def test_variants_are_ticked_for_one_game(opened: list[Table]) -> None:
    async with at_title("n", "f3", players=["Ann", "Ben", "Cid"]) as pilot:
        assert "IN THIS GAME" not in on_screen(pilot.app)
        await press(pilot, *"airl", "enter", "down", "right")
        text = " ".join(on_screen(pilot.app).split())
        assert "IN THIS GAME [x] Airlift Any territory may attack any other." in text
        assert "▸ * At most 1" in text
        await press(pilot, *"retr", "enter")
        assert "▸ [x] Retreat" in on_screen(pilot.app)
        assert "Risk FAQ, section 4.2" in on_screen(pilot.app)
        await press(pilot, "enter", "enter")  # off and on again: it stays where it is
        assert "▸ [x] Retreat" in on_screen(pilot.app)
        await go_to(pilot, "reinforce.least", "right", "escape")
        assert " Airlift, Retreat, Reinforcing" in on_screen(pilot.app)
        await press(pilot, "f2")
        assert "Rules: US 1993, Airlift, Retreat, house rules" in on_screen(pilot.app)
        await press(pilot, "escape", "f3")
        assert "▸ [x] Airlift" in on_screen(pilot.app)
        await press(pilot, "down", "delete", "up", "enter")
        assert "[ ] Airlift" in on_screen(pilot.app)
        await go_to(pilot, "reinforce.least", "delete", "escape")
        assert "HOUSE RULES   Retreat" in on_screen(pilot.app)
        assert "Airlift" not in on_screen(pilot.app)
        await press(pilot, "f5")
    ruleset = opened[0].ruleset
    assert list(ruleset.variants.played) == ["retreat"]
    assert ruleset.title == "US 1993, Retreat"


async def test_options_of_a_removed_variant_are_not_changes(opened: list[Table]) -> None:
    async with at_title("n", "f3", ruleset="tactical", players=["Ann", "Ben"]) as pilot:
        await go_to(pilot, "variants.meltdown.struck_by")
        assert "‹ cards ›" in on_screen(pilot.app)
        await press(pilot, "right", "up", "enter", "escape")
        assert " Meltdowns" in on_screen(pilot.app)
        await press(pilot, "f3")
        await go_to(pilot, "variants.meltdown.played", "enter", "escape")
        assert "HOUSE RULES   none" in on_screen(pilot.app)
        await press(pilot, "f3")
        await go_to(pilot, "variants.meltdown.played", "enter", "escape", "f5")
    assert not opened[0].ruleset.variants.played


async def test_incompatible_variants_are_reported_before_the_game(
    opened: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Airlift, "excludes", {"retreat": "nobody flees from the air"})
    monkeypatch.setattr(AirliftSection, "most_players", 2)
    problem = "Airlift cannot be combined with Retreat: "
    proposed = {"variants.airlift.played": True, "variants.retreat.played": True}
    app = RiskApp(opening=lambda app: app.open_new_game(proposed))
    app.settings.players = ["Ann", "Ben", "Cid"]
    async with app.run_test(size=(80, 24)) as pilot:
        assert problem in on_screen(app)
        await press(pilot, "f5")
        assert problem in on_screen(app)
        await press(pilot, "f3")
        assert problem in on_screen(app)
        await go_to(pilot, "variants.retreat.played", "enter")
        assert problem not in on_screen(app)
        await press(pilot, "escape")
        assert "US 1993, Airlift is for 2 players, not 3" in on_screen(app)
        await press(pilot, "f5")
        assert "Airlift is for 2 players, not 3" in on_screen(app)
    assert not opened


async def test_house_rules_can_be_undone(opened: list[Table]) -> None:
    async with at_title("n", "f3", players=["Ann", "Ben", "Cid"]) as pilot:
        await go_to(pilot, "reinforce.exclusive", "right")
        await go_to(pilot, "reinforce.least", "right", "right", "left")
        assert "* They receive at least 4" in on_screen(pilot.app)
        await press(pilot, "left")  # as it was is no change
        assert "* It" not in on_screen(pilot.app)
        await press(pilot, "right", "delete", "escape")
        assert " Reinforcing" in on_screen(pilot.app)
        # Another ruleset has house rules of its own.
        await press(pilot, *["down"] * 6, "left")
        assert "HOUSE RULES   none" in on_screen(pilot.app)
        await press(pilot, "right")
        assert " Reinforcing" in on_screen(pilot.app)
        await press(pilot, "f3")
        assert "▸ * At the start of a turn a player chooses" in on_screen(
            pilot.app
        )  # what was changed comes first
        await press(pilot, "f4")
        assert "* At the start" not in on_screen(pilot.app)
        await press(pilot, "right", "escape", "f4", "f5")
    assert opened[0].ruleset == load_ruleset("us-1993")


async def test_contradictory_house_rules_are_kept_and_reported(opened: list[Table]) -> None:
    problem = "'combat.defence_dice' is 3, but 'armies_for_three_dice' says they are never rolled"
    async with at_title("n", "f3", size=(120, 36), players=["Ann", "Ben", "Cid"]) as pilot:
        await go_to(pilot, "combat.defence_dice", "right")
        assert problem in on_screen(pilot.app)
        await press(pilot, "escape")
        assert " Attacking" in on_screen(pilot.app)
        await press(pilot, "f5")
        assert f"house rules: {problem}" in on_screen(pilot.app)
        assert not opened
        await press(pilot, "f3")
        assert problem in on_screen(pilot.app)
        await go_to(pilot, "combat.armies_for_three_dice", "right")
        assert problem not in on_screen(pilot.app)
        await press(pilot, "escape", "f5")
    assert opened[0].ruleset.combat.defence_dice == 3


async def test_an_invalid_value_is_refused_and_stays_in_the_field() -> None:
    async with at_title("n", "f3") as pilot:
        await go_to(pilot, "cards.escalating", "left")
        assert "Press Enter to type a value." in on_screen(pilot.app)
        await press(pilot, "enter")
        for typed, problem in (
            ("[4, x]", "'cards.escalating.1': 'x' must be a whole number"),
            ("[4", "not valid YAML"),
            ("&a [*a]", "anchors and aliases are not allowed"),
            ("4", "'cards.escalating': 4 must be a list"),
            ("", "Type a value, or press Esc to keep the old one."),
        ):
            await paste(pilot, typed)
            await press(pilot, "enter")
            assert problem in on_screen(pilot.app)
            assert f"  {typed}" in on_screen(pilot.app)
        await press(pilot, "tab")
        assert "Enter OK" not in on_screen(pilot.app)
        assert "[4, 6, 8, 10, 12, 15]" in on_screen(pilot.app)
        await press(pilot, "enter", "9", "escape")
        assert "[4, 6, 8, 10, 12, 15]" in on_screen(pilot.app)
        assert isinstance(pilot.app.screen, HouseRulesScreen)
        await go_to(pilot, "cards.forced_at", *"999", "enter")
        assert "999 must be less than or equal to 100" in on_screen(pilot.app)
        await paste(pilot, "none")
        await press(pilot, "enter")
        assert "Any number of cards may be kept." in on_screen(pilot.app)


@pytest.mark.parametrize("name", SOME)
def test_every_value_can_be_read_back(name: str) -> None:
    ruleset = load_ruleset(name)
    changes = RuleChanges(ruleset, {})
    for key, _, part in ruleset.sections():
        for field, form in field_values(type(part)).items():
            path, value = f"{key}.{field}", changes.value(f"{key}.{field}")
            if form.options:
                assert value in form.options, path
            elif value is not None:
                changes.change(path, read_house_rule(f"{path}={yaml_text(value)}")[1])
                assert changes.value(path) == value
    assert not changes.values
    assert not changes.problem


async def test_rules_mark_changes_and_name_sources() -> None:
    changed = with_house_rules(
        load_ruleset("us-1993"), {"fortify.reach": "free", "combat.commander": True}
    )
    async with at_title(size=(110, 150)) as pilot:
        pilot.app.push_screen(RulesetViewer(changed))
        await settle(pilot)
        text = " ".join(on_screen(pilot.app).split())
        assert "Rules: US 1993, house rules" in text
        assert "* At the end of a turn armies may move any number of times" in text
        assert "* Once a turn the attacker may turn one of their dice to a six." in text
        assert "· Any number may be moved, as long as one stays behind." in text
        assert "Source: FAQ Q2.7: any number of armies between one pair of neighbours; " in text
        assert "changed for this game: reach" in text
        assert "* changed for this game" in text
        assert text.count("* ") == 3


async def test_two_seats_never_share_a_colour(opened: list[Table]) -> None:
    async with at_title(players=[f"P{number}" for number in range(6)]) as pilot:
        await press(pilot, "n", "tab", "right")
        await show_more(pilot)
        await press(pilot, "tab", "x", "0", "ctrl+s")
        assert "a turn limit is a number from 1 to 10000, not 0" in on_screen(pilot.app)
        assert not opened
        await press(pilot, "backspace", "f5")
    colours = [seat.colour for seat in opened[0].seats]
    assert colours == ["blue", "red", "green", "yellow", "purple", "cyan"]


async def test_hostile_names_are_shown_as_they_are(opened: list[Table]) -> None:
    path = make_game(*HOSTILE)
    rewrite_summary(path, to_move="\x1b[2J\u202eA[/]", ruleset="[/red]")
    async with at_title(size=(120, 36)) as pilot:
        assert r"[/red] · setting up · \x1b[2J\u202eA[/] to move" in on_screen(pilot.app)
        await press(pilot, "r", "enter")
        assert ", ".join(HOSTILE) in on_screen(pilot.app)
        await press(pilot, "escape", "n", "ctrl+u", *"Bob[/]")
        assert "Bob[/]" in on_screen(pilot.app)
        row = pilot.app.screen.query("SeatRow Input").first()
        row.replace("\x1b[31m\u202e", 0, 0)  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Names can contain only letters" in on_screen(pilot.app)
        await press(pilot, "f5")
    assert opened[0].seats[0].name == "Bob[/]"


async def test_resume_lists_opens_and_refuses(opened: list[Table]) -> None:
    good = make_game("Ann", "Ben")
    rewrite_summary(good, played="2020-05-01T10:00:00+00:00", round=7)
    won = make_game("Cleo", "Dev")
    rewrite_summary(won, winners=["Dev"])
    (saves_folder() / "cut.risk").write_bytes(good.read_bytes()[:3000])
    (saves_folder() / "notes.risk").write_text("no game", encoding="utf-8")
    async with at_title("r", "enter") as pilot:
        text = on_screen(pilot.app)
        assert "2020-05-01" in text
        assert "US 1993 · round 7 · " in text
        assert "to move · Ann, Ben" in text
        assert "US 1993 · won by Dev" in text  # It ended during setup.
        assert "just now" in text
        assert "notes.risk is not a game of risk-tui" in text
        await press(pilot, "end", "enter")
        assert on_screen(pilot.app).count("is not a game of risk-tui") == 2
        assert not opened
        await press(pilot, "home", "enter")
    assert opened[0].path == good


async def test_resume_names_players_at_a_table() -> None:
    with closing(Table.open(make_game("Ann", "Ben"))) as table:
        table.leave_seat(1)
        async with at_title() as pilot:
            await press(pilot, "r", "enter")
            assert " · at the table: Ann · Ann, Ben" in on_screen(pilot.app)


async def test_resume_deletes_after_asking() -> None:
    for two in (("Ann", "Ben"), ("Cleo", "Dev")):
        make_game(*two)
    async with at_title("r", "enter", "d") as pilot:
        assert "for good?" in on_screen(pilot.app)
        await press(pilot, "enter")
        assert "Nothing was deleted." in on_screen(pilot.app)
        assert len(saved_games()) == 2
        await press(pilot, "d", "escape")
        assert isinstance(pilot.app.screen, SavedGamesScreen)
        await press(pilot, "d", "y")
        assert "was deleted" in on_screen(pilot.app)
        assert len(saved_games()) == 1
        await press(pilot, "d", "y")
        assert "No saved games yet" in on_screen(pilot.app)
        await press(pilot, "enter", "d", "y", "escape")
        assert "Continue" not in on_screen(pilot.app)


# Damaged games


@pytest.fixture
def bots_game() -> Path:
    """A saved game of 60 steps."""
    path = saves_folder() / "ann.risk"
    bot_game(path, 60).close()
    return path


QUESTION = "Continue from the last good step (round 1)?"


async def test_a_damaged_game_continues_from_its_last_good_step(
    bots_game: Path, opened: list[Table]
) -> None:
    change(bots_game, "DELETE FROM entries WHERE number = 55")
    before = bots_game.read_bytes()
    async with at_title("r", "enter") as pilot:
        await press(pilot, "enter")
        assert "entry 55 is missing" in on_screen(pilot.app)
        assert QUESTION in on_screen(pilot.app)
        await press(pilot, "n")
        assert "Nothing was changed." in on_screen(pilot.app)
        assert len(saved_games()) == 1
        await press(pilot, "enter", "y")
    assert bots_game.read_bytes() == before
    assert opened[0].name == "ann-rescued"
    assert opened[0].steps == 55


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE head SET value = 'spoilt' WHERE key = 'summary'", QUESTION),
        ("DELETE FROM head WHERE key = 'game'", "nothing can be rescued"),
    ],
)
async def test_an_unreadable_game_is_rescued_as_far_as_possible(
    damage: str, words: str, bots_game: Path, opened: list[Table]
) -> None:
    change(bots_game, damage)
    async with at_title("r", "enter", size=(120, 24)) as pilot:
        await press(pilot, "end", "enter")
        assert words in on_screen(pilot.app)
        await press(pilot, "y")
    assert len(opened) == (words == QUESTION)
    for table in opened:
        assert table.steps == 60


async def test_a_saved_game_without_file_locks_is_refused(
    bots_game: Path, opened: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    async with at_title("r", "enter", size=(120, 24)) as pilot:
        await press(pilot, "enter")
        assert "files can't be locked in" in on_screen(pilot.app)
    assert not opened


# Rules, settings, statistics


@pytest.mark.parametrize("name", few(["us-1993", "uk-new"], 1))
async def test_rules_show_every_sentence(name: str) -> None:
    async with at_title("r", "r", "enter", "enter", size=(110, 120), ruleset=name) as pilot:
        text = " ".join(on_screen(pilot.app).split())
        ruleset = load_ruleset(name)
        assert " ".join(ruleset.about.split()) in text
        for chapter in chapters(ruleset, load_board("classic")):
            assert chapter.heading.upper() in text
            assert chapter.basics in text
            for sentence in chapter.sentences:
                assert sentence in text
            assert chapter.source.split(":")[0] in text
        await press(pilot, "escape")
        assert "Enter read" in on_screen(pilot.app)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_rules_scroll() -> None:
    async with at_title() as pilot:
        pilot.app.push_screen(RulesetViewer(load_ruleset("us-1993")))
        await settle(pilot)
        assert "WHO CAN PLAY" in on_screen(pilot.app)
        for keys in (["pagedown"], ["j"] * 3, ["down"] * 3, ["end"]):
            before = on_screen(pilot.app)
            await press(pilot, *keys)
            await until(pilot, lambda before=before: on_screen(pilot.app) != before)
        await until(pilot, lambda: "WINNING" in on_screen(pilot.app))
        await press(pilot, "home", "escape")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_rules_with_a_broken_file(opened: list[Table], own_rules: Path) -> None:
    (own_rules / "mine.yaml").write_text("extends: us-1993\nruleset: mine\ntitel: x\n")
    async with at_title("r", "r", "enter", "end", "up") as pilot:
        # A long summary is read with left and right.
        assert "←→ scroll" in on_screen(pilot.app)
        before = on_screen(pilot.app)
        await press(pilot, "right")
        assert on_screen(pilot.app) != before
        await press(pilot, "left")
        assert on_screen(pilot.app) == before
        await press(pilot, "end", "enter")
        assert "mine.yaml, line 3: unknown key 'titel'" in on_screen(pilot.app)
        await press(pilot, "escape", "n", *["down"] * 6, *"mine", "f5")
        assert "did you mean title?" in on_screen(pilot.app)
        # House rules need a ruleset that can be read.
        await press(pilot, "left", "right", "f3")  # The keys before it clear the last message.
        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "mine.yaml, line 3: unknown key 'titel'" in on_screen(pilot.app)
    assert not opened


async def test_rules_for_a_missing_map_show_the_problem(own_rules: Path) -> None:
    (own_rules / "mine.yaml").write_text(
        "extends: us-1993\nruleset: mine\ntitle: My rules\nboard:\n  maps: [atlantis]\n"
    )
    async with at_title("r", "r", "enter", *"my", "enter") as pilot:
        assert isinstance(pilot.app.screen, RulesetsScreen)
        assert "atlantis" in on_screen(pilot.app)


async def test_rules_written_while_the_form_is_open_can_be_chosen(own_rules: Path) -> None:
    async with at_title("n", *["down"] * 6) as pilot:
        (own_rules / "mine.yaml").write_text("extends: us-1993\nruleset: mine\ntitle: My rules\n")
        await press(pilot, "enter", *"my", "enter")
        assert isinstance(pilot.app.screen, NewGameScreen)
        assert "‹ My rules" in on_screen(pilot.app)
        await press(pilot, "f2")
        assert "My rules" in on_screen(pilot.app)


async def test_settings_that_cannot_be_saved_are_reported() -> None:
    settings_path().parent.parent.mkdir(parents=True, exist_ok=True)
    settings_path().parent.write_text("in the way")
    async with at_title("s", "right") as pilot:
        assert "could not be saved" in " ".join(on_screen(pilot.app).split())


async def test_settings_changed_by_mouse_are_saved() -> None:
    make_game("Ann", "Ben")
    async with at_title() as pilot:
        menu = pilot.app.screen.query_one("Menu")
        await click(pilot, menu, offset=(3, 7))
        assert isinstance(pilot.app.screen, SettingsScreen)
        await click(pilot, "#pace", offset=(12, 0))
        await press(pilot, "down", "left")
        text = on_screen(pilot.app)
        assert "0.15 seconds" in text
        assert str(settings_path())[:40] in text
        await click(pilot, "KeyBar", offset=(25, 0))
        assert isinstance(pilot.app.screen, StartScreen)
    kept = load_settings()
    assert (kept.pace, kept.defence) == ("fast", "most")


async def test_statistics_open_from_the_title() -> None:
    async with at_title("p") as pilot:
        await until(pilot, lambda: "No game can be counted yet." in on_screen(pilot.app))
        await press(pilot, "escape")
        bot_game(saves_folder() / "war.risk").close()
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await until(pilot, lambda: "1 saved game" in on_screen(pilot.app))
        assert "toni" in on_screen(pilot.app)
        await press(pilot, "enter")
        await until(pilot, lambda: "toni: 2 games" in on_screen(pilot.app))
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, StartScreen)


def test_remembered_players_have_distinct_colours() -> None:
    seats, colours = remembered_seats(["Ann=blue", "A:b=c=red", "Ada:toni", "Eve=blue"], ["toni"])
    assert [(seat.name, seat.colour, seat.player) for seat in seats] == [
        ("Ann", "blue", "person"),
        ("A:b=c", "red", "person"),
        ("Ada", "green", "toni"),
        ("Eve", "yellow", "person"),
    ]
    assert colours == ["blue", "red", "green", "yellow", "purple", "cyan"]
    assert len(set(remembered_seats([], [])[1])) == 6
    assert len(remembered_seats(["x"] * 20, ["toni"])[0]) == 6


def test_times_are_rounded_to_phrases() -> None:
    now = datetime.now(UTC)
    told = {
        timedelta(seconds=30): "just now",
        timedelta(minutes=-30): "just now",
        timedelta(minutes=1, seconds=30): "1 minute ago",
        timedelta(hours=11, minutes=1): "11 hours ago",
        timedelta(hours=49): "2 days ago",
        timedelta(days=20): "2 weeks ago",
    }
    assert {age: time_ago((now - age).isoformat()) for age in told} == told
    without_zone = (now - timedelta(seconds=90)).replace(tzinfo=None)
    assert time_ago(without_zone.isoformat()) == "1 minute ago"
    assert [time_ago(moment) for moment in ("nonsense", "", None)] == ["", "", ""]


@pytest.fixture
def in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone of Tokyo, where a day begins nine hours before one in UTC."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_tokyo")
@pytest.mark.parametrize(
    ("then", "phrase"),
    [
        ("2026-03-03T15:00", "10 hours ago"),
        ("2026-03-02T15:00", "yesterday"),
        ("2026-03-02T14:59", "1 day ago"),
        ("2026-03-02T01:00", "2 days ago"),
        ("2025-01-01T20:00", "2025-01-02"),
    ],
)
def test_days_are_those_of_the_player(
    then: str, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, zone: tzinfo | None = None) -> datetime:
            return datetime(2026, 3, 4, 1, tzinfo=UTC)

    monkeypatch.setattr(time_phrases, "datetime", Clock)
    assert time_ago(f"{then}+00:00") == phrase


@pytest.mark.parametrize("code", sorted(languages()))
async def test_forms_are_not_cut_in_any_language(code: str, english_again: None) -> None:
    use(code)
    async with at_title() as pilot:
        pilot.app.push_screen(NewGameScreen())
        await settle(pilot)
        await show_more(pilot)
        assert cut_labels(pilot, ".head") == []
        for field, values in (("#dice", 2), ("#advice", 2), ("#clock", 5)):
            choice = pilot.app.screen.query_one(field, CycleSelect)
            for _value in range(values):
                choice.action_turn(1)
                assert cell_len(str(choice.text)) <= choice.size.width - len("‹  ›")
        pilot.app.push_screen(SettingsScreen())
        await settle(pilot)
        assert cut_labels(pilot, ".label") == []


@pytest.mark.parametrize(
    ("code", "heading"), [("es", "JUGADORES"), ("it", "GIOCATORI"), ("pt_BR", "JOGADORES")]
)
async def test_form_does_not_use_the_short_heading_of_the_panel(
    code: str, heading: str, english_again: None
) -> None:
    use(code)
    async with at_title() as pilot:
        pilot.app.push_screen(NewGameScreen())
        await settle(pilot)
        assert f" {heading} " in on_screen(pilot.app)


def cut_labels(pilot: Pilot[None], selector: str) -> list[str]:
    """Return the visible labels of a form that do not fit into one row."""
    labels = pilot.app.screen.query(selector).results(Static)
    return [
        text
        for label in labels
        if 0 < label.content_size.width < cell_len(text := str(label.content))
    ]
