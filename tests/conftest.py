"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""A folder in memory, as Linux has one."""

ROOM = 2 * 2**30
"""Bytes that must be free in it."""


def pytest_configure() -> None:
    """Temporary folders are in memory, where there is room: no test waits for the disk.

    Garbage is looked for rarely.
    """
    gc.set_threshold(20_000, 20, 20)
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--gallery-update`` writes the texts of all screens anew."""
    parser.addoption("--gallery-update", action="store_true")


def pytest_collection_finish() -> None:
    """Garbage is not looked for among the thousands of tests themselves."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for a terminal: half as many workers again as there are cores."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees, or touches, the games and settings of whoever runs it."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return tmp_path
