"""Settings that are changed during a game apply at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from risk_tui.data.crash_log import fault_message
from risk_tui.data.environment import HOSTED
from risk_tui.data.settings import Settings, load_settings, save_settings, settings_path
from risk_tui.engine.state import Phase
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.handover import HandoverDialog
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.screens.settings import SettingsScreen
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.extent import few
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    attacking,
    defending,
    due,
    game_screen,
    new_table,
    on_screen,
    press,
    said,
    seated,
    settle,
    type_line,
    until,
)


def to_setting(name: str) -> list[str]:
    """Return the keys that move from the first setting to another."""
    from risk_tui.tui.screens.settings import _ROWS

    return ["down"] * [row[0] for row in _ROWS].index(name)


async def choose(pilot: Pilot[None], name: str, *keys: str) -> None:
    """Open the settings, change one, and go back."""
    await press(pilot, "o")
    assert isinstance(pilot.app.screen, SettingsScreen)
    await press(pilot, *to_setting(name), *keys, "escape")


@pytest.mark.parametrize("size", few([SMALL, MIDDLE, LARGE], 1))
async def test_a_changed_display_mode_applies_at_once(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(attacking(tmp_path / "a.risk"), size=size, signs="blocks") as pilot:
        before = on_screen(pilot.app)
        await choose(pilot, "signs", "right")
        assert load_settings().signs == "ascii"
        after = on_screen(pilot.app)
    (tmp_path / "other").mkdir()
    other = attacking(tmp_path / "other" / "a.risk")
    async with seated(other, size=size, mode=DisplayMode(signs="ascii")) as pilot:
        assert on_screen(pilot.app) == after
    assert after != before


async def test_a_changed_defence_setting_applies_at_once(tmp_path: Path) -> None:
    table = defending(tmp_path / "a.risk", (6, 6, 6), (1, 1))
    async with seated(table) as pilot:
        assert due(table) == ("defend", "Ben")
        await choose(pilot, "defence", "right")
        await until(pilot, lambda: due(table) == ("attack", "Ann"))
        assert [seat.defence for seat in table.seats] == ["most"] * 3


async def test_a_changed_defence_setting_is_announced(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    table.seating.set_defence(1, "one")
    async with seated(table) as pilot:
        await press(pilot, "o", "escape")
        assert isinstance(pilot.app.screen, GameScreen)
        assert [seat.defence for seat in table.seats] == ["ask", "one", "ask"], (
            "nothing was changed"
        )
        await choose(pilot, "defence", "right")
        assert said(pilot.app) == "all players here now always defend with the maximum"
        await choose(pilot, "defence", "left")
        assert said(pilot.app) == "all players here now choose their defence dice"
        assert [seat.defence for seat in table.seats] == ["ask"] * 3


async def test_the_settings_hide_the_board_and_the_curtain_falls_over_them(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk", phase=Phase.FORTIFY)) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, *":settings", "enter")
        assert "UK●8" not in on_screen(pilot.app)
        assert "Bot speed" in on_screen(pilot.app)
        screen.pages.hand_over(1)
        await settle(pilot)
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert not any(isinstance(each, SettingsScreen) for each in pilot.app.screen_stack)
        await press(pilot, "o")
        assert isinstance(pilot.app.screen, HandoverDialog)


def test_settings_are_saved_through_a_symbolic_link(tmp_path: Path) -> None:
    settings = Settings(pace="fast")
    kept = tmp_path / "mine.json"
    kept.write_text("{}")
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.symlink_to(kept)
    assert save_settings(settings) == ""
    assert path.is_symlink()
    assert load_settings() == settings
    assert sorted(each.name for each in path.parent.iterdir()) == ["settings.json"]
    path.unlink()
    os.mkfifo(path)
    assert "pipe" in save_settings(settings)
    assert load_settings() == Settings()


@pytest.mark.parametrize("is_hosted", [True, False])
async def test_friends_of_a_host_see_no_folders_of_its_machine(
    is_hosted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOSTED, "ann" if is_hosted else "")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    new_table(tmp_path / "a.risk").close()
    table = Table.join(tmp_path / "a.risk", "Ann")
    async with seated(table, size=LARGE) as pilot:
        await press(pilot, "o")
        assert ("Games folder" in on_screen(pilot.app)) != is_hosted
        await press(pilot, "escape")
        await type_line(pilot, "save")
        assert ("every step, in a.risk" in on_screen(pilot.app)) == is_hosted
    details = f" (KeyError); the details are in {tmp_path}"
    message = fault_message(KeyError(), tmp_path)
    assert message == f"risk-tui crashed{'' if is_hosted else details}"
