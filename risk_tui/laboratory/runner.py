"""Run tasks on workers: processes of this machine, or a cluster.

Both are an ``Executor`` of ``concurrent.futures``. Results are stored as they arrive.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from risk_tui.data.clean_text import printable
from risk_tui.data.environment import install_command
from risk_tui.data.files import cache_folder
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.laboratory import one_game
from risk_tui.laboratory.results import ResultFile

Task = TypeVar("Task")
Result = TypeVar("Result")

_POLL_SECONDS = 0.2
"""Seconds between checks for a request to stop."""


class Stopped(Exception):
    """The run was stopped before all tasks were done."""


@dataclass(slots=True)
class Laboratory:
    """Workers that play games, the file of their results, and a check for a request to stop."""

    workers: Workers
    results: ResultFile
    stopping: Callable[[], bool] = lambda: False


def run_tasks(
    workers: Workers,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    stopping: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Task, Future[Result]]]:
    """Call a function with every task on the workers, and yield each task when it is done.

    If a task kills its process, only that task fails. Other tasks that were interrupted by it are
    repeated, one at a time.

    Yields:
        The task and its future.

    Raises:
        Stopped: If a stop was requested.
        RiskError: If the cluster is lost.
    """
    waiting = iter(tasks)
    # Tasks that were interrupted when a process died; any of them may have killed it.
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
            done, _ = wait(futures, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            if stopping():
                raise Stopped
            broken = [future for future in done if _is_broken(future)]
            if broken:
                if len(futures) > 1:
                    done = done.difference(broken)
                    suspects.extend(task for future, task in futures.items() if future not in done)
                    futures = {future: futures[future] for future in done}
                workers.restart()
            for future in done:
                yield futures.pop(future), future
    finally:
        for future in futures:
            future.cancel()


def _is_broken(future: Future[Result]) -> bool:
    """Return True if a process died during a task.

    Raises:
        RiskError: If the cluster cancelled the task.
    """
    try:
        return isinstance(future.exception(), BrokenProcessPool)
    except CancelledError:
        raise RiskError(
            _("lost the cluster; run the same command to finish the remaining games")
        ) from None


def run_games(
    games: Iterable[tuple[one_game.Match, int]], laboratory: Laboratory, kept: Collection[int] = ()
) -> Iterator[tuple[one_game.Match, one_game.PlayedGame]]:
    """Play games of matches, by number, and yield them in any order.

    Games with known results are not played again. New results are added to the file before they are
    yielded; a game with a fault is not added, so it is played again next time.

    Args:
        kept: The numbers of games to play in any case, and to yield with their steps.

    Raises:
        Stopped: If a stop was requested.
        RiskError: If the cluster is lost, or a result can't be written.
    """
    results = laboratory.results
    program = "" if laboratory.workers.are_here else one_game.program_digest()
    known: deque[tuple[one_game.Match, one_game.PlayedGame]] = deque()

    def tasks() -> Iterator[one_game.GameTask]:
        for match, number in games:
            result = results.get(match, number)
            if result is None or number in kept:
                yield one_game.GameTask(match, number, number in kept, program)
            else:
                known.append((match, one_game.PlayedGame(result)))

    def known_games() -> Iterator[tuple[one_game.Match, one_game.PlayedGame]]:
        while known:
            yield known.popleft()

    runs = run_tasks(laboratory.workers, one_game.play_task, tasks(), laboratory.stopping)
    for task, future in runs:
        yield from known_games()
        if (error := future.exception()) is not None:
            name = type(error).__name__
            fault = _("its worker died: {name}: {error}", name=name, error=error)
            played = one_game.failed_game(task, printable(fault, one_game.MAX_FAULT_LENGTH))
        elif not (played := future.result()).result.fault:
            played = _store(task, played, results)
        yield task.match, played
    yield from known_games()


def _store(
    task: one_game.GameTask, played: one_game.PlayedGame, results: ResultFile
) -> one_game.PlayedGame:
    """Add a game's result to the file; return a game with a fault if that has a different one."""
    before = results.get(task.match, task.number)
    if before is None:
        results.add(task.match, played.result)
    elif before != played.result:
        fault = _("it went differently from the first time: a bot is not deterministic")
        return one_game.failed_game(task, fault)
    return played


_CONNECT_SECONDS = 10
"""Seconds to wait for a cluster to answer."""

_ADDRESS = re.compile(r"([a-z+]+://)?([\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}")
"""A host and a port. Distributed hangs on addresses that it can't parse."""

_LOGGER = re.compile(r"distributed(\.|$)")

