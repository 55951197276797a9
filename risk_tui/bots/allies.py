"""A neutral army: placing it where it hurts the opponent, and leading the Allied Army."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.bots.survey import Survey
    from risk_tui.engine.view import View


def led(view: View, force: int) -> View:
    """The view that an army led for somebody else acts upon.

    To the Allied Army the territories of its commander are its own, but none of their armies
    can be spared; its only enemy is the seat in turn (1975 rules).
    """
    if force == view.seat:
        return view
    stands = list(zip(view.owner, view.armies, strict=True))
    status = list(view.status)
    if view.seat is not None:
        status[view.seat] = view.status[force]
    return replace(
        view,
        owner=tuple(force if owner == view.seat else owner for owner, _ in stands),
        armies=tuple(1 if owner == view.seat else armies for owner, armies in stands),
        status=tuple(status),
    )


def post(survey: Survey, places: Iterable[int]) -> int:
    """Where a neutral army is most of a nuisance to everybody else."""
    return max(places, key=lambda place: (_nuisance(survey, place), -place))


def _nuisance(survey: Survey, place: int) -> float:
    """How much more a neutral territory is in others' way than in one's own."""
    owner, terrain = survey.owner, survey.terrain
    worth = terrain.taste[place] / 4 - 0.15 * survey.armies[place]
    for other in terrain.near[place]:
        worth += survey.hostile(other) - (owner[other] == survey.seat)
    lands = terrain.board.continents[terrain.continent[place]].territories
    theirs = sum(survey.hostile(other) for other in lands)
    mine = sum(owner[other] == survey.seat for other in lands)
    return worth + 3.0 * (theirs - mine) / len(lands)
