"""When the game is won (FAQ Q2.1, Q2.2, Q2.2.1, Q2.2.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.facts import How
from risk_tui.engine.goals import foreign_capitals
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from risk_tui.engine.rules.capitals import Capitals
    from risk_tui.engine.rules.missions import Missions, Objectives
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.state import State


class Moment(StrEnum):
    """When somebody asks whether the game is won."""

    START = "start of turn"
    STEP = "step"
    END = "end of turn"


class Way(Protocol):
    """A way to win other than being the last one left."""

    how: How

    def met(self, state: State, seat: int) -> bool:
        """Whether a seat has won that way, as the game stands."""


class ByMission:
    """By one's secret mission, or by all of several."""

    how = How.MISSION

    def __init__(self, missions: Missions) -> None:
        self._missions = missions

    def met(self, state: State, seat: int) -> bool:
        own = state.missions[seat]
        if len(own) > 1:
            return len(state.taken[seat]) == len(own)
        return bool(own) and self._missions.met(state, seat, own[0])


class ByCapitals:
    """By holding one's own capital and enough of the others'."""

    how = How.CAPITALS

    def __init__(self, needed: int) -> None:
        self._needed = needed

    def met(self, state: State, seat: int) -> bool:
        own = state.capitals[seat]
        held = own >= 0 and state.owner[own] == seat
        # Who left before choosing has no capital that could be taken.
        others = sum(place >= 0 for place in state.capitals) - 1
        return held and foreign_capitals(state, seat) >= min(self._needed, others)


class ByObjectives:
    """By having taken enough objectives."""

    how = How.OBJECTIVES

    def __init__(self, objectives: Objectives) -> None:
        self._needed = objectives.needed
        self._own_capital = objectives.own_capital

    def met(self, state: State, seat: int) -> bool:
        own = state.capitals[seat]
        at_home = not self._own_capital or (own >= 0 and state.owner[own] == seat)
        return at_home and len(state.taken[seat]) >= self._needed


class Victory:
    """The last player left wins; so does whoever has won in another ``way``, when that counts."""

    def __init__(self, ruleset: Ruleset, ways: tuple[Way, ...]) -> None:
        section = ruleset.victory
        self._when = section.when
        self._turn_limit = section.turn_limit
        self._ways = ways
        self.held_a_round = section.hold_a_round

    def last(self, state: State) -> tuple[int, ...]:
        """The last player left, if there is one and he may win now."""
        if state.status.count(Status.PLAYING) != 1:
            return ()
        winner = state.status.index(Status.PLAYING)
        return () if self._when != "any turn" and state.turn != winner else (winner,)

    def way(self, state: State, moment: Moment) -> tuple[int, How] | None:
        """Who wins at this moment in another way, and how: whoever is in turn comes first."""
        if not self._ways or self.held_a_round or not state.round:
            return None
        seats = state.playing()
        if self._when == "any turn":
            seats.sort(key=lambda seat: (seat < state.turn, seat))
        else:
            own = self._when in ("own turn", moment)
            seats = [seat for seat in seats if own and seat == state.turn]
        return next(((seat, how) for seat in seats if (how := self.how(state, seat))), None)

    def how(self, state: State, seat: int) -> How | None:
        """In which other way a seat has won as the game stands, whenever that may count."""
        return next((way.how for way in self._ways if way.met(state, seat)), None)

    def time_is_up(self, state: State) -> bool:
        """Whether the round that would begin lies beyond the limit."""
        return self._turn_limit is not None and state.round > self._turn_limit

    def leaders(self, state: State) -> tuple[int, ...]:
        """Who wins when time is up: most territories, then most armies; ties share."""

        def strength(seat: int) -> tuple[int, int]:
            places = state.territories_of(seat)
            return len(places), sum(state.armies[place] for place in places)

        playing = state.playing()
        best = max(strength(seat) for seat in playing)
        return tuple(seat for seat in playing if strength(seat) == best)


def make_victory(
    ruleset: Ruleset, missions: Missions, objectives: Objectives, capitals: Capitals
) -> Victory:
    """The victory rule that a ruleset chooses."""
    ways: list[Way] = []
    if ruleset.missions.played:
        ways.append(ByMission(missions))
    if capitals.needed is not None:
        ways.append(ByCapitals(capitals.needed))
    if ruleset.objectives.played:
        ways.append(ByObjectives(objectives))
    return Victory(ruleset, tuple(ways))
