"""What all tests share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--gallery-update`` writes the texts of all screens anew."""
    parser.addoption("--gallery-update", action="store_true")


def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for a terminal: half as many workers again as there are cores."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees, or touches, the games and settings of whoever runs it."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return tmp_path
