"""Placing neutral armies where they are most in the way of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.bots.general.evaluation import Evaluation


def place_neutral(evaluation: Evaluation, territories: Iterable[int]) -> int:
    """The territory where a neutral army is most of a nuisance to everybody else."""
    return max(territories, key=lambda territory: (_nuisance(evaluation, territory), -territory))


def _nuisance(evaluation: Evaluation, territory: int) -> float:
    """How much more a neutral territory is in others' way than in one's own."""
    owner, analysis = evaluation.owner, evaluation.analysis
    worth = analysis.tiebreak_noise[territory] / 4 - 0.15 * evaluation.armies[territory]
    for other in analysis.neighbours[territory]:
        worth += evaluation.hostile(other) - (owner[other] == evaluation.seat)
    territories = analysis.board.continents[analysis.continent[territory]].territories
    theirs = sum(evaluation.hostile(other) for other in territories)
    mine = sum(owner[other] == evaluation.seat for other in territories)
    return worth + 3.0 * (theirs - mine) / len(territories)
