"""Rule objects: where editions differ, a phase asks one of these.

Each module is one dimension of the rules: it holds the options that a ruleset can choose from
and a function that makes the chosen one. No other part of the engine looks at the choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.rules.bonus import TerritoryBonus, make_territory_bonus
from risk_tui.engine.rules.capitals import Capitals
from risk_tui.engine.rules.combat import Combat
from risk_tui.engine.rules.draw import Draw
from risk_tui.engine.rules.elimination import Elimination, make_elimination
from risk_tui.engine.rules.fortify import Reach, make_reach
from risk_tui.engine.rules.income import Income
from risk_tui.engine.rules.missions import Missions, Objectives
from risk_tui.engine.rules.placing import Placing
from risk_tui.engine.rules.set_up import SetUp
from risk_tui.engine.rules.sets import Sets, make_sets
from risk_tui.engine.rules.third_army import ThirdArmy, make_third_army
from risk_tui.engine.rules.victory import Victory, make_victory

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule objects of one game."""

    third_army: ThirdArmy
    set_up: SetUp
    income: Income
    sets: Sets
    bonus: TerritoryBonus
    draw: Draw
    placing: Placing
    combat: Combat
    elimination: Elimination
    reach: Reach
    missions: Missions
    objectives: Objectives
    capitals: Capitals
    victory: Victory


def make_rules(ruleset: Ruleset, board: Board, seats: int) -> Rules:
    """The rule objects that a ruleset chooses for a game of ``seats`` players.

    Raises ``RiskError`` when the ruleset speaks of something that the board lacks.
    """
    missions = Missions(ruleset, board, seats)
    objectives = Objectives(ruleset, board)
    capitals = Capitals(ruleset.capitals, seats)
    third_army = make_third_army(ruleset.two_players, seats)
    return Rules(
        third_army=third_army,
        set_up=SetUp(ruleset.setup, third_army, seats),
        income=Income(ruleset.reinforce, board),
        sets=make_sets(ruleset.cards, board),
        bonus=make_territory_bonus(ruleset.cards, board),
        draw=Draw(ruleset.cards),
        placing=Placing(ruleset, board),
        combat=Combat(ruleset.combat),
        elimination=make_elimination(ruleset.cards),
        reach=make_reach(ruleset.fortify, board),
        missions=missions,
        objectives=objectives,
        capitals=capitals,
        victory=make_victory(ruleset, missions, objectives, capitals),
    )
