"""Hints while an action is only begun: a source is chosen, or a number is being typed.

The name of an action in braces stands for its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def aim_hint(view: View, source: int, stop_at: int | None = None) -> str:
    """What to do next once a source is chosen; ``stop_at``: the armies where a blitz stops."""
    if stop_at is not None:
        start = f"Blitz from {view.board.territories[source].name}{stop_hint(stop_at)}"
        return f"{start}: {{act}} or {{blitz}} on the target"
    aim = "" if view.decision is None else view.decision.keys.get("aim", "choose")
    return f"From {view.board.territories[source].name}: go to what you {aim} and press Enter"


def stop_hint(stop_at: int) -> str:
    """Words on where a blitz stops; empty if it goes on to the end."""
    return f" down to {pluralize(stop_at, 'army')}" if stop_at > 1 else ""


def fight_hint(chance: float, stop_below: int) -> str:
    """What fighting a plan with this chance does that stops below one in percent."""
    if not stop_below:
        return "fights it to the end"
    if chance * 100 < stop_below:
        return f"fights it only with a smaller number: its odds are below {stop_below}%"
    return f"fights it while its odds are {stop_below}% or more"


def number_hint(view: View, *, on_plan: bool) -> str:
    """What a number that is being typed will do, with the cursor on a plan or elsewhere."""
    if on_plan:
        return "{blitz} fights the plan, unless its odds fall below that many percent"
    decision = view.decision
    hint = decision and decision.message(decision.keys.get("number", ""), view.seat)
    return str(hint or "nothing takes a number now")
