"""The two front ends of commands have all that commands ask for."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from risk_tui.commands.front_end import FrontEnd, MapFrontEnd, Page
from risk_tui.line_mode.front_end import LineFrontEnd
from risk_tui.line_mode.line_input import LineReader
from tests.tui.tables import at_table, new_table, play

if TYPE_CHECKING:
    from pathlib import Path


def members(protocol: type) -> set[str]:
    """Return the names that a protocol declares, with those of the protocols that it extends."""
    kinds = [kind for kind in protocol.__mro__ if kind.__module__ == protocol.__module__]
    return {name for kind in kinds for name in vars(kind) if not name.startswith("_")}


def test_line_mode_has_every_page_that_commands_show(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk")
    out = io.StringIO()
    lines = LineReader(io.StringIO(), out, interactive=False, complete=lambda text: [])
    front_end = LineFrontEnd(table, lines, out, shared=False)
    opened_by_keys_alone = {Page.CHOICES, Page.PALETTE, Page.SETTINGS}
    assert set(front_end._pages) == set(Page) - opened_by_keys_alone
    assert all(hasattr(front_end, name) for name in members(FrontEnd))
    table.close()


async def test_the_game_screen_has_every_page(tmp_path: Path) -> None:
    async with play(new_table(tmp_path / "a.risk")).run_test(size=(80, 24)) as pilot:
        front_end = (await at_table(pilot)).front_end
        assert set(front_end._show) == set(Page)
        assert all(hasattr(front_end, name) for name in members(MapFrontEnd))
