"""The turns of a played game, and where they begin and end on its timeline."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events import TurnBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: from moment ``start``, when it has begun, to ``end``, when the next one has.

    The set-up is a turn of nobody (``seat`` is ``None``) in round 0.
    """

    seat: int | None
    round: int
    start: int
    end: int


def turns_of(records: Sequence[Record]) -> tuple[Turn, ...]:
    """The turns of a game in order, the set-up first.

    Of several turns that began within one step only the last one counts: nothing was decided in
    the others.
    """
    starts: list[tuple[int | None, int, int]] = [(None, 0, 0)]
    for moment, record in enumerate(records, 1):
        began = [event for event in record.events if isinstance(event, TurnBegan)]
        if began:
            starts.append((began[-1].seat, began[-1].round, moment))
    ends = [start for _, _, start in starts[1:]] + [len(records)]
    return tuple(Turn(*start, end) for start, end in zip(starts, ends, strict=True))


def turn_at(turns: Sequence[Turn], moment: int) -> int:
    """The number of the turn that a moment belongs to; a turn's first moment is its own."""
    return max(bisect_right(turns, moment, key=lambda turn: turn.start) - 1, 0)


def turn_of_step(turns: Sequence[Turn], record: int) -> int:
    """The number of the turn in which a record was made: one that begins a turn ends the last."""
    return turn_at(turns, record)
