"""Nothing on the game screen is left from an earlier position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack
from risk_tui.engine.decisions import ToPlace
from risk_tui.table.orders import PlaceRemaining
from risk_tui.tui.game import animations
from risk_tui.tui.game.animations import STILL
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.game.view_model import ViewModel
from tests.tui.tables import LARGE, at_table, claimed, new_table, play, press, until
from tests.tui.test_animations import FRAMES

KEYS = (
    *("tab enter tab enter", "tab enter tab enter", ".", ".", ".", "b", "x", "t", "u", "f"),
    *("left", "up", "right", "1", "2", "r", "escape", "a", "enter"),
)
"""Keys that are pressed in attacks, those for odds among them."""


def expect_fresh(screen: GameScreen) -> None:
    """Check that the panel, the top line and the map are those that a new screen would show."""
    model = ViewModel(
        screen.table, screen.selection, screen.overlay, screen.animator, screen.moment.situation
    )
    lines = model.side_panel(screen._side.size)
    assert [line.markup for line in screen._side._lines] == [line.markup for line in lines]
    assert screen._phases._lines == [model.phase_bar(screen.size.width)]
    assert list(screen._board._shown.territories) == model.territory_styles(ascii=False)


@pytest.mark.parametrize("motion", ["on", "off"])
async def test_no_line_is_stale_after_any_key(
    motion: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in FRAMES:
        monkeypatch.setattr(animations, name, 0.001)
    table = claimed(new_table(tmp_path / "a.risk"))
    for seat in range(3):
        table.automation.give_order(PlaceRemaining(seat))
    while isinstance(table.decision, ToPlace):
        table.automation.step()
    rng = random.Random(2)
    async with play(table, motion=motion).run_test(size=LARGE) as pilot:
        screen = await at_table(pilot)
        await press(pilot, "r")
        for _time in range(80):
            await press(pilot, *rng.choice(KEYS).split())
            if pilot.app.screen is screen:
                await until(pilot, lambda: screen.animator.frame is STILL)
                expect_fresh(screen)
            else:
                await press(pilot, "enter")
    assert sum(isinstance(record.action, Attack) for record in table.all_records()) > 3
