"""Visibility: the parts of a game that a seat may see if players do not see the whole board.

A variant says which territories each seat sees (``Variant.sight``). This module filters views,
events and actions accordingly; an event is filtered by the visibility when it happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.declarations import Slot
    from risk_tui.engine.events import Event
    from risk_tui.engine.view import View


# Events and actions


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
    if _takes_part(action, slots, seat) or _sees_all(action, slots, sight.armies):
        return action.redacted()
    return EndPhase()


def _takes_part(thing: object, slots: Mapping[str, Slot], seat: int | None) -> bool:
    """Return True if a field names the seat, as the actor or as an affected seat."""
    seats = (name for name, slot in slots.items() if slot.meaning == "seat" and not slot.many)
    return seat is not None and any(getattr(thing, name) == seat for name in seats)


def _sees_all(thing: object, slots: Mapping[str, Slot], seen: Collection[int]) -> bool:
    """Return True if all territories in the fields of ``thing`` are in ``seen``."""
    values = [
        (getattr(thing, name), slot.many)
        for name, slot in slots.items()
        if slot.meaning == "territory"
    ]
    named = {place for value, many in values for place in ((value or ()) if many else (value,))}
    return named - {None} <= {*seen}


def _visible_owners(owners: Sequence[int], sight: SeatVisibility) -> tuple[int, ...]:
    """Return the owner of each territory, ``NO_SEAT`` for hidden ones."""
    return tuple(
        [owner if place in sight.owners else NO_SEAT for place, owner in enumerate(owners)]
    )


def _visible_counts(counts: Sequence[int], sight: SeatVisibility) -> tuple[int, ...]:
    """Return the number of armies for each territory, 0 for hidden ones."""
    return tuple([count if place in sight.armies else 0 for place, count in enumerate(counts)])


# Views


def seen_view(view: View, sight: SeatVisibility, attacker: int) -> View:
    """Return a view without hidden parts; a seat sees all of its own turn.

    A view of a hidden battle shows only that the attacks of ``attacker`` continue.
    """
    seat = view.seat
    armies = _visible_counts(view.armies, sight)
    unseen = tuple([place for place in range(len(armies)) if place not in sight.armies])
    changes: dict[str, Any] = {
        "owner": _visible_owners(view.owner, sight),
        "armies": armies,
        "unseen": unseen,
        "memories": tuple(
            [memory and memory.visible_part(sight.armies) for memory in view.memories]
        ),
    }
    decision = view.decision
    is_active = seat is not None and seat in (view.turn, decision and decision.seat)
    if not is_active:
        changes.update(
            armies_to_place=0,
            armies_outside=0,
            continent_bound_armies=(0,) * len(view.continent_bound_armies),
            conquests_this_turn=0,
            territory_bonus_received=0,
            armies_received=0,
            reinforced=tuple([place for place in view.reinforced if place in sight.armies]),
            armies_moved_in=_visible_counts(view.armies_moved_in, sight),
        )
    if decision is not None and seat != decision.seat:
        decision = _decision_of_another(decision, view, sight, attacker)
        if decision.kind == ToAttack.kind:
            changes.update(phase=Phase.ATTACK, battle=None, occupying=None)
        changes["decision"] = decision
    return replace(view, **changes)


def _decision_of_another(
    decision: Decision, view: View, sight: SeatVisibility, attacker: int
) -> Decision:
    """Return the public part of another seat's decision."""
    slots = slots_of(type(decision))
    battle = view.battle
    parties = () if battle is None else (view.owner[battle.target],)
    is_party = view.seat is not None and view.seat in (*parties, attacker)
    if not is_party and not _sees_all(decision, slots, sight.armies):
        return ToAttack(attacker, 0, False, view.acting_seat)
    armies = slots.get("armies")
    if armies is not None and armies.unit == "army":
        return replace(decision, armies=0)  # type: ignore[call-arg]
    return decision


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
