"""Hints for somebody's first games: what to press now, after the question in the bottom line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.saves.errors import ENDING, saves_folder

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.engine.view import View

FIRST_GAMES = 3
"""How many games count as somebody's first ones."""


def is_first_game(path: Path) -> bool:
    """Whether a game is one of the first in the folder of saved games."""
    if path.parent != saves_folder():
        return False
    return sum(1 for _ in path.parent.glob(f"*{ENDING}")) <= FIRST_GAMES


def hint_for(view: View) -> str:
    """What to press for the decision that is due; an action in braces stands for its key.

    It comes from what the decision says of its keys, so that those of variants have one, too.
    """
    decision = view.decision
    if decision is None:
        return ""
    if not decision.on_map:
        return "{cards} shows your cards" if decision.kind == "trade" else ""
    aims = "target" in decision.keys
    lit = "neighbour" if _reaches_only_neighbours(view) else "territory"
    hint = f"{{act}} on your land, then on a lit {lit}" if aims else "{act} on a bright territory"
    other = "end" if aims else "all"
    label = str(decision.message(decision.keys.get(other, ""), view.seat))
    return f"{hint}, {{{other}}}: {label}" if label else hint


def _reaches_only_neighbours(view: View) -> bool:
    """Whether all that can be done leads from a territory to one beside it."""
    neighbours = view.board.neighbours
    aims = [offer.action.aims for offer in view.offers if len(offer.action.aims) == 2]
    return all(target in neighbours[source] for source, target in aims)
