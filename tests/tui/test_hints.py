"""Hints name the keys in a player's first games only; a setting turns them off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from risk_tui.saves.errors import saves_folder
from risk_tui.table.table import Table
from tests.tui.tables import MIDDLE, attacking, fortifying, reinforcing, said, seated


async def prompt(table: Table, **settings: str) -> str:
    """Return the first words of the bottom line."""
    async with seated(table, size=MIDDLE, **settings) as pilot:
        return said(pilot.app)


@pytest.mark.parametrize(
    ("make", "hint"),
    [
        (reinforcing, "press Enter on a highlighted territory; r: all here"),
        (attacking, "press Enter on your territory, then on a highlighted neighbour; e: end"),
        (fortifying, "press Enter on your territory, then on a highlighted neighbour; e: end"),
    ],
)
async def test_a_hint_names_the_keys_of_the_phase(
    make: Callable[[Path], Table], hint: str, tmp_path: Path
) -> None:
    assert (await prompt(make(tmp_path / "game.risk"), hints="on")).endswith(hint)


async def test_only_first_games_have_hints_unless_they_are_turned_off() -> None:
    folder = saves_folder()
    folder.mkdir(parents=True)
    assert "highlighted" in await prompt(reinforcing(folder / "one.risk"))
    assert "highlighted" not in await prompt(reinforcing(folder / "two.risk"), hints="off")
    for name in ("three", "four"):
        reinforcing(folder / f"{name}.risk").close()
    assert "highlighted" not in await prompt(reinforcing(folder / "five.risk"))
