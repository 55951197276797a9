"""What line mode tells of fights and of armies that are placed, and of what is left."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from risk_tui.bots.base import Choice
from risk_tui.bots.simple import Beginner
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.line_mode.session import play_by_lines
from tests.engine.positions import position
from tests.tui.tables import WINS, attacking, code, last_stand, new_table, set_out

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.table import Table

LOST = ((1, 1, 1), (6,))


def typed(table: Table, *lines: str, interactive: bool = False) -> list[str]:
    """What is written when these lines are typed."""
    out = io.StringIO()
    stdin = io.StringIO("".join(f"{line}\n" for line in lines))
    play_by_lines(table, stdin, out, out, interactive)
    return out.getvalue().splitlines()


def test_what_is_left_is_told_after_a_fight(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST, *LOST)
    lines = typed(table, "blitz ukraine ural stop-at 6", "again")
    assert "Left: 6 armies in Ukraine, 1 army in Ural" in lines
    # An attack and its dice are told in one line.
    assert sum(line.startswith("Ann attacks Ural") for line in lines) == 2


def test_what_is_left_is_told_after_a_conquest(tmp_path: Path) -> None:
    lines = typed(attacking(tmp_path / "a.risk", *WINS), "attack ukraine ural", "occupy 4")
    assert lines.index("Ann moves 4 armies into Ural") < lines.index(
        "Left: 4 armies in Ukraine, 4 armies in Ural"
    )


def test_what_is_left_is_told_to_whoever_was_attacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fight is over when the computer player does something else."""
    uk, ur, sc, ic = (code(letters) for letters in ("UK", "UR", "SC", "IC"))
    plan = iter([Attack(uk, ur, 3), Attack(sc, ic, 2), EndPhase(), EndPhase()])
    monkeypatch.setattr(
        Beginner, "consider", lambda bot, view, decision: Choice(next(plan)), raising=False
    )
    lands = {"Ann": {"Ukraine": 8, "Scandinavia": 3}, "Ben": {"Ural": 1, "Iceland": 1}}
    game = position(lands, luck=((1, 1, 1), (6,), (1, 1), (6,)))
    lines = typed(set_out(tmp_path / "a.risk", game, "Ann:toni", "Ben", "Cid"))
    first = lines.index("Left: 7 armies in Ukraine, 1 army in Ural")
    assert lines[first + 1].startswith("Ann attacks Iceland from Scandinavia")
    assert "Left: 2 armies in Scandinavia, 1 army in Iceland" in lines[first:]


def test_the_last_attack_can_be_repeated(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST)
    lines = typed(table, "attack ukraine ural", "again")
    assert lines.count("Left: 7 armies in Ukraine, 1 army in Ural") == 1
    assert lines.count("Left: 6 armies in Ukraine, 1 army in Ural") == 1


@pytest.mark.parametrize("line", ["fight", "b", "fight uk ur ch stop-below 40"])
def test_the_plan_that_was_told_last_is_fought(tmp_path: Path, line: str) -> None:
    table = attacking(tmp_path / "a.risk", *WINS, (6, 6, 6), (1, 1))
    for seat in (1, 2):
        table.seating.set_defence(seat, "most")
    lines = typed(table, "plan ukraine ural china", line)
    assert "'fight' fights while the odds are at least 25%" in lines
    assert lines.index("Ann conquers Ural") < lines.index("Ann conquers China")
    assert lines.index("Ann conquers China") < lines.index("Plan complete")


def test_without_a_plan_there_is_nothing_to_fight(tmp_path: Path) -> None:
    lines = typed(attacking(tmp_path / "a.risk"), "fight")
    assert lines[-1] == "line 1: no plan yet: 'plan FROM TO' makes one"


def test_the_rest_is_placed_in_a_line_for_each_territory(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Ann,Ben", seed="4")
    lines = typed(table, "place rest", "place rest")
    told = lines[max(n for n, line in enumerate(lines) if "> place rest" in line) :]
    placed = [line.partition(" on ") for line in told if " places " in line]
    assert len(placed) >= 8
    names = [(line.split(" places ")[0], territory) for line, _, territory in placed]
    assert len(names) == len(set(names))


def test_a_player_whom_nobody_interrupts_keeps_their_screen(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", *LOST, *LOST)
    lines = typed(table, "", "cards", "attack ukraine ural", "again", interactive=True)
    shown = lines[next(n for n, line in enumerate(lines) if "You hold" in line) :]
    assert "" not in shown[:-2]


def test_the_same_people_play_again(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    lines = typed(table, "", "a kamchatka japan", "rematch", interactive=True)
    assert sum("Risk, US 1993: Ann, Ben" in line for line in lines) == 2
    assert any(line.endswith("goes first, as agreed") for line in lines)


def test_once_the_game_is_over_nobody_is_told_to_wait(tmp_path: Path) -> None:
    table = last_stand(tmp_path / "a.risk")
    lines = typed(table, "", "a kamchatka japan", "end", interactive=True)
    assert any("the game is over" in line for line in lines)
