"""Waiting for conditions on a busy machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = float(os.environ.get("RISK_TUI_PATIENCE", "900"))
"""Seconds after which a test gives up waiting, also on a busy machine.

Tests that pass wait much less. Set ``RISK_TUI_PATIENCE=20`` to see a failure sooner.
"""


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition is true, or fail after ``PATIENCE``."""
    deadline, pause = time.monotonic() + PATIENCE, 0.002
    while not condition():
        assert time.monotonic() < deadline, f"never came: {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
