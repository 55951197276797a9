"""A laboratory whose workers are threads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from risk_tui.laboratory.results import ResultFile
from risk_tui.laboratory.runner import Laboratory
from tests.laboratory.matches import Threads


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
