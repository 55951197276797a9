"""Hands on the keys: numbers, codes, the last attack, the fronts, questions, and finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.actions import Attack, Declare
from risk_tui.engine.state import Phase
from risk_tui.tui.memory import Split
from risk_tui.tui.screens.finder import Finder
from risk_tui.tui.screens.game import GameScreen
from risk_tui.tui.screens.hand import Hand
from risk_tui.tui.widgets.lines import Lines
from risk_tui.tui.widgets.menu import Menu
from tests.engine.positions import position
from tests.tui import editions
from tests.tui.tables import (
    SET_WITH_A_CHOICE,
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    code,
    defending,
    due,
    fortifying,
    game_screen,
    occupying,
    on_screen,
    placing,
    play,
    press,
    reinforcing,
    said,
    set_out,
    settle,
    strokes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App
    from textual.pilot import Pilot

    from risk_tui.engine.records import Outcome
    from risk_tui.table.table import Table

LOST: tuple[Outcome, ...] = ((1, 1, 1), (6,))
"""Three dice that lose against a single defender."""


def at_cursor(app: App[None]) -> str:
    """The code of the territory under the cursor."""
    screen = game_screen(app)
    return screen.table.board.territories[screen.hands.cursor].code


def footer(app: App[None]) -> str:
    """The keys that are offered at the bottom."""
    return "".join(game_screen(app).query_one("#keys", Lines).shown)


async def finish(pilot: Pilot[None]) -> None:
    """Let orders and standing answers come to their end."""
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)


def siege(path: Path, *luck: Outcome, ukraine: int = 8, ural: int = 1) -> Table:
    """Ann attacks Ural from Ukraine, and nobody is asked for dice in its defence."""
    table = attacking(path, *luck, ukraine=ukraine, ural=ural)
    for seat in range(3):
        table.set_defence(seat, "most")
    return table


# Numbers


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("1", "1 …  Enter rolls so many dice, b stops at so many armies; Esc forgets it"),
        ("1 0", "10 …  "),
        ("1 2 3 4", "123 …  no number is longer; Esc forgets it"),
        ("0", "a number begins with 1 to 9"),
        ("4 right", "4 …  "),
        ("4 BR", "4 …  "),
        ("4 tab", "4 …  "),
        ("4 f", "4 …  "),
    ],
)
async def test_a_number_is_shown_as_it_is_typed(keys: str, told: str, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(keys))
        assert said(pilot.app).startswith(told)


@pytest.mark.parametrize(
    ("keys", "lands"),
    [
        ("UK 3 r", {"UK": 6}),
        ("UK 3 enter", {"UK": 6}),
        ("3 UK r", {"UK": 6}),
        ("3 UK enter", {"UK": 6}),
        ("UK 1 escape r", {"UK": 8}),
        ("UK 0 r", {"UK": 8}),
    ],
)
async def test_a_number_is_for_the_next_key_that_takes_one(
    keys: str, lands: dict[str, int], tmp_path: Path
) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(keys))
        assert armies(table, *lands) == tuple(lands.values())


async def test_numbers_place_armies_in_the_set_up(tmp_path: Path) -> None:
    table = placing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("BR 2"))
        assert said(pilot.app).startswith("2 …  Enter or r puts so many here")
        await press(pilot, "enter")
        # One at a time, say the rules; the number was understood.
        assert armies(table, "BR") == (1,)
        assert "1" in said(pilot.app)


async def test_a_number_moves_armies_at_the_end_of_a_turn(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter SC 2 enter"))
        assert armies(table, "UK", "SC") == (3, 4)


async def test_a_number_moves_armies_into_conquered_land(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "escape", "4")
        assert said(pilot.app).startswith("4 …  Enter moves so many in")
        await press(pilot, "enter")
        assert armies(table, "UK", "UR") == (4, 4)


# The last attack


async def test_the_point_attacks_again_from_anywhere(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST, *LOST)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        assert ". again" not in footer(pilot.app)
        await press(pilot, *strokes("UK enter UR enter"))
        await finish(pilot)
        assert armies(table, "UK") == (7,)
        assert ". again" in footer(pilot.app)
        await press(pilot, *strokes("escape BR ."))
        await finish(pilot)
        assert armies(table, "UK") == (6,)
        assert at_cursor(pilot.app) == "UR"


@pytest.mark.parametrize(
    ("first", "then", "dice"),
    [("2 enter", ".", [2, 2]), ("enter", ".", [3, 3]), ("enter", "1 .", [3, 1])],
)
async def test_the_last_attack_is_repeated_with_its_dice(
    first: str, then: str, dice: list[int], tmp_path: Path
) -> None:
    luck = [each for count in dice for each in ((1,) * count, (6,))]
    table = siege(tmp_path / "a.risk", *luck)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(f"UK enter UR {first} {then}"))
        await finish(pilot)
        attacks = [each.action for each in table.history(None)]
        assert [each.dice for each in attacks if isinstance(each, Attack)] == dice
        # A repeat is an attack like any other.
        assert armies(table, "UK") == (6,)


async def test_the_most_dice_become_fewer_with_the_armies(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST, (1, 1), (6,), ukraine=4)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter UR enter ."))
        await finish(pilot)
        assert armies(table, "UK") == (2,)


async def test_a_blitz_is_repeated_as_a_blitz(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST, *LOST, *WINS, ukraine=8)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter UR 7 b"))
        await finish(pilot)
        assert armies(table, "UK") == (7,)
        await press(pilot, ".")
        assert said(pilot.app) == "Ukraine has 7 armies: the blitz stops at once"
        await press(pilot, "1", ".")
        await finish(pilot)
        assert due(table) == ("occupy", "Ann")
        assert armies(table, "UK") == (6,)


async def test_an_attack_typed_as_a_command_can_be_repeated(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST, *LOST)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(":a~uk~ur ."))
        await finish(pilot)
        assert armies(table, "UK") == (6,)


async def test_it_is_said_why_an_attack_is_not_repeated(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *WINS, 0)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, ".")
        assert said(pilot.app) == "there is no attack to repeat yet: choose one with Enter"
        await press(pilot, *strokes("UK enter UR enter"))
        await finish(pilot)
        await press(pilot, "a")
        assert due(table) == ("attack", "Ann")
        await press(pilot, ".")
        assert said(pilot.app) == "Ural is conquered: choose another target"
        await press(pilot, "e")
        assert due(table) == ("fortify", "Ann")
        await press(pilot, ".")
        assert said(pilot.app) == "an attack can be repeated only while you attack"


async def test_an_attack_that_cannot_be_is_not_the_last_one(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST, *LOST)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter UR enter :a~brazil~ural"))
        await finish(pilot)
        await press(pilot, ".")
        await finish(pilot)
        assert armies(table, "UK") == (6,)


async def test_a_last_army_attacks_no_more(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", (1,), (6,), ukraine=2)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter UR enter ."))
        await finish(pilot)
        assert said(pilot.app) == "Ukraine has only one army left, and one must stay"


# Fronts


async def test_the_fronts_are_gone_along_from_the_strongest(tmp_path: Path) -> None:
    game = position(
        {
            "Ann": {"Alaska": 2, "Kamchatka": 9, "Brazil": 5, "Peru": 7, "Argentina": 8},
            "Ben": {"Japan": 3},
        },
        phase=Phase.REINFORCE,
        pool=3,
        rest="Ben",
    )
    table = set_out(tmp_path / "a.risk", game)
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        screen.look_at(code("JA"))
        found = []
        for key in ("f", "f", "f", "f", "g", "g"):
            await press(pilot, key)
            found.append(at_cursor(pilot.app))
        # Argentina has no enemy beside it.
        assert found == ["KA", "PE", "BR", "AL", "BR", "PE"]


async def test_a_defender_may_look_along_his_own_fronts(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "tab", "f")
        owner = table.view(None).owner
        assert table.seats[owner[code(at_cursor(pilot.app))]].name == "Ben"
        assert due(table) == ("defend", "Ben")


# Questions for a number


@pytest.mark.parametrize(
    ("keys", "moved"),
    [("enter", 7), ("a", 7), ("m", 3), ("- - enter", 5), ("- + - enter", 6), ("5 enter", 5)],
)
async def test_a_number_has_keys_for_all_the_least_and_one_more_or_fewer(
    keys: str, moved: int, tmp_path: Path
) -> None:
    table = occupying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        assert "(3–7)" in said(pilot.app)
        for shown in ("a all", "m least"):
            assert shown in footer(pilot.app)
        await press(pilot, *strokes(keys))
        assert armies(table, "UR") == (moved,)


@pytest.mark.parametrize("again", ["enter", "=", ".", "a 1 enter", "down ="])
async def test_the_last_answer_is_proposed_for_the_next_question(
    again: str, tmp_path: Path
) -> None:
    table = reinforcing(tmp_path / "a.risk", pool=9)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter 2 enter SC enter"))
        assert said(pilot.app) == " Armies for Scandinavia (1–7): 2"
        assert "= 2" in footer(pilot.app)
        if not again.startswith("a"):
            await press(pilot, *strokes(again))
            assert armies(table, "UK", "SC") == (5, 4)


async def test_who_left_some_behind_is_offered_to_leave_as_many(tmp_path: Path) -> None:
    assert Split.of(5, 1, 7).number(1, 12) == 10
    table = reinforcing(tmp_path / "a.risk", pool=9)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter 6 enter SC enter"))
        # All but three of nine, and so of three none: the least is one.
        assert said(pilot.app) == " Armies for Scandinavia (1–3): 1"
        assert "= all but 3" in footer(pilot.app)


async def test_one_players_habits_are_not_proposed_to_another(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes("UK enter SC enter m"))
        assert due(table) == ("reinforce", "Ben")
        await press(pilot, "enter")
        screen = game_screen(pilot.app)
        assert screen.hands.memory.split(0, "fortify") == Split()
        assert screen.hands.memory.split(1, "fortify") is None


async def test_a_code_leaves_the_question_and_jumps(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "B")
        assert said(pilot.app) == "B …  BR"
        await press(pilot, "R")
        assert at_cursor(pilot.app) == "BR"
        # The question comes back.
        await press(pilot, "enter", "4", "enter")
        assert armies(table, "UR") == (4,)


# Codes


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("U", "U …  UK UR"),
        ("U X", "there is no territory UX"),
        ("X", "there is no territory X"),
        ("U escape", "Ann: attack"),
    ],
)
async def test_a_code_is_said_as_it_is_typed(keys: str, told: str, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *keys.split())
        assert said(pilot.app).startswith(told)


async def test_half_a_code_is_forgotten_when_a_dialog_opens(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Alaska, Peru")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "B", "?", "escape", *"UK")
        assert at_cursor(pilot.app) == "UK"


# Finding


async def test_an_action_is_found_by_a_part_of_its_name(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Alaska, Peru")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, Finder)
        await press(pilot, *"your cards", "enter")
        assert isinstance(pilot.app.screen, Hand)


async def test_only_what_makes_sense_now_is_found(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "ctrl+p")
        found = [item.key for item in pilot.app.screen.query_one(Menu).items]
        assert {"blitz", "end", "cards", "help", ":attack ", ":undo"} <= set(found)
        assert not {"place", "defend.most", "mission", ":claim ", ":fortify "} & set(found)
        assert not [key for key in found if "screenshot" in key or "theme" in key]


async def test_a_found_command_is_ready_to_be_typed_on(tmp_path: Path) -> None:
    table = siege(tmp_path / "a.risk", *LOST)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "ctrl+p", *":att", "enter")
        assert said(pilot.app) == " :attack "
        await press(pilot, *"uk ur", "enter")
        await finish(pilot)
        assert armies(table, "UK") == (7,)


async def test_what_is_typed_to_find_something_is_taken_literally(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "ctrl+p", *"[/] [bold]", "enter", "down", "tab", "enter")
        assert isinstance(pilot.app.screen, Finder)
        assert "[/] [bold]" in on_screen(pilot.app)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)


async def test_the_keys_of_the_finder_move_the_mark(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "ctrl+p")
        menu = pilot.app.screen.query_one(Menu)
        keys = [item.key for item in menu.items]
        for key, place in (("down", 1), ("tab", 2), ("up", 1), ("shift+tab", 0)):
            await press(pilot, key)
            assert menu.selected is not None
            assert menu.selected.key == keys[place]


async def test_what_a_turn_was_for_is_marked_in_the_next_one(tmp_path: Path) -> None:
    table = editions.declaring(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        assert due(table) == ("declare", "Ann")
        screen.hands.memory.declares(0, Declare(attack=True))
        await press(pilot, "enter", "enter")
        assert table.history(None)[-1].action == Declare(attack=True)


@pytest.mark.parametrize(
    ("keys", "lands"),
    [
        ("c enter j space", {"SC": 4}),
        ("c enter down enter", {"SC": 4}),
        ("c enter space", {"BR": 3}),
        ("c enter j k enter", {"BR": 3}),
    ],
)
async def test_the_extra_armies_of_a_set_are_given_by_any_of_the_lists_keys(
    keys: str, lands: dict[str, int], tmp_path: Path
) -> None:
    table = reinforcing(tmp_path / "a.risk", hand=SET_WITH_A_CHOICE)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *strokes(keys))
        assert armies(table, *lands) == tuple(lands.values())