_GAMES_PER_WORKER = 4
"""Games submitted per worker, so that none is idle."""


class Workers(Protocol):
    """An executor of games."""

    executor: Executor
    capacity: int
    """The number of games to submit at a time."""
    are_here: bool
    """True for processes of this machine, with this program."""

    def restart(self) -> None:
        """Replace the executor after a process died and broke it."""

    def close(self) -> None:
        """Stop the workers and their current tasks."""


def open_workers(jobs: int, cluster: str | None) -> Workers:
    """Return ``jobs`` processes of this machine, or the workers of a cluster.

    Args:
        jobs: The number of processes.
        cluster: The address of the cluster's scheduler; ``None`` for this machine.

    Raises:
        RiskError: If the cluster can't be used.
    """
    return LocalWorkers(jobs) if cluster is None else ClusterWorkers(cluster)


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def open_shared_workers(*, guest: bool = False) -> Iterator[LocalWorkers]:
    """Open processes of this machine for a story, one for each usable core.

    Args:
        guest: True for a player on another person's machine, who gets one process. All guests share
            it, one at a time.

    Raises:
        RiskError: If another guest has the process.
    """
    if not guest:
        with contextlib.closing(LocalWorkers(usable_cores())) as workers:
            yield workers
        return
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "guest.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RiskError(
                _("another player's story is being computed; try again later")
            ) from None
        with contextlib.closing(LocalWorkers(1)) as workers:
            yield workers


class LocalWorkers:
    """Processes of this machine. They end with this one, even if it is killed."""

    are_here = True

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.capacity = _GAMES_PER_WORKER * jobs
        # A fork of a process with threads may hang; a fork server has none.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["risk_tui.laboratory.one_game"])
        _start_tracker()
        self._start()

    def _start(self) -> None:
        reader, self._lifeline = self._context.Pipe(duplex=False)
        self.executor: Executor = ProcessPoolExecutor(
            self._jobs, self._context, initializer=_start_worker, initargs=(reader,)
        )

    def restart(self) -> None:
        """Start new processes."""
        self.close()
        self._start()

    def close(self) -> None:
        """Stop the processes and their current tasks."""
        self._lifeline.close()
        self.executor.shutdown(cancel_futures=True)


def _start_tracker() -> None:
    """Start multiprocessing's resource tracker, with the terminal for its errors.

    It needs a file descriptor, which a screen's replacement of ``sys.stderr`` does not have.
    """
    from multiprocessing import resource_tracker

    with contextlib.redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()


def _start_worker(lifeline: Connection) -> None:
    """Make a worker process ignore signals from the terminal, and end with its parent."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(lifeline,), daemon=True).start()


def _exit_with_parent(lifeline: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)


class ClusterWorkers:
    """The workers of a cluster of dask.distributed, on any machines."""

    are_here = False

    def __init__(self, address: str) -> None:
        try:
            client = import_module("distributed").Client
        except ImportError:
            raise RiskError(
                _(
                    "a cluster needs the package distributed: {install_command}; without it, "
                    "--jobs plays on this machine",
                    install_command=install_command("cluster"),
                )
            ) from None
        if not _ADDRESS.fullmatch(address):
            raise RiskError(
                _(
                    "--cluster takes the address of a scheduler, as in tcp://192.168.0.2:8786, "
                    "not {address!r}",
                    address=printable(address, 100),
                )
            )
        for name in [name for name in logging.root.manager.loggerDict if _LOGGER.match(name)]:
            # We report important errors ourselves, in one line.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        where = printable(address, 100)
        try:
            self._client: Any = client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
            threads = sum(self._client.nthreads().values())
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise RiskError(
                _(
                    "no scheduler answers at {where} ({name}); one is started by: dask scheduler",
                    where=where,
                    name=type(error).__name__,
                )
            ) from None
        if not threads:
            self._client.close()
            raise RiskError(
                _("the scheduler at {where} has no workers; start some: dask worker", where=where)
            )
        self.capacity = _GAMES_PER_WORKER * threads
        self._open()

    def _open(self) -> None:
        # Without pure=False, dask could reuse a result for an equal task.
        self.executor: Executor = self._client.get_executor(pure=False)

    def restart(self) -> None:
        """Open a new executor on the cluster."""
        self.executor.shutdown(wait=False)
        self._open()

    def close(self) -> None:
        """Cancel unfinished tasks, and leave the cluster running."""
        with contextlib.suppress(Exception):  # The cluster may be gone.
            self.executor.shutdown(wait=False)
        self._client.close()
