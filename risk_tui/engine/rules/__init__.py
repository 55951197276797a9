"""Rule objects: where editions differ, a phase asks one of these.

Each module is one dimension of the rules: it holds the options that a ruleset can choose from
and a function that makes the chosen one. No other part of the engine looks at the choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.rules.bonus import TerritoryBonus, make_territory_bonus
from risk_tui.engine.rules.combat import Combat
from risk_tui.engine.rules.elimination import Elimination, make_elimination
from risk_tui.engine.rules.fortify import Reach, make_reach
from risk_tui.engine.rules.income import Income
from risk_tui.engine.rules.sets import SetRules, make_sets
from risk_tui.engine.rules.victory import Victory, make_victory

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule objects of one game."""

    income: Income
    sets: SetRules
    bonus: TerritoryBonus
    combat: Combat
    elimination: Elimination
    reach: Reach
    victory: Victory


def make_rules(ruleset: Ruleset, board: Board) -> Rules:
    """The rule objects that a ruleset chooses."""
    return Rules(
        income=Income(ruleset.reinforce, board),
        sets=make_sets(ruleset.cards, board),
        bonus=make_territory_bonus(ruleset.cards, board),
        combat=Combat(ruleset.combat),
        elimination=make_elimination(ruleset.cards),
        reach=make_reach(ruleset.fortify, board),
        victory=make_victory(ruleset.victory),
    )
