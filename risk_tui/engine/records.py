"""Records: an action, its chance outcomes, and the events that followed."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.events import Event
    from risk_tui.engine.messages import HasWords

Outcome: TypeAlias = "int | tuple[int, ...]"
"""One outcome of chance: faces of dice, an order (a permutation), or a pick (an index)."""


@dataclass(frozen=True, slots=True)
class Record:
    """One step of a game: the seat, its action, the chance outcomes and the events that followed.

    The action and ``chance`` are enough to play the step again without luck.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]
    events: tuple[Event, ...]
    reason: HasWords | None = field(default=None, compare=False)
    """Why, as the player said at this terminal; everybody may know it, and it is not saved."""

    def redacted_for(self, seat: int | None) -> Record:
        """The record as ``seat`` may know it; raw chance outcomes are left out."""
        action = self.action if seat == self.seat else self.action.redacted()
        events = tuple(event.redacted_for(seat) for event in self.events)
        return Record(self.seat, action, (), events, self.reason)

    @property
    def is_irreversible(self) -> bool:
        """Whether the step cannot be taken back: something was rolled, drawn or shown.

        Asked of a whole record, not of one reduced by ``redacted_for``.
        """
        return bool(self.chance) or any(event.is_irreversible for event in self.events)
