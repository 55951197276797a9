"""Checks for guests, whose program runs on another person's machine."""

from __future__ import annotations

import os

HOSTED = "RISK_TUI_HOSTED"
"""The environment variable that ``risk-tui host`` sets for a friend's program.

Its value is the friend's login name. The friend also has a settings folder of their own.
"""


def is_hosted() -> bool:
    """Return True if ``risk-tui host`` started this program for a friend."""
    return bool(os.environ.get(HOSTED))


def is_remote() -> bool:
    """Return True if the player is at another machine, over SSH or in a browser."""
    return is_hosted() or bool(os.environ.get("SSH_CONNECTION"))
