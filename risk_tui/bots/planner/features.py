"""The features of a position's value, under stable names, for tools that fit weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.position import BoardAnalysis
from risk_tui.bots.planner.valuation import FEATURES, Valuation, shipped_weights

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def features(view: View) -> dict[int, dict[str, float]]:
    """Return the features of each seat in the game, after the turn of the view's seat.

    - ``armies``: the logarithm of the armies that are expected to be left when the others have
      had their turns, with those for cards;
    - ``income``: that of the armies to come in a turn, without cards;
    - ``territories``: the share of all that are expected to be left;
    - ``fronts``: near 1 if all armies are on one front, near 0 if they are on many;
    - ``prospect``: the progress towards continents, including those it holds;
    - ``tempo``: 1 for the seat with the next turn, 0 for the one whose turn has ended;
    - ``cards``: the logarithm of its cards' addition to the average armies of a seat.
    """
    if view.seat is None:
        raise ValueError("a spectator's view has no seat whose turn has ended")
    evaluation = Evaluation(view, view.seat, BoardAnalysis(view.board, 0))
    v = Valuation(evaluation, shipped_weights())
    outlook = Outlook(v, v.owners(), list(view.armies), view.card_counts)
    return {
        seat: dict(zip(FEATURES, numbers, strict=True))
        for seat, numbers in outlook.features().items()
    }
