"""The keeper decides when no terminal does, and absent players are notified of their move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from risk_tui.cli.host import keep_tables
from risk_tui.errors import RiskError
from risk_tui.host import keeper, notify
from risk_tui.host.keeper import KeptTable
from risk_tui.host.notify import Notifier, run_command, split_command
from risk_tui.saves.clock import Clock
from risk_tui.table.table import Table
from risk_tui.text.record_lines import describe_talk
from tests.new_games import new_game
from tests.waiting import PATIENCE

HOSTILE = "$(id);`id`"


class Host:
    """A host with a test clock, and the environments of its commands."""

    def __init__(self, folder: Path, game: Path) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)
        self.calls: SimpleQueue[dict[str, str]] = SimpleQueue()
        self.lines: list[str] = []
        self.folder, self.game = folder, game
        self.restart()

    def restart(self) -> None:
        self.kept = KeptTable(self.game, self._log, lambda: self.now)
        self.notifier = Notifier(["tell"], 60, self.folder / "told.json", self._log, self._run)

    def _run(self, command: list[str], environment: dict[str, str]) -> str:
        self.calls.put(environment)
        return ""

    def _log(self, line: str) -> None:
        self.lines.append(line)

    def look(self) -> None:
        self.kept.check(self.notifier)

    def call(self) -> str:
        """Return the next notified player."""
        return self.calls.get(timeout=PATIENCE)["RISK_TUI_NAME"]

    def steps(self) -> int:
        with closing(Table.join(self.game)) as table:
            return table.steps


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    game = new_game(tmp_path / "war.risk", f"Ann,{HOSTILE},bot")
    with closing(Table.open(game)) as table:
        table.automation.step()
    host = Host(tmp_path, game)
    yield host
    host.kept.close()


def test_keeper_decides_when_time_is_up(host: Host) -> None:
    """It also moves bots while the table is empty, and continues after a restart."""
    with closing(Table.stand_in(host.game)) as table:
        table.ledger.now = lambda: host.now
        table.clock.set(Clock(60, bot="recruit"))
        before = table.steps
    host.look()
    waiting = host.steps()
    assert waiting - before <= 1  # Only the bot may have moved.
    host.now += timedelta(seconds=61)
    host.kept.close()
    host.restart()
    host.look()
    with closing(Table.join(host.game)) as table:
        assert table.steps > waiting
        assert table.decision is not None
        assert table.seats[table.decision.seat].is_person
        (line,) = table.talk.lines(None)
        assert describe_talk(line, table.seats).endswith("time is up: the bot recruit decides")


def test_keeper_leaves_bots_to_people_at_the_table(host: Host) -> None:
    with closing(Table.open(host.game)) as table:
        while table.prompted_seat() is not None:
            seat = table.prompted_seat()
            assert seat is not None
            table.submit(seat, table.view(seat).offers[0].action)
        before = table.steps
        host.look()
        assert host.steps() == before
        assert table.automation.step() is not None


def test_absent_player_is_notified_at_most_every_hour(host: Host) -> None:
    host.look()
    first = host.call()
    host.look()
    with closing(Table.join(host.game, first)) as table:
        seat = table.prompted_seat()
        assert seat is not None
        table.submit(seat, table.view(seat).offers[0].action)
        while table.automation.step() is not None:
            pass
        host.look()
        if table.prompted_seat() is None:
            assert host.call() != first
        assert host.calls.empty()  # A player at the table is not notified.
    host.kept.close()
    host.restart()
    # The other player and the bot decide until it is the first player's turn again.
    with closing(Table.open(host.game)) as table:
        while (seat := table.prompted_seat()) is None or table.seats[seat].name != first:
            if seat is None:
                assert table.automation.step() is not None
            else:
                table.submit(seat, table.view(seat).offers[0].action)
    host.look()
    assert host.calls.empty()
    host.now += timedelta(minutes=61)
    host.look()
    assert host.call() == first


def test_player_who_leaves_without_deciding_is_notified_later(host: Host) -> None:
    with closing(Table.join(host.game)) as table:
        decision = table.decision
        assert decision is not None
        name = table.seats[decision.seat].name
    with closing(Table.join(host.game, name)):
        host.look()
    host.now += timedelta(minutes=59)
    host.look()
    assert host.calls.empty()
    host.now += timedelta(minutes=2)
    host.look()
    assert host.call() == name


@pytest.mark.parametrize("text", ['{"a": [Infinity, ""]}', "[" * 100_000, "{", "[]", '{"a": 1}'])
def test_damaged_file_of_notifications_counts_as_missing(text: str, host: Host) -> None:
    (host.folder / "told.json").write_text(text)
    host.restart()
    host.look()
    assert host.call()


def test_failing_table_is_logged_once_and_tried_less_often(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=100.0)
    monkeypatch.setattr(keeper, "time", clock)
    stand_in = Table.stand_in

    def fail(game: Path) -> Table:
        attempts.append(clock.now)
        raise RiskError("the file is damaged")

    monkeypatch.setattr(Table, "stand_in", fail)
    for _ in range(61):
        host.look()
        clock.now += keeper.RETRY_SECONDS
    assert host.lines == [
        "war can't go on while its players are away, and is tried again later: the file is damaged"
    ]
    waits = [later - earlier for earlier, later in pairwise(attempts)]
    assert waits == [60, 120, 240, 480, 900, 900, 900]

    monkeypatch.setattr(Table, "stand_in", stand_in)
    clock.now += keeper.MAX_RETRY_SECONDS
    host.look()
    assert host.call()
    host.kept.close()
    monkeypatch.setattr(Table, "stand_in", fail)
    clock.now += keeper.RETRY_SECONDS
    host.look()
    assert sum("is tried again later" in line for line in host.lines) == 2


def test_hostile_names_reach_the_command_unchanged(tmp_path: Path) -> None:
    script = 'printf "%s" "$RISK_TUI_NAME" > "$OUT"'
    out = tmp_path / "out"
    environment = {"RISK_TUI_NAME": HOSTILE, "OUT": str(out), "PATH": "/usr/bin:/bin"}
    assert run_command(["sh", "-c", script], environment) == ""
    assert out.read_text() == HOSTILE
    assert run_command(["false"], environment) == "the command ended with code 1"
    assert "No such file" in run_command(["/no/such/command"], environment)
    with pytest.raises(RiskError, match="the setting 'notify'"):
        split_command("tell 'open")


@pytest.mark.usefixtures("english_again")
def test_keeper_speaks_the_language_of_the_host(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.host.keeper.run_keeper", lambda *_: host.look())
    keep_tables("de", str(host.game))
    assert "setze" in host.calls.get(timeout=PATIENCE)["RISK_TUI_ASKED"]


def test_slow_command_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "COMMAND_SECONDS", 0.05)
    assert "took more than" in run_command(["sh", "-c", "sleep 1000 & wait"], {"PATH": "/bin"})
