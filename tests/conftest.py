"""Options and fixtures of all tests."""

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

# Keep compiled files of tests and of the programs that they start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Textual reads this on import. ``prepare_imports`` sets it for the program.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

# Tests compare English texts.
os.environ["LANGUAGE"] = "en"

# Hypothesis tries the same examples at every run, without a time limit, except with the profile
# "search".
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, database=None, **PATIENT)
settings.register_profile("search", **PATIENT)
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Put temporary folders into memory if there is room, and collect garbage rarely.

    Each run has its own root, because a run that a test starts may restrict the rights of a shared
    one.
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
    parser.addoption("--gallery-update", action="store_true", help="update the texts of screens")
    parser.addoption("--full", action="store_true", help="run all cases instead of samples")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip thorough tests without ``--full``."""
    if not is_full():
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Return three workers for two cores.

    Some tests wait for a terminal, but more workers would import and collect all tests once more.
    """
    return ceil(1.5 * usable_cores())


def usable_cores() -> int:
    """Return the number of cores that a container or an affinity mask leaves to the tests."""
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    with suppress(OSError, ValueError):  # No limit.
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        cores = min(cores, ceil(int(quota) / int(period)))
    return cores


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A numbered folder, which is faster than searching for a free name as pytest does."""
    path = tmp_path_factory.getbasetemp() / str(next(_FOLDERS))
    path.mkdir()
    return path


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tests away from the games and settings of the user."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return tmp_path


@pytest.fixture
def own_rules(own_folders: Path) -> Path:
    """The folder of the player's own rulesets."""
    folder = own_folders / "data" / "risk-tui" / "rulesets"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed the system's chance by the test and the number of its table."""
    numbers = itertools.count()
    monkeypatch.setattr(
        chance, "SystemRandom", lambda: Random(f"{request.node.nodeid} {next(numbers)}")
    )


@pytest.fixture
def english_again() -> Iterator[None]:
    """Restore English after a test that uses another language."""
    yield
    language.use(language.ENGLISH)
    language.spell_in_ascii(ascii=False)
