"""The rule objects of a game: where editions differ, a phase asks one of these.

The module of each rule holds the options that a ruleset can choose from and builds the chosen one.
No other part of the engine looks at the choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.mission_decks import MissionDeck
from risk_tui.engine.victory_rule import VictoryRule
from risk_tui.rules.card_draw import CardDraw
from risk_tui.rules.card_sets import CardSets, make_sets
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.elimination import Elimination, make_elimination
from risk_tui.rules.fortify_reach import FortifyReach, make_reach
from risk_tui.rules.income import Income
from risk_tui.rules.initial_setup import InitialSetup
from risk_tui.rules.neutral_seat import NeutralSeat, make_neutral_seat
from risk_tui.rules.placement_limits import PlacementLimits
from risk_tui.rules.territory_bonus import TerritoryBonus, make_territory_bonus

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.hooks import Hooks
    from risk_tui.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule objects of one game."""

    neutral: NeutralSeat
    set_up: InitialSetup
    income: Income
    card_sets: CardSets
    territory_bonus: TerritoryBonus
    card_draw: CardDraw
    placement: PlacementLimits
    combat: CombatRules
    elimination: Elimination
    fortify_reach: FortifyReach
    missions: MissionDeck
    victory: VictoryRule
    hooks: Hooks
    """What the variants in play want to be asked."""


def make_rules(ruleset: Ruleset, board: Board, seats: int, hooks: Hooks) -> Rules:
    """The rule objects that a ruleset chooses for a game of ``seats`` players.

    Raises ``RiskError`` when the ruleset names something that the board lacks.
    """
    missions = MissionDeck(ruleset, board, seats)
    own_victory = (missions.victory,) if ruleset.missions.played else ()
    neutral = make_neutral_seat(ruleset.two_players, seats)
    return Rules(
        neutral=neutral,
        set_up=InitialSetup(ruleset.setup, neutral, seats, len(board.territories)),
        income=Income(ruleset.reinforce, board),
        card_sets=make_sets(ruleset.cards, board),
        territory_bonus=make_territory_bonus(ruleset.cards, board),
        card_draw=CardDraw(ruleset.cards),
        placement=PlacementLimits(ruleset.reinforce, ruleset.limits, board),
        combat=CombatRules(ruleset.combat),
        elimination=make_elimination(ruleset.cards),
        fortify_reach=make_reach(ruleset.fortify, board),
        missions=missions,
        victory=VictoryRule(ruleset, (*own_victory, *hooks.victory)),
        hooks=hooks,
    )
