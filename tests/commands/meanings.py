"""The meaning of a typed line."""

from __future__ import annotations

from risk_tui.commands.all_commands import parse
from risk_tui.commands.base import AnswerCommand
from risk_tui.engine.view import View


def meaning(typed: str, view: View) -> object:
    """Return the answer that a line means, else its command."""
    command = parse(typed, view)
    return command.answer if isinstance(command, AnswerCommand) else command
