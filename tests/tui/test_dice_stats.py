"""The dialog with the luck of all players, in this game and in all saved games."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from rich.cells import cell_len

from risk_tui.odds.luck import DiceLuck
from risk_tui.saves.errors import saves_folder
from risk_tui.table.dice_archive import PlayerDiceStats, dice_in_file
from risk_tui.tui.dialogs.dice_stats import DiceStatsDialog, dice_stats_text
from risk_tui.tui.game.game_screen import GameScreen
from tests.saves.games import bot_game
from tests.tui.tables import (
    attacking,
    on_screen,
    press,
    seated,
    strokes,
    type_line,
    until,
)

LOST = ((2, 1, 1), (4,))
"""An attack that costs an army."""


async def test_dice_of_this_game_and_of_all_games_are_shown(tmp_path: Path) -> None:
    bot_game(saves_folder() / "other.risk", 60).close()
    (saves_folder() / "none.risk").write_text("no game at all")
    async with seated(attacking(tmp_path / "a.risk", *LOST)) as pilot:
        await press(pilot, "d")
        assert "No dice were rolled yet." in on_screen(pilot.app)
        await press(pilot, *strokes("d UK enter UR enter d"))
        assert isinstance(pilot.app.screen, DiceStatsDialog)
        rows = [line.strip("│ ") for line in on_screen(pilot.app).splitlines()]
        ann, ben = (rows.index(row) for row in rows if row.startswith(("● Ann", "■ Ben")))
        assert rows[ann + 1].split()[:5] == ["attack", "1", "1", "0.3", "−1.3"]
        assert rows[ben + 1].split()[:5] == ["defence", "1", "0", "0.7", "+1.3"]
        assert any(row.startswith("4 dice: too few dice to tell") for row in rows)
        await press(pilot, "a")
        await until(pilot, lambda: "The dice of 1 game" in on_screen(pilot.app))
        await press(pilot, "d")
        assert isinstance(pilot.app.screen, GameScreen)
        # The game can be seen again at any time, and by its command.
        await type_line(pilot, "dice")
        assert "The dice of this game" in on_screen(pilot.app)
        assert "all games" in on_screen(pilot.app)
        # A guest sees no dice of other games.
        pilot.app.guest = True  # type: ignore[attr-defined]
        await press(pilot, "escape", "d", "a")
        assert "The dice of this game" in on_screen(pilot.app)
        assert "all games" not in on_screen(pilot.app)


def test_real_dice_have_their_own_row() -> None:
    ours, typed = DiceLuck(), DiceLuck()
    ours.count_faces((1, 2, 3, 4, 5, 6) * 10)
    typed.count_faces((1, 2, 3, 4, 5) * 4 + (6,) * 20)
    theirs = PlayerDiceStats("Ben", "person", 1, typed, typed)
    for width in (76, 108):
        rows = dice_stats_text(
            [PlayerDiceStats("Ann", "person", 1, ours), theirs], (), width
        ).plain.split("\n")
        program, _, table, dice = rows[:4]
        assert program.split()[0] == "Program"
        assert program.endswith("nothing unusual")
        assert table.split()[:2] == ["On", "table"]
        assert "suspicious" in table
        assert dice.startswith(" 40 dice: fair dice are at least this uneven in 1 of ")
        assert " On table: real dice, which players rolled and typed in." in rows
        assert max(map(cell_len, rows)) <= width
    alone = dice_stats_text([theirs], (), 76).plain
    assert "typed in" in alone
    assert "Program" not in alone


def test_dice_statistics_fit_their_width(tmp_path: Path) -> None:
    with closing(bot_game(tmp_path / "game.risk", 100)) as table:
        players = dice_in_file(table.path)
    assert all(each.luck.battles for each in players)
    for width in (76, 108):
        lines = dice_stats_text(players, table.seats, width).split("\n")
        assert max(line.cell_len for line in lines) <= width
        # The bars use the room that there is.
        assert max(line.cell_len for line in lines) >= width - 2
