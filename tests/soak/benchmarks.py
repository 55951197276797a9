"""The benchmarks, each of them once: what measures must still run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this proof: it has none."""


def run(options: argparse.Namespace) -> int:
    """Run all benchmarks one after the other, and return what pytest ends with."""
    command = [sys.executable, "-m", "pytest", "tests/benchmarks", "-n", "0", "-q", "-s"]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode
