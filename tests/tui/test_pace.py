"""Computer players are followed easily, and never in the way of a person's own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.data import user_settings
from risk_tui.engine.actions import EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.tui.game import bot_runner
from tests.inside import roll_with
from tests.tui.tables import (
    SMALL,
    armies,
    at_table,
    attacking,
    due,
    fortifying,
    on_screen,
    play,
    press,
    said,
    settle,
    until,
)

if TYPE_CHECKING:
    from pathlib import Path

BLOWS = ((6, 6, 6), (1, 1))
"""Three dice that beat two."""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the pace ``slow``, a computer player's own step waits until it is skipped."""
    monkeypatch.setitem(user_settings.PACES, "slow", 600.0)


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a larger screen looks again at once."""
    monkeypatch.setattr(bot_runner, "HIDDEN_POLL_INTERVAL", 0.001)


@pytest.mark.usefixtures("held")
async def test_a_computers_defence_holds_no_attack_up(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *BLOWS, *BLOWS, players=("Ann", "bot", "bot"), ural=6)
    async with play(table, pace="slow").run_test(size=SMALL) as pilot:
        await at_table(pilot)
        heard: list[str] = []
        table.subscribe(lambda: heard.append(said(pilot.app)))
        await press(pilot, *"UK", "enter", *"UR")
        for left in (4, 2):
            await press(pilot, "enter")
            await until(pilot, lambda: due(table) == ("attack", "Ann"))
            assert armies(table, "UR") == (left,)
        assert heard
        assert not any("is playing" in words for words in heard)


@pytest.mark.usefixtures("held")
async def test_a_blitz_says_one_thing_until_it_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot_runner, "ORDER_PAUSE", 0.001)
    players = ("Ann", "bot", "bot")
    table = attacking(tmp_path / "a.risk", *BLOWS, *BLOWS, *BLOWS, players=players, ural=6)
    async with play(table, pace="slow").run_test(size=SMALL) as pilot:
        await at_table(pilot)
        heard: list[str] = []
        table.subscribe(lambda: heard.append(said(pilot.app)))
        await press(pilot, *"UK", "enter", *"UR", "b")
        await until(pilot, lambda: due(table) == ("occupy", "Ann"))
        # The order, and five steps of three battles; after the sixth Ann is asked.
        assert heard[:-1] == ["Blitz Ural from Ukraine · Ann: as ordered …  Esc stops"] * 6


@pytest.mark.usefixtures("held")
async def test_a_computers_own_turn_is_announced_and_keeps_its_pace(tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")
    async with play(table, pace="slow").run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "e")
        steps = table.steps
        await settle(pilot)
        assert table.steps == steps
        assert "is playing …  space skips ahead" in said(pilot.app)


@pytest.mark.usefixtures("looking_often")
@pytest.mark.parametrize("over_it", [(), ("v",)], ids=["the board", "the log over it"])
async def test_nobody_plays_on_unseen(over_it: tuple[str, ...], tmp_path: Path) -> None:
    table = fortifying(tmp_path / "a.risk", "Ann", "bot", "bot")
    roll_with(table, seeded_chance(1))
    table.set_defence(0, "most")
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, *over_it)
        await pilot.resize_terminal(60, 20)
        await settle(pilot)
        assert "Make it larger and the game goes on" in on_screen(pilot.app)
        table.submit(0, EndPhase())
        steps = table.steps
        for _ in range(5):
            await pilot.pause(0.01)
        assert table.steps == steps
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: due(table)[1] == "Ann")
