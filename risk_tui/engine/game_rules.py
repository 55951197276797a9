"""The rule objects of a game: where editions differ, a phase asks one of these.

The module of each rule holds the options that a ruleset can choose from and builds the chosen one.
No other part of the engine looks at the choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.mission_decks import MissionDeck
from risk_tui.engine.victory_rule import VictoryRule
from risk_tui.rules.cards import CardDraw, CardSets, make_sets
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.fortifying import FortifyReach, make_reach
from risk_tui.rules.income import Income, TerritoryBonus, make_territory_bonus
from risk_tui.rules.placing import PlacementLimits
from risk_tui.rules.set_up import InitialSetup
from risk_tui.rules.winning import Elimination, make_elimination

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.hooks import ExtraSeat, Holdings, Hooks
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.rules.set_up import NeutralSeat


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
    extra_seats: tuple[ExtraSeat, ...]
    """The seats beyond the players', in their order; the neutral army's comes first."""
    hooks: Hooks
    """What the variants in play want to be asked."""

    def attack_dice(self, game: Holdings, target: int, armies: int) -> tuple[int, int]:
        """How few and how many dice an attacker with ``armies`` may roll against a territory."""
        least, most = 1, self.combat.max_attack_dice(armies)
        for change in self.hooks.attack_dice:
            least, most = change(game, target, least, most)
        return least, most


def make_rules(
    ruleset: Ruleset,
    board: Board,
    seats: int,
    hooks: Hooks,
    neutral: NeutralSeat,
    extra_seats: tuple[ExtraSeat, ...],
    colours: tuple[str, ...] = (),
) -> Rules:
    """The rule objects that a ruleset chooses for a game of ``seats`` players.

    ``colours`` are theirs, where the ruleset tells them apart.

    Raises ``RiskError`` when the ruleset names something that the board lacks.
    """
    more_missions = [goal for more in hooks.more_missions for goal in more()]
    missions = MissionDeck(ruleset, board, seats, more_missions)
    own_victory = (missions.victory,) if ruleset.missions.played else ()
    section = ruleset.setup
    for change in hooks.set_up:
        section = change(section)
    foes = tuple(number for number, extra in enumerate(extra_seats, seats) if extra.must_be_beaten)
    return Rules(
        neutral=neutral,
        set_up=InitialSetup(section, neutral, seats, _stars(ruleset, board)),
        income=Income(ruleset.reinforce, board),
        card_sets=make_sets(ruleset.cards, board),
        territory_bonus=make_territory_bonus(ruleset.cards, board),
        card_draw=CardDraw(ruleset.cards),
        placement=PlacementLimits(ruleset.reinforce, ruleset.limits, board, colours),
        combat=CombatRules(ruleset.combat),
        elimination=make_elimination(ruleset.cards),
        fortify_reach=make_reach(ruleset.fortify),
        missions=missions,
        victory=VictoryRule(ruleset, (*own_victory, *hooks.victory), foes),
        extra_seats=extra_seats,
        hooks=hooks,
    )


def _stars(ruleset: Ruleset, board: Board) -> list[int]:
    """The stars of each territory's card."""
    stars = {str(symbol): stars for symbol, stars in ruleset.cards.stars.items()}
    cards = (card for card in board.deck if card.territory is not None)
    shown = {card.territory: stars[card.symbol] for card in cards}
    return [shown.get(territory, 1) for territory in range(len(board.territories))]
