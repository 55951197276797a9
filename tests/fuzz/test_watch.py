"""The fuzzer notices every kind of failure."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from risk_tui.errors import RiskError
from tests.soak.fuzz import fuzz

from . import worker
from .target import Target
from .targets import TARGETS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs copies of this process")


class Failing(Target):
    """A program that fails in another way for each input."""

    name = "failing"
    share = 1
    made = 0

    def make(self, rng: Random) -> int:
        self.made += 1
        return self.made - 2  # The first input is made in advance.

    def run(self, value: int) -> None:
        match value:
            case 1:
                raise RiskError("refused as it should be")
            case 2:
                raise KeyError("x")
            case 3:
                while True:
                    pass
            case 4:
                bytearray(4 * 2**30)
            case 5:
                Path("/proc/risk-tui").write_text("x")
            case 6:
                Path("../outside").write_text("x")
            case 7:
                os.kill(os.getpid(), 0)
            case 8:
                raise RiskError("two\nlines")
            case 9:
                raise RiskError("hidden \u202e")
            case 10:
                raise SystemExit(0)
            case 11:
                os._exit(7)


def test_every_kind_of_failure_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(TARGETS, "failing", Failing)
    monkeypatch.setattr(worker, "LONGEST", 0.1)
    # Processes that run tests need more memory.
    monkeypatch.setattr(worker, "MOST_MEMORY", 4 * 2**10)
    tally = fuzz("failing", 1, 11, 1, tmp_path)
    assert (tally.inputs, tally.accepted, tally.refused) == (11, 1, 3)
    assert [
        (number, said.partition(":")[0].rpartition(".")[2]) for number, said in tally.defects
    ] == [
        (2, "KeyError"),
        (3, "TooSlow"),
        (4, "MemoryError"),
        (5, "PermissionError"),
        (6, "PermissionError"),
        (7, "Forbidden"),
        (8, "AssertionError"),
        (9, "AssertionError"),
        (10, "SystemExit"),
    ]
    assert "raise KeyError" in (tmp_path / "failing-2.txt").read_text()
    assert not (tmp_path.parent / "outside").exists()


def test_inputs_after_the_death_of_a_process_are_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Dying(Failing):
        def make(self, rng: Random) -> int:
            return rng.choice((0, 0, 0, 11))

    monkeypatch.setitem(TARGETS, "failing", Dying)
    tally = fuzz("failing", 1, 20, 2, tmp_path)
    assert tally.defects
    assert {said for _, said in tally.defects} == {"the process ended with 7"}
    assert tally.inputs == 20
