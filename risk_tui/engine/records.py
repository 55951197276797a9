"""Records: an action, its chance outcomes, and the resulting events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.engine.visibility import seen_action, seen_event, sight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action
    from risk_tui.engine.declarations import HasWords
    from risk_tui.engine.events import Event
    from risk_tui.engine.visibility import SeatVisibility

Outcome: TypeAlias = "int | tuple[int, ...]"
"""One outcome of chance: faces of dice, an order (a permutation), or a pick (an index)."""


@dataclass(frozen=True, slots=True)
class Record:
    """One step of a game: the seat, its action, the chance outcomes and the resulting events.

    The action and ``chance`` are enough to repeat the step.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...]
    events: tuple[Event, ...]
    reason: HasWords | None = field(default=None, compare=False)
    """The player's reason as given at this terminal; it is public and not saved."""
    sights: tuple[Sequence[SeatVisibility], ...] = field(default=(), compare=False, repr=False)
    """The visibility before the step, at each event, and after the step; empty without fog."""

    def redacted_for(self, seat: int | None, *, clear: bool = False) -> Record:
        """Return the record as ``seat`` may know it; raw chance outcomes are omitted.

        Args:
            clear: True to include all territories, as in ``Game.view``.
        """
        if self.sights and not clear:
            return self._seen_by(seat)
        action = self.action if seat == self.seat else self.action.redacted()
        events = tuple(event.redacted_for(seat) for event in self.events)
        return Record(self.seat, action, (), events, self.reason)

    def _seen_by(self, seat: int | None) -> Record:
        """Return the parts of the record that a seat could see at the time."""
        is_own, before = seat == self.seat, sight_of(self.sights[0], seat)
        action = self.action if is_own else seen_action(self.action, seat, before)
        # Corrections of dice are put before the events of the step; no visibility was recorded for
        # them.
        corrections = len(self.events) - (len(self.sights) - 2)
        sights = (*(self.sights[:1] * corrections), *self.sights[1:-1])
        seen = (
            seen_event(event.redacted_for(seat), seat, sight_of(at_event, seat))
            for event, at_event in zip(self.events, sights, strict=True)
        )
        events = tuple(event for event in seen if event is not None)
        return Record(self.seat, action, (), events, self.reason if is_own else None)

    @property
    def is_irreversible(self) -> bool:
        """True if the step can't be undone because something was rolled, drawn or shown.

        Only valid for a complete record, not for one from ``redacted_for``.
        """
        return (
            bool(self.chance)
            or any(event.is_irreversible for event in self.events)
            or self.shows_territories
        )

    @property
    def shows_territories(self) -> bool:
        """True if any seat sees more of the board after the step than before."""
        if not self.sights:
            return False
        ends = zip(self.sights[0], self.sights[-1], strict=True)
        return any(before.gains_from(after) for before, after in ends)
