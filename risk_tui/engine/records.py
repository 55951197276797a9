"""Records: an action, its chance outcomes, and the events that followed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.engine.visibility import seen_action, seen_event, sight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.declarations import HasWords
    from risk_tui.engine.events import Event
    from risk_tui.engine.visibility import Sight

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

    sights: tuple[Sequence[Sight], ...] = field(default=(), compare=False, repr=False)
    """What everybody saw before the step, at each event, and after it, where not all see all."""

    def redacted_for(self, seat: int | None, *, clear: bool = False) -> Record:
        """The record as ``seat`` may know it; raw chance outcomes are left out.

        A ``clear`` one tells of all territories, as ``Game.view`` shows them.
        """
        if self.sights and not clear:
            return self._seen_by(seat)
        action = self.action if seat == self.seat else self.action.redacted()
        events = tuple(event.redacted_for(seat) for event in self.events)
        return Record(self.seat, action, (), events, self.reason)

    def _seen_by(self, seat: int | None) -> Record:
        """The record as far as a seat saw what happened."""
        is_own, before = seat == self.seat, sight_of(self.sights[0], seat)
        action = self.action if is_own else seen_action(self.action, seat, before)
        # What was corrected before the step stands before its events, and tells of dice only.
        added = len(self.events) - (len(self.sights) - 2)
        sights = (*(self.sights[:1] * added), *self.sights[1:-1])
        seen = (
            seen_event(event.redacted_for(seat), seat, sight_of(at_event, seat))
            for event, at_event in zip(self.events, sights, strict=True)
        )
        events = tuple(event for event in seen if event is not None)
        return Record(self.seat, action, (), events, self.reason if is_own else None)

    @property
    def is_irreversible(self) -> bool:
        """Whether the step cannot be taken back: something was rolled, drawn or shown.

        Asked of a whole record, not of one reduced by ``redacted_for``.
        """
        return (
            bool(self.chance)
            or any(event.is_irreversible for event in self.events)
            or self.shows_territories
        )

    @property
    def shows_territories(self) -> bool:
        """Whether anybody sees more of the board after it than before."""
        if not self.sights:
            return False
        ends = zip(self.sights[0], self.sights[-1], strict=True)
        return any(before.gains_from(after) for before, after in ends)
