"""The tests themselves, with all of which they try a sample at every change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

FULL = "--full"
"""The option of the tests that leaves nothing out."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this proof."""
    group = parser.add_argument_group("suite")
    group.add_argument("--tests", nargs="*", default=[], help="folders or files (all of them)")


def run(options: argparse.Namespace) -> int:
    """Run the tests in full; what pytest ends with."""
    command = [sys.executable, "-m", "pytest", FULL, "-q", "-n", str(options.jobs), *options.tests]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode
