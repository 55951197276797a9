"""A laboratory whose workers are threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.laboratory.results import ResultFile
from risk_tui.laboratory.runner import Laboratory
from tests.laboratory.matches import Threads


@pytest.fixture
def threads() -> Iterator[Threads]:
    with closing(Threads()) as workers:
        yield workers


@pytest.fixture
def laboratory(threads: Threads, tmp_path: Path) -> Iterator[Laboratory]:
    with closing(ResultFile(tmp_path / "results.jsonl")) as results:
        yield Laboratory(threads, results)
