"""Where games are played: processes of this machine, or the workers of a cluster.

Either is an ``Executor`` of ``concurrent.futures``; nothing else of the laboratory knows which.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from multiprocessing.connection import Connection

_CONNECT_SECONDS = 10
"""Seconds that a cluster has to answer."""

_ADDRESS = re.compile(r"([a-z+]+://)?([\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}")
"""A host and a port; what distributed cannot read, it never lets go of."""

_LOGGER = re.compile(r"distributed(\.|$)")

_ROOM = 4
"""Games that wait or are played for each worker, so that none is idle."""


class Workers(Protocol):
    """Who plays games."""

    executor: Executor
    capacity: int
    """How many games should be handed in at once."""
    are_here: bool
    """Whether they are processes of this machine, with this program."""

    def restart(self) -> None:
        """Begin anew after a process has died in a way that makes the executor useless."""

    def close(self) -> None:
        """End them, with whatever they are at."""


def open_workers(jobs: int, cluster: str | None) -> Workers:
    """A number of processes of this machine, or the cluster with the scheduler at an address.

    Raises ``RiskError`` for a cluster that cannot be used.
    """
    return LocalWorkers(jobs) if cluster is None else ClusterWorkers(cluster)


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalWorkers:
    """Processes of this machine. They end with this one, however that ends."""

    are_here = True

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.capacity = _ROOM * jobs
        methods = multiprocessing.get_all_start_methods()
        # A copy of a process with threads may hang, so that of a process without any is copied.
        method = "forkserver" if "forkserver" in methods else "spawn"
        self._context: Any = multiprocessing.get_context(method)
        if method == "forkserver":
            preload = ["risk_tui.registry", "risk_tui.laboratory.one_game"]
            self._context.set_forkserver_preload(preload)
            _start_tracker()
        self._start()

    def _start(self) -> None:
        reader, self._lifeline = self._context.Pipe(duplex=False)
        self.executor: Executor = ProcessPoolExecutor(
            self._jobs, self._context, initializer=_begin_worker, initargs=(reader,)
        )

    def restart(self) -> None:
        """Begin with new processes."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the processes, with whatever they are at."""
        self._lifeline.close()
        self.executor.shutdown(cancel_futures=True)


def _start_tracker() -> None:
    """Start the process that cleans up after others, with the terminal for its errors.

    It asks for the file of ``sys.stderr``, and what a screen puts there has none.
    """
    from multiprocessing import resource_tracker

    with contextlib.redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()


def _begin_worker(lifeline: Connection) -> None:
    """Make a process one that leaves signals to its parent, and ends when that lets go."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
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
                "a cluster needs the package distributed: pip install 'risk-tui[cluster]'; without "
                "it, --jobs plays on this machine"
            ) from None
        if not _ADDRESS.fullmatch(address):
            raise RiskError(
                "--cluster takes the address of a scheduler, as in tcp://192.168.0.2:8786, not "
                f"{printable(address, 100)!r}"
            )
        for name in [name for name in logging.root.manager.loggerDict if _LOGGER.match(name)]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is told in a line
        where = printable(address, 100)
        try:
            self._client: Any = client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
            threads = sum(self._client.nthreads().values())
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise RiskError(
                f"no scheduler answers at {where} ({type(error).__name__}); one is started by: "
                "dask scheduler"
            ) from None
        if not threads:
            self._client.close()
            raise RiskError(f"the scheduler at {where} has no workers; start some: dask worker")
        self.capacity = _ROOM * threads
        self._open()

    def _open(self) -> None:
        # Every game is a task of its own, whatever another one was asked with.
        self.executor: Executor = self._client.get_executor(pure=False)

    def restart(self) -> None:
        """Hand in games anew."""
        self.executor.shutdown(wait=False)
        self._open()

    def close(self) -> None:
        """Take back what is not finished, and leave the cluster to others."""
        with contextlib.suppress(Exception):  # it may be gone
            self.executor.shutdown(wait=False)
        self._client.close()
