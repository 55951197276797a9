"""The rule objects of a game, which phases ask about differences between editions.

Each rule has a module in ``rules`` that declares the options of a ruleset and makes the object for
the chosen one. Missions and victory (FAQ Q2.1 to Q2.2.2) need the state, so they are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from risk_tui.boards.board import Board
from risk_tui.engine.events import VictoryKind
from risk_tui.engine.goals import Goal, HoldTerritories, goals_of
from risk_tui.engine.hooks import ExtraSeat, Hooks, Ownership
from risk_tui.engine.state import State, Status
from risk_tui.rules.cards import CardDraw, CardSets, make_sets
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.fortifying import FortifyReach, make_reach
from risk_tui.rules.reinforcing import Income, PlacementLimits, TerritoryBonus
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.set_up import InitialSetup, NeutralSeat
from risk_tui.rules.winning import Elimination


class MissionDeck:
    """The deck of secret missions; a mission is named by its number in ``deck``.

    Missions to eliminate a colour come first, one for each of the ``seats``; those of unused
    colours are left out.
    """

    def __init__(
        self, ruleset: Ruleset, board: Board, seats: int, more: Iterable[Goal] = ()
    ) -> None:
        """Make the deck; ``more`` are the missions that variants add."""
        section = ruleset.missions
        self.per_player = section.each if section.played else 0
        """The number of missions of each player."""
        self.section = section
        self._board, self._seats = board, seats
        self.deck: tuple[Goal, ...] = ()
        if section.played:
            self._replacement = HoldTerritories.of(section.instead, board)
            self.deck = (*goals_of(section, board, seats), *more)

    def goal(self, beaten_by: Sequence[int], seat: int, mission: int) -> Goal:
        """Return a seat's mission as it applies now; some are replaced (FAQ Q2.2.1)."""
        goal = self.deck[mission]
        if goal.replacement_reason(beaten_by, seat) is None:
            return goal
        return goal.replacement(beaten_by, seat, self._seats) or self._replacement

    def is_reached(self, state: State, seat: int, mission: int) -> bool:
        """Return True if a seat has fulfilled its mission."""
        return self.goal(state.beaten_by, seat, mission).is_reached(state, seat, self._board)

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        """Return the victory by mission if a seat has completed all its missions, or ``None``."""
        own = state.missions[seat]
        if len(own) > 1:
            is_won = len(state.missions_done[seat]) == len(own)
        else:
            is_won = bool(own) and self.is_reached(state, seat, own[0])
        return VictoryKind.MISSION if is_won else None


class CheckTime(StrEnum):
    """The times in a turn when a victory is checked."""

    START = "start of turn"
    STEP = "step"
    END = "end of turn"


Condition: TypeAlias = Callable[["State", int], VictoryKind | None]
"""A function of a state and a seat that returns the victory of the seat now, or ``None``."""


