"""What is said while a move is only begun: a source is chosen, or a number is being typed.

The name of an action in braces stands for its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToAttack, ToFortify, ToOccupy, ToPlace, ToReinforce
from risk_tui.language.words import count

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def aiming(view: View, source: int, stop_at: int | None = None) -> str:
    """What is to be done once a source is chosen, perhaps for a blitz."""
    if stop_at is not None:
        start = f"Blitz from {view.board.territories[source].name}{down_to(stop_at)}"
        return f"{start}: {{act}} or {{blitz}} on the target"
    verb = "attack" if isinstance(view.decision, ToAttack) else "move to"
    return f"From {view.board.territories[source].name}: go to what you {verb} and press Enter"


def down_to(stop_at: int) -> str:
    """Where a blitz stops; empty if it goes on to the end."""
    return f" down to {count(stop_at, 'army')}" if stop_at > 1 else ""


def takes_number(view: View) -> str:
    """What a number that is being typed will do."""
    match view.decision:
        case ToPlace(most=most, neutral=neutral) if max(most, neutral) <= 1:
            return "only one army at a time is placed now: {act} places it"
        case ToPlace() | ToReinforce():
            return "{act} or {all} puts so many here"
        case ToAttack():
            return "{act} rolls so many dice, {blitz} stops at so many armies"
        case ToFortify():
            return "{act} moves so many"
        case ToOccupy():
            return "{act} moves so many in"
    return "nothing takes a number now"
