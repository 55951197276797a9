"""The clock of a game: deadlines, the bot that decides, and pauses, in simulated time."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from risk_tui.errors import RiskError
from risk_tui.saves.clock import Clock, clock_of, parse_time
from risk_tui.saves.header import TableOptions
from risk_tui.saves.talk import MAX_RECENT
from risk_tui.table.clock import CLOCK
from risk_tui.table.table import Table
from risk_tui.text.record_lines import describe_talk
from risk_tui.text.time_phrases import describe_clock
from tests.saves.games import change

from .tables import act, due, free_land

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINUTE = Clock(60, bot="recruit")


class Time:
    """The simulated time of a test."""

    def __init__(self) -> None:
        self.now = START

    def pass_seconds(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def at(self, *tables: Table) -> None:
        """Give tables this time."""
        for table in tables:
            table.ledger.now = lambda: self.now
            table.ledger.sync()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def clocked(game: Path, time: Time) -> Callable[[Clock], Table]:
    """Give the game a clock; it is open with all seats here."""

    def open_table(clock: Clock) -> Table:
        table = Table.open(game)
        time.at(table)
        table.clock.set(clock)
        return table

    return open_table


def said(table: Table) -> list[str]:
    return [describe_talk(line, table.seats) for line in table.talk.lines(None)]


def test_bot_decides_when_time_is_up(clocked: Callable[[Clock], Table], time: Time) -> None:
    table = clocked(MINUTE)
    first = due(table).seat
    time.pass_seconds(59)
    assert describe_clock(table) == "1 s"
    assert table.automation.step() is None
    assert table.prompted_seat() == first

    time.pass_seconds(1)
    assert table.prompted_seat() is None
    automatic = table.automation.pending()
    assert automatic is not None
    assert (automatic.decider, automatic.seat) == (CLOCK, first)
    assert table.automation.step() is not None
    name = table.seats[first].name
    assert said(table) == [f"{name}'s time is up: the bot recruit decides"]

    # The next player has the whole time, and another decision of theirs again.
    second = due(table).seat
    assert second != first
    assert table.prompted_seat() == second
    assert table.clock.seconds_left() == 60


def test_deadline_is_utc_and_outlives_all_terminals(
    game: Path, clocked: Callable[[Clock], Table], time: Time
) -> None:
    table = clocked(Clock(86_400, bot="recruit"))
    table.close()
    clock = clock_of(game)
    assert clock is not None
    assert clock.deadline == "2026-05-02T12:00:00.000+00:00"
    time.pass_seconds(90_000)
    table = Table.open(game)
    time.at(table)
    assert table.clock.is_overdue()
    assert table.automation.step() is not None
    assert table.clock.seconds_left() == 86_400


def test_absent_player_is_late_one_time_a_turn(game: Path, time: Time) -> None:
    """A bot plays the turn of an absent player until the player comes back."""
    host = Table.open(game)
    time.at(host)
    while host.view(None).round == 0:
        act(host)
    host.clock.set(MINUTE)
    late = due(host).seat
    name = host.seats[late].name
    host.leave_seat(late)
    time.pass_seconds(60)
    assert host.automation.step() is not None
    turn = host.view(None).turn
    if due(host).seat == late:
        assert host.clock.is_overdue()
    joined = Table.join(game, name)
    time.at(joined)
    host.seating.refresh_presence()
    if due(host).seat == late:
        assert not host.clock.is_overdue()
        assert joined.prompted_seat() == late
    joined.close()
    host.seating.refresh_presence()
    while host.view(None).turn == turn and host.automation.step() is not None:
        pass
    assert host.view(None).turn != turn
    assert said(host) == [f"{name}'s time is up: the bot recruit decides"]


def test_undo_gives_no_more_time(clocked: Callable[[Clock], Table], time: Time) -> None:
    table = clocked(Clock(60, per_turn=False, bot="recruit"))
    while table.view(None).round == 0:
        act(table)
    seat, left = due(table).seat, 60.0
    view = table.view(seat)
    reinforce = view.offers[0].with_number(1)
    for _ in range(2):
        time.pass_seconds(10)
        table.submit(seat, reinforce)
        after = table.clock.seconds_left()
        table.undo()
        left = table.clock.seconds_left() or 0
        assert left == after
        time.pass_seconds(1)
    assert left < 60


def test_turn_clock_is_for_a_whole_turn(clocked: Callable[[Clock], Table], time: Time) -> None:
    table = clocked(Clock(60, per_turn=True, bot="recruit"))
    while table.view(None).round == 0:
        act(table)
    seat = due(table).seat
    time.pass_seconds(40)
    table.submit(seat, table.view(seat).offers[0].with_number(1))
    assert table.clock.seconds_left() == 20
    time.pass_seconds(20)
    while due(table).seat == seat:
        assert table.automation.step() is not None
    assert table.clock.seconds_left() == 60
    assert len(said(table)) == 1


def test_clock_pauses_when_all_agree(game: Path, time: Time) -> None:
    tables = ann, ben, cid = [Table.join(game, name) for name in ("Ann", "Ben", "Cid")]
    host = Table.stand_in(game)
    time.at(*tables, host)
    host.clock.set(MINUTE)
    time.at(*tables)
    time.pass_seconds(20)
    assert not ann.clock.vote()
    assert not ben.clock.vote()
    assert cid.clock.vote()
    time.pass_seconds(1_000)
    time.at(*tables, host)
    assert not any(table.clock.is_overdue() for table in tables)
    assert describe_clock(host) == "paused with 40 s left"
    assert not ben.clock.vote()
    time.at(*tables)
    assert ann.clock.seconds_left() == 40
    time.pass_seconds(40)
    assert ann.clock.is_overdue()


def test_vote_that_is_too_fast_changes_nothing(clocked: Callable[[Clock], Table]) -> None:
    table = clocked(MINUTE)
    votes = [table.clock.vote() for _ in range(MAX_RECENT)]
    assert votes == [True, False] * (MAX_RECENT // 2)
    with pytest.raises(RiskError, match="too fast"):
        table.clock.vote()
    table.ledger.sync()
    assert table.clock.state is not None and not table.clock.state.is_paused


def test_vote_after_another_terminal_removed_the_clock_is_refused(game: Path) -> None:
    ann, ben = Table.join(game, "Ann"), Table.join(game, "Ben")
    ann.clock.set(MINUTE)
    ben.ledger.sync()
    ann.clock.set(None)
    with pytest.raises(RiskError, match="this game has no clock"):
        ben.clock.vote()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bot", 5),
        ("seat", "0"),
        ("turn", None),
        ("turn", [1]),
        ("agreed", None),
        ("agreed", [-1]),
        ("late", [math.inf]),
        ("left", math.inf),
        ("is_paused", 1),
        ("deadline", ["x"]),
    ],
)
def test_invalid_clock_in_a_file_is_ignored(game: Path, field: str, value: object) -> None:
    data = json.dumps(asdict(MINUTE) | {field: value})
    change(game, "REPLACE INTO head VALUES ('clock', ?)", data)
    assert clock_of(game) is None


def test_person_may_still_decide_before_the_bot(
    clocked: Callable[[Clock], Table], time: Time
) -> None:
    table = clocked(MINUTE)
    time.pass_seconds(61)
    table.submit(due(table).seat, free_land(table))
    assert said(table) == []


@pytest.mark.parametrize("text", ["", "2", "9s", "31d", "2 weeks", "-1h", "1.5h", "999999d"])
def test_invalid_times_are_refused(text: str) -> None:
    with pytest.raises(RiskError, match="a clock gives 10s to 30d"):
        parse_time(text)


def test_real_dice_have_no_clock(tmp_path: Path, game: Path) -> None:
    table = Table.open(game)
    seats, setup = table.seats, table.setup
    table.close()
    options = TableOptions(real_dice=True)
    table = Table.create(setup, seats[:3], options=options, path=tmp_path / "real.risk")
    with pytest.raises(RiskError, match="computer dice"):
        table.clock.set(MINUTE)
