"""Each front end has every page that commands show; their methods are checked by mypy."""

from __future__ import annotations

from pathlib import Path

from risk_tui.commands.front_end import Page
from risk_tui.line_mode.front_end import LineFrontEnd
from tests.tui.tables import at_table, new_table, play


def test_line_mode_has_every_page_that_commands_show() -> None:
    for page in set(Page) - {Page.CHOICES, Page.PALETTE}:
        assert hasattr(LineFrontEnd, f"_show_{page.name.lower()}"), page


async def test_game_screen_has_every_page(tmp_path: Path) -> None:
    async with play(new_table(tmp_path / "a.risk")).run_test(size=(80, 24)) as pilot:
        front_end = (await at_table(pilot)).front_end
        assert set(front_end._show) == set(Page)
