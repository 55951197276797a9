"""How strong every seat is at a moment, as a share of the whole: who leads, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.story.series import Series

LASTING = 0.02
"""A lead of a smaller share than this is none: it changes with every army."""


@dataclass(frozen=True, slots=True)
class LeadChange:
    """A seat took the lead from another at point ``point`` of the series, and kept it for a round.

    ``gap`` is the share by which it led before the other one had a turn again.
    """

    point: int
    seat: int
    before: int
    gap: float


def strengths(armies: Series, income: Series) -> list[list[float]]:
    """For each moment of two series the share of each seat: of all armies and of all income.

    Half of it counts the armies on the board, half those to come.
    """
    return [
        [
            (one + other) / 2
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
    """When the lead passed from one of the ``players`` to another, for a round at least."""
    changes: list[LeadChange] = []
    leader: int | None = None
    for point, row in enumerate(shares):
        first = max(range(players), key=lambda seat: row[seat])
        round_after = shares[point : point + players]
        lasts = all(
            later[first] >= max(later[seat] for seat in range(players)) - LASTING
            for later in round_after
        )
        if (
            first == leader
            or not lasts
            or (leader is not None and row[leader] > row[first] - LASTING)
        ):
            continue
        if leader is not None:
            gap = max(later[first] - later[leader] for later in round_after)
            changes.append(LeadChange(point, first, leader, gap))
        leader = first
    return changes


def _shares(values: Sequence[float | None]) -> list[float]:
    total = sum(value or 0 for value in values)
    return [(value or 0) / total if total else 0.0 for value in values]
