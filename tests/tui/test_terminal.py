"""Unusual names of players, and sizes of terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.tui.dialogs.handover import HandoverDialog
from tests.extent import few
from tests.tui.tables import (
    LARGE,
    SMALL,
    WINS,
    armies,
    attacking,
    code,
    due,
    game_screen,
    last_stand,
    occupying,
    on_screen,
    picture_of,
    play_behind_curtain,
    press,
    said,
    seated,
    settle,
    side,
    type_line,
)

if TYPE_CHECKING:
    from pathlib import Path


HOSTILE = ("Bob[/]", "[red]龍龍[/b", "@{x}[b]\\n%s")


async def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, 20, players=HOSTILE)
    async with play_behind_curtain(table).run_test(size=LARGE) as pilot:
        assert "BOB[/]" in await shown(pilot)
        await press(pilot, "enter")
        await type_line(pilot, "a uk ur")
        assert all(name in side(pilot.app) for name in HOSTILE)
        assert all(name in on_screen(pilot.app) for name in HOSTILE)
        await press(pilot, "enter")
        assert "Bob[/]: attack, or end your attacks" in on_screen(pilot.app)
        for key in ("v", "?"):
            await press(pilot, key)
            assert "Bob[/]" in await shown(pilot)
            await press(pilot, "escape")
        await type_line(pilot, "bot off nobody[/]")
        assert f"there is {HOSTILE[0]}, {HOSTILE[1]} or {HOSTILE[2]}" in on_screen(pilot.app)
        await press(pilot, "escape", "e", "e")
        assert isinstance(pilot.app.screen, HandoverDialog)
        assert HOSTILE[1].upper() in await shown(pilot)


async def shown(pilot: Any) -> str:
    """Return the screen after it is laid out."""
    await settle(pilot)
    return on_screen(pilot.app)


@pytest.mark.parametrize(
    "name", few(["龍龍龍龍龍龍", "Z\u0308Z\u0308Z\u0308Z\u0308", "[b]Wilhelm[b"], 2)
)
async def test_a_wide_name_keeps_the_figures_visible(name: str, tmp_path: Path) -> None:
    async def figures(who: str, path: Path) -> list[str]:
        table = attacking(path, players=("Ann", who, "Cid"))
        async with seated(table) as pilot:
            # A name that is long has a row of its own above its figures.
            rows = on_screen(pilot.app).splitlines()[3:5]
            return [" ".join(row.split()[-4:]) for row in rows]

    assert "36 36 3 22" in await figures(name, tmp_path / "a.risk")


async def test_a_winners_name_is_shown_as_it_is(tmp_path: Path) -> None:
    async with seated(last_stand(tmp_path / "a.risk", "Bob[/]", "[b]")) as pilot:
        await type_line(pilot, "a kamchatka japan")
        assert "● Bob[/]" in await shown(pilot)


async def test_a_game_survives_a_terminal_that_is_too_small(tmp_path: Path) -> None:
    table = occupying(tmp_path / "a.risk")
    async with seated(table) as pilot:
        await press(pilot, "down")
        for size in ((59, 24), (80, 23), (20, 5)):
            await pilot.resize_terminal(*size)
            text = await shown(pilot)
            assert f"{size[0]}×{size[1]}" in text
            assert "UK●8" not in text
        # Keys have no effect while their effect is hidden.
        await press(pilot, "e", "enter", "4")
        assert due(table) == ("occupy", "Ann")
        await pilot.resize_terminal(*SMALL)
        text = await shown(pilot)
        assert "UK●8" in text
        assert "needs at least" not in text
        # The question is still open, and the keys go to it.
        assert said(pilot.app).startswith(" Armies from Ukraine into Ural (3–7): ")
        await press(pilot, "up", "up", "up", "down", "down", "enter")
        assert armies(table, "UK", "UR") == (3, 5)
        await type_line(pilot, "a ur af")
        assert due(table) == ("attack", "Ann")


async def test_the_largest_picture_that_fits_is_shown(tmp_path: Path) -> None:
    async with seated(attacking(tmp_path / "a.risk")) as pilot:
        screen = game_screen(pilot.app)
        await press(pilot, *"UK", "enter")
        found = {}
        for size in (SMALL, (119, 60), (120, 36), (140, 50), (200, 48), (200, 40), LARGE, SMALL):
            await pilot.resize_terminal(*size)
            text = await shown(pilot)
            assert "UK●8" in text
            found[size] = picture_of(pilot.app)
            assert (screen.selection.cursor, screen.selection.source) == (code("UK"), code("UK"))
        assert found == {
            SMALL: (58, 21),
            (119, 60): (84, 32),
            (120, 36): (84, 32),
            (140, 50): (104, 36),
            (200, 48): (150, 45),
            (200, 40): (104, 36),
            LARGE: (150, 45),
        }
        await press(pilot, "right")
        assert screen.selection.cursor == code("UR")
