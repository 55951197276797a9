"""The words of the footer, typed: what they mean where there is no map and no cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.base import Command
from risk_tui.commands.errors import CommandError, UnreadableCommand
from risk_tui.commands.front_end import Pointer
from risk_tui.commands.pointing import enter

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

_MAP_WORDS = ("move", "next", "jump", "choose")
"""Words of keys that lead over the map, or need it."""

_WHERE_THE_CURSOR_IS = ("act", "target", "attack", "blitz", "all")
"""What keys do with the territory under the cursor."""


def command_meant(
    text: str, view: View, commands: Collection[type[Command]]
) -> Command | UnreadableCommand | None:
    """The command that a word of the footer means, or what to type in its place.

    ``None`` where the line is no such word.
    """
    decision, typed = view.decision, " ".join(text.lstrip(" :").casefold().split())
    if typed == "skip ahead":
        return UnreadableCommand(
            "here nothing has to be skipped: others' moves are written at once"
        )
    if decision is None:
        return None
    if typed == "command":
        return UnreadableCommand("type a command, or help to see them all")
    actions = _actions(decision, typed)
    if any(goals.name.casefold() == typed for goals in view.open_goals()):
        actions.append("mission")
    meanings = {command.key.action: command for command in commands if command.key is not None}
    is_name = any(
        typed in (command.name, *command.aliases) and command.answers(view) for command in commands
    )
    for action in () if is_name else actions:
        meant = _without_cursor(action, meanings.get(action), view, decision)
        if meant is not None:
            return meant
    if actions or typed in (*_MAP_WORDS, "die"):
        return UnreadableCommand(_what_to_type(typed, view, commands))
    return None


def _actions(decision: Decision, typed: str) -> list[str]:
    """The actions of keys that the footer calls so for a decision."""
    labels = {
        action: str(decision.message(words, decision.seat))
        for action, words in decision.keys.items()
        if action not in ("number", "aim")
    }
    return [action for action, label in labels.items() if label.casefold() == typed]


def _without_cursor(
    action: str, command: type[Command] | None, view: View, decision: Decision
) -> Command | None:
    """The command that a key means, if that is the same wherever the cursor is."""
    key = command.key if command is not None else None
    if command is not None and key is not None and key.meaning is None:
        return command()
    needs_cursor = decision.on_map and action in _WHERE_THE_CURSOR_IS
    meaning = key.meaning if key is not None else enter if action == "act" else None
    if meaning is None or needs_cursor:
        return None
    try:
        intent = meaning(Pointer(view, 0))
    except CommandError:
        return None  # its own name tells more
    return intent if isinstance(intent, Command) else None


def _what_to_type(typed: str, view: View, commands: Collection[type[Command]]) -> str:
    """How the decision is answered by lines."""
    answering = [command for command in commands if command.answers(view)]
    # What takes a word is asked for; what takes none was no answer.
    forms = [command.usage_text(view) for command in answering if command.usage != command.name]
    return f"'{typed}' is a key of the map; here type: {forms[0]}" if forms else "type help"
