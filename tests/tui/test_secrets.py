"""Missions, capitals and hands stay secret on a screen that several players share."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from rich.text import Text
from textual.app import App

from risk_tui.engine.actions import Claim, Place
from risk_tui.table.table import Table
from risk_tui.text.words import describe_mission
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.dialogs.text_dialogs import MissionDialog, mission_text
from risk_tui.tui.game.game_screen import GameScreen
from tests.extent import few
from tests.tui import editions
from tests.tui.tables import (
    LARGE,
    SMALL,
    code,
    due,
    game_screen,
    new_table,
    on_screen,
    play_behind_curtain,
    press,
    said,
    seated,
    settle,
    side,
    type_line,
    until,
)

behind_curtain = partial(seated, app=play_behind_curtain, raise_curtain=False)
"""Open a table behind the curtain of the first player who decides."""


def missions_seen(app: App[None], table: Table) -> list[str]:
    """Return the names of the players whose missions are on the screen."""
    shown = " ".join(on_screen(app).replace("│", " ").split()).casefold()
    return [
        seat.name
        for number, seat in enumerate(table.seats)
        for mission in table.view(number).missions
        if describe_mission(table.view(number), mission, table.seats, number).casefold() in shown
    ]


def on_map(app: App[None]) -> bool:
    return isinstance(app.screen, GameScreen)


def test_missions_need_no_secrecy_after_the_game(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", rules="us-1993-mission")
    view, seats = table.view(0), table.seats
    assert "Keep it secret" in mission_text(view, seats, 0, "m").plain
    assert "secret" not in mission_text(replace(view, decision=None), seats, 0, "m").plain


async def test_missions_that_are_higher_than_the_screen_scroll(tmp_path: Path) -> None:
    text = Text("\n".join(f"mission {number}" for number in range(1, 31)))
    async with seated(new_table(tmp_path / "a.risk"), size=SMALL) as pilot:
        pilot.app.push_screen(MissionDialog("Your missions", text, ()))
        await settle(pilot)
        assert "mission 30" not in on_screen(pilot.app)
        await press(pilot, *15 * ["j"])
        assert "mission 30" in on_screen(pilot.app)
        await press(pilot, "m")
        assert on_map(pilot.app)


async def test_missions_are_shown_at_once_and_to_their_owners_only(tmp_path: Path) -> None:
    """Secret Mission Risk of 1993: the missions are dealt before anything else."""
    table = new_table(tmp_path / "a.risk", rules="us-1993-mission")
    seen = []
    async with behind_curtain(table) as pilot:
        for _ in range(3):
            name = due(table)[1]
            assert isinstance(pilot.app.screen, HandoverDialog)
            assert name.upper() in on_screen(pilot.app)
            assert missions_seen(pilot.app, table) == []
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, MissionDialog)
            seen += missions_seen(pilot.app, table)
            assert seen[-1:] == [name]
            await press(pilot, "enter")
            assert missions_seen(pilot.app, table) == []
            await press(pilot, "v")
            assert "is dealt a secret mission" in on_screen(pilot.app)
            assert missions_seen(pilot.app, table) == []
            await press(pilot, "escape", "tab", "enter")
        assert sorted(seen) == ["Ann", "Ben", "Cid"]
        # Everybody knows his mission: no curtain falls any more while armies are placed.
        assert on_map(pilot.app)
        await press(pilot, "v")
        assert missions_seen(pilot.app, table) == []


@pytest.mark.parametrize("asks", few(["m", ":mission"], 1))
async def test_a_mission_is_shown_again_behind_a_curtain(asks: str, tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", rules="us-1993-mission")
    async with behind_curtain(table) as pilot:
        for key in ("enter", "enter", "tab", "enter") * 3:
            await press(pilot, key)
        name = due(table)[1]
        assert on_map(pilot.app)
        # Another player had the screen last.
        await (press(pilot, "m") if asks == "m" else type_line(pilot, asks[1:]))
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert name.upper() in on_screen(pilot.app)
        await press(pilot, "enter")
        assert missions_seen(pilot.app, table) == [name]
        await press(pilot, "escape")
        # Still alone with it: at once.
        await press(pilot, "m")
        assert missions_seen(pilot.app, table) == [name]


async def test_one_person_sees_the_mission_without_a_curtain(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot", "us-1993-mission")
    async with play_behind_curtain(table).run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, MissionDialog))
        await settle(pilot)
        assert missions_seen(pilot.app, table) == ["Ann"]
        await press(pilot, "enter")
        assert on_map(pilot.app)
        await press(pilot, "tab", "enter")
        await until(pilot, lambda: due(table)[1] == "Ann" and on_map(pilot.app))
        await press(pilot, "m")
        assert missions_seen(pilot.app, table) == ["Ann"]


async def test_a_replaced_mission_says_why(tmp_path: Path) -> None:
    """A mission to destroy your own colour becomes one for 24 territories (FAQ Q2.2.1)."""
    missions = [[0], [8], [9]]
    table = editions.midgame(tmp_path / "a.risk", "us-1993-mission", "attack", missions=missions)
    async with seated(table) as pilot:
        await press(pilot, "m")
        shown = " ".join(on_screen(pilot.app).replace("│", " ").split())
        assert "old 24" in shown
        assert "because the mission was to destroy" in shown


async def test_capitals_are_hidden_until_all_have_chosen(tmp_path: Path) -> None:
    """Capital Risk: chosen in secret, shown together (FAQ Q2.2.2)."""
    table = editions.choosing_capitals(tmp_path / "a.risk")
    choices = (("UK", "Ukraine"), ("UR", "Ural"), ("JA", "Japan"))
    async with behind_curtain(table, size=LARGE) as pilot:
        for letters, name in choices:
            assert isinstance(pilot.app.screen, HandoverDialog)
            await press(pilot, "enter")
            assert "★" not in on_screen(pilot.app)
            assert f"capital: {name}" not in side(pilot.app)
            await press(pilot, "v")
            shown = on_screen(pilot.app)
            assert not any(each in shown for _, each in choices)
            await press(pilot, "escape", *letters, "enter", "y")
        await press(pilot, "enter")
        shown = on_screen(pilot.app)
        assert all(re.search(f"{letters}.★", shown) for letters, _ in choices)


@pytest.mark.usefixtures("held_bots")
async def test_own_capital_is_marked_at_once(tmp_path: Path) -> None:
    """There is one person at the terminal; the capitals of bots stay hidden."""
    table = editions.choosing_capitals(tmp_path / "a.risk", "Ann", "Ben:toni", "Carl:toni")
    async with behind_curtain(table, size=LARGE, pace="slow") as pilot:
        await press(pilot, *"UK", "enter", "y")
        assert due(table) == ("capital", "Ben")
        assert f"UK●★{table.view(None).armies[code('UK')]}" in on_screen(pilot.app)
        assert "UR■★" not in on_screen(pilot.app)
        assert "JA▲★" not in on_screen(pilot.app)


async def test_a_defender_sees_no_mission_or_cards(tmp_path: Path) -> None:
    """While Ben defends on Ann's turn, he can see neither his mission nor cards."""
    luck = ((6, 6, 6), (1,))
    where = editions.game(
        "us-1993-mission", "attack", luck=luck, missions=[[2], [0], [1]], hands={"Ann": "Peru"}
    )
    table = editions.set_out(tmp_path / "a.risk", where)
    async with seated(table) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        assert due(table) == ("defend", "Ben")
        assert missions_seen(pilot.app, table) == []
        for key in ("m", "c"):
            await press(pilot, key)
            assert said(pilot.app).endswith("are shown only on your own turn")
            assert pilot.app.screen is game_screen(pilot.app)
        await press(pilot, "1")
        assert missions_seen(pilot.app, table) == []


