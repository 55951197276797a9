"""Waiting for what is bound to come, on a machine that may have much else to do."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = float(os.environ.get("RISK_TUI_PATIENCE", "900"))
"""Seconds after which a test gives up waiting, however busy the machine is.

No test that passes waits so long, so nothing that works fails for a lack of time. While you work
on a test that waits in vain, ``RISK_TUI_PATIENCE=20`` has it say so sooner.
"""


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Look until a condition holds, at first often; fails when it never does."""
    deadline, pause = time.monotonic() + PATIENCE, 0.002
    while not condition():
        assert time.monotonic() < deadline, f"never came: {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
