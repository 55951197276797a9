"""Luck for a first game: as a script has it while the lesson lasts, then the computer's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.chance import Chance, system_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

LEARNER = 0
"""The seat of whoever learns."""

_EVEN = ((6, 3, 2), (5, 4, 1))
_GOOD = ((6, 5, 4), (3, 2, 1))
_BAD = ((3, 2, 1), (6, 5, 4))


class LessonChance:
    """The learner goes first, wins every battle, and draws the cards that the lesson speaks of.

    The one battle after ``roll_evenly`` costs both sides an army: two dice are compared in it.
    After ``end`` all luck comes from the operating system.
    """

    def __init__(self, territories: Sequence[int], cards: Sequence[int]) -> None:
        self._order = tuple(territories)
        self._cards = list(cards)
        self._deck: list[int] | None = None
        self._defence: tuple[int, ...] | None = None
        """The dice that come next if they are a defender's."""
        self._even = False
        self._luck: Chance | None = None

    def roll_evenly(self) -> None:
        """Let the next battle cost both sides an army."""
        self._even = True

    def end(self) -> None:
        """Leave everything to chance from now on."""
        self._luck = system_chance()

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        if self._luck is not None:
            return self._luck.dice(count, seats)
        if len(seats) > 1:  # who goes first
            return tuple(6 - seat for seat in seats)
        if self._defence is not None:
            faces, self._defence = self._defence, None
            return faces[:count]
        is_own = LEARNER in seats
        attack, self._defence = _EVEN if self._even and is_own else _GOOD if is_own else _BAD
        self._even = self._even and not is_own
        return attack[:count]

    def choice(self, count: int) -> int:
        if self._luck is not None or not self._cards:
            return (self._luck or system_chance()).choice(count)
        if self._deck is None:
            self._deck = list(range(count))
        number = self._deck.index(self._cards.pop(0))
        del self._deck[number]
        return number

    def shuffle(self, count: int) -> tuple[int, ...]:
        if len(self._order) == count:
            return self._order
        return system_chance().shuffle(count)
