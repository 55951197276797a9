"""Tasks on workers are neither lost nor repeated, and known games are not played again."""

from __future__ import annotations

import os
from concurrent.futures import Future
from contextlib import closing

import pytest

from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.errors import RiskError
from risk_tui.laboratory.results import ResultFile
from risk_tui.laboratory.runner import Laboratory, LocalWorkers, Stopped, run_games, run_tasks
from tests.laboratory.matches import Threads, short_match


def double_or_die(number: int) -> int:
    """Double a number; number 13 kills its process."""
    if number == 13:
        os._exit(1)
    return 2 * number


def test_only_the_task_that_ends_its_process_fails() -> None:
    with closing(LocalWorkers(2)) as workers:
        done = list(run_tasks(workers, double_or_die, range(20)))
    assert sorted(task for task, _ in done) == list(range(20))
    failed = [task for task, future in done if future.exception() is not None]
    assert failed == [13]
    assert all(future.result() == 2 * task for task, future in done if task != 13)


def test_failed_task_stops_no_others(threads: Threads) -> None:
    done = dict(run_tasks(threads, lambda number: 6 // number, [0, 1, 2, 3]))
    assert isinstance(done[0].exception(), ZeroDivisionError)
    assert [done[number].result() for number in (1, 2, 3)] == [6, 3, 2]


def test_request_to_stop_is_obeyed_at_once(threads: Threads) -> None:
    with pytest.raises(Stopped):
        list(run_tasks(threads, str, range(10**9), stopping=lambda: True))


def test_lost_cluster_is_reported(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    def cancelled(*_: object) -> Future[str]:
        future: Future[str] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    monkeypatch.setattr(threads.executor, "submit", cancelled)
    with pytest.raises(RiskError, match="lost the cluster"):
        list(run_tasks(threads, str, [1]))


def test_known_games_are_not_played_again(
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


def test_kept_game_is_played_again(laboratory: Laboratory) -> None:
    match = short_match()
    ((_, first),) = run_games([(match, 1)], laboratory)
    ((_, again),) = run_games([(match, 1)], laboratory, kept=[1])
    assert again.result == first.result
    assert (len(first.entries), len(again.entries)) == (0, first.result.steps)


def test_bot_that_is_not_deterministic_is_a_fault(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    list(run_games([(match, 1)], laboratory))
    other = seeded_chance("another seed")
    monkeypatch.setattr("risk_tui.laboratory.one_game.seeded_chance", lambda _: other)
    ((_, again),) = run_games([(match, 1)], laboratory, kept=[1])
    assert "not deterministic" in again.result.fault


def test_game_with_a_fault_is_played_again(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    with monkeypatch.context() as patch:
        patch.setattr("risk_tui.bots.simple.Recruit.choose", None)
        ((_, played),) = run_games([(match, 1)], laboratory)
    assert "TypeError" in played.result.fault
    ((_, played),) = run_games([(match, 1)], laboratory)
    assert played.result.finished
