"""Bots in line mode: pauses, single steps, reasons and hints."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.base import choose_with_reason
from risk_tui.cli import main
from risk_tui.commands.reports import hint_line
from risk_tui.saves.header import DEFAULT_OPTIONS
from risk_tui.table.table import Table
from tests.engine.positions import position
from tests.new_games import SEATS
from tests.table.tables import act, make_game

from .keyboard import CURTAIN, new_table, typed


def test_paused_bots_wait_before_each_step() -> None:
    claims = ["pause", "claim alaska", "step", "step", "pause", "claim alberta"]
    outcome = typed(new_table("Ann,Ben:toni,Cid:toni", "us-1993", "3"), *claims)
    assert outcome.code == 0
    lines = outcome.lines[outcome.lines.index("Ann> pause") :]
    assert [line.split(" claims ")[0] for line in lines] == [
        "Ann> pause",
        "The bots are paused: 'step' for one step, 'pause' to resume",
        "Ann> claim alaska",
        "Ann",
        "Ben is paused: 'step' for one step, 'pause' to resume",
        "paused> step",
        "Ben",
        "Cid is paused: 'step' for one step, 'pause' to resume",
        "paused> step",
        "Cid",
        "Ann: claim a free territory (38 left)",
        "Ann> pause",
        "The bots continue",
        "Ann> claim alberta",
        "Ann",
        "Ben",
        "Cid",
        "Ann: claim a free territory (35 left)",
        f"The game is saved. To continue: risk-tui resume {outcome.table.name} --plain",
    ]


def test_step_in_the_own_turn_pauses_bots() -> None:
    outcome = typed(new_table("Ann,Ben:toni", "us-1993"), "step", "quit")
    assert "No bot is to move now" in outcome.out


@pytest.mark.parametrize("line", ["pause", "step"])
def test_only_the_terminal_that_runs_the_bots_pauses_them(line: str, tmp_path: Path) -> None:
    path = make_game(tmp_path / "a.risk", "Ann,Ben,bot")
    with closing(Table.join(path, "Ann")) as ann, closing(Table.join(path, "Ben")) as ben:
        while ann.prompted_seat() is None:
            act(ben) if ben.prompted_seat() is not None else ben.automation.step()
            ann.ledger.sync()
        assert ben.seating.may_pace_bots()
        outcome = typed(ann, line)
        assert outcome.code == 2
        assert "another terminal runs the bots; pause them there" in outcome.err


def test_hint_names_an_action() -> None:
    outcome = typed(new_table("Ann,Ben,Cid", "us-1993"), "hint", "quit")
    assert any("Hint by " in line and ": claim " in line for line in outcome.lines)


def test_hint_has_no_chance_to_win() -> None:
    """No estimate of the bots is calibrated for every ruleset."""
    game = position({"Ann": {"Ukraine": 30}, "Ben": {"Ural": 2}, "Cid": {}})
    view = game.view(0)
    assert view.decision is not None
    choice = choose_with_reason(make_bot("mira", "hint"), view, view.decision)
    line = hint_line(choice, view, SEATS)
    assert ": attack " in line
    assert "% to take it)" in line
    assert line.count("%") == 1


def test_hint_is_behind_a_curtain_if_there_are_secrets() -> None:
    table = new_table("Ann,Ben,Cid", "us-1993-mission")
    outcome = typed(table, "", "hint", "", "quit", interactive=True)
    assert CURTAIN in outcome.out
    assert "Hint by " in outcome.out[outcome.out.index(CURTAIN) :]


def test_hint_without_advice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    options = replace(DEFAULT_OPTIONS, advice=False)
    table = new_table("Ann,Ben,Cid", "us-1993", options=options)
    outcome = typed(table, "help", "hint")
    assert outcome.code == 2
    assert not any(line.startswith(("odds ", "threats ")) for line in outcome.lines)
    assert "odds are off" in outcome.err
    assert main(["hint", table.name]) == 2
    assert "odds are off" in capsys.readouterr().err


def test_hint_for_a_saved_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint"]) == 2
    assert "no unfinished game" in capsys.readouterr().err
    table = new_table("Ann,Ben", "us-1993")
    table.close()
    assert main(["hint", table.name]) == 0
    first = capsys.readouterr().out
    assert main(["hint"]) == 0
    assert capsys.readouterr().out == first, "the same hint until the next move"
    assert "Hint by " in first
    bots = new_table("Ann:toni,Ben:toni", "us-1993")
    bots.automation.step()
    bots.close()
    assert main(["hint", bots.name]) == 2
    assert "a bot" in capsys.readouterr().err


def test_log_has_reasons_of_bots() -> None:
    table = new_table("Ann,Ben:mira,Cid:mira", "uk-new", "3")
    while table.view(None).round < 3 and table.decision is not None:
        if table.automation.step() is None:
            seat = table.decision.seat
            offers = [offer.action for offer in table.view(seat).offers]
            ends = [action for action in offers if action.kind == "end"]
            table.submit(seat, (ends or offers)[0])
    outcome = typed(table, "log", "quit")
    whys = [line for line in outcome.lines if ": it " in line]
    assert whys
    assert not any("Ann" in why.split(":")[0] for why in whys)
