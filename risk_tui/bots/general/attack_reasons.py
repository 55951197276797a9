"""Why the bot attacks what it attacks, as far as everybody at the table may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOBODY
from risk_tui.bots.general.targets import Target, card_worth
from risk_tui.bots.reasons import (
    BreaksContinent,
    EarnsCard,
    EliminatesPlayer,
    GuardsBorder,
    GuardsContinent,
    WinsContinent,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.bots.reasons import Reason


def reason_to_attack(evaluation: Evaluation, target: Target) -> Reason | None:
    """Why a target is worth it; ``None`` for an aim, which may be a secret mission."""
    if target.is_aim:
        return None
    if target.rival >= 0:
        passes = evaluation.view.rules.elimination.cards_pass
        cards = evaluation.view.card_counts[target.rival] if passes else 0
        return EliminatesPlayer(target.rival, cards or None)
    held = evaluation.analysis.continent[target.territories[0]]
    continent = target.continent if target.continent >= 0 else held
    holder = evaluation.holder[continent]
    if holder not in (NOBODY, evaluation.seat) and evaluation.active[holder]:
        return BreaksContinent(holder, continent)
    if target.continent >= 0:
        return WinsContinent(continent)
    return EarnsCard() if card_worth(evaluation) else None


def reason_to_take(evaluation: Evaluation, territories: Sequence[int]) -> Reason | None:
    """Why these territories are worth it, by what having them all brings; as for a target."""
    taken, owner = set(territories), evaluation.owner
    if any(taken.issuperset(aim.requirement.to_capture) for aim in evaluation.aims.all):
        return None
    for rival in evaluation.rivals:
        if taken.issuperset(t for t, seat in enumerate(owner) if seat == rival):
            return reason_to_attack(evaluation, Target(tuple(territories), 0.0, rival=rival))
    for number, continent in enumerate(evaluation.analysis.board.continents):
        lacking = [t for t in continent.territories if owner[t] != evaluation.seat]
        if lacking and taken.issuperset(lacking):
            return reason_to_attack(evaluation, Target(tuple(lacking), 0.0, number))
    return reason_to_attack(evaluation, Target(tuple(territories), 0.0))


def reason_to_guard(evaluation: Evaluation, territory: int) -> Reason:
    """Why armies go to a territory that could be attacked."""
    continent = evaluation.analysis.continent[territory]
    if evaluation.holder[continent] == evaluation.seat:
        return GuardsContinent(continent)
    return GuardsBorder(territory)
