"""The victory rule: when the game is won (FAQ Q2.1, Q2.2, Q2.2.1, Q2.2.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from risk_tui.boards.board import NOWHERE
from risk_tui.engine.events import VictoryKind
from risk_tui.engine.goals import foreign_capitals
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from risk_tui.engine.mission_decks import MissionDeck, ObjectiveDeck
    from risk_tui.engine.state import State
    from risk_tui.rules.capitals import CapitalRules
    from risk_tui.rulesets.ruleset import Ruleset


class CheckTime(StrEnum):
    """When in a turn it is checked whether the game is won."""

    START = "start of turn"
    STEP = "step"
    END = "end of turn"


class VictoryCondition(Protocol):
    """A condition that wins the game, other than being the last player left."""

    kind: VictoryKind

    def is_met(self, state: State, seat: int) -> bool:
        """Whether a seat meets the condition as the game stands."""


class MissionVictory:
    """Victory by one's secret mission, or by all of several."""

    kind = VictoryKind.MISSION

    def __init__(self, missions: MissionDeck) -> None:
        self._missions = missions

    def is_met(self, state: State, seat: int) -> bool:
        own = state.missions[seat]
        if len(own) > 1:
            return len(state.objectives_taken[seat]) == len(own)
        return bool(own) and self._missions.is_reached(state, seat, own[0])


class CapitalVictory:
    """Victory by holding one's own capital and enough of the others'."""

    kind = VictoryKind.CAPITALS

    def __init__(self, needed: int) -> None:
        self._needed = needed

    def is_met(self, state: State, seat: int) -> bool:
        own = state.capitals[seat]
        holds_own = own != NOWHERE and state.owner[own] == seat
        # A seat that left before choosing has no capital that could be taken.
        others = sum(capital != NOWHERE for capital in state.capitals) - 1
        return holds_own and foreign_capitals(state, seat) >= min(self._needed, others)


class ObjectiveVictory:
    """Victory by having taken enough objectives."""

    kind = VictoryKind.OBJECTIVES

    def __init__(self, objectives: ObjectiveDeck) -> None:
        self._needed = objectives.needed
        self._own_capital = objectives.own_capital

    def is_met(self, state: State, seat: int) -> bool:
        own = state.capitals[seat]
        at_home = not self._own_capital or (own != NOWHERE and state.owner[own] == seat)
        return at_home and len(state.objectives_taken[seat]) >= self._needed


class VictoryRule:
    """When a game is won: by the last player left, or by a condition that the ruleset names.

    ``conditions`` are looked at in their order, at the times that the ruleset names.
    """

    def __init__(self, ruleset: Ruleset, conditions: tuple[VictoryCondition, ...]) -> None:
        section = ruleset.victory
        self._when = section.when
        self._turn_limit = section.turn_limit
        self._conditions = conditions
        self.held_a_round = section.hold_a_round

    def last_player(self, state: State) -> tuple[int, ...]:
        """The last player left, if there is one and they may win now."""
        if state.status.count(Status.PLAYING) != 1:
            return ()
        winner = state.status.index(Status.PLAYING)
        return () if self._when != "any turn" and state.turn != winner else (winner,)

    def winner_by_condition(
        self, state: State, check_time: CheckTime
    ) -> tuple[int, VictoryKind] | None:
        """The seat that wins by a condition at this time, and how; the seat in turn comes first."""
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
        """The condition that a seat meets as the game stands, whether it may win now or not."""
        return next(
            (condition.kind for condition in self._conditions if condition.is_met(state, seat)),
            None,
        )

    def time_is_up(self, state: State) -> bool:
        """Whether the round that is about to begin is beyond the turn limit."""
        return self._turn_limit is not None and state.round > self._turn_limit

    def leaders(self, state: State) -> tuple[int, ...]:
        """The seats that win when time is up: most territories, then most armies; ties share."""

        def strength(seat: int) -> tuple[int, int]:
            territories = state.territories_of(seat)
            return len(territories), sum(state.armies[territory] for territory in territories)

        playing = state.seats_in_game()
        best = max(strength(seat) for seat in playing)
        return tuple(seat for seat in playing if strength(seat) == best)


def make_victory(
    ruleset: Ruleset, missions: MissionDeck, objectives: ObjectiveDeck, capitals: CapitalRules
) -> VictoryRule:
    """The victory rule that a ruleset chooses."""
    conditions: list[VictoryCondition] = []
    if ruleset.missions.played:
        conditions.append(MissionVictory(missions))
    if capitals.needed is not None:
        conditions.append(CapitalVictory(capitals.needed))
    if ruleset.objectives.played:
        conditions.append(ObjectiveVictory(objectives))
    return VictoryRule(ruleset, tuple(conditions))
