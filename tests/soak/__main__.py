"""``python -m tests.soak [NAME|all] [options]``: the long proofs, one after another."""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import sys

ELSEWHERE = "RISK_TUI_SOAK_ELSEWHERE"
"""The variable of ``players``, which reads it when it is imported."""

OVER_SSH = ("host", "strangers", "friends", "evening")
"""The proofs that need OpenSSH's client."""

PROOFS = (
    *("suite", "benchmarks", "kill", "table", "fuzz", "terminals", "games", "mixtures"),
    *OVER_SSH,
)
"""The modules beside this one, each with ``add_options(parser)`` and ``run(options) -> int``."""


def main() -> int:
    """Run one proof or all; return the highest exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("proof", nargs="?", default="all", choices=(*PROOFS, "all"))
    parser.add_argument("--seed", type=int, default=1, help="another seed, other inputs (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument(
        "--elsewhere", action="store_true", help="as if the disk were another machine's"
    )
    if "--elsewhere" in sys.argv:
        # Processes that play read it when they start.
        os.environ[ELSEWHERE] = "yes"
    modules = {name: importlib.import_module(f"tests.soak.{name}") for name in PROOFS}
    for module in modules.values():
        module.add_options(parser)
    options = parser.parse_args()
    chosen = PROOFS if options.proof == "all" else (options.proof,)
    if shutil.which("ssh") is None:
        chosen = tuple(name for name in chosen if name not in OVER_SSH)
    return max((modules[name].run(options) for name in chosen), default=0)


if __name__ == "__main__":
    raise SystemExit(main())
