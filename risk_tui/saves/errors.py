"""What can be wrong with a game file."""

from __future__ import annotations

from risk_tui.engine.errors import RiskError


class SaveError(RiskError):
    """A game file cannot be read, written or trusted; the message says why in one line."""


class Overtaken(SaveError):
    """Somebody else appended to this game first; it has to be read again."""
