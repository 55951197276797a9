"""Computer players, by name. The code of one is imported only when it is made."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.bots.base import Bot

_BOTS = {
    "general": ("risk_tui.bots.general.bot", "General"),
    "recruit": ("risk_tui.bots.recruit", "Recruit"),
}


def bot_names() -> list[str]:
    """The names that ``make_bot`` knows, sorted."""
    return sorted(_BOTS)


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot by name; the same ``seed`` always makes the same player.

    Raises ``RiskError`` for a name that no bot has.
    """
    if name not in _BOTS:
        names = bot_names()
        matches = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
        hint = f"did you mean {matches[0]}?" if matches else f"there are: {', '.join(names)}"
        raise RiskError(f"there is no computer player {name!r}; {hint}")
    module, cls = _BOTS[name]
    make: Callable[[int | str], Bot] = getattr(import_module(module), cls)
    return make(seed)
