"""Where received armies may be placed, and how many (FAQ Q2.4.1, Q2.4.2, Q2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.state import State


class Placing:
    """The limits on armies: on a territory, of a colour, and by where they must go."""

    def __init__(self, ruleset: Ruleset, board: Board) -> None:
        self._cap = ruleset.limits.territory
        self._pieces = ruleset.limits.pieces
        self._continent = [place.continent for place in board.territories]
        self._one_go_each = ruleset.reinforce.one_go_each
        self.after_attacks = ruleset.reinforce.when == "after attacks"
        """Whether armies are placed only when the attacks of the turn are over (FAQ Q2.4)."""
        self.tied = ruleset.reinforce.continent_armies == "in the continent"
        """Whether armies for a continent have to stay in it."""
        self.free = self._cap is None and self._pieces is None and not self._one_go_each
        self.free = self.free and not self.tied
        """Whether there is no limit at all."""

    def room(self, armies: int, wanted: int) -> int:
        """How many of ``wanted`` armies a territory with ``armies`` can still take."""
        return wanted if self._cap is None else max(0, min(wanted, self._cap - armies))

    def supply(self, state: State, seat: int, wanted: int) -> int:
        """How many of ``wanted`` armies the pieces of a seat allow."""
        if self._pieces is None:
            return wanted
        there = zip(state.owner, state.armies, strict=True)
        used = sum(armies for owner, armies in there if owner == seat)
        return max(0, min(wanted, self._pieces - used))

    def limits(self, state: State) -> dict[int, tuple[int, int]]:
        """For each territory that can be reinforced the least and the most armies for it."""
        places = state.territories_of(state.acting)
        if self.free:
            return dict.fromkeys(places, (1, state.pool)) if state.pool else {}
        supply = self.supply(state, state.acting, state.pool)
        free = state.pool - sum(state.tied)
        found = {}
        for place in places:
            pool = free + (state.tied[self._continent[place]] if state.tied else 0)
            most = min(supply, self.room(state.armies[place], pool))
            if most > 0 and not (self._one_go_each and place in state.reinforced):
                found[place] = (1, most)
        if self._one_go_each and len(found) == 1:
            place, (_, most) = found.popitem()
            found[place] = (most, most)
        return found

    def limit(self, state: State, territory: int) -> tuple[int, int] | None:
        """The limits of one territory of the acting seat, ``None`` if it can take nothing."""
        if self.free:
            return (1, state.pool) if state.pool else None
        return self.limits(state).get(territory)

    def any_room(self, state: State) -> bool:
        """Whether any of the pool can be placed anywhere."""
        return state.pool > 0 if self.free else bool(self.limits(state))

    def take(self, state: State, territory: int, armies: int) -> None:
        """Take armies out of the pool for a territory: those tied to its continent first."""
        state.pool -= armies
        if state.tied:
            number = self._continent[territory]
            state.tied[number] -= min(armies, state.tied[number])
        if self._one_go_each:
            state.reinforced.append(territory)
