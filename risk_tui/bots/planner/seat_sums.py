"""Sums by seat: what a position or a part of it comes to, and what changes add to that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class SeatSums:
    """What is added up by seat, of a position or a part of it."""

    __slots__ = ("armies", "bonus", "counts", "fronts", "kept", "left", "prospect", "totals")

    def __init__(self, seats: int) -> None:
        self.totals = [0] * seats
        """All armies."""
        self.counts = [0] * seats
        """All territories."""
        self.armies = [0.0] * seats
        """The armies that are expected to be left."""
        self.left = [0.0] * seats
        """The territories that are expected to be left."""
        self.fronts = [0] * seats
        """The squares of the armies that could attack: great stacks are worth more than many."""
        self.bonus = [0.0] * seats
        """What continents are expected to bring their holders."""
        self.prospect = [0.0] * seats
        """How near each seat is to the bonus of continents that nobody holds."""
        self.kept = 0.0
        """What is expected to be left of what hangs on territories of the seat, in armies."""

    def count(self, owner: Sequence[int], armies: Sequence[int]) -> None:
        """Add armies and the territories that they stand on, by territory."""
        for holder, count in zip(owner, armies, strict=True):
            self.totals[holder] += count
            self.counts[holder] += 1

    def expect(
        self,
        owner: Sequence[int],
        armies: Sequence[int],
        risk: Sequence[float],
        front: Sequence[int],
    ) -> None:
        """Add what is expected to be left of territories at risk, and how strong fronts are."""
        for holder, count, loss, force in zip(owner, armies, risk, front, strict=True):
            safe = 1.0 - loss
            self.armies[holder] += count * safe
            self.left[holder] += safe
            self.fronts[holder] += force

    def expect_bonus(
        self,
        holders: Sequence[int],
        held: Sequence[float],
        prospects: Sequence[Mapping[int, float]],
    ) -> None:
        """Add what continents are expected to bring, and how near everybody is to others."""
        for holder, worth, near in zip(holders, held, prospects, strict=True):
            self.bonus[holder] += worth
            for seat, share in near.items():
                self.prospect[seat] += share

    def count_holdings(self, part: SeatSums) -> None:
        """Add all armies and territories of a part of the position."""
        for seat, (armies, count) in enumerate(zip(part.totals, part.counts, strict=True)):
            self.totals[seat] += armies
            self.counts[seat] += count

    def count_expected(self, part: SeatSums) -> None:
        """Add what is expected of a part of the position."""
        for seat, armies in enumerate(part.armies):
            self.armies[seat] += armies
            self.left[seat] += part.left[seat]
            self.fronts[seat] += part.fronts[seat]
            self.bonus[seat] += part.bonus[seat]
            self.prospect[seat] += part.prospect[seat]


class Gains:
    """What changes add to the sums of one seat."""

    __slots__ = ("armies", "bonus", "counts", "fronts", "kept", "left", "prospect", "totals")

    def __init__(self) -> None:
        self.totals = self.counts = self.fronts = 0
        self.armies = self.left = self.bonus = self.prospect = self.kept = 0.0


UNCHANGED = Gains()
"""That nothing changes for a seat."""


class Difference(NamedTuple):
    """What changes add to the sums, by seat, and the territories that this depends on, as bits."""

    gains: Mapping[int, Gains]
    depends_on: int
