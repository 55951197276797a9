"""The pace of bots: it can be followed, and never delays a person's turn."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest
from textual.containers import VerticalScroll

from risk_tui import bots
from risk_tui.bots.base import safest_offer
from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.text_dialogs import LogDialog
from risk_tui.tui.game import bot_pace
from tests.inside import roll_with
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    armies,
    attacking,
    due,
    footer,
    fortifying,
    game_screen,
    on_screen,
    press,
    said,
    seated,
    settle,
    until,
)
from tests.waiting import PATIENCE

BLOWS = ((6, 6, 6), (1, 1))
"""Three dice that beat two."""


def before_bots(folder: Path) -> Table:
    """Ann ends her turn; then two bots play, whose dice are the same each time."""
    table = fortifying(folder / "a.risk", "Ann", "bot", "bot")
    roll_with(table, seeded_chance(1))
    table.seating.set_defence(0, "most")
    return table


@pytest.mark.usefixtures("held_bots")
async def test_a_bots_defence_does_not_delay_an_attack(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *BLOWS, *BLOWS, players=("Ann", "bot", "bot"), ural=6)
    async with seated(table, pace="slow") as pilot:
        heard: list[str] = []
        table.ledger.subscribe(lambda: heard.append(said(pilot.app)))
        await press(pilot, *"UK", "enter", *"UR")
        for left in (4, 2):
            await press(pilot, "enter")
            await until(pilot, lambda: due(table) == ("attack", "Ann"))
            assert armies(table, "UR") == (left,)
        assert heard
        assert not any("is playing" in words for words in heard)


@pytest.mark.usefixtures("held_bots")
async def test_a_blitz_shows_one_message_until_it_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot_pace, "ORDER_PAUSE", 0.001)
    players = ("Ann", "bot", "bot")
    table = attacking(tmp_path / "a.risk", *BLOWS, *BLOWS, *BLOWS, players=players, ural=6)
    async with seated(table, pace="slow") as pilot:
        heard: list[str] = []
        table.ledger.subscribe(lambda: heard.append(said(pilot.app)))
        await press(pilot, *"UK", "enter", *"UR", "b")
        await until(pilot, lambda: due(table) == ("occupy", "Ann"))
        # The order, its first battle and the dice in defence; after all others Ann is asked.
        assert heard[:-1] == ["Blitz Ural from Ukraine · Ann: in progress …  Esc stops"] * 3


@pytest.mark.parametrize("over_it", [(), ("v",)], ids=["the board", "the log over it"])
async def test_bots_wait_while_the_terminal_is_too_small(
    over_it: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pace, "WAIT_POLL_INTERVAL", 0.001)
    table = before_bots(tmp_path)
    async with seated(table) as pilot:
        await press(pilot, *over_it)
        await pilot.resize_terminal(60, 20)
        await settle(pilot)
        assert "Enlarge it to continue" in on_screen(pilot.app)
        table.submit(0, EndPhase())
        steps = table.steps
        for _ in range(5):
            await asyncio.sleep(0.01)
            await settle(pilot)
        assert table.steps == steps
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: due(table)[1] == "Ann")


async def test_bots_play_on_below_a_log_that_is_closing(tmp_path: Path) -> None:
    """Textual removes the parts of a page before the page, while a step can still be taken."""
    table = before_bots(tmp_path)
    async with seated(table) as pilot:
        await press(pilot, "v")
        await pilot.app.screen.query(VerticalScroll).remove()
        table.submit(0, EndPhase())
        await until(pilot, lambda: due(table)[1] == "Ann")


async def test_bots_pause_and_take_single_steps(tmp_path: Path) -> None:
    table = before_bots(tmp_path)
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, "-", "e")
        assert "Ada waits: + one step · - continue" in said(pilot.app)
        await until(pilot, lambda: "+ one step  - continue" in footer(pilot.app))
        for _ in range(3):
            before = table.steps
            await press(pilot, "+")
            await until(pilot, lambda before=before: table.steps > before)  # type: ignore[misc]
            await settle(pilot)
            record = table.history(None, before)[0]
            assert (record.seat, due(table)[1]) == (1, "Ada")
            assert "Ada waits" in said(pilot.app)


@pytest.mark.parametrize("key", ["-", "space"])
async def test_a_key_ends_a_pause(key: str, tmp_path: Path) -> None:
    table = before_bots(tmp_path)
    async with seated(table) as pilot:
        await press(pilot, "-", "e", key)
        await until(pilot, lambda: due(table)[1] == "Ann")


class Thinker:
    """A bot that thinks until it is told to hurry."""

    def __init__(self) -> None:
        self.thinks, self.hurried = Event(), Event()

    def choose(self, view: View, decision: Decision) -> Action:
        self.thinks.set()
        assert self.hurried.wait(PATIENCE)
        return safest_offer(view.offers)

    def hurry(self) -> None:
        self.hurried.set()


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    """The bot that plays every seat of a bot."""
    thinker = Thinker()
    monkeypatch.setattr(bots, "make_bot", lambda id, seed: thinker)
    return thinker


async def test_keys_work_while_a_bot_thinks(tmp_path: Path, bot: Thinker) -> None:
    async with seated(fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, "e")
        await until(pilot, bot.thinks.is_set)
        cursor = screen.selection.cursor
        await press(pilot, "right")
        assert screen.selection.cursor != cursor
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, LogDialog)
        await press(pilot, "escape", "space")
        await until(pilot, bot.hurried.is_set)


async def test_a_thinking_bot_does_not_delay_leaving(tmp_path: Path, bot: Thinker) -> None:
    async with seated(fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")) as pilot:
        await press(pilot, "e")
        await until(pilot, bot.thinks.is_set)
    assert bot.hurried.is_set()


async def test_a_hint_says_what_and_why(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", players=("Ann", "bot", "bot"))
    async with seated(table, size=MIDDLE) as pilot:
        await press(pilot, ";")
        await until(pilot, lambda: said(pilot.app).startswith("Hint"))
        hint = said(pilot.app)
        attack = "attack Southern Europe from Ukraine with 3 dice ("
        assert hint.startswith(f"Hint by Mira, the strongest bot: {attack}")
        assert "% to take it)" in hint
        await press(pilot, ";")
        await until(pilot, lambda: said(pilot.app).startswith(f"Hint: {attack}"))
        steps = table.steps
        await settle(pilot)
        assert table.steps == steps
