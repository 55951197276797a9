"""Real dice in line mode: lines of dice, corrections, and other lines."""

from __future__ import annotations

import io
from pathlib import Path
from threading import Event

import pytest

from risk_tui.engine.chance import seeded_chance
from risk_tui.line_mode.session import play_by_lines
from risk_tui.saves.header import TableOptions
from risk_tui.table.table import Table
from tests.inside import deal_with, log_of
from tests.line_mode.keyboard import new_table as plain_table
from tests.line_mode.keyboard import typed
from tests.new_games import create_table
from tests.table.fights import fight


def new_table(path: Path, players: str = "Ann,Ben", rules: str = "us-1993") -> Table:
    table = create_table(players, rules, options=TableOptions(False, True), path=path)
    deal_with(table, seeded_chance("7"))
    return table


def test_opening_roll_is_typed(tmp_path: Path) -> None:
    outcome = typed(new_table(tmp_path / "a.risk"), "4 4", "2, 5")
    assert outcome.lines[1:7] == [
        "Real dice, typed in; no odds are shown",
        "Who goes first? One die each for Ann and Ben",
        "Their 2 dice> 4 4",
        "Ann and Ben tie: one die each again",
        "Their 2 dice> 2, 5",
        "The dice: Ann 4, Ben 4; again Ann 2, Ben 5. Ben goes first",
    ]
    assert outcome.table.steps == 1


def test_commands_and_leaving_keep_typed_dice(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    outcome = typed(new_table(path, "Ann,Ben,bot"), "6 1 6", "board", "rules", "quit")
    assert outcome.code == 0
    assert any("Alaska" in line for line in outcome.lines)
    assert outcome.lines[-1].startswith("The game is saved. ")
    again = typed(Table.open(path), "2 5")
    assert again.lines[2:5] == [
        "Ann and Ada tie: one die each again",
        "Their 2 dice> 2 5",
        "The dice: Ann 6, Ben 1, Ada 6; again Ann 2, Ada 5. Ada goes first",
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("6 4 2", "line 1: 2 dice are needed, not 3: e.g. 6 4\n"),
        ("67", "line 1: a die shows 1 to 6, not 7\n"),
        ("claim alaska", "line 1: "),
    ],
)
def test_script_stops_at_impossible_dice(line: str, problem: str, tmp_path: Path) -> None:
    outcome = typed(new_table(tmp_path / "a.risk"), line)
    assert outcome.code == 2
    assert outcome.err.startswith(problem)
    assert outcome.table.steps == 0


def test_player_is_asked_again_after_wrong_dice(tmp_path: Path) -> None:
    outcome = typed(new_table(tmp_path / "a.risk"), "6", "undo", "6 5", "quit", interactive=True)
    assert "2 dice are needed, not 1: e.g. 6 4" in outcome.out
    assert "nothing to undo yet" in outcome.out
    assert outcome.table.steps == 1


def test_terminal_waits_for_dice_of_another(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk")
    mine, dice, asked = battle.mine, (3,) * battle.action.dice, Event()
    mine.submit(battle.seat, battle.action)

    class Rival(io.StringIO):
        """Rolls as soon as that is waited for."""

        def write(self, text: str, /) -> int:
            if text.endswith(" dice …\n"):
                mine.ledger.sync()
                mine.dice.roll(dice)
            if text.endswith(" with 2 dice\n"):
                asked.set()
            return super().write(text)

    class Keys(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            line = super().readline(size)
            assert not line.startswith("6") or asked.wait(10)
            return line

    out, err = Rival(), io.StringIO()
    assert play_by_lines(battle.theirs, Keys("defend 2\n6 1\n"), out, err, interactive=False) == 0
    me, rival = (mine.seats[seat].name for seat in (battle.other, battle.seat))
    told = out.getvalue().splitlines()
    waits = next(number for number, line in enumerate(told) if line.endswith(" …"))
    assert told[waits].startswith(f"{rival} attacks ")
    assert told[waits + 1].startswith(f"{me} defends ")
    assert told[waits + 2] == f"{me}, your 2 dice> 6 1"
    mine.ledger.sync()
    assert log_of(mine).records[-1].chance == (dice, (6, 1))
    mine.close()


def test_typed_dice_can_be_corrected(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben,Cid")
    outcome = typed(table, "4 4 1", "correct 4 3 1", "correct 5,1,1", "help")
    assert outcome.lines[2:8] == [
        "Who goes first? One die each for Ann, Ben and Cid",
        "Their 3 dice> 4 4 1",
        "Ann and Ben tie: one die each again",
        "Their 2 dice> correct 4 3 1",
        "Ann corrects the roll: 4 4 1 to 4 3 1",
        "The dice: Ann 4, Ben 3, Cid 1. Ann goes first",
    ]
    assert "Ann corrects the roll: 4 3 1 to 5 1 1" in outcome.lines
    assert not any("Taken back" in line for line in outcome.lines)
    assert any(line.startswith("correct DICE ") for line in outcome.lines)
    assert outcome.table.steps == 1


def test_other_terminals_see_corrected_dice(tmp_path: Path) -> None:
    battle = fight(tmp_path / "a.risk", alone=True)
    mine, many = battle.mine, battle.action.dice
    mine.submit(battle.seat, battle.action)
    mine.dice.roll((5, 3, 1)[:many])
    mine.dice.correct((5, 2, 1)[:many])
    outcome = typed(battle.theirs, "3", "correct 4")
    old, new = (" ".join("531"[:many]), " ".join("521"[:many]))
    me, rival = (mine.seats[seat].name for seat in (battle.other, battle.seat))
    assert any(f"against {new} (not {old}) with 1 die" in line for line in outcome.lines)
    assert outcome.lines.count(f"{rival} corrects the roll: {old} to {new}") == 2
    assert f"{me} corrects the roll: 3 to 4" in outcome.lines
    mine.close()


def test_computer_dice_can_not_be_corrected() -> None:
    outcome = typed(plain_table(), "help", "correct 1")
    assert outcome.code == 2
    assert "the computer rolls the dice in this game" in outcome.err
    assert not any("correct" in line for line in outcome.lines[:-2])
