"""How near players came to missions that they did not fulfil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.goals import Wanted
    from risk_tui.engine.view import View

NEAR = 2
"""Whoever lacks no more territories than these was near."""
_LARGE = 6
"""A mission for fewer territories is always near."""


@dataclass(frozen=True, slots=True)
class NearMission:
    """At ``moment`` a seat had all that its mission asks for but ``count`` territories.

    ``territories`` are those; empty where any would have done.
    """

    moment: int
    seat: int
    count: int
    territories: tuple[int, ...]


class NearMissions:
    """Collects for each seat the turn after which it was nearest to its mission."""

    def __init__(self) -> None:
        self._nearest: dict[int, NearMission] = {}

    def add(self, moment: int, view: View) -> None:
        """Take in what ``view.seat`` could see at the end of its turn.

        A seat with several missions, or with none, comes near to nothing here.
        """
        seat = view.seat
        if seat is None or len(view.missions) != 1 or view.winners:
            return
        goal = view.goal(view.missions[0])
        count, territories = _missing(goal.wanted(view, seat, view.board), view, seat)
        before = self._nearest.get(seat)
        if 0 < count <= NEAR and (before is None or count <= before.count):
            self._nearest[seat] = NearMission(moment, seat, count, territories)

    def of_losers(self, winners: Iterable[int]) -> tuple[NearMission, ...]:
        """How near everybody came who did not win."""
        return tuple(near for seat, near in self._nearest.items() if seat not in winners)


def _missing(wanted: Wanted, view: View, seat: int) -> tuple[int, tuple[int, ...]]:
    """How many territories a seat lacks, and which; 0 where that does not tell how near it is."""
    own = set(view.territories_of(seat))
    if wanted.shares or wanted.conquests or wanted.to_keep:
        return 0, ()
    named = set(wanted.named)
    for lands in sorted(wanted.sets, key=lambda lands: len(set(lands) - own))[: wanted.choose]:
        named.update(lands)
    if wanted.anywhere and not named:
        strong = sum(view.armies[territory] >= wanted.armies for territory in own)
        return max(wanted.anywhere - strong, 0), ()
    missing = tuple(sorted(named - own))
    return (len(missing), missing) if len(named) >= _LARGE else (0, ())
