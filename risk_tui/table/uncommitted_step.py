"""Steps chosen at this terminal that wait for dice and are not in the game's file yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.table.dice_steps import BY_PEOPLE, DryRun

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.table.game_log import GameLog


@dataclass(frozen=True, slots=True)
class UncommittedStep:
    """A step that was chosen here and waits for its first dice; no other terminal knows of it.

    ``decider`` is who acts in the place of a person, as in ``PendingAutoAction``; ``snapshot`` is
    how things stood when it was chosen.
    """

    step: DryRun
    decider: str
    snapshot: tuple[object, ...]

    @classmethod
    def of(cls, log: GameLog, step: DryRun, decider: str) -> UncommittedStep:
        """A step that waits from now on; what a person chose or ordered may be withdrawn."""
        assert step.dice_request is not None, "it waits for dice"
        request = replace(step.dice_request, may_cancel=decider in BY_PEOPLE)
        return cls(replace(step, dice_request=request), decider, _snapshot(log, step.seat))

    def is_still_valid(self, log: GameLog, local_seats: Collection[int]) -> bool:
        """Whether it would be chosen again: nothing happened, and the same player plays on."""
        seat = self.step.seat
        return self.snapshot == _snapshot(log, seat) and (
            self.decider not in BY_PEOPLE or seat in local_seats
        )


def _snapshot(log: GameLog, seat: int) -> tuple[object, ...]:
    """How things stand for a seat: other steps, another answer, another player."""
    last = log.numbers[-1] if log.numbers else None
    return len(log.records), last, log.seats[seat].player, log.seats[seat].defence
