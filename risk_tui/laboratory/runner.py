"""Runs tasks on workers, and games of matches, whose results are kept as they come."""

from __future__ import annotations

from collections import deque
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError
from risk_tui.laboratory.match import program_digest
from risk_tui.laboratory.one_game import GameTask, PlayedGame, play_task
from risk_tui.laboratory.result import GameResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from risk_tui.laboratory.match import Match
    from risk_tui.laboratory.result_file import ResultFile
    from risk_tui.laboratory.workers import Workers

Task = TypeVar("Task")
Result = TypeVar("Result")

_LONGEST = 200
"""Characters of a line about a fault."""

_POLL = 0.2
"""Seconds after which it is looked whether somebody wants to stop."""


class Stopped(Exception):
    """Somebody wants to stop before all is done."""


@dataclass(slots=True)
class Laboratory:
    """Where games are played, where their results are kept, and whether somebody wants to stop."""

    workers: Workers
    results: ResultFile
    stopping: Callable[[], bool] = lambda: False


def run_tasks(
    workers: Workers,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    stopping: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Task, Future[Result]]]:
    """Call a function with every task on the workers; each task with its future, as it is done.

    A task that ends its process is the only one that fails: those that were under way at the same
    time are done again, one at a time. Raises ``Stopped``, and ``RiskError`` for a cluster that
    is lost.
    """
    waiting = iter(tasks)
    suspects: deque[Task] = deque()
    futures: dict[Future[Result], Task] = {}
    try:
        while True:
            if suspects and not futures:
                task = suspects.popleft()
                futures[workers.executor.submit(function, task)] = task
            elif not suspects:
                for task in islice(waiting, workers.capacity - len(futures)):
                    futures[workers.executor.submit(function, task)] = task
            if not futures:
                return
            done, _ = wait(futures, timeout=_POLL, return_when=FIRST_COMPLETED)
            if stopping():
                raise Stopped
            alone = len(futures) == 1
            broken = [future for future in done if _is_broken(future)]
            if broken:
                done = done.difference(broken) | (set(broken) if alone else set())
                if not alone:
                    lost = [task for future, task in futures.items() if future not in done]
                    suspects.extend(lost)
                    futures = {future: futures[future] for future in done}
                workers.restart()
            for future in done:
                yield futures.pop(future), future
    finally:
        for future in futures:
            future.cancel()


def _is_broken(future: Future[Result]) -> bool:
    """Whether a process died under a task. Raises ``RiskError`` if the cluster took it back."""
    try:
        return isinstance(future.exception(), BrokenProcessPool)
    except CancelledError:
        raise RiskError(
            "the cluster is gone; the same command goes on with the games that are left"
        ) from None


def run_games(
    games: Iterable[tuple[Match, int]], laboratory: Laboratory, kept: Collection[int] = ()
) -> Iterator[tuple[Match, PlayedGame]]:
    """Play games of matches by their numbers, in any order, unless their results are there.

    Those with the numbers ``kept`` are played in any case, and come with their steps. Results are
    added to the file before they are returned; a fault is no result, and would be played again.
    Raises ``Stopped``.
    """
    results = laboratory.results
    program = "" if laboratory.workers.are_here else program_digest()
    waiting: deque[GameTask] = deque()

    def tasks() -> Iterator[GameTask]:
        for match, number in games:
            if number in kept or results.get(match, number) is None:
                yield GameTask(match, number, number in kept, program)
            else:
                waiting.append(GameTask(match, number))

    def there() -> Iterator[tuple[Match, PlayedGame]]:
        while waiting:
            match, number, *_ = waiting.popleft()
            result = results.get(match, number)
            assert result is not None, "it was there"
            yield match, PlayedGame(result)

    runs = run_tasks(laboratory.workers, play_task, tasks(), laboratory.stopping)
    for task, future in runs:
        yield from there()
        played = _played(task, future)
        if not played.result.fault:
            played = _added(task, played, results)
        yield task.match, played
    yield from there()


def _played(task: GameTask, future: Future[PlayedGame]) -> PlayedGame:
    """What a task gave; a fault if its worker died under it, or lacks the program."""
    error = future.exception()
    if error is None:
        return future.result()
    header = task.match.game(task.number)
    bots = tuple(seat.player for seat in header.seats)
    fault = printable(f"its worker died: {type(error).__name__}: {error}", _LONGEST)
    return PlayedGame(GameResult(task.number, header.seed or "", bots, fault=fault))


def _added(task: GameTask, played: PlayedGame, results: ResultFile) -> PlayedGame:
    """A game whose result is in the file; a fault if another one is there."""
    before = results.get(task.match, task.number)
    if before is None:
        results.add(task.match, played.result)
    elif before != played.result:
        header = task.match.game(task.number)
        fault = "it went differently from the first time: a computer player is not deterministic"
        fields = (task.number, header.seed or "", played.result.bots)
        return PlayedGame(GameResult(*fields, fault=fault))
    return played
