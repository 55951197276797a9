"""The cost of saving and opening a game, relative to the least that it could cost.

    python -m pytest tests/benchmarks/test_saves.py -n 0 -s

Times differ between machines and runs, so only the ratios are of interest, and no test fails.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from risk_tui.engine.game import Game, GameSetup
from risk_tui.saves.entries import ActionEntry, write_entry
from risk_tui.saves.file_operations import make_file
from risk_tui.saves.header import Header, SeatSetup
from risk_tui.saves.save_file import GameSummary, SaveFile
from risk_tui.table.table import Table
from tests.benchmarks.test_apply import whole_game

LIMIT = 2
"""The ratio that an append, and the opening of a game, may cost at most."""
RECORDS = 3_000
SUMMARY = GameSummary("US 1993", ("Ann", "Ben", "Cid", "Dan"), 7, "Ann", (), 100)
BARE = "bare sqlite3"
DURABLE = "sqlite3, WAL, synchronous=FULL"


def header(setup: GameSetup) -> Header:
    colours = ("red", "blue", "green", "yellow")
    seats = (
        SeatSetup(name, colour, "toni")
        for name, colour in zip(SUMMARY.players, colours, strict=True)
    )
    return Header(setup, tuple(seats), None, "2026-01-01T00:00:00+00:00")


@pytest.fixture(scope="module")
def steps() -> tuple[GameSetup, list[ActionEntry]]:
    """The first ``RECORDS`` steps of a game."""
    setup, _, records = whole_game("us-1993", steps=(RECORDS, 5 * RECORDS))
    return setup, [ActionEntry(step.seat, step.action, step.chance) for step in records[:RECORDS]]


def bare_insert(path: Path, *pragmas: str) -> Callable[[str], None]:
    """Return a function that stores a line by one insert and one commit."""
    connection = sqlite3.connect(path)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE lines (line TEXT)")
    connection.commit()

    def insert(line: str) -> None:
        connection.execute("INSERT INTO lines VALUES (?)", (line,))
        connection.commit()

    return insert


def test_append_is_durable(
    benchmark: BenchmarkFixture, tmp_path: Path, steps: tuple[GameSetup, list[ActionEntry]]
) -> None:
    setup, entries = steps
    save = SaveFile.create(tmp_path / "game.risk", header(setup), SUMMARY)
    number = iter(range(10**9))
    append = {
        "append": lambda entry: save.append(next(number), entry, SUMMARY),
        BARE: bare_insert(tmp_path / "bare.db"),
        DURABLE: bare_insert(tmp_path / "wal.db", "journal_mode=WAL", "synchronous=FULL"),
    }
    times: dict[str, list[float]] = {name: [] for name in append}
    # They alternate, because the load of the disk changes.
    for entry in entries[:400]:
        for name, run in append.items():
            line = entry if name == "append" else write_entry(entry)
            began = perf_counter()
            run(line)
            times[name].append(perf_counter() - began)
    cost = {name: sorted(all_times)[len(all_times) // 2] for name, all_times in times.items()}
    for name in (BARE, DURABLE):
        ratio = cost["append"] / cost[name]
        verdict = f" ({'within' if ratio <= LIMIT else 'BEYOND'} {LIMIT})" if name == BARE else ""
        print(
            f"\nan append {cost['append'] * 1e6:.0f} µs, {name} {cost[name] * 1e6:.0f} µs, "
            f"ratio {ratio:.2f}{verdict}",
            end="",
        )
    benchmark.extra_info.update(ratio=round(cost["append"] / cost[BARE], 2), limit=LIMIT)
    benchmark.pedantic(lambda: append["append"](entries[0]), rounds=100)


def test_opening_a_long_game(
    benchmark: BenchmarkFixture, tmp_path: Path, steps: tuple[GameSetup, list[ActionEntry]]
) -> None:
    setup, entries = steps
    path = tmp_path / "game.risk"
    make_file(path, header(setup).to_json(), map(write_entry, entries), '{"entries": 3000}')

    def replay() -> Game:
        game = Game(setup)
        for entry in entries:
            game.replay_step(entry.seat, entry.action, entry.chance)
        return game

    def timed(work: Callable[[], object]) -> float:
        began = perf_counter()
        work()
        return perf_counter() - began

    rounds = [(timed(lambda: Table.open(path).close()), timed(replay)) for _ in range(9)]
    opening, alone = (min(times) for times in zip(*rounds, strict=True))
    ratio = opening / alone
    benchmark.extra_info.update(records=len(entries), ratio=round(ratio, 2), limit=LIMIT)
    verdict = "within" if ratio <= LIMIT else "BEYOND"
    print(
        f"\nopening {opening * 1e3:.1f} ms, the engine alone {alone * 1e3:.1f} ms, "
        f"ratio {ratio:.2f} ({verdict} {LIMIT}; {len(entries)} records)"
    )
    benchmark.pedantic(lambda: Table.open(path).close(), rounds=5)
    with closing(Table.open(path)) as table:
        assert table.steps == RECORDS
