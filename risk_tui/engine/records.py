"""Records: an action, its chance outcomes, and the resulting events.

A variant says which territories each seat sees (``Variant.sight``). A record then has the
visibility when each event happened, and ``redacted_for`` leaves out what the seat did not see.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.declarations import HasWords, Slot, slots_of
from risk_tui.engine.events import Event

Outcome: TypeAlias = "int | tuple[int, ...]"
"""One outcome of chance: faces of dice, an order (a permutation), or a pick (an index)."""


@dataclass(frozen=True, slots=True)
class SeatVisibility:
    """The territories whose owners a seat sees, and those whose armies it sees."""

    owners: frozenset[int]
    armies: frozenset[int]

    def gains_from(self, later: SeatVisibility) -> bool:
        """Return True if ``later`` includes any territory that this visibility does not."""
        return not (later.owners <= self.owners and later.armies <= self.armies)


def sight_of(sights: Sequence[SeatVisibility], seat: int | None) -> SeatVisibility:
    """Return the visibility of a seat; a spectator's is the last of ``sights``."""
    return sights[-1 if seat is None else seat]


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


def seen_event(event: Event, seat: int | None, sight: SeatVisibility) -> Event | None:
    """Return an event as a seat (``None``: a spectator) may know it; ``None`` if it may not.

    Its participants know the whole event. Other seats may know it if they see the owner of each of
    its territories, and the armies too if the event contains a number. Hidden territories in
    optional fields and in lists are removed instead, but not those that ``marks_board`` or a list
    by seat, such as all capitals, shows to all players.
    """
    slots = slots_of(type(event))
    if _takes_part(event, slots, seat):
        return event
    if event.reveals_ownership:
        return None
    is_counted = any(slot.meaning in ("number", "face") for slot in slots.values())
    seen = sight.armies if is_counted else sight.owners
    changes: dict[str, Any] = {}
    for name, slot in slots.items():
        value = getattr(event, name)
        if slot.meaning == "seat by territory":
            changes[name] = value if len(sight.owners) == len(value) else ()
        elif slot.meaning == "territory" and slot.many:
            if not event.marks_board:
                changes[name] = tuple([place for place in value if place in seen])
        elif slot.meaning == "territory" and value is not None and value not in seen:
            if not slot.optional:
                return None
            changes[name] = None
    return replace(event, **changes) if changes else event


def seen_action(action: Action, seat: int | None, sight: SeatVisibility) -> Action:
    """Return another seat's action as a seat may know it; ``EndPhase`` replaces a hidden one."""
    slots = slots_of(type(action))
    if _takes_part(action, slots, seat) or sees_all(action, slots, sight.armies):
        return action.redacted()
    return EndPhase()


def _takes_part(thing: object, slots: Mapping[str, Slot], seat: int | None) -> bool:
    """Return True if a field names the seat, as the actor or as an affected seat."""
    seats = (name for name, slot in slots.items() if slot.meaning == "seat" and not slot.many)
    return seat is not None and any(getattr(thing, name) == seat for name in seats)


def sees_all(thing: object, slots: Mapping[str, Slot], seen: Collection[int]) -> bool:
    """Return True if all territories in the fields of ``thing`` are in ``seen``."""
    values = [
        (getattr(thing, name), slot.many)
        for name, slot in slots.items()
        if slot.meaning == "territory"
    ]
    named = {place for value, many in values for place in ((value or ()) if many else (value,))}
    return named - {None} <= {*seen}
