"""What hands remember for each seat: its last attack, and how it last split its armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.actions import Attack, Declare
    from risk_tui.engine.view import View
    from risk_tui.table.orders import Blitz


@dataclass(frozen=True, slots=True)
class LastAttack:
    """An attack that can be repeated: with ``dice`` (``None``: as many as allowed), or a blitz
    that goes on until ``stop_at`` armies are left."""

    source: int
    target: int
    dice: int | None = None
    stop_at: int | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """How a number was chosen between a least and a most.

    ``armies`` of them, or all but ``but``; neither means the least there may be.
    """

    armies: int | None = None
    but: int | None = None

    @classmethod
    def of(cls, number: int, least: int, most: int) -> Split:
        """What was most likely meant by ``number``: the end of the range that it is nearer to.

        >>> Split.of(7, 1, 7), Split.of(3, 3, 7), Split.of(5, 1, 7), Split.of(2, 1, 7)
        (Split(armies=None, but=0), Split(armies=None, but=None), \
Split(armies=None, but=2), Split(armies=2, but=None))
        """
        if number == most:
            return cls(but=0)
        if number == least:
            return cls()
        return cls(but=most - number) if most - number < number else cls(armies=number)

    def number(self, least: int, most: int) -> int:
        """The same split of other armies, from ``least`` to ``most``."""
        if self.but is not None:
            return max(least, most - self.but)
        return least if self.armies is None else min(most, max(least, self.armies))

    @property
    def told(self) -> str:
        """In words.

        >>> Split(but=0).told, Split(but=2).told, Split().told, Split(armies=4).told
        ('all', 'all but 2', 'least', '4')
        """
        if self.but is not None:
            return f"all but {self.but}" if self.but else "all"
        return "least" if self.armies is None else str(self.armies)


def moving_in(view: View, source: int, target: int) -> Split | None:
    """How armies move into a conquered territory if there is little to think about.

    All of them, but as few as may be when only the land they come from borders an enemy;
    ``None`` where both do.
    """

    def fronts(place: int) -> bool:
        return any(view.owner[other] != view.acting for other in view.board.neighbours[place])

    if fronts(source):
        return None if fronts(target) else Split()
    return Split(but=0)


class Memory:
    """Kept by seat, so that nobody is told anything of another's habits."""

    def __init__(self) -> None:
        self._attacks: dict[int, LastAttack] = {}
        self._splits: dict[tuple[int, str], Split] = {}
        self._declared: dict[int, Declare] = {}

    def attacked(self, seat: int, action: Attack, view: View) -> None:
        """A seat attacks; ``view`` is from before."""
        most = view.rules.combat.attack_most(view.armies[action.source])
        dice = action.dice if action.dice < most else None
        self._attacks[seat] = LastAttack(action.source, action.target, dice)

    def blitzed(self, order: Blitz) -> None:
        """A seat gives the order for a blitz."""
        last = LastAttack(order.source, order.target, stop_at=order.stop_at)
        self._attacks[order.seat] = last

    def attack(self, seat: int) -> LastAttack | None:
        """The last attack of a seat."""
        return self._attacks.get(seat)

    def declares(self, seat: int, action: Declare) -> None:
        """A seat says what its turn is for."""
        self._declared[seat] = action

    def declared(self, seat: int) -> Declare | None:
        """What the last turn of a seat was for, where that had to be said."""
        return self._declared.get(seat)

    def answered(self, seat: int, about: str, number: int, least: int, most: int) -> None:
        """A seat chose a number of armies, where there was a choice."""
        if least < most:
            self._splits[seat, about] = Split.of(number, least, most)

    def split(self, seat: int, about: str) -> Split | None:
        """How a seat answered a question of this kind last."""
        return self._splits.get((seat, about))
