"""Fights, placements and rematches in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.bots.simple import Beginner
from risk_tui.commands.front_end import InputHistory
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.table.table import Table
from tests.engine.positions import position
from tests.line_mode.keyboard import typed
from tests.tui.tables import WINS, attacking, code, last_stand, new_table, set_out

LOST = ((1, 1, 1), (6,))


def lines_of(table: Table, *lines: str, interactive: bool = False) -> list[str]:
    """Type lines, and return what is shown."""
    outcome = typed(table, *lines, interactive=interactive)
    return [*outcome.lines, *outcome.err.splitlines()]


def test_armies_left_are_shown_after_a_fight(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST, *LOST)
    lines = lines_of(table, "blitz ukraine ural stop-at 6", "again")
    assert "Left: 6 armies in Ukraine, 1 army in Ural" in lines
    # An attack and its dice are told in one line.
    assert sum(line.startswith("Ann attacks Ural") for line in lines) == 2


def test_armies_left_are_shown_after_a_conquest(tmp_path: Path) -> None:
    lines = lines_of(attacking(tmp_path / "a.risk", *WINS), "attack ukraine ural", "occupy 4")
    assert lines.index("Ann moves 4 armies into Ural") < lines.index(
        "Left: 4 armies in Ukraine, 4 armies in Ural"
    )


def test_armies_left_are_shown_to_the_defender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fight is over when the bot does something else."""
    uk, ur, sc, ic = (code(letters) for letters in ("UK", "UR", "SC", "IC"))
    plan = iter([Attack(uk, ur, 3), Attack(sc, ic, 2), EndPhase(), EndPhase()])
    monkeypatch.setattr(Beginner, "choose", lambda bot, view, decision: next(plan))
    lands = {"Ann": {"Ukraine": 8, "Scandinavia": 3}, "Ben": {"Ural": 1, "Iceland": 1}}
    game = position(lands, luck=((1, 1, 1), (6,), (1, 1), (6,)))
    lines = lines_of(set_out(tmp_path / "a.risk", game, "Ann:toni", "Ben", "Cid"))
    first = lines.index("Left: 7 armies in Ukraine, 1 army in Ural")
    assert lines[first + 1].startswith("Ann attacks Iceland from Scandinavia")
    assert "Left: 2 armies in Scandinavia, 1 army in Iceland" in lines[first:]


@pytest.mark.parametrize("refused", ["attack brazil argentina 9", "blitz brazil japan"])
def test_refused_attack_is_not_repeated(refused: str, tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST)
    typed_lines = ["", "attack ukraine ural", refused, "again"]
    lines = lines_of(table, *typed_lines, interactive=True)
    assert "Left: 6 armies in Ukraine, 1 army in Ural" in lines


def test_attack_with_too_many_dice_is_not_remembered() -> None:
    view = position({"Ann": {"Ukraine": 8}, "Ben": {"Ural": 1}, "Cid": {}}).view(0)
    history = InputHistory()
    for dice in (4, 2):
        history.remember(0, Attack(code("UK"), code("UR"), dice), view)
        assert [last.dice for last in history.attacks.values()] == [2] * (dice == 2)


@pytest.mark.parametrize("line", ["fight", "b", "fight uk ur ch stop-below 40"])
def test_last_plan_is_fought(tmp_path: Path, line: str) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, (6, 6, 6), (1, 1))
    for seat in (1, 2):
        table.seating.set_defence(seat, "most")
    # Odds without a campaign leave the plan as it is.
    lines = lines_of(table, "plan ukraine ural china", "odds 3 1", line)
    assert "'fight' fights while the odds are at least 25%" in lines
    assert lines.index("Ann conquers Ural") < lines.index("Ann conquers China")
    assert lines.index("Ann conquers China") < lines.index("Plan complete")


def test_fight_without_a_plan_is_refused(tmp_path: Path) -> None:
    lines = lines_of(attacking(tmp_path / "a.risk"), "fight")
    assert lines[-1] == "line 1: no plan yet: 'plan FROM TO' makes one"


def test_placed_armies_are_shown_by_territory(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben", seed="4")
    lines = lines_of(table, "place rest", "place rest")
    told = lines[max(n for n, line in enumerate(lines) if "> place rest" in line) :]
    placed = [line.partition(" on ") for line in told if " places " in line]
    assert len(placed) >= 8
    names = [(line.split(" places ")[0], territory) for line, _, territory in placed]
    assert len(names) == len(set(names))


def test_screen_is_not_cleared_within_a_turn(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST)
    lines = lines_of(table, "", "cards", "attack ukraine ural", "again", interactive=True)
    shown = lines[next(n for n, line in enumerate(lines) if "You hold" in line) :]
    assert "" not in shown[:-2]


def test_rematch_has_the_same_players(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    lines = lines_of(table, "", "a kamchatka japan", "rematch", interactive=True)
    assert sum("Risk, US 1993: Ann, Ben" in line for line in lines) == 2
    assert any(line.endswith("goes first, as agreed") for line in lines)


def test_no_wait_is_mentioned_after_the_game(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    lines = lines_of(table, "", "a kamchatka japan", "end", "recap", interactive=True)
    assert any("the game is over" in line for line in lines)
    assert any(line.endswith("the game is over; see the log") for line in lines)


def in_truce(path: Path, ukraine: int = 8) -> Table:
    """Ann may attack Ben, with whom she has a truce."""
    table = attacking(path, (6, 6, 6), (1,), ukraine=ukraine)
    table.talk.propose(0, 1, 2)
    table.talk.answer(1, 0, accept=True)
    return table


@pytest.mark.parametrize("order", ["attack", "blitz", "fight"])
def test_breaking_a_truce_takes_a_second_command(tmp_path: Path, order: str) -> None:
    line, broken = f"{order} ukraine ural", "Ann breaks the truce with Ben"
    once = typed(in_truce(tmp_path / "a.risk"), "", line, "board", interactive=True).out
    assert "Break your truce with Ben? If so, type it again" in once
    assert broken not in once
    assert broken in typed(in_truce(tmp_path / "b.risk"), "", line, line, interactive=True).out


def test_hint_says_that_an_attack_breaks_a_truce(tmp_path: Path) -> None:
    tables = attacking(tmp_path / "a.risk", ukraine=30), in_truce(tmp_path / "b.risk", 30)
    free, bound = (lines_of(table, "hint")[-2] for table in tables)
    assert ": attack " in free
    assert bound == f"{free}; you have a truce with Ben"
