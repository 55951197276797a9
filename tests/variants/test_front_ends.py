"""An action that nothing in the program mentions is played by keys and by lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from risk_tui.commands.all_commands import all_commands, command_help, complete, help_lines
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_ruleset
from risk_tui.table.table import Table
from tests.engine.positions import position
from tests.line_mode.keyboard import typed
from tests.tui.tables import (
    MIDDLE,
    on_screen,
    press,
    said,
    seated,
    set_out,
    side,
    strokes,
    type_line,
    until,
)
from tests.variants.errands import KINDS, STEPS, Errands, running

CHOSEN = [action for *_, action in STEPS]


@pytest.fixture
def errands() -> Iterator[Errands]:
    yield from running()


def table_with_errands(path: Path) -> Table:
    """Ann holds Ukraine, Scandinavia and Brazil, and two cards."""
    lands = {"Ann": {"Ukraine": 5, "Scandinavia": 2, "Brazil": 4}}
    return set_out(path, position(lands, phase=Phase.FORTIFY, hands={"Ann": "Alaska, Peru"}))


async def test_they_are_chosen_by_keys(errands: Errands, tmp_path: Path) -> None:
    table = table_with_errands(tmp_path / "a.risk")
    async with seated(table, size=MIDDLE) as pilot:
        assert said(pilot.app).endswith("run an errand, 9 errands to go")
        assert "ERRAND 9 to go" in side(pilot.app)
        assert "run it" in on_screen(pilot.app)
        for number, (_, keys, _, action) in enumerate(STEPS):
            await press(pilot, *strokes(keys))
            assert errands.done[number:] == [action]
    assert [record.action for record in table.history(None)] == CHOSEN


async def test_they_are_typed_on_the_screen(errands: Errands, tmp_path: Path) -> None:
    table = table_with_errands(tmp_path / "a.risk")
    async with seated(table, size=MIDDLE) as pilot:
        for number, (_, _, line, action) in enumerate(STEPS):
            await type_line(pilot, line)
            await press(pilot, *(["y"] if action.confirm else []))
            assert errands.done[number:] == [action]


def test_they_are_typed_by_lines(errands: Errands, tmp_path: Path) -> None:
    table = table_with_errands(tmp_path / "a.risk")
    outcome = typed(table, *(line for _, _, line, _ in STEPS), "end")
    assert "Ann: run an errand, 9 errands to go" in outcome.out
    assert errands.done == CHOSEN
    assert "you can't end now: run your errand first" in outcome.err


def test_they_are_completed_and_explained(errands: Errands, tmp_path: Path) -> None:
    table = table_with_errands(tmp_path / "a.risk")
    assert {kind.kind for kind in KINDS} <= all_commands().keys()
    assert any(line.startswith("drop N|all TERRITORY ") for line in help_lines(table.view(0)))
    assert command_help("gamble") == [
        "Bet a card on a face",
        "  gamble FACE [with CARD]",
        "For example: gamble 1",
    ]
    assert complete("drop 2 u", table.view(0))[0] == "drop 2 ukraine"
    assert complete("tax h", table.view(0)) == ["tax hard"]
    assert complete("tax hard b", table.view(0))[0] == "tax hard brazil"


def test_they_are_gone_with_their_module() -> None:
    assert not {kind.kind for kind in KINDS} & all_commands().keys()


async def test_defenders_see_their_choices(tmp_path: Path) -> None:
    lands = {"Ann": {"Brazil": 5}, "Ben": {"Peru": 3, "Argentina": 2, "Ural": 40}}
    game = position(lands, rules=load_ruleset("retreat"), rest="Cid")
    async with seated(set_out(tmp_path / "a.risk", game), size=MIDDLE) as pilot:
        await type_line(pilot, "attack brazil peru 3")
        await until(pilot, lambda: "retreat, or stand" in said(pilot.app))
        assert "Argentina" in side(pilot.app)
        await press(pilot, "enter")
        await until(pilot, lambda: "retreats" in on_screen(pilot.app))
