"""Missions and objectives in words."""

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
from risk_tui.text.phrases import join_and, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def describe_goal(goal: Goal, seats: Sequence[Seat], board: Board) -> str:
    """A goal as a phrase: ``hold Asia and Africa``."""
    match goal:
        case Destroy(target):
            return f"destroy all armies of {seats[target].name} ({seats[target].colour})"
        case HoldContinents(continents, more):
            names = [board.continents[number].name for number in continents]
            return f"hold {join_and([*names, *_more_continents(more, bool(names))])}"
        case HoldTerritories(territories, armies):
            condition = f" with {armies} armies or more on each" if armies > 1 else ""
            return f"hold {pluralize(territories, 'territory')}{condition}"
        case ConquerInATurn(territories):
            return f"conquer {pluralize(territories, 'territory')} in one turn"
        case HoldCities(cities):
            return f"hold {pluralize(cities, 'city')}"
        case HoldCapitals(1):
            return "hold 1 capital of another player"
        case HoldCapitals(capitals):
            return f"hold {capitals} capitals of other players"
    raise LookupError(f"there are no words for {goal}")


def describe_mission(view: View, mission: int, seats: Sequence[Seat], holder: int) -> str:
    """The goal of a mission for the seat that holds it, as it applies now.

    If that differs from the goal printed on the mission, the reason follows.
    """
    missions = view.rules.missions
    printed, current = missions.deck[mission], missions.goal(view.beaten_by, holder, mission)
    text = describe_goal(current, seats, view.board)
    if current == printed or not isinstance(printed, Destroy):
        return text
    if printed.target == holder:
        whose = "your" if holder == view.seat else "the player's"
        return f"{text}, instead of destroying {whose} own armies"
    return f"{text}, instead of destroying {seats[printed.target].name}, who is out"


def _more_continents(more: int, others: bool) -> list[str]:
    """The continents of the holder's own choice, as a list of no or one phrase."""
    if not more:
        return []
    further = " more" if others else ""
    return [f"one{further} continent" if more == 1 else f"{more}{further} continents"]
