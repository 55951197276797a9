"""Waiting for other terminals, which costs little while nothing happens."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from risk_tui.line_mode.line_input import LineReader
from risk_tui.line_mode.session import LineSession, RemoteSeats, WaitResult
from risk_tui.saves.clock import Clock
from risk_tui.saves.locks import FileLock
from risk_tui.table.table import Table
from tests.table.tables import begun, free_land, make_game, new_table
from tests.tui.tables import last_stand

POLLS = 200


class Keyboard:
    """A keyboard at which a line is typed after many polls; something happens during the third."""

    def __init__(self, happens: Callable[[], object] = lambda: None) -> None:
        self._happens = happens
        self._polls = 0

    def hide_typed(self) -> None:
        """Nothing is typed before a whole line."""

    show_typed = hide_typed

    def ready(self, seconds: float) -> bool:
        self._polls += 1
        if self._polls == 3:
            self._happens()
        return self._polls == POLLS


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """The table of the player who decides, and one that waits."""
    path = make_game(tmp_path / "game.risk", "Ann,Ben,Cid")
    with closing(Table.join(path)) as watcher:
        decision = watcher.decision
        assert decision is not None
        first, second = (watcher.seats[(decision.seat + more) % 3].name for more in (0, 1))
    with closing(Table.join(path, first)) as acting, closing(Table.join(path, second)) as waiting:
        yield acting, waiting


def wait(table: Table, keyboard: Keyboard) -> WaitResult:
    assert table.decision is not None
    lines = cast("LineReader", keyboard)
    return RemoteSeats(table, lines).wait(table.decision, lambda text: None)


def test_unchanged_file_is_rarely_read(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, waiting = tables
    sync, reads = waiting.ledger.sync, []
    monkeypatch.setattr(waiting.ledger, "sync", lambda: reads.append(1) or sync())
    assert wait(waiting, Keyboard()) is WaitResult.LINE
    assert len(reads) < POLLS / 10


def test_move_at_another_terminal_ends_the_wait(tables: tuple[Table, Table]) -> None:
    acting, waiting = tables
    seat, steps = min(acting.seating.local_seats), waiting.steps
    keyboard = Keyboard(lambda: acting.submit(seat, free_land(acting)))
    assert wait(waiting, keyboard) is WaitResult.STEP
    assert waiting.steps == steps + 1


def test_requested_seat_is_released(tables: tuple[Table, Table]) -> None:
    _, waiting = tables
    (seat,) = waiting.seating.local_seats
    name = waiting.seats[seat].name
    keyboard = Keyboard(FileLock(waiting.path, str(seat)).request_release)
    assert wait(waiting, keyboard) is WaitResult.EVICTED
    with closing(Table.join(waiting.path, name)) as other:
        assert other.seating.local_seats == {seat}


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ("Ann> ", ()),
        ("paused> ", ("pause", "claim alaska", "claim peru")),
        ("Ann, press Enter when no one else is looking.", ()),
        ("rematch, log or quit> ", ("", "a kamchatka japan")),
    ],
)
def test_seat_is_released_while_any_line_is_awaited(
    prompt: str, typed: tuple[str, ...], tmp_path: Path
) -> None:
    """Otherwise the terminal that asks for the seat would end this program."""
    if prompt.startswith("rematch"):
        table = last_stand(tmp_path / "a.risk")
    elif "Enter" in prompt:
        table = begun(new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "us-1993-mission", "4"))
    else:
        table = begun(new_table(tmp_path / "a.risk", "Ann,Ben,bot", seed="4"))
    out, seen = io.StringIO(), []

    class Lines(io.StringIO):
        """Ann's seat is requested at the prompt, after which the lines end."""

        def readline(self, size: int | None = -1, /) -> str:
            if not out.getvalue().endswith(prompt):
                return super().readline()
            FileLock(table.path, "0").request_release()
            session.wake()
            seen.append(0 in table.seating.local_seats)
            return "\n" if "Enter" in prompt and len(seen) == 1 else ""

    lines = Lines("".join(f"{line}\n" for line in typed))
    session = LineSession(table, lines, out, io.StringIO(), interactive=True)
    assert session.run() == 0
    table.close()
    assert seen == [False], out.getvalue()
    assert "Your mission" not in out.getvalue()


def test_talk_and_clock_interrupt_a_line(tables: tuple[Table, Table]) -> None:
    acting, waiting = tables
    now, out = datetime(2026, 5, 1, tzinfo=UTC), io.StringIO()
    acting.ledger.now = waiting.ledger.now = lambda: now
    waiting.clock.set(Clock(60, bot="recruit"))
    (speaker,) = waiting.seating.local_seats

    class Lines(io.StringIO):
        """A line that is typed after others talked, and one that comes too late."""

        def readline(self, size: int | None = -1, /) -> str:
            nonlocal now
            waiting.talk.say(speaker, "be quick")
            session.wake()
            shown.append(out.getvalue())
            now += timedelta(seconds=61)
            session.wake()
            raise AssertionError("the time was up")

    shown: list[str] = []
    session = LineSession(acting, Lines(), out, io.StringIO(), interactive=True)
    acting.ledger.sync()
    assert session._read(acting.prompted_seat(), "Ann> ") is None
    assert f"{waiting.seats[speaker].name}: be quick" in shown[0]
    assert acting.automation.step() is not None
