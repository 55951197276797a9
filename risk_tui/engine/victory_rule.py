"""The victory rule: when the game is won (FAQ Q2.1, Q2.2, Q2.2.1, Q2.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.engine.events import VictoryKind
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.state import State
    from risk_tui.rules.ruleset import Ruleset


class CheckTime(StrEnum):
    """When in a turn it is checked whether the game is won."""

    START = "start of turn"
    STEP = "step"
    END = "end of turn"


Condition: TypeAlias = Callable[["State", int], VictoryKind | None]
"""How a seat wins as the game stands, other than by being the last player left."""


class VictoryRule:
    """When a game is won: by the last player left, or by a condition that the ruleset names.

    ``conditions`` are looked at in their order, at the times that the ruleset names. ``foes`` are
    seats that no player has, and that have to be beaten too.
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
        self.held_in_secret = section.hold_a_round and not section.held_openly
        """Whether a victory that has to be held is shown only when it wins."""

    def is_open(self, state: State) -> bool:
        """Whether the game cannot be won yet, whoever is in turn: several players are left."""
        return not self._conditions and state.status.count(Status.PLAYING) > 1

    def last_player(self, state: State, gone: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the last player left, if there is one and they may win now.

        If none is left, the seats that had to be beaten win, else the player who left last.

        Args:
            gone: The players who left in this step, in their order.
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
        for condition in self._conditions:
            if (how := condition(state, seat)) is not None:
                return how
        return None

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
