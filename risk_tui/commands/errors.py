"""Errors of typed commands; every message says what would be right."""

from __future__ import annotations

from risk_tui.errors import RiskError


class CommandError(RiskError):
    """A typed line cannot be carried out; nothing has happened."""


class UnreadableCommand(CommandError):
    """The line is not of a form that any command has."""


class UnknownName(CommandError):
    """The line is well formed, but names something that there is not."""


class AmbiguousCommand(CommandError):
    """The line could mean several things; the message lists them."""


class ImpossibleCommand(CommandError):
    """The line is understood, but what it asks for cannot be done as the game stands."""
