"""Line mode at a terminal that waits for another one, or watches."""

from __future__ import annotations

import io
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.line_mode import session
from risk_tui.line_mode.session import play_by_lines
from risk_tui.table.table import Table
from tests.line_mode.keyboard import new_table

WATCHING_ONLY = "you are watching; only players can do that"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll often."""
    monkeypatch.setattr(session, "POLL_INTERVAL", 0.01)


def begun(rules: str = "us-1980") -> Path:
    """Create a game of Ann, Ben and Cid with a decision of Ben, and close it."""
    table = new_table("Ann,Ben,Cid", rules, "1")
    table.automation.step()
    assert table.decision is not None
    assert table.seats[table.decision.seat].name == "Ben"
    table.close()
    return table.path


def told(table: Table, line: str) -> list[str]:
    """Type a line at a terminal that waits for Ben, and return the answer."""
    out, problems = io.StringIO(), io.StringIO()
    assert play_by_lines(table, io.StringIO(f"{line}\n"), out, problems, True) == 0
    assert problems.getvalue() == ""
    lines = out.getvalue().splitlines()
    where = next(at for at, line in enumerate(lines) if line.startswith("Waiting for Ben"))
    assert lines[-1].startswith("The game is saved.")
    return [line for line in lines[where + 1 : -1] if line]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("claim alaska", WATCHING_ONLY),
        ("end", WATCHING_ONLY),
        ("undo", WATCHING_ONLY),
        ("cards", WATCHING_ONLY),
        ("resign", WATCHING_ONLY),
        ("defend always most", WATCHING_ONLY),
        ("bot", WATCHING_ONLY),
        ("recap", "watchers have no turns; see the log"),
        ("mission", "A watcher has no secret mission"),
        ("odds mission", "a watcher has no mission in this game"),
        ("odds 3 1", "3 free armies against 1: conquest "),
    ],
)
def test_commands_of_watchers_are_answered(line: str, answer: str) -> None:
    with closing(Table.open(begun())) as host:
        (said,) = told(Table.join(host.path), line)
    assert said.startswith(answer)


def test_watcher_reads_public_objectives() -> None:
    with closing(Table.open(begun("stars"))) as host:
        assert told(Table.join(host.path), "mission")[0] == "Objectives, 3 to win"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("claim alaska", "wait for your turn"),
        ("cards", "wait for your turn"),
        ("defend always most", "wait for your turn"),
        ("bot", "wait for your turn"),
        ("mission", "missions are shown only on your own turn"),
        ("recap", "each player sees it during their own turn"),
    ],
)
def test_line_at_a_shared_waiting_terminal_has_no_seat(line: str, answer: str) -> None:
    path = begun("us-1993-mission")
    with closing(Table.join(path, "Ben")) as ben:
        host = Table.open(path)
        assert host.seating.local_seats == {0, 2}
        before = host.entries
        assert told(host, line) == [answer]
        assert not ben.ledger.sync()
        assert ben.entries == before


def test_game_without_missions_says_so_at_a_shared_terminal() -> None:
    with closing(Table.join(begun(), "Ben")) as ben:
        assert told(Table.open(ben.path), "mission") == ["there are no missions in this game"]


def test_line_at_a_waiting_terminal_is_of_its_only_seat() -> None:
    with closing(Table.join(begun(), "Ben")) as ben:
        (said,) = told(Table.join(ben.path, "Ann"), "defend always one")
        assert said == "Ann, you always defend with one die; 'defend ask' undoes this"
        assert ben.ledger.sync()
        assert ben.seats[0].defence == "one"
