"""A position as it will be once some territories have changed: what may be done from there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.bots.general.position import PLAYING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.bots.planner.outlook import Change
    from risk_tui.engine.view import View

ELIMINATED = "eliminated"
CARDS_OF_A_SET = 3
SURELY_A_SET = 5
"""The cards among which there is a set for certain."""


def changed_view(view: View, changes: Sequence[Change], cards: Sequence[int]) -> View:
    """A view once territories have changed hands or armies, and with other numbers of cards."""
    owner, armies, status = list(view.owner), list(view.armies), list(view.status)
    for territory, seat, count in changes:
        owner[territory], armies[territory] = seat, count
    for seat, state in enumerate(status):
        if state == PLAYING and seat not in owner:
            status[seat] = type(state)(ELIMINATED)
    return replace(
        view,
        owner=tuple(owner),
        armies=tuple(armies),
        status=tuple(status),
        card_counts=tuple(cards),
    )


def armies_for_hand(evaluation: Evaluation, hand: int) -> tuple[int, int]:
    """The sets that must be traded at once with so many cards, and the armies that they bring."""
    view, sets, armies = evaluation.view, 0, 0
    limit = view.rules.elimination.hand_limit(hand)
    if limit is None:
        return 0, 0
    sample = evaluation.analysis.best_set(view.rules.card_sets)
    traded = view.sets_traded_for(evaluation.seat)
    while hand > limit and hand >= SURELY_A_SET:
        armies += view.rules.card_sets.value(sample, traded + sets)
        hand -= CARDS_OF_A_SET
        sets += 1
    return sets, armies
