"""Choosing a capital: deep in one's own land, where it can be held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import ChooseCapital

if TYPE_CHECKING:
    from risk_tui.bots.survey import Survey
    from risk_tui.engine.actions import Action


def choose(survey: Survey) -> Action | None:
    """The own territory that is best guarded."""
    if not survey.own:
        return None
    return ChooseCapital(max(survey.own, key=lambda place: (_safety(survey, place), -place)))


def _safety(survey: Survey, place: int) -> float:
    """How well a territory could be held: own armies on and around it, against those of others.

    Enemies next door count most, those two steps away a little; so does a way in for them.
    """
    owner, armies, near = survey.owner, survey.armies, survey.near
    friends = [other for other in near[place] if owner[other] == survey.seat]
    doors = len(near[place]) - len(friends)
    beyond = {two for other in near[place] for two in near[other] if two != place}
    outer = sum(survey.hostile(two) for two in beyond.difference(near[place]))
    guard = armies[place] + 0.3 * sum(armies[other] for other in friends)
    terrain = survey.terrain
    lands = terrain.board.continents[terrain.continent[place]].territories
    mine = sum(owner[other] == survey.seat for other in lands)
    return (
        guard
        - survey.threat(place)
        - 1.5 * doors
        - 0.2 * outer
        + 2.0 * mine / len(lands)
        + 0.1 * terrain.taste[place]
    )