class VictoryRule:
    """The conditions of winning: being the last player left, or meeting one of ``conditions``.

    ``conditions`` are checked in order, at the times that the ruleset names. ``foes`` are the seats
    without players that must be beaten before a player is the last one left.
    """

    def __init__(
        self, ruleset: Ruleset, conditions: tuple[Condition, ...], foes: tuple[int, ...]
    ) -> None:
        section = ruleset.victory
        self._when = section.when
        self._turn_limit = section.turn_limit
        self._conditions = conditions
        self._foes = foes
        self.held_a_round = section.hold_a_round
        """True if a victory must be announced, and held until the seat's next turn."""
        self.held_in_secret = section.hold_a_round and not section.held_openly
        """True if an announced victory is shown only when it wins."""

    def is_open(self, state: State) -> bool:
        """Return True if several players are left, and a player can win only as the last one."""
        return not self._conditions and state.status.count(Status.PLAYING) > 1

    def winners_by_survival(self, state: State, gone: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the winners if at most one player is left and may win now, else an empty tuple.

        If no player is left, the remaining ``foes`` win; without any, the player who left last.

        Args:
            gone: The players who left in this step, in order.
        """
        playing = state.status.count(Status.PLAYING)
        if playing > 1:
            return ()
        foes = tuple(foe for foe in self._foes if foe in state.owner)
        if not playing:
            return foes or tuple(gone[-1:])
        if foes:
            return ()
        winner = state.status.index(Status.PLAYING)
        return () if self._when != "any turn" and state.turn != winner else (winner,)

    def winner_by_condition(
        self, state: State, check_time: CheckTime
    ) -> tuple[int, VictoryKind] | None:
        """Return the seat that wins by a condition at this time, and the kind of victory.

        The seat in turn comes first. ``None`` if no seat wins, if victories must be held for a
        round, and during the setup.
        """
        if not self._conditions or self.held_a_round or not state.round:
            return None
        seats = state.seats_in_game()
        if self._when == "any turn":
            seats.sort(key=lambda seat: (seat < state.turn, seat))
        else:
            counts_now = self._when in ("own turn", check_time)
            seats = [seat for seat in seats if counts_now and seat == state.turn]
        return next(
            ((seat, how) for seat in seats if (how := self.condition_met(state, seat))), None
        )

    def condition_met(self, state: State, seat: int) -> VictoryKind | None:
        """Return the victory whose condition a seat meets, even if it may not win at this time."""
        for condition in self._conditions:
            if (how := condition(state, seat)) is not None:
                return how
        return None

    def time_is_up(self, state: State) -> bool:
        """Return True if the round that ends is the last one."""
        return self._turn_limit is not None and state.round >= self._turn_limit

    def leaders(self, state: State) -> tuple[int, ...]:
        """Return the winners when time is up: the seats with most territories, then most armies."""

        def strength(seat: int) -> tuple[int, int]:
            territories = state.territories_of(seat)
            return len(territories), sum(state.armies[territory] for territory in territories)

        playing = state.seats_in_game()
        best = max(strength(seat) for seat in playing)
        return tuple(seat for seat in playing if strength(seat) == best)


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
    """The seats beyond the players', in order; the neutral army's comes first."""
    hooks: Hooks
    """The hooks of the variants in play."""

    def attack_dice(self, game: Ownership, target: int, armies: int) -> tuple[int, int]:
        """Return the fewest and most dice of an attacker with ``armies`` against a territory."""
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
    colours: tuple[str, ...],
) -> Rules:
    """Make the rule objects of a ruleset for ``seats`` players.

    Args:
        colours: The colours of the seats, if the ruleset distinguishes them.

    Raises:
        RiskError: If the ruleset names anything that the board lacks.
    """
    extra_missions = [goal for more in hooks.extra_missions for goal in more()]
    missions = MissionDeck(ruleset, board, seats, extra_missions)
    own_victory = (missions.victory,) if ruleset.missions.played else ()
    section = ruleset.setup
    for change in hooks.adjust_setup:
        section = change(section)
    foes = tuple(number for number, extra in enumerate(extra_seats, seats) if extra.must_be_beaten)
    return Rules(
        neutral=neutral,
        set_up=InitialSetup(section, neutral, seats, _stars(ruleset, board)),
        income=Income(ruleset.reinforce, board),
        card_sets=make_sets(ruleset.cards, board),
        territory_bonus=TerritoryBonus(ruleset.cards, board),
        card_draw=CardDraw(ruleset.cards),
        placement=PlacementLimits(ruleset.reinforce, ruleset.limits, board, colours),
        combat=CombatRules(ruleset.fights),
        elimination=Elimination(ruleset.cards),
        fortify_reach=make_reach(ruleset.fortify),
        missions=missions,
        victory=VictoryRule(ruleset, (*own_victory, *hooks.victory), foes),
        extra_seats=extra_seats,
        hooks=hooks,
    )


def _stars(ruleset: Ruleset, board: Board) -> list[int]:
    """Return the number of stars on each territory's card; 1 for a territory without a card."""
    stars = {str(symbol): stars for symbol, stars in ruleset.cards.stars.items()}
    cards = (card for card in board.deck if card.territory is not None)
    shown = {card.territory: stars[card.symbol] for card in cards}
    return [shown.get(territory, 1) for territory in range(len(board.territories))]
