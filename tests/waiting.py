"""Waiting for what is bound to come, on a machine that may have much else to do."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something that is waited for will not come: no test waits so long."""


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Look until a condition holds, at first often; fails when it never does."""
    deadline, pause = time.monotonic() + PATIENCE, 0.002
    while not condition():
        assert time.monotonic() < deadline, f"never came: {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
