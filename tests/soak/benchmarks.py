"""All benchmarks, once, to see that they still work."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options: this proof has none."""


def run(options: argparse.Namespace) -> int:
    """Run all benchmarks, one after another; return the exit code of pytest."""
    command = [sys.executable, "-m", "pytest", "tests/benchmarks", "-n", "0", "-q", "-s"]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode
