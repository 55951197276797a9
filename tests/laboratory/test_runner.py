"""Tasks on workers: none is lost or done twice, whatever dies; games and their results."""

from __future__ import annotations

import os
from concurrent.futures import Future
from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.game import Game
from risk_tui.errors import RiskError
from risk_tui.laboratory.results import ResultFile
from risk_tui.laboratory.runner import Laboratory, LocalWorkers, Stopped, run_games, run_tasks
from tests.laboratory.matches import Threads, short_match

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def threads() -> Iterator[Threads]:
    workers = Threads()
    yield workers
    workers.close()


@pytest.fixture
def laboratory(threads: Threads, tmp_path: Path) -> Iterator[Laboratory]:
    results = ResultFile(tmp_path / "results.jsonl")
    yield Laboratory(threads, results)
    results.close()


def double_or_die(number: int) -> int:
    """A task; the process that does the 13th one dies of it."""
    if number == 13:
        os._exit(1)
    return 2 * number


def test_only_the_task_that_ends_its_process_fails() -> None:
    workers = LocalWorkers(2)
    try:
        done = list(run_tasks(workers, double_or_die, range(20)))
    finally:
        workers.close()
    assert sorted(task for task, _ in done) == list(range(20))
    failed = [task for task, future in done if future.exception() is not None]
    assert failed == [13]
    assert all(future.result() == 2 * task for task, future in done if task != 13)


def test_what_fails_is_told_and_the_others_go_on(threads: Threads) -> None:
    done = dict(run_tasks(threads, lambda number: 6 // number, [0, 1, 2, 3]))
    assert isinstance(done[0].exception(), ZeroDivisionError)
    assert [done[number].result() for number in (1, 2, 3)] == [6, 3, 2]


def test_whoever_wants_to_stop_need_not_wait(threads: Threads) -> None:
    with pytest.raises(Stopped):
        list(run_tasks(threads, str, range(10**9), stopping=lambda: True))


def test_a_cluster_that_is_lost_is_told(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken_back(*_: object) -> Future[str]:
        future: Future[str] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    monkeypatch.setattr(threads.executor, "submit", taken_back)
    with pytest.raises(RiskError, match="lost the cluster"):
        list(run_tasks(threads, str, [1]))


def test_games_that_are_there_are_not_played_again(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    first = {played.result for _, played in run_games([(match, 1), (match, 2)], laboratory)}
    laboratory.results.close()
    laboratory.results = ResultFile(laboratory.results.path)
    games = [(match, number) for number in (1, 2, 3)]
    all_three = {played.result for _, played in run_games(games, laboratory)}
    assert first < all_three
    assert sorted(result.number for result in all_three) == [1, 2, 3]
    monkeypatch.setattr(Game, "apply", None)
    assert {played.result for _, played in run_games(games, laboratory)} == all_three


def test_a_game_that_is_kept_is_played_again_and_compared(laboratory: Laboratory) -> None:
    match = short_match()
    ((_, first),) = run_games([(match, 1)], laboratory)
    ((_, again),) = run_games([(match, 1)], laboratory, kept=[1])
    assert again.result == first.result
    assert (len(first.entries), len(again.entries)) == (0, first.result.steps)


def test_a_bot_that_is_not_deterministic_is_a_fault(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    list(run_games([(match, 1)], laboratory))
    monkeypatch.setattr(
        "risk_tui.laboratory.one_game.seeded_chance", lambda _: __import__("random") and other()
    )
    ((_, again),) = run_games([(match, 1)], laboratory, kept=[1])
    assert "not deterministic" in again.result.fault


def other() -> object:
    from risk_tui.engine.chance import seeded_chance

    return seeded_chance("another seed")


def test_a_fault_is_no_result_and_is_played_again(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    with monkeypatch.context() as patch:
        patch.setattr("risk_tui.bots.simple.Recruit.choose", None)
        ((_, played),) = run_games([(match, 1)], laboratory)
    assert "TypeError" in played.result.fault
    ((_, played),) = run_games([(match, 1)], laboratory)
    assert played.result.finished
