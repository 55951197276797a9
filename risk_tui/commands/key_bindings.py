"""What a key is called, which it is by default, and for which decisions it is useful."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.commands.front_end import Intent, Pointer
    from risk_tui.engine.decisions import Decision


class Where(Enum):
    """For which decisions a key is useful, or shown in the footer."""

    DECLARED = auto()
    """For those that name it among their keys."""
    ON_MAP = auto()
    """For those that are answered by territories."""
    ASKED = auto()
    """For every decision."""
    ALWAYS = auto()
    """Even while nobody is asked."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """One thing that keys do. ``action`` is its stable name; ``keys`` are its default keys.

    A key is written as its character, or by a name such as ``enter`` or ``ctrl+p``. ``label`` is
    its label in the footer for the decisions for which that shows it; a decision may declare
    another one. In ``help`` the name of an action in braces stands for its key.
    """

    action: str
    keys: tuple[str, ...]
    help: str
    also: tuple[tuple[str, str], ...] = ()
    """What else it does in games that have some other command, by the name of that."""
    useful: Where = Where.ALWAYS
    label: str = ""
    shown: Where = Where.DECLARED
    advice: bool = False
    """Whether it shows odds, which a table may do without."""
    meaning: Callable[[Pointer], Intent] | None = None
    """What it means with the cursor where it is; ``None``: what the command means by its name."""

    def is_useful_for(self, decision: Decision) -> bool:
        """Whether it has anything to do with a decision."""
        return self.action in decision.keys or _covers(self.useful, decision)

    def label_for(self, decision: Decision) -> str:
        """Its label in the footer; empty if that does not show it."""
        if self.action in decision.keys:
            return str(decision.message(decision.keys[self.action], decision.seat))
        return self.label if _covers(self.shown, decision) else ""


def _covers(where: Where, decision: Decision) -> bool:
    return (where is Where.ON_MAP and decision.on_map) or where in (Where.ASKED, Where.ALWAYS)
