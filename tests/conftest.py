"""What all tests share."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from risk_tui.data import language
from risk_tui.engine import chance
from tests.extent import is_full, try_everything

MEMORY = Path("/dev/shm")
"""A folder in memory, as Linux has one."""

ROOM = 2 * 2**30
"""Bytes that must be free in it."""

_FOLDERS = itertools.count()

# Tests, and the programs that they start, are compiled once and not at every start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As terminal_app does: tests may import Textual before it, and Textual reads this only once.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

# Texts are compared in English, whatever the language of the machine.
os.environ["LANGUAGE"] = "en"

# What Hypothesis tries is the same at every run, unless something new is searched for.
# It takes as long as the machine lets it.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, database=None, **PATIENT)
settings.register_profile("search", **PATIENT)
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Temporary folders are in memory, where there is room: no test waits for the disk.

    Each run has its own: another one, begun by a test perhaps, would close the way to them for
    those tests that play as somebody without rights. Garbage is looked for rarely.
    """
    if config.getoption("--full") or config.getoption("--gallery-update"):
        try_everything()
    gc.set_threshold(20_000, 20, 20)
    if not hasattr(config, "workerinput"):
        roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
        root = tempfile.mkdtemp(prefix="risk-tui-tests-", dir=MEMORY if roomy else None)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = root
        config.add_cleanup(lambda: shutil.rmtree(root, ignore_errors=True))


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--gallery-update`` writes the texts of all screens anew; ``--full`` leaves nothing out."""
    parser.addoption("--gallery-update", action="store_true")
    parser.addoption(
        "--full", action="store_true", help="try all of which there is a sample otherwise"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave thorough tests out, unless everything is tried."""
    if not is_full():
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish() -> None:
    """Garbage is not looked for among the thousands of tests themselves."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Return half as many workers again as there are cores.

    Some tests wait for a terminal; but each worker imports and collects all tests for itself.
    """
    return ceil(1.5 * usable_cores())


def usable_cores() -> int:
    """The cores that these tests may use: in a container often fewer than the machine has."""
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    with suppress(OSError, ValueError):  # there is no limit
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        cores = min(cores, ceil(int(quota) / int(period)))
    return cores


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the test's own, numbered without looking at those of all tests before it."""
    path = tmp_path_factory.getbasetemp() / str(next(_FOLDERS))
    path.mkdir()
    return path


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees, or touches, the games and settings of whoever runs it."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return tmp_path


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test rolls the same dice at every run; each of its tables has dice of its own."""
    numbers = itertools.count()
    monkeypatch.setattr(
        chance, "SystemRandom", lambda: Random(f"{request.node.nodeid} {next(numbers)}")
    )


@pytest.fixture
def english_again() -> Iterator[None]:
    """The test may use another language; the next one speaks English."""
    yield
    language.use(language.ENGLISH)
