"""A cluster of a scheduler and two workers on this machine, one of which is killed during a run.

The tests run if the extra ``cluster`` is installed: ``pip install -e '.[test,cluster]'``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from risk_tui.cli import main
from risk_tui.errors import RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.one_game import play_game
from risk_tui.laboratory.results import ResultFile
from risk_tui.laboratory.runner import ClusterWorkers, Laboratory, open_workers, run_games
from tests.laboratory.matches import short_match
from tests.waiting import PATIENCE, wait_for

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

Cluster: TypeAlias = "tuple[str, list[subprocess.Popen[bytes]]]"

GAMES = 24


def start(stack: ExitStack, module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a process of Dask that is killed at the end."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """The address of a scheduler, and its two workers."""
    from distributed import Client

    file = tmp_path / "scheduler.json"
    options = ["--scheduler-file", str(file), "--no-dashboard"]
    with ExitStack() as stack:
        start(stack, "dask_scheduler", *options, "--host", "127.0.0.1", "--port", "0")
        wait_for(file.exists, "a scheduler")
        options += ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
        processes = [start(stack, "dask_worker", *options) for _ in range(2)]
        address = json.loads(file.read_text())["address"]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield address, processes


def test_each_game_is_counted_once_if_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    address, processes = cluster
    match, path = short_match(), tmp_path / "results.jsonl"
    laboratory = Laboratory(ClusterWorkers(address), ResultFile(path))
    results = []
    try:
        for _, played in run_games(((match, n) for n in range(1, GAMES + 1)), laboratory):
            results.append(played.result)
            if len(results) == GAMES // 3:
                processes[0].kill()
    finally:
        laboratory.workers.close()
        laboratory.results.close()
    assert processes[0].wait() != 0
    assert processes[1].poll() is None
    results.sort(key=lambda result: result.number)
    assert results == [play_game(match, number).result for number in range(1, GAMES + 1)]
    assert path.read_text().count('"number"') == GAMES


def test_cluster_gives_the_same_figures(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "--bots", "recruit,recruit", "--set", "victory.turn_limit=1"]
    figures = []
    for options in (["--cluster", cluster[0]], ["--jobs", "1"]):
        assert main([*command, "--games", "6", "--json", *options]) == 0
        figures.append(json.loads(capsys.readouterr().out))
    on_cluster, locally = figures
    assert on_cluster["games"] == 6
    for key in ("wins", "seats", "turn_order", "turns", "steps", "luck"):
        assert on_cluster[key] == locally[key]


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("nowhere", "the address of a scheduler"),
        ("tcp://127.0.0.1:99999", "no scheduler answers"),
        ("tcp://127.0.0.1:1", "no scheduler answers"),
    ],
)
def test_missing_cluster_is_reported(
    address: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "_CONNECT_SECONDS", 1)
    with pytest.raises(RiskError, match=problem):
        open_workers(1, address)
