"""Computer players, by name. Each is imported only when it is asked to play."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from risk_tui.bots.base import Bot
from risk_tui.engine.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Callable

_BOTS = {
    "general": ("risk_tui.bots.general", "General"),
}


def bot_names() -> list[str]:
    """The names that ``make_bot`` knows, sorted."""
    return sorted(_BOTS)


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot by name; the same ``seed`` always makes the same player.

    Raises ``RiskError`` for a name that there is none of.
    """
    if name not in _BOTS:
        known = bot_names()
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        raise RiskError(f"there is no computer player {name!r}; {hint}")
    module, cls = _BOTS[name]
    make: Callable[[int | str], Bot] = getattr(import_module(module), cls)
    return make(seed)


__all__ = ["Bot", "bot_names", "make_bot"]
