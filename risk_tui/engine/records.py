"""What happened: an action, the chance outcomes that it took, and the facts that followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.facts import Fact

Outcome: TypeAlias = "int | tuple[int, ...]"
"""One answer of chance: faces of dice, an order (a permutation), or a pick (an index)."""


@dataclass(frozen=True, slots=True)
class Record:
    """One step of a game: who did what, what chance gave, and what came of it.

    ``chance`` and ``facts`` together are enough to play the step again without luck.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]
    facts: tuple[Fact, ...]

    def seen_by(self, seat: int | None) -> Record:
        """The record as ``seat`` may know it; raw chance outcomes are left out."""
        action = self.action if seat == self.seat else self.action.unseen()
        return Record(self.seat, action, (), tuple(fact.seen_by(seat) for fact in self.facts))

    @property
    def reveals(self) -> bool:
        """Whether the step cannot be taken back: it rolled, drew or showed something.

        Asked of a whole record, not of one reduced by ``seen_by``.
        """
        return bool(self.chance) or any(fact.reveals for fact in self.facts)
