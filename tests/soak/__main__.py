"""``python -m tests.soak [NAME|all] [options]``: the long proofs, one after another."""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ELSEWHERE = "RISK_TUI_SOAK_ELSEWHERE"
"""The variable of ``players``, which reads it when it is imported."""

OVER_SSH = ("host", "strangers", "friends", "evening")
"""The proofs that need OpenSSH's client."""

MODULES = ("kills", "fuzz", "terminals", "games", *OVER_SSH)
"""The modules beside this one, each with ``add_options(parser)``, and ``run`` or ``PROOFS``."""


def run_pytest(*arguments: str) -> int:
    """Run tests; return the exit code of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode


def run_suite(options: argparse.Namespace) -> int:
    """Run the tests with all cases instead of samples."""
    return run_pytest("--full", "-n", str(options.jobs), *options.tests)


def run_benchmarks(options: argparse.Namespace) -> int:
    """Run all benchmarks once, one after another, to see that they still work."""
    return run_pytest("tests/benchmarks", "-n", "0", "-s")


def main() -> int:
    """Run one proof or all; return the highest exit code."""
    if "--elsewhere" in sys.argv:
        # Processes that play read it when they start.
        os.environ[ELSEWHERE] = "yes"
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    proofs: dict[str, Callable[[argparse.Namespace], int]]
    proofs = {"suite": run_suite, "benchmarks": run_benchmarks}
    parser.add_argument("--seed", type=int, default=1, help="another seed, other inputs (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument(
        "--elsewhere", action="store_true", help="as if the disk were another machine's"
    )
    group = parser.add_argument_group("suite")
    group.add_argument("--tests", nargs="*", default=[], help="folders or files (all of them)")
    for name in MODULES:
        module = importlib.import_module(f"tests.soak.{name}")
        module.add_options(parser)
        proofs |= vars(module).get("PROOFS") or {name: module.run}
    parser.add_argument("proof", nargs="?", default="all", choices=(*proofs, "all"))
    options = parser.parse_args()
    chosen = [*proofs] if options.proof == "all" else [options.proof]
    has_ssh = shutil.which("ssh") is not None
    return max(
        (proofs[name](options) for name in chosen if has_ssh or name not in OVER_SSH), default=0
    )


if __name__ == "__main__":
    raise SystemExit(main())
