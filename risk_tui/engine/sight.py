"""Sight: what a seat sees of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Sight:
    """The territories of which a seat sees the owner, and those of which it sees the armies."""

    owners: frozenset[int]
    armies: frozenset[int]

    def gains_from(self, later: Sight) -> bool:
        """Whether more is seen ``later``."""
        return not (later.owners <= self.owners and later.armies <= self.armies)


def sight_of(sights: Sequence[Sight], seat: int | None) -> Sight:
    """The sight of a seat, of those of all seats; the last one is a spectator's."""
    return sights[-1 if seat is None else seat]