async def test_the_winner_shows_the_mission(tmp_path: Path) -> None:
    """A player who has fulfilled a mission shows it (FAQ Q2.2.1)."""
    async with seated(editions.destroying(tmp_path / "a.risk")) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        shown = on_screen(pilot.app)
        assert "has completed the mission" in shown
        assert "destroy all armies of Ben (blue)" in shown


@pytest.mark.usefixtures("held_bots")
async def test_a_capital_is_hidden_while_a_computer_chooses(tmp_path: Path) -> None:
    """Cid can see the screen again as soon as Ann has chosen."""
    table = editions.choosing_capitals(tmp_path / "a.risk", "Ann", "Ben:toni", "Cid")
    async with seated(table, size=LARGE, pace="slow") as pilot:
        await press(pilot, *"UK", "enter", "y")
        assert due(table) == ("capital", "Ben")
        assert "★" not in on_screen(pilot.app)
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandoverDialog))
        await settle(pilot)
        assert "CID" in on_screen(pilot.app)
        await press(pilot, "enter")
        assert not re.search("UK.?★", on_screen(pilot.app))


async def test_the_choice_of_a_capital_can_be_undone(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "us-1993-capital")
    for territory in range(42):
        table.submit(table.decision.seat, Claim(territory))  # type: ignore[union-attr]
    while table.decision is not None and table.decision.kind == "place":
        seat = table.decision.seat
        table.submit(seat, Place(table.view(seat).territories_of(seat)[0]))
    async with seated(table) as pilot:
        first = due(table)
        await press(pilot, "tab", "enter", "y", "enter")
        assert due(table) != first
        await press(pilot, "u")
        # Another player may undo the choice, so the curtain falls again.
        assert due(table) == first
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert "★" not in on_screen(pilot.app)
