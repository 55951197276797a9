"""What a mission or an objective asks for, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.goals import (
    ConquerInATurn,
    Destroy,
    HoldCapitals,
    HoldCities,
    HoldContinents,
    HoldTerritories,
)
from risk_tui.language.words import count, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def tell_goal(goal: Goal, seats: Sequence[Seat], board: Board) -> str:
    """What has to be done: ``hold Asia and Africa``."""
    match goal:
        case Destroy(target):
            return f"destroy all armies of {seats[target].name} ({seats[target].colour})"
        case HoldContinents(continents, more):
            names = [board.continents[number].name for number in continents]
            return f"hold {listed([*names, *_further(more, bool(names))])}"
        case HoldTerritories(territories, armies):
            each = f" with {armies} armies or more on each" if armies > 1 else ""
            return f"hold {count(territories, 'territory')}{each}"
        case ConquerInATurn(territories):
            return f"conquer {count(territories, 'territory')} in one turn"
        case HoldCities(cities):
            return f"hold {count(cities, 'city')}"
        case HoldCapitals(1):
            return "hold 1 capital of another player"
        case HoldCapitals(capitals):
            return f"hold {capitals} capitals of other players"
    raise LookupError(f"there are no words for {goal}")


def tell_mission(view: View, mission: int, seats: Sequence[Seat], seat: int | None = None) -> str:
    """What a mission asks for now, and why if that is not what is written on it.

    ``seat`` is the seat that holds it; without one, the seat that looks.
    """
    holder = view.seat if seat is None else seat
    assert holder is not None, "a spectator has no missions"
    missions = view.rules.missions
    written, now = missions.deck[mission], missions.goal(view.beaten_by, holder, mission)
    told = tell_goal(now, seats, view.board)
    if now == written or not isinstance(written, Destroy):
        return told
    if written.target == holder:
        whose = "your" if holder == view.seat else "the player's"
        return f"{told}, instead of destroying {whose} own armies"
    return f"{told}, instead of destroying {seats[written.target].name}, who is out"


def _further(more: int, others: bool) -> list[str]:
    """Continents of one's own choice."""
    if not more:
        return []
    which = " more" if others else ""
    return [f"one{which} continent" if more == 1 else f"{more}{which} continents"]
