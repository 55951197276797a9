"""Characters: the same judgement with other tastes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.valuation import shipped_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.bots.planner.valuation import Weights


@cache
def _greta() -> Mapping[str, Weights]:
    weights = shipped_weights()
    return {
        "duel": weights["duel"].changed(
            armies=0.6, income=1.8, prospect=40.0, boldness=3.0, cards=0.3, fronts=0.25
        ),
        # Among several Mira cares little for continents herself.
        "many": weights["many"].changed(income=4.5, prospect=16.0, boldness=2.5, cards=0.2),
    }


@cache
def _ivo() -> Mapping[str, Weights]:
    weights = shipped_weights()
    return {
        # In a duel he leaves his land to whoever wants it.
        "duel": weights["duel"].changed(
            armies=0.6, income=0.2, territories=0.3, prospect=0.0, boldness=0.6, cards=4.0
        ),
        "many": weights["many"].changed(
            income=0.4, prospect=0.0, boldness=0.6, cards=1.6, fronts=2.0
        ),
    }


class Greta(Planner):
    """Wants continents above all, and does not leave their borders."""

    def weights(self) -> Mapping[str, Weights]:
        return _greta()


class Ivo(Planner):
    """Wants cards above all, and those who hold them out of the game."""

    def weights(self) -> Mapping[str, Weights]:
        return _ivo()
