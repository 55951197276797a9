"""Runs of the fuzzer with few inputs; ``python -m tests.soak fuzz`` runs a million."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from risk_tui.table import ledger
from tests.extent import is_full, usual_or_full
from tests.waiting import PATIENCE

from .targets import TARGETS
from .worker import made

ROOT = Path(__file__).resolve().parents[2]


def test_no_input_breaks_the_program(tmp_path: Path) -> None:
    inputs = usual_or_full("50", "700")
    command = [sys.executable, "-m", "tests.soak", "fuzz", "--inputs", inputs, "--jobs", "1"]
    run = subprocess.run(
        [*command, "--keep", str(tmp_path / "kept")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ", 0 defects; " in run.stdout, run.stdout + run.stderr
    assert run.returncode == 0
    counts = re.findall(r"^([a-z ]+?) +[\d,]+ +([\d,]+) +([\d,]+) ", run.stdout, re.MULTILINE)
    assert {name for name, *_ in counts} == set(TARGETS)
    none = {name for name, refused, accepted in counts if "0" in (refused, accepted)}
    if is_full():
        assert none <= {"maps", "pictures", "game files"}, (
            "hardly any of these are valid after a mutation"
        )


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_can_be_made_again_from_their_numbers(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The speed of the machine has no influence: here each step takes an hour."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    one = TARGETS[name](folders[0])
    monkeypatch.setattr(ledger, "monotonic", itertools.count(0, 3600).__next__)
    other = TARGETS[name](folders[1])
    assert [made(one, 1, number) for number in range(2)] == [
        made(other, 1, number) for number in range(2)
    ]
    assert made(one, 1, 1) != made(one, 2, 1)
