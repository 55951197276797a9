"""Choosing a capital: among one's own territories, where it can be held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import ChooseCapital

if TYPE_CHECKING:
    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.engine.actions import Action


def choose_capital(evaluation: Evaluation) -> Action | None:
    """The own territory that is best guarded."""
    if not evaluation.own_territories:
        return None
    return ChooseCapital(
        max(
            evaluation.own_territories,
            key=lambda territory: (_safety(evaluation, territory), -territory),
        )
    )


def _safety(evaluation: Evaluation, territory: int) -> float:
    """How well a territory could be held: own armies on and around it, against those of others.

    Adjacent enemies count most, those two steps away a little; so do territories to enter it from.
    """
    owner, armies, neighbours = evaluation.owner, evaluation.armies, evaluation.neighbours
    friends = [other for other in neighbours[territory] if owner[other] == evaluation.seat]
    entrances = len(neighbours[territory]) - len(friends)
    second_ring = {
        second
        for other in neighbours[territory]
        for second in neighbours[other]
        if second != territory
    }
    outer = sum(
        evaluation.hostile(second) for second in second_ring.difference(neighbours[territory])
    )
    guard = armies[territory] + 0.3 * sum(armies[other] for other in friends)
    analysis = evaluation.analysis
    territories = analysis.board.continents[analysis.continent[territory]].territories
    mine = sum(owner[other] == evaluation.seat for other in territories)
    return (
        guard
        - evaluation.threat(territory)
        - 1.5 * entrances
        - 0.2 * outer
        + 2.0 * mine / len(territories)
        + 0.1 * analysis.tiebreak_noise[territory]
    )
