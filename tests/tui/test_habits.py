"""Keys pressed out of habit or too early do no harm, and help is correct."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from risk_tui.data import language
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import Seat
from risk_tui.text.prompts import waits_for
from risk_tui.tui.dialogs.cards import CardsDialog
from risk_tui.tui.dialogs.choices import ConfirmDialog
from risk_tui.tui.dialogs.text_dialogs import help_text
from tests.engine.positions import US, position, varied
from tests.new_games import SEATS
from tests.tui import editions
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    at_table,
    attacking,
    claimed,
    code,
    defending,
    due,
    footer,
    new_table,
    on_screen,
    placing,
    play,
    press,
    reinforcing,
    said,
    seated,
    side,
    type_line,
)


def help_now(view: View, seats: Sequence[Seat], **options: Any) -> str:
    """The help for the pending decision, without the keys."""
    text = help_text(view, seats, **options).plain
    return text.partition("\nNow\n")[2].partition("\nAll keys\n")[0]


async def test_dialogs_show_that_enter_closes_them(tmp_path: Path) -> None:
    async with seated(reinforcing(tmp_path / "a.risk")) as pilot:
        screen = pilot.app.screen
        for key, closing in product(("f1", "v", "d"), ("enter", "escape")):
            await press(pilot, key)
            assert pilot.app.screen is not screen, key
            assert "Enter Esc back" in on_screen(pilot.app), key
            await press(pilot, closing)
            assert pilot.app.screen is screen, (key, closing)


async def test_footer_is_empty_behind_a_dialog(tmp_path: Path) -> None:
    async with seated(reinforcing(tmp_path / "a.risk", hand="Alaska, Peru")) as pilot:
        await press(pilot, "c")
        assert isinstance(pilot.app.screen, CardsDialog)
        assert footer(pilot.app).strip() == ""
        assert "place 5 armies" not in on_screen(pilot.app)
        await press(pilot, "c")
        assert "r all here" in footer(pilot.app)
        assert "place 5 armies" in on_screen(pilot.app)


async def test_resumed_defence_shows_the_battle(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk", players=("bot", "Ben", "bot"))
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        assert screen.selection.cursor == code("UR")
        assert "from Ukraine 8\n to Ural 3" in side(pilot.app)


async def test_cursor_of_the_setup_is_on_a_possible_choice(tmp_path: Path) -> None:
    table = placing(tmp_path / "a.risk")
    async with play(table).run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        for name in ("Ann", "Ben"):
            assert due(table) == ("place", name)
            assert table.seats[table.view(None).owner[screen.selection.cursor]].name == name
            await press(pilot, "enter")
    table = claimed(new_table(tmp_path / "b.risk"), but=2)
    async with seated(table) as pilot:
        await press(pilot, "enter", "enter")
        assert due(table)[0] == "place"


async def test_armies_lost_for_lack_of_pieces_are_reported(tmp_path: Path) -> None:
    """A house rule: no more pieces than the box holds. The bonus on a card takes the last two."""
    rules = varied(US, limits={"pieces": 15})
    lands = {"Ann": {"Ukraine": 9, "Brazil": 4}, "Cid": {"Japan": 4}}
    hand = "Ukraine, Scandinavia, Brazil"
    where = position(
        lands, rules=rules, phase=Phase.REINFORCE, armies_to_place=1, hands={"Ann": hand}
    )
    async with seated(editions.set_out(tmp_path / "a.risk", where), size=MIDDLE) as pilot:
        await press(pilot, "c", "enter", "enter")
        assert said(pilot.app).startswith("5 armies lost: no room for more · Ann: ")


async def test_breaking_a_truce_is_asked_first(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", (6, 6, 6), (1,))
    table.talk.propose(0, 1, 2)
    table.talk.answer(1, 0, accept=True)
    async with seated(table, size=MIDDLE) as pilot:
        assert re.search(r"truce \S\S \d", side(pilot.app))
        for command, answer in (("attack", "n"), ("fight", "n"), ("attack", "y")):
            assert table.talk.truce_partners(0, [1]) == ["Ben"]
            await type_line(pilot, f"{command} ukraine ural")
            assert "Break your truce with Ben?" in on_screen(pilot.app)
            await press(pilot, answer)
        assert not table.talk.truce_partners(0, [1])


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("lang", "key"), [("de", "j"), ("fr", "o"), ("es", "s"), ("de", "y")])
async def test_questions_are_answered_in_the_language_in_use(
    lang: str, key: str, tmp_path: Path
) -> None:
    table = editions.choosing_capitals(tmp_path / "a.risk")
    language.use(lang)
    async with seated(table) as pilot:
        await type_line(pilot, "capital ukraine")
        assert isinstance(pilot.app.screen, ConfirmDialog)
        await press(pilot, key)
        assert due(table) == ("capital", "Ben")


async def test_typed_lines_are_hidden_from_the_next_player(tmp_path: Path) -> None:
    table = editions.choosing_capitals(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await type_line(pilot, "capital ukraine")
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "Make Ukraine your capital?" in on_screen(pilot.app)
        await press(pilot, "y", "enter")
        await press(pilot, ":", "up")
        assert due(table) == ("capital", "Ben")
        assert said(pilot.app) == " :"


def test_help_for_the_leader_of_the_allied_army(tmp_path: Path) -> None:
    """Two-player Risk of 1975 (Risk wiki): its armies are not the leader's, and it has no cards."""
    for phase in ("reinforce", "attack"):
        table = editions.allied(tmp_path / f"{phase}.risk", phase, armies_to_place=4)
        now = help_now(table.view(1), table.seats)
        assert "Allied Army" in now
        assert "yours" not in now
        assert "card" not in now
        assert "mission" not in help_text(table.view(1), table.seats).plain


@pytest.mark.parametrize(
    ("rules", "signs"),
    [
        ("us-1993", " ✓ means done"),
        ("stars", " ★ means capital; • means city; ✓ means done"),
        ("meltdown", " × means wasteland; ✓ means done"),
    ],
)
def test_help_explains_the_signs_on_the_map(rules: str, signs: str) -> None:
    ruleset = load_ruleset(rules)
    game = position(rules=ruleset, cities=list(range(ruleset.setup.cities)))
    assert signs in help_text(game.view(0), SEATS).plain


def test_help_explains_variants() -> None:
    """Any territory may attack any other, for half of its armies (Risk FAQ, 4.7)."""
    now = help_now(position(rules=load_ruleset("airlift")).view(0), SEATS)
    assert "Airlift\nAny territory may attack any other." in now


async def test_dice_disappear_after_the_attacks(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", (1, 1, 1), (6,))
    async with seated(table) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        assert "1 1 1 v 6" in " ".join(side(pilot.app).split())
        await press(pilot, "e")
        assert due(table) == ("fortify", "Ann")
        assert "1 1 1 v 6" not in " ".join(side(pilot.app).split())


def test_help_names_the_player_that_all_wait_for(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    view = table.view(1)
    assert view.decision is not None
    waiting = waits_for(view.decision, table.seats, here={1, 2})
    now = help_now(view, table.seats, waiting=waiting)
    assert "Waiting for Ann." in now
    assert "You have new armies" not in now
    assert "Enter" not in now


@pytest.mark.usefixtures("held_bots")
async def test_help_tells_spectators_that_they_watch(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "bot,bot,bot")
    async with seated(table, pace="slow", size=MIDDLE) as pilot:
        await press(pilot, "?")
        now = on_screen(pilot.app).partition("All keys")[0]
        assert "You are watching." in now
        assert "for you" not in now
