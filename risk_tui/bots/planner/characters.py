"""Characters: the same judgement with other tastes."""

from __future__ import annotations

from risk_tui.bots.planner.planner_bot import Planner


class Greta(Planner):
    """Wants continents above all, and does not leave their borders."""

    character = "greta"


class Ivo(Planner):
    """Wants cards above all, and those who hold them out of the game.

    In a duel he leaves his land to whoever wants it.
    """

    character = "ivo"
