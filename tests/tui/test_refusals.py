"""Invalid input and input that cannot be saved: refused in one line, without effect."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from risk_tui.commands.front_end import Page
from risk_tui.engine.actions import Reinforce
from risk_tui.saves.errors import SaveError
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    attacking,
    claimed,
    code,
    defending,
    due,
    game_screen,
    new_table,
    on_screen,
    play,
    press,
    reinforcing,
    said,
    seated,
    settle,
    strokes,
    until,
)


def fill_disk(patch: pytest.MonkeyPatch) -> list[object]:
    """Make all writes to saved games fail. Return a list that collects the attempts."""
    tried: list[object] = []

    def refuse(self: SaveFile, number: int, entry: object, *_: object, **__: object) -> None:
        tried.append(entry)
        raise SaveError("the disk is full")

    patch.setattr(SaveFile, "append", refuse)
    return tried


MESSAGES = [
    ("e", "place your 5 armies first: press Enter on your territory"),
    ("UK 9 enter", "you can't choose 9 armies to place: choose 1 to 5"),
    ("UK 9 9 9 9 r", "you can't choose 999"),
    ("b", "place your 5 armies first: press Enter on your territory"),
    ("X", "no territory X"),
    ("U Z", "no territory UZ"),
    (":attack~uk~ur", "place your armies first"),
    (":r~3~ural", "Ural is not yours"),
    (":r~0~ukraine", "0"),
    (":r~3~north", "could be"),
    (":r~3~atlantis", "atlantis"),
    (":frobnicate", "unknown command"),
    (":trade", "you hold no set"),
    (":trade~1~2~3", "you hold no cards"),
    (":fortify~3~uk~sc", "place your armies first"),
    (":occupy~3", "you can't occupy now"),
    (":end", "place your armies first"),
    (":", "Ann: place 5 armies"),
    (":bot~hal", "no player is called"),
]


async def expect_refusals(table: Table, messages: list[tuple[str, str]]) -> None:
    """Press the keys of each refusal, check its message, and cancel with Escape."""
    before = table.view(0)
    async with seated(table, size=MIDDLE) as pilot:
        for keys, words in messages:
            await press(pilot, *strokes(keys))
            assert words in said(pilot.app), keys
            assert words in on_screen(pilot.app), keys
            assert table.view(0) == before, keys
            await press(pilot, "escape", "escape", "escape")


async def test_invalid_input_is_explained(tmp_path: Path) -> None:
    await expect_refusals(reinforcing(tmp_path / "a.risk"), MESSAGES)


async def test_optional_trades_are_called_optional(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk", hand="Ukraine, Scandinavia, Brazil")
    table.submit(0, Reinforce(code("UK"), 5))
    assert due(table) == ("trade", "Ann")
    await expect_refusals(table, [("b", "press c to trade, or e to keep your cards")])


ATTACKS = [
    ("SC enter", "Scandinavia has only one army, and one must stay"),
    ("JA enter", "none of your territories can reach Japan"),
    ("IC enter", "Scandinavia needs at least 2 armies to attack"),
    ("IC b", "Scandinavia has only 1 army: nothing to blitz with"),
    ("SC x", "Scandinavia (SC) needs at least 2 armies to attack"),
    ("UK enter UR 4 enter", "you can't choose 4 dice: choose 1 to 3"),
    (":a~uk~japan", "Japan"),
    (":bl~uk~ur~stop-at~9", "stop at 1 to 7 armies: Ukraine (UK) has 8"),
    (":r~ukraine", "you can't place armies now: attack or end your attacks"),
]


async def test_invalid_attacks_are_explained(tmp_path: Path) -> None:
    await expect_refusals(attacking(tmp_path / "a.risk"), ATTACKS)


async def test_an_unfinished_code_can_be_cancelled(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        screen = game_screen(pilot.app)
        screen.front_end.show(Page.TERRITORY, territory=code("AL"))
        await press(pilot, "U")
        assert said(pilot.app) == "U …  UK UR"
        await press(pilot, "escape")
        assert said(pilot.app) == "Ann: place 5 armies"
        assert screen.selection.cursor == code("AL")
        # Any other key does what it does anyway, and the code is forgotten.
        await press(pilot, "U", "right", "R")
        assert screen.selection.cursor == code("NW")
        assert said(pilot.app) == "no territory R"
        await press(pilot, "U", "k")
        assert screen.selection.cursor == code("UK")
        assert due(table) == ("reinforce", "Ann")


async def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = claimed(new_table(tmp_path / "a.risk"), but=2)
    tried, before = fill_disk(monkeypatch), table.view(None)
    async with seated(table) as pilot:
        for keys in (
            [*"WA", "enter"],
            [":", *"claim wa", "enter"],
            ["u"],
            [":", *"bot", "enter", "y"],
        ):
            await press(pilot, *keys)
            assert "the disk is full" in on_screen(pilot.app)
            await press(pilot, "escape")
            assert table.view(None) == before
        assert len(tried) == 4


async def test_a_bot_does_not_retry_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,bot,bot")
    with monkeypatch.context() as patch:
        tried = fill_disk(patch)
        async with play(table).run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "the disk is full" in said(pilot.app))
            for _ in range(5):
                await asyncio.sleep(0.01)
                await settle(pilot)
            assert len(tried) == table.steps == 1
            patch.undo()
            await press(pilot, "space")
            await until(pilot, lambda: due(table) == ("claim", "Ann"))


async def test_a_full_disk_lets_a_defender_answer_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = defending(tmp_path / "a.risk")
    async with seated(table) as pilot:
        fill_disk(monkeypatch)
        await press(pilot, "s")
        assert "the disk is full" in on_screen(pilot.app)
        assert due(table) == ("defend", "Ben")
