"""What can be wrong with a typed line; every message says what would be right."""

from __future__ import annotations

from risk_tui.engine.errors import RiskError


class CommandError(RiskError):
    """A typed line was not understood; nothing has happened."""


class Unreadable(CommandError):
    """The line is not of a form that any command has."""


class Unknown(CommandError):
    """The line is well formed, but names something that there is not."""


class Ambiguous(CommandError):
    """The line could mean several things; the message lists them."""


class Impossible(CommandError):
    """The line is understood, but what it asks for cannot be done as the game stands."""
