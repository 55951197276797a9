"""When the game is won (FAQ Q2.1, Q2.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.ruleset import Victory as VictorySection
    from risk_tui.engine.state import State


class Victory:
    """The last player left wins, at once or only in a turn of his own."""

    def __init__(self, own_turn: bool, turn_limit: int | None) -> None:
        self._own_turn = own_turn
        self._turn_limit = turn_limit

    def winners(self, state: State) -> tuple[int, ...]:
        """The winner as the game stands now, or nobody."""
        playing = state.playing()
        if len(playing) != 1 or (self._own_turn and state.turn != playing[0]):
            return ()
        return (playing[0],)

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


def make_victory(section: VictorySection) -> Victory:
    """The victory rule that a ruleset chooses."""
    return Victory(section.when == "own turn", section.turn_limit)
