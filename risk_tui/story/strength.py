"""How strong every seat is at a moment, as a share of the whole: who leads, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.story.series import Series

LEAD = 0.03
"""A lead of a smaller share than this is none: it changes with every army."""
_ARMIES = 2 / 3
"""What the armies on the board count for; the rest is for what everybody would receive."""


@dataclass(frozen=True, slots=True)
class LeadChange:
    """A seat took the lead from another at point ``point`` of the series.

    ``gap`` is the share by which it is ahead in the round that follows.
    """

    point: int
    seat: int
    before: int
    gap: float


def strengths(armies: Series, income: Series) -> list[list[float]]:
    """For each moment of two series the share of each seat: of all armies, and of all income."""
    return [
        [
            _ARMIES * one + (1 - _ARMIES) * other
            for one, other in zip(
                _shares([row[point] for row in armies.values]),
                _shares([row[point] for row in income.values]),
                strict=True,
            )
        ]
        for point in range(len(armies.moments))
    ]


def swing(before: Sequence[float], after: Sequence[float]) -> float:
    """The greatest change of any seat's share."""
    return max((abs(a - b) for a, b in zip(before, after, strict=True)), default=0.0)


def lead_changes(shares: Sequence[Sequence[float]], players: int) -> list[LeadChange]:
    """When the lead passed from one of the ``players`` to another.

    Whoever has just had a turn is stronger than before the others answer: who leads is said of the
    round that follows.
    """
    changes: list[LeadChange] = []
    leader: int | None = None
    for point, row in enumerate(shares):
        turns = max(sum(share > 0 for share in row[:players]), 1)
        after = shares[point : point + turns]
        means = [sum(later[seat] for later in after) / len(after) for seat in range(players)]
        first = max(range(players), key=means.__getitem__)
        ahead = means[first] - max(share for seat, share in enumerate(means) if seat != first)
        if first == leader or ahead < LEAD:
            continue
        if leader is not None:
            changes.append(LeadChange(point, first, leader, means[first] - means[leader]))
        leader = first
    return changes


def _shares(values: Sequence[float | None]) -> list[float]:
    total = sum(value or 0 for value in values)
    return [(value or 0) / total if total else 0.0 for value in values]
