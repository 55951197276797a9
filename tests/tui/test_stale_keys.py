"""Keys that were pressed for one question never answer another."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.commands.front_end import AskNumber
from risk_tui.engine.actions import Place
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.text_dialogs import VictoryDialog
from risk_tui.tui.terminal import terminal_app

from .tables import (
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    claimed,
    due,
    footer,
    game_screen,
    last_stand,
    new_table,
    on_screen,
    play_behind_curtain,
    press,
    reinforcing,
    said,
    seated,
    settle,
    strokes,
    type_line,
    until,
)

FOR_EVER = 1_000.0
"""Seconds of a guard that is longer than any test."""


async def test_a_refused_line_can_be_replaced_or_edited(tmp_path: Path) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        for keys, line in (
            ("e", " :e"),
            ("c a r d s", " :cards"),
            (": e", " :e"),
            ("left left x", " :r 3 ukrixne"),
            ("end x", " :r 3 ukrinex"),
            ("backspace " * 4 + "r", " :r 3 ukr"),
        ):
            await press(pilot, "escape")
            await type_line(pilot, "r 3 ukrine")
            assert "ukrine" in footer(pilot.app)
            assert ":r 3 ukrine" in on_screen(pilot.app)
            await press(pilot, *keys.split())
            assert said(pilot.app) == line
            assert armies(table, "UK") == (3,)
        assert " run" in footer(pilot.app)
        await press(pilot, *"aine", "enter")
        assert armies(table, "UK") == (6,)


async def test_keys_typed_before_a_refusal_is_read_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = reinforcing(tmp_path / "a.risk")
    async with seated(table) as pilot:
        monkeypatch.setattr(terminal_app, "GUARD", FOR_EVER)
        await type_line(pilot, "nonsense")
        await press(pilot, "u", "enter", "escape", "e", "enter")
        assert ":nonsense" in on_screen(pilot.app)
        assert due(table) == ("reinforce", "Ann")
        await press(pilot, "ctrl+q")
        await until(pilot, lambda: not pilot.app.is_running)


def two_terminals(path: Path) -> tuple[Table, Table]:
    """Return the table of Ann, who has placed an army, and that of Ben, who is to place one."""
    claimed(new_table(path, seed="4")).close()
    ann, ben = Table.join(path, "Ann"), Table.join(path, "Ben")
    ann.submit(0, ann.view(0).offers[0].action)
    ben.ledger.sync()
    return ann, ben


@pytest.mark.parametrize("guard", [0.0, FOR_EVER])
async def test_an_outdated_question_for_a_number_is_closed(
    guard: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, mine = two_terminals(tmp_path / "a.risk")
    app = play_behind_curtain(mine)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(pilot, raise_curtain=False)
        place = mine.view(None).owner.index(1)
        screen.front_end.ask_number(
            AskNumber("place", "How many", 1, 3, lambda number: Place(place, number))
        )
        assert "How many" in said(app)
        monkeypatch.setattr(terminal_app, "GUARD", guard)
        before = mine.steps
        other.undo()
        await until(pilot, lambda: mine.steps < before)
        await settle(pilot)
        assert "the game has moved on" in said(app)
        assert "waiting for" in said(app)
        await press(pilot, "q")
        assert app.is_running == bool(guard)
        other.close()


async def test_keys_for_a_closed_line_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_terminals(tmp_path / "a.risk")
    app = play_behind_curtain(first)
    async with app.run_test(size=SMALL) as pilot:
        await at_table(pilot, raise_curtain=False)
        await type_line(pilot, "nonsense")
        assert game_screen(app).prompt.problem
        monkeypatch.setattr(terminal_app, "GUARD", FOR_EVER)
        for seat, table in enumerate((second, Table.join(first.path, "Cid")), 1):
            table.ledger.sync()
            table.submit(seat, table.view(seat).offers[0].action)
            table.close()
        await until(pilot, lambda: first.prompted_seat() is not None)
        await settle(pilot)
        before = first.steps
        await press(pilot, "enter", "p", "enter")
        assert first.steps == before
        assert not game_screen(app).prompt.asking


async def test_late_keys_do_not_answer_the_question_after_a_blitz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is typed as the question opens stays whole, letters such as ``i`` included."""
    table = attacking(tmp_path / "a.risk", *WINS, ural=1)
    async with play_behind_curtain(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        monkeypatch.setattr(terminal_app, "GUARD", FOR_EVER)
        await press(pilot, *strokes("UK enter UR b"))
        await until(pilot, lambda: due(table)[0] == "occupy")
        await settle(pilot)
        await press(pilot, "a", "enter")
        assert due(table) == ("occupy", "Ann")
        assert "Armies from Ukraine into Ural" in said(pilot.app)
        await press(pilot, "e", *":blitz")
        assert said(pilot.app).startswith(" :blitz")
        assert due(table) == ("occupy", "Ann")


async def test_late_keys_do_not_close_the_victory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(last_stand(tmp_path / "a.risk")) as pilot:
        monkeypatch.setattr(terminal_app, "GUARD", FOR_EVER)
        await press(pilot, *strokes("KA enter JA b"))
        await until(pilot, lambda: isinstance(pilot.app.screen, VictoryDialog))
        await press(pilot, "enter", "v", "q")
        assert isinstance(pilot.app.screen, VictoryDialog)
