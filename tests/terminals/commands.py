"""All commands and keys, in the forms in which tests type them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from risk_tui.commands.all_commands import all_commands
from risk_tui.engine.actions import EndPhase
from risk_tui.table.table import Table
from risk_tui.tui.keymap import key_bindings
from tests.line_mode.keyboard import spoken

_OTHERS: dict[str, tuple[str, ...]] = {
    "place": ("place rest",),
    "defend": ("defend most", "defend always most", "defend ask"),
    "occupy": ("occupy all",),
    "fortify": ("fortify all uk ur",),
    "blitz": ("blitz uk ur",),
    "board": ("board ural",),
    "log": ("log all",),
    "odds": ("odds uk", "odds 12 5", "odds mission"),
    "bot": ("bot ben", "bot off", "bot off ann", "bot toni ann"),
    "sit": ("sit ann", "sit neutral"),
    "free": ("free ann",),
}
"""Other forms of commands than their names and examples."""


class Try(NamedTuple):
    """Something that is typed: a command, or a key of the screen."""

    name: str
    line: str = ""
    key: str = ""


ANSWER = "answer"
"""The name of tries that answer the pending decision, if it is due at this terminal."""


def forms(name: str) -> list[Try]:
    """Return a command with its example, alone, in other forms, and with nonsense after it."""
    lines = (all_commands()[name].example, name, *_OTHERS.get(name, ()), f"{name} xyzzy")
    return [Try(name, line) for line in dict.fromkeys(lines)]


TYPED = tuple(name for name in all_commands() if name != "quit")
"""The names of all commands but the one that leaves."""

PRESSED = tuple(
    Try(each.action, key=each.keys[0]) for each in key_bindings() if each.action != "leave"
)
"""A key of each action but the one that leaves."""


def answers(table: Table, most: int) -> Iterator[str]:
    """Yield lines that answer the decisions at this terminal, and look at hidden things between.

    At most ``most`` decisions are answered, so that other players are asked too.
    """
    for number in range(most):
        if table.dice.request is not None:
            yield " ".join("1" * table.dice.request.count)
        elif (seat := table.prompted_seat()) is not None and (view := table.view(seat)).offers:
            yield from ("cards", "mission") if view.ruleset.missions.played else ("cards",)
            ends = [each for each in view.offers if isinstance(each.action, EndPhase)]
            offer = ends[0] if ends and number % 2 else view.offers[0]
            action = offer.action if offer.maximum is None else offer.with_number(offer.maximum)
            yield spoken(action, view)
        else:
            return
