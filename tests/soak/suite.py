"""The tests themselves, with all cases instead of samples."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

FULL = "--full"
"""The option of the tests for all cases."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("suite")
    group.add_argument("--tests", nargs="*", default=[], help="folders or files (all of them)")


def run(options: argparse.Namespace) -> int:
    """Run all tests with all cases; return the exit code of pytest."""
    command = [sys.executable, "-m", "pytest", FULL, "-q", "-n", str(options.jobs), *options.tests]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode
