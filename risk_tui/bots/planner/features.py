"""What the value of a position is reckoned from, under stable names, for whoever fits weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.position import BoardAnalysis
from risk_tui.bots.planner.valuation import FEATURES, Valuation, shipped_weights

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def features(view: View) -> dict[int, dict[str, float]]:
    """The features of each seat that is in the game, when the turn of the view's seat has ended.

    - ``armies``: the logarithm of the armies that are expected to be left when the others have
      had their turns, with what cards will bring;
    - ``income``: that of the armies to come in a turn, without cards;
    - ``territories``: the share of all that are expected to be left;
    - ``fronts``: near 1 if all armies stand on one front, near 0 if they stand on many;
    - ``prospect``: how near the seat is to continents, those that it holds among them;
    - ``tempo``: 1 for whose turn is next, 0 for whose turn has ended;
    - ``cards``: the logarithm of what its cards add to as many armies as a seat has on average.
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
